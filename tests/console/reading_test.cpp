// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/case_facts.h"
#include "models/case_file/shown_facts.h"
#include "models/read/read_session.h"
#include "models/read/reader.h"
#include "tests/store/desk_world.h"

#include <QCoreApplication>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include <functional>
#include <thread>

using namespace onceover;

namespace {

constexpr const char* kSqlOnGuiThread = "--sql-on-the-gui-thread";

} // namespace

// The reading side against a real server, as reviewers and auditors sign in to it.
class ReadingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase()
    {
        m_fixture = std::make_unique<StoreFixture>();
        m_world = std::make_unique<DeskWorld>(*m_fixture);
        m_payment = QString::fromStdString(m_world->reviewPayment());
    }

    void cleanupTestCase()
    {
        m_world.reset();
        m_fixture.reset();
    }

    void theCaseIsReadInOneSnapshotWithTheDatabasesDigest()
    {
        Reader reader(settingsOf("liwei"));
        Snapshot<CaseFile> file;
        connect(&reader, &Reader::caseRead, this, [&file](const Snapshot<CaseFile>& each) {
            file = each;
        });
        reader.start();
        reader.requestCase(m_payment);
        QTRY_VERIFY(file != nullptr);
        QVERIFY(file->exists);
        QCOMPARE(file->payment.paymentId, m_payment);
        QCOMPARE(file->attempts.size(), 1);
        QVERIFY(file->events.size() > 3);
        QCOMPARE(caseDigest(shownFacts(*file)), m_world->digest(m_payment.toStdString()));
    }

    void everyListIsRead()
    {
        Reader reader(settingsOf("liwei"));
        QSignalSpy queues(&reader, &Reader::queueRead);
        QSignalSpy pulses(&reader, &Reader::pulseRead);
        QSignalSpy ledgers(&reader, &Reader::ledgerRead);
        QSignalSpy orphans(&reader, &Reader::orphansRead);
        QSignalSpy imports(&reader, &Reader::importsRead);
        QSignalSpy events(&reader, &Reader::eventsRead);
        QSignalSpy decisions(&reader, &Reader::decisionRead);
        QSignalSpy failures(&reader, &Reader::failed);
        reader.start();
        reader.requestLedger();
        reader.requestOrphans(10);
        reader.requestImports(10);
        reader.requestEvents(10);
        reader.requestDecision(m_payment);
        QSignalSpy files(&reader, &Reader::fileRead);
        reader.requestFile(m_payment, 10);
        QTRY_COMPARE(files.size(), 1);
        QSignalSpy tables(&reader, &Reader::sideTableRead);
        for (const SideTable table :
             {SideTable::Waiting, SideTable::Sources, SideTable::Gaps, SideTable::Expectations}) {
            tables.clear();
            reader.requestSideTable(table, 10);
            QTRY_COMPARE(tables.size(), 1);
            const auto page = tables.first().first().value<Snapshot<SideTablePage>>();
            QCOMPARE(page->table, table);
        }
        QTRY_COMPARE(
            ledgers.size() + orphans.size() + imports.size() + events.size() + decisions.size(), 5);
        for (const ListKind list :
             {ListKind::WaitingOnMe,
              ListKind::SecondApprover,
              ListKind::AllCases,
              ListKind::Watched,
              ListKind::Held,
              ListKind::Payments}) {
            queues.clear();
            reader.requestQueue(list, QueueFilter(), QString(), 10);
            QTRY_COMPARE(queues.size(), 1);
            const auto page = queues.first().at(1).value<Snapshot<QueuePage>>();
            const bool holdsIt =
                std::any_of(page->rows.begin(), page->rows.end(), [this](const PaymentRow& row) {
                    return row.paymentId == m_payment;
                });
            const bool shouldHold = list == ListKind::WaitingOnMe || list == ListKind::AllCases
                                    || list == ListKind::Payments;
            QCOMPARE(holdsIt, shouldHold);
        }
        QTRY_VERIFY(!pulses.isEmpty());
        QCOMPARE(failures.size(), 0);
        QVERIFY(reader.state() == ConnectionState::Online);
    }

    void anyIdFindsThePayment()
    {
        Reader reader(settingsOf("liwei"));
        QSignalSpy queues(&reader, &Reader::queueRead);
        reader.start();
        const QString reference =
            QString::fromStdString(m_world->reference(m_payment.toStdString()));
        for (const QString& needle :
             {m_payment, reference, reference.toLower(), reference + QStringLiteral("-1")}) {
            queues.clear();
            QueueFilter filter;
            filter.needle = needle;
            reader.requestQueue(ListKind::Payments, filter, QString(), 10);
            QTRY_COMPARE(queues.size(), 1);
            const auto page = queues.first().at(1).value<Snapshot<QueuePage>>();
            QCOMPARE(page->rows.size(), 1);
            QCOMPARE(page->rows.first().paymentId, m_payment);
        }
        // What a person types is a value, never SQL.
        for (const QString& needle :
             {QStringLiteral("'; drop table x; --"),
              QStringLiteral("a?b:c$1"),
              QString(QChar(u'\0'))}) {
            queues.clear();
            QueueFilter filter;
            filter.needle = needle;
            reader.requestQueue(ListKind::Payments, filter, QString(), 10);
            QTRY_COMPARE(queues.size(), 1);
        }
    }

    void onlyTheLatestRequestIsAnswered()
    {
        Reader reader(settingsOf("liwei"));
        QSignalSpy queues(&reader, &Reader::queueRead);
        quint64 last = 0;
        for (int round = 0; round < 20; ++round)
            last = reader.requestQueue(ListKind::AllCases, QueueFilter(), QString(), 10);
        reader.start();
        QTRY_COMPARE(queues.size(), 1);
        QCOMPARE(queues.first().first().toULongLong(), last);
    }

    void anAuditorsSessionIsTheLoginsOwnAndReadOnly()
    {
        ReadSettings settings = settingsOf("kim");
        settings.role.clear();
        Reader reader(settings);
        QSignalSpy pulses(&reader, &Reader::pulseRead);
        reader.start();
        QTRY_VERIFY(!pulses.isEmpty());
        const auto pulse = pulses.first().first().value<Snapshot<DeskPulse>>();
        QCOMPARE(pulse->login, QStringLiteral("kim"));
        QVERIFY(pulse->roles.contains(QLatin1String("auditor")));
        QCOMPARE(
            QString::fromStdString(m_world->scalar("select string_agg(application_name, ',') from "
                                                   "pg_stat_activity where usename = 'kim'")),
            QStringLiteral("onceover-read"));
        // No command of people or machines can be given under it, whatever a client tries.
        QCOMPARE(
            m_world->scalar("select count(*)::text from pg_proc p join pg_namespace n on n.oid = "
                            "p.pronamespace "
                            "where n.nspname = 'onceover' and p.provolatile = 'v' and "
                            "has_function_privilege('kim', p.oid, 'execute')"),
            "0");
    }

    void aLostConnectionIsSaidAndReplaced()
    {
        Reader reader(settingsOf("liwei"));
        QSignalSpy changes(&reader, &Reader::connectionChanged);
        reader.start();
        QTRY_VERIFY(reader.state() == ConnectionState::Online);
        Connection owner = m_fixture->connectOwner(m_world->database);
        mustRun(
            owner,
            "select max(pg_terminate_backend(pid)::text) from pg_stat_activity where "
            "application_name = "
            "'onceover-read'");
        reader.requestPulse();
        QTRY_VERIFY(reader.state() == ConnectionState::Stale);
        QVERIFY(!changes.last().at(1).toString().isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(reader.state() == ConnectionState::Online, 15000);
    }

    void sqlOnTheGuiThreadEndsTheProgram()
    {
        QProcess process;
        process.start(QCoreApplication::applicationFilePath(), {QLatin1String(kSqlOnGuiThread)});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitStatus(), QProcess::CrashExit);
        QVERIFY(process.readAllStandardError().contains("GUI thread"));
    }

    void optionsAreQuotedByUs()
    {
        ReadSettings settings;
        settings.sslMode = QStringLiteral("prefer' host='evil");
        settings.sslRootCert = QStringLiteral("/etc/it's;here\\x");
        const QString options = ReadSession::connectOptions(settings);
        QVERIFY(!options.contains(QLatin1String("prefer")));
        QVERIFY(options.contains(QLatin1String("sslrootcert='/etc/it\\'shere\\\\x'")));
        QVERIFY(options.contains(QLatin1String("default_transaction_read_only=on")));
    }

private:
    ReadSettings settingsOf(const std::string& login) const
    {
        const ConnectionSettings from =
            m_fixture->postgres().settingsFor(login, login, m_world->database);
        ReadSettings settings;
        settings.host = QString::fromStdString(from.hosts.front().name);
        settings.port = from.hosts.front().port;
        settings.database = QString::fromStdString(from.database);
        settings.user = QString::fromStdString(from.user);
        settings.password = QString::fromStdString(from.password);
        return settings;
    }

    std::unique_ptr<StoreFixture> m_fixture;
    std::unique_ptr<DeskWorld> m_world;
    QString m_payment;
};

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    if (argc > 1 && qstrcmp(argv[1], kSqlOnGuiThread) == 0) {
        ReadSession session;
        session.open(ReadSettings());
        return 0;
    }
    ReadingTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "reading_test.moc"
