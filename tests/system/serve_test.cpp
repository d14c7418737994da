// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/core_host.h"
#include "app/core/demo_site.h"
#include "backend/postgres/connection.h"
#include "tests/system/demo_process.h"
#include "tests/system/sandbox_process.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QTest>

#include <csignal>
#include <optional>

namespace onceover {

namespace {

constexpr int kPatienceMs = 60'000;

// A running onceover-core serve and what it printed so far.
class Serving
{
public:
    Serving(const DemoProcess& demo, const QString& logFile)
    {
        m_process.start(
            DemoProcess::executable(),
            {QStringLiteral("serve"),
             QStringLiteral("--dir"),
             demo.directory(),
             QStringLiteral("--json"),
             QStringLiteral("--log"),
             logFile});
    }

    ~Serving()
    {
        m_process.kill();
        m_process.waitForFinished(kPatienceMs);
    }

    // Waits until it says that it is in this phase.
    bool reaches(const char* phase)
    {
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < kPatienceMs) {
            while (m_process.canReadLine()) {
                const QJsonObject line = QJsonDocument::fromJson(m_process.readLine()).object();
                if (line[QStringLiteral("phase")].toString() == QLatin1String(phase))
                    return true;
            }
            if (m_process.state() == QProcess::NotRunning)
                return false;
            m_process.waitForReadyRead(1000);
        }
        return false;
    }

    bool hasOpen(const char* fileName) const
    {
        const QDir open(QStringLiteral("/proc/%1/fd").arg(m_process.processId()));
        for (const QFileInfo& each : open.entryInfoList(QDir::Files | QDir::System)) {
            if (each.symLinkTarget().endsWith(u'/' + QLatin1String(fileName)))
                return true;
        }
        return false;
    }

    // The exit code; -1 if it does not end.
    int endBy(int signal)
    {
        ::kill(static_cast<pid_t>(m_process.processId()), signal);
        if (!m_process.waitForFinished(kPatienceMs)
            || m_process.exitStatus() != QProcess::NormalExit)
            return -1;
        return m_process.exitCode();
    }

private:
    QProcess m_process;
};

} // namespace

// The core as a service: with its server, without it, and told to stop.
class ServeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void worksUntilItIsToldToStop_data();
    void worksUntilItIsToldToStop();
    void secondProcessOnTheJournalIsRefused();
    void killedServerComesBack();
    void coreWaitsForALook();
    void runningCoreIsLeftAlone();
    void callUnderWayIsFinished();
    void logHoldsNoSecret();

private:
    std::string bootNonce();
    void killServer();
    // Some programs that open the demo at the same time; true if each ended well.
    bool lookTogether();
    bool accept(const QByteArray& key, const QByteArray& payee);
    bool becomes(const QByteArray& key, const char* status);

    SandboxProcess m_sandbox;
    DemoProcess m_demo;
    QString m_log;
};

void ServeTest::initTestCase()
{
    QVERIFY(m_sandbox.start());
    QVERIFY(m_demo.create(m_sandbox));
    m_log = m_demo.path(QStringLiteral("core.log"));
}

bool ServeTest::accept(const QByteArray& key, const QByteArray& payee)
{
    const QString file = m_demo.write(
        QString::fromLatin1(key) + QStringLiteral(".jsonl"),
        intakeLine("sandbox-card", key, 1500, "EUR", payee));
    const CoreRun run = m_demo.core({QStringLiteral("accept"), file});
    if (run.exitCode != 0)
        qWarning("%s", run.described().constData());
    return run.exitCode == 0;
}

bool ServeTest::becomes(const QByteArray& key, const char* status)
{
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < kPatienceMs) {
        const auto all = m_demo.payments();
        for (const QJsonObject& payment : all) {
            if (payment[QStringLiteral("idempotency_key")].toString().toUtf8() == key
                && payment[QStringLiteral("status")].toString() == QLatin1String(status))
                return true;
        }
    }
    return false;
}

void ServeTest::worksUntilItIsToldToStop_data()
{
    QTest::addColumn<int>("signal");
    QTest::addColumn<QByteArray>("key");
    QTest::newRow("SIGTERM") << SIGTERM << QByteArray("term");
    QTest::newRow("SIGINT") << SIGINT << QByteArray("int");
}

void ServeTest::worksUntilItIsToldToStop()
{
    QFETCH(int, signal);
    QFETCH(QByteArray, key);
    Serving serving(m_demo, m_log);
    QVERIFY(serving.reaches("RUNNING"));
    QVERIFY(accept(key, "Payee " + key));
    QVERIFY(becomes(key, "SUCCEEDED"));
    QCOMPARE(serving.endBy(signal), 0);
}

void ServeTest::secondProcessOnTheJournalIsRefused()
{
    Serving serving(m_demo, m_log);
    QVERIFY(serving.reaches("RUNNING"));
    for (const char* command : {"serve", "pass"}) {
        const CoreRun second = m_demo.core({QString::fromLatin1(command)});
        QVERIFY2(second.exitCode == 73, second.described().constData());
        QVERIFY2(
            second.complaint.contains("Another process has the journal"),
            second.described().constData());
    }
    // The first one does not notice.
    QVERIFY(accept("first", "Payee of the first"));
    QVERIFY(becomes("first", "SUCCEEDED"));
    QCOMPARE(serving.endBy(SIGTERM), 0);
}

