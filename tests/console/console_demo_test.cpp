// SPDX-License-Identifier: GPL-3.0-or-later
// The demo with the real console, without a screen: one window per person, one core and one
// provider per directory, a takeover when their program goes, and nothing left at the end.
#include "app/core/demo_site.h"
#include "backend/postgres/connection.h"
#include "backend/postgres/server_lock.h"
#include "test_places.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace onceover;

namespace {

constexpr int kPatienceMs = 180'000;

} // namespace

class ConsoleDemoTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase()
    {
        // The server's user has to reach it.
        QVERIFY(QFile::setPermissions(
            m_parent.path(),
            QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ReadOther
                | QFile::ExeOther | QFile::ReadGroup | QFile::ExeGroup));
        m_directory = m_parent.filePath(QStringLiteral("demo"));
    }

    void nobodyOfThatName()
    {
        const auto process = start({QStringLiteral("--as"), QStringLiteral("nobody")});
        QVERIFY(process->waitForFinished());
        QCOMPARE(process->exitCode(), 78);
    }

    void auditStartsNothing()
    {
        const auto process = start({QStringLiteral("--audit")});
        QVERIFY(process->waitForFinished());
        QCOMPARE(process->exitCode(), 69);
        QVERIFY(!QDir(m_directory).exists());
    }

    void severalProgramsOnOneDemo()
    {
        const auto first = start({});
        QTRY_VERIFY_WITH_TIMEOUT(openSite(), kPatienceMs);
        QVERIFY(comesToOne("demo_core"));
        QVERIFY(comesToOne("liwei"));

        const auto again = start({});
        QVERIFY(again->waitForFinished(kPatienceMs));
        QCOMPARE(again->exitCode(), 0);

        const auto ana = start({QStringLiteral("--as"), QStringLiteral("Ana Silva")});
        QVERIFY(comesToOne("ana"));
        const auto audit = start({QStringLiteral("--audit")});
        QVERIFY(comesToOne("kim"));
        QVERIFY(comesToOne("demo_core"));

        first->terminate();
        QVERIFY(first->waitForFinished(kPatienceMs));
        QCOMPARE(first->exitCode(), 0);
        QVERIFY(comesToOne("demo_core"));
        QCOMPARE(ana->state(), QProcess::Running);

        for (QProcess* process : {ana.get(), audit.get()}) {
            process->terminate();
            QVERIFY(process->waitForFinished(kPatienceMs));
            QCOMPARE(process->exitCode(), 0);
        }
        m_site.reset();
        QVERIFY(!runningServer((m_directory + QStringLiteral("/data")).toStdString()));
    }

private:
    std::unique_ptr<QProcess> start(const QStringList& words) const
    {
        auto process = std::make_unique<QProcess>();
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), m_runtime.path());
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), m_runtime.path());
        process->setProcessEnvironment(environment);
        process->start(
            QStringLiteral(ONCEOVER_BINARY_DIR "/app/console/onceover"),
            QStringList{QStringLiteral("--demo"), QStringLiteral("--dir"), m_directory} + words);
        return process;
    }

    bool openSite()
    {
        if (!runningServer((m_directory + QStringLiteral("/data")).toStdString()))
            return false;
        auto site = DemoSite::open(m_directory.toStdString());
        if (site)
            m_site = std::move(*site);
        return m_site != nullptr;
    }

    // Programs that open the demo have a session of the core's login for the moment in which they
    // look whether its server was restarted: what is asked is that one stays.
    bool comesToOne(const std::string& login) const
    {
        return QTest::qWaitFor([&] { return sessions(login) == 1; }, kPatienceMs);
    }

    int sessions(const std::string& login) const
    {
        const auto settings = m_site->machine(MachineKind::Owner);
        if (!settings)
            return -1;
        auto owner = Connection::open(*settings, Deadline::in(std::chrono::seconds(10)));
        if (!owner)
            return -1;
        const auto rows = owner->execute(
            {"sessions", "select count(*) as number from pg_stat_activity where usename = $1"},
            Params().text(login),
            Deadline::in(std::chrono::seconds(10)));
        return rows ? static_cast<int>((*rows)[0].int64("number").value_or(-1)) : -1;
    }

    QTemporaryDir m_parent;
    QTemporaryDir m_runtime;
    QString m_directory;
    std::unique_ptr<DemoSite> m_site;
};

QTEST_GUILESS_MAIN(ConsoleDemoTest)

#include "console_demo_test.moc"