std::string ServeTest::bootNonce()
{
    const auto settings = m_demo.site().machine(MachineKind::Owner);
    auto owner = Connection::open(*settings, Deadline::in(std::chrono::seconds(30)));
    if (!owner)
        return {};
    const auto rows = owner->execute(
        {"nonce", "select boot_nonce::text as nonce from onceover.cores"},
        Params(),
        Deadline::in(std::chrono::seconds(30)));
    return rows ? (*rows)[0].text("nonce").value_or("") : std::string();
}

void ServeTest::killServer()
{
    const auto server = m_demo.site().cluster().serverPid();
    QVERIFY(server.has_value());
    ::kill(*server, SIGKILL);
    QTRY_VERIFY(m_demo.site().cluster().serverPid() != server);
}

bool ServeTest::lookTogether()
{
    const QVector<QStringList> looks(4, {QStringLiteral("status")});
    for (const CoreRun& run : m_demo.cores(looks)) {
        if (run.exitCode != 0) {
            qWarning("%s", run.described().constData());
            return false;
        }
    }
    return true;
}

// Nobody starts it but the core, whose program owns it; after that the core bears witness.
void ServeTest::killedServerComesBack()
{
    Serving serving(m_demo, m_log);
    QVERIFY(serving.reaches("RUNNING"));
    const auto server = m_demo.site().cluster().serverPid();
    QVERIFY(server.has_value());
    ::kill(*server, SIGKILL);
    QVERIFY(serving.reaches("DATABASE_AWAY"));
    QVERIFY(serving.reaches("RUNNING"));
    QVERIFY(m_demo.site().cluster().serverPid() != server);
    QVERIFY(accept("back", "Payee after the return"));
    QVERIFY(becomes("back", "SUCCEEDED"));
    QCOMPARE(serving.endBy(SIGTERM), 0);
}

// Each program that opens the demo after a restart looks as its core. A core that starts meanwhile
// waits for it.
void ServeTest::coreWaitsForALook()
{
    const auto settings = m_demo.site().machine(MachineKind::Core);
    QVERIFY(settings);
    const CoreHost::Settings core{*settings, m_demo.directory().toStdString(), "core", true};
    auto locked = CoreHost::lockForLook(core, Deadline::in(std::chrono::seconds(30)));
    QVERIFY(locked);
    std::optional<FileLock> lock(std::move(*locked));
    auto look = CoreHost::create(core, *lock);
    QVERIFY(look);
    Serving serving(m_demo, m_log);
    QTRY_VERIFY_WITH_TIMEOUT(serving.hasOpen("core.look"), kPatienceMs);
    look->reset();
    lock.reset();
    QVERIFY(serving.reaches("RUNNING"));
    QCOMPARE(serving.endBy(SIGTERM), 0);
}

// One that runs is neither disturbed nor replaced by them.
void ServeTest::runningCoreIsLeftAlone()
{
    Serving serving(m_demo, m_log);
    QVERIFY(serving.reaches("RUNNING"));
    const std::string nonce = bootNonce();
    QVERIFY(!nonce.empty());
    killServer();
    QVERIFY(lookTogether());
    QVERIFY(accept("looked", "Payee under many eyes"));
    QVERIFY(becomes("looked", "SUCCEEDED"));
    QCOMPARE(bootNonce(), nonce);
    QCOMPARE(serving.endBy(SIGTERM), 0);
}

void ServeTest::callUnderWayIsFinished()
{
    QVERIFY(
        m_sandbox.addFault(quoted("{'fault':{'kind':'answer_after_deadline','delay_ms':700}}")));
    const int before = m_sandbox.charges();
    Serving serving(m_demo, m_log);
    QVERIFY(serving.reaches("RUNNING"));
    QVERIFY(accept("slow", "Payee who waits"));
    QElapsedTimer timer;
    timer.start();
    while (m_sandbox.charges() == before && timer.elapsed() < kPatienceMs)
        continue;
    QCOMPARE(serving.endBy(SIGTERM), 0);
    // Sent once, and nothing was left open.
    QCOMPARE(m_sandbox.charges(), before + 1);
    const auto all = m_demo.payments();
    for (const QJsonObject& payment : all)
        QVERIFY(payment[QStringLiteral("status")].toString() != QStringLiteral("SUBMITTING"));
}

void ServeTest::logHoldsNoSecret()
{
    QFile file(m_log);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QStringList events;
    for (const QByteArray& line : text.trimmed().split('\n')) {
        const QJsonObject object = QJsonDocument::fromJson(line).object();
        QVERIFY2(!object.isEmpty(), line.constData());
        const QString event = object[QStringLiteral("event")].toString();
        if (!events.contains(event))
            events << event;
    }
    for (const char* event : {"started", "phase", "worked", "stopped"})
        QVERIFY2(events.contains(QLatin1String(event)), event);
    QVERIFY(text.contains("database."));
    QVERIFY(!text.contains("acct_"));
    QVERIFY(!text.contains("Payee"));
    QFile logins(m_demo.path(QStringLiteral("logins.json")));
    QVERIFY(logins.open(QIODevice::ReadOnly));
    const QJsonObject passwords =
        QJsonDocument::fromJson(logins.readAll()).object()[QStringLiteral("passwords")].toObject();
    QVERIFY(passwords.size() > 4);
    for (const QJsonValue& password : passwords)
        QVERIFY(!text.contains(password.toString().toUtf8()));
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::ServeTest)

#include "serve_test.moc"
