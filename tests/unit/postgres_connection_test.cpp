// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/connection.h"
#include "backend/postgres/server_identity.h"
#include "backend/postgres/transaction.h"
#include "tests/support/pg_fixture.h"

#include <QtTest>

#include <cstdlib>
#include <memory>

using namespace onceover;

namespace {

Params none()
{
    return {};
}

} // namespace

class PostgresConnectionTest : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<PgFixture> m_server;
    std::string m_database;

private Q_SLOTS:

    void initTestCase()
    {
        m_server = std::make_unique<PgFixture>();
        m_database = m_server->freshDatabase();
    }

    void cleanupTestCase() { m_server.reset(); }

    void valuesComeBackAsTheyWent()
    {
        Connection connection = m_server->ownerConnection(m_database);
        const SqlStatement statement{
            "values",
            "select $1::text as t, $2::int8 as i, $3::bool as b, $4::uuid as u, $5::bytea as y, "
            "$6::text as n,"
            " ($7::jsonb)->>'a' as j, ($8::text[])[2] as a, ($9::int8[])[2] as ia, "
            "($10::uuid[])[1] as ua"};
        const Uuid uuid = *Uuid::fromText("0190163d-8694-7000-8000-00805f9b34fb");
        const std::string nasty = "a'\"\\,{}\n 中";
        const std::string bytes("\0\xff\x01", 3);
        Params params;
        params.text(nasty)
            .int64(INT64_MIN)
            .boolean(true)
            .uuid(uuid)
            .bytea(bytes)
            .null()
            .json(R"({"a":"b"})")
            .textArray(std::vector<std::string>{"NULL", nasty})
            .int64Array({1, INT64_MAX})
            .uuidArray({uuid});
        const auto rows = connection.execute(statement, params, PgFixture::patience());
        QVERIFY2(rows.has_value(), rows ? "" : rows.error().detail().c_str());
        const Row row = (*rows)[0];
        QCOMPARE(*row.text("t"), nasty);
        QCOMPARE(*row.int64("i"), INT64_MIN);
        QCOMPARE(*row.boolean("b"), true);
        QCOMPARE(*row.text("u"), uuid.toText());
        QCOMPARE(*row.bytes("y"), bytes);
        QVERIFY(row.isNull("n"));
        QCOMPARE(*row.text("j"), std::string("b"));
        QCOMPARE(*row.text("a"), nasty);
        QCOMPARE(*row.int64("ia"), INT64_MAX);
        QCOMPARE(*row.text("ua"), uuid.toText());
    }

    void nulIsRefusedBeforeAnythingIsSent()
    {
        Connection connection = m_server->ownerConnection(m_database);
        Params params;
        params.text("fine").text(std::string_view("INV-1\0EVIL", 10));
        const auto rows =
            connection.execute({"nul", "select $1::text, $2::text"}, params, PgFixture::patience());
        QVERIFY(!rows);
        QCOMPARE(rows.error().code(), std::string("database.nul"));
        QCOMPARE(rows.error().effect(), Effect::None);
        QVERIFY(!connection.isBroken());
    }

    void sessionIsSetUpWhateverTheRoleSays()
    {
        m_server->createLogin("odd_login", "secret");
        Connection owner = m_server->ownerConnection(m_database);
        QVERIFY(owner
                    .executeScript(
                        "odd",
                        "alter role odd_login set timezone = 'Asia/Tokyo';"
                        "alter role odd_login set client_min_messages = error;"
                        "alter role odd_login set search_path = public",
                        PgFixture::patience())
                    .has_value());
        Connection connection = m_server->connectionFor("odd_login", "secret", m_database);
        const auto rows = connection.execute(
            {"settings",
             "select current_setting('TimeZone') tz, current_setting('client_min_messages') m,"
             " current_setting('search_path') s, current_setting('lock_timeout') l,"
             " current_setting('statement_timeout') st"},
            none(),
            PgFixture::patience());
        QVERIFY(rows.has_value());
        QCOMPARE(*(*rows)[0].text("tz"), std::string("UTC"));
        QCOMPARE(*(*rows)[0].text("m"), std::string("notice"));
        QCOMPARE(*(*rows)[0].text("s"), std::string("pg_catalog, pg_temp"));
        QCOMPARE(*(*rows)[0].text("l"), std::string("3s"));
        QCOMPARE(*(*rows)[0].text("st"), std::string("15s"));
    }

    void wrongPasswordIsRefused()
    {
        m_server->createLogin("some_login", "secret");
        const auto connection = Connection::open(
            m_server->settingsFor("some_login", "wrong", m_database), PgFixture::patience());
        QVERIFY(!connection);
        QCOMPARE(connection.error().effect(), Effect::None);
        const auto without = Connection::open(
            m_server->settingsFor("some_login", "", m_database), PgFixture::patience());
        QVERIFY(!without);
    }

    void ownRaiseCodesBecomeErrorCodes()
    {
        Connection connection = m_server->ownerConnection(m_database);
        const auto rows = connection.executeScript(
            "raise",
            "do $$ begin raise exception using errcode = 'OO003', message = 'not_open',"
            " detail = 'The payment is not open.'; end $$",
            PgFixture::patience());
        QVERIFY(!rows);
        QCOMPARE(rows.error().code(), std::string("not_open"));
        QCOMPARE(rows.error().detail(), std::string("The payment is not open."));
        QCOMPARE(rows.error().sqlState(), std::string("OO003"));
    }

    void deadlineOnABlockedQueryBreaksTheConnection()
    {
        Connection connection = m_server->ownerConnection(m_database);
        const Deadline deadline = Deadline::in(std::chrono::milliseconds(50));
        const auto rows = connection.execute({"sleep", "select pg_sleep(10)"}, none(), deadline);
        QVERIFY(!rows);
        QCOMPARE(rows.error().code(), std::string("database.away"));
        QCOMPARE(rows.error().effect(), Effect::Possible);
        QVERIFY(connection.isBroken());
        const auto again = connection.execute({"one", "select 1"}, none(), PgFixture::patience());
        QVERIFY(!again);
        QCOMPARE(again.error().effect(), Effect::None);
    }

    void lossInsideATransactionHasNoEffect()
    {
        Connection owner = m_server->ownerConnection(m_database);
        Connection connection = m_server->ownerConnection(m_database);
        auto transaction = Transaction::begin(connection, PgFixture::patience());
        QVERIFY(transaction.has_value());
        QVERIFY(owner
                    .execute(
                        {"kill", "select pg_terminate_backend($1::int)"},
                        Params().int64(connection.backendPid()),
                        PgFixture::patience())
                    .has_value());
        const auto rows =
            transaction->execute({"sleep", "select pg_sleep(5)"}, none(), PgFixture::patience());
        QVERIFY(!rows);
        QCOMPARE(rows.error().effect(), Effect::None);
        QVERIFY(connection.isBroken());
        QVERIFY(transaction->commit(PgFixture::patience()).isRolledBack());
    }

    void idleTransactionIsEndedByTheServerAndProvenToBe()
    {
        Connection owner = m_server->ownerConnection(m_database);
        Connection connection = m_server->ownerConnection(m_database);
        const int pid = connection.backendPid();
        QVERIFY(connection
                    .executeScript(
                        "idle",
                        "set idle_in_transaction_session_timeout = '20ms'",
                        PgFixture::patience())
                    .has_value());
        auto transaction = Transaction::begin(connection, PgFixture::patience());
        QVERIFY(transaction.has_value());
        const auto isGone = [&owner, pid] {
            const auto rows = owner.execute(
                {"sessions", "select 1 as one from pg_stat_activity where pid = $1::int"},
                Params().int64(pid),
                PgFixture::patience());
            return rows && rows->isEmpty();
        };
        QTRY_VERIFY(isGone());
        const auto rows = transaction->execute({"one", "select 1"}, none(), PgFixture::patience());
        QVERIFY(!rows);
        QCOMPARE(rows.error().code(), std::string("database.away"));
        QCOMPARE(rows.error().effect(), Effect::None);
        QVERIFY(transaction->commit(PgFixture::patience()).isRolledBack());
    }

    void commitAfterTheSessionWasKilledIsNeverCommitted()
    {
        Connection owner = m_server->ownerConnection(m_database);
        Connection connection = m_server->ownerConnection(m_database);
        auto transaction = Transaction::begin(connection, PgFixture::patience());
        QVERIFY(transaction.has_value());
        QVERIFY(owner
                    .execute(
                        {"kill", "select pg_terminate_backend($1::int, 20000)"},
                        Params().int64(connection.backendPid()),
                        PgFixture::patience())
                    .has_value());
        // The client cannot know yet that nobody reads its COMMIT.
        QVERIFY(transaction->commit(PgFixture::patience()).isInDoubt());
    }

    // Whoever goes on without a transaction would write each statement by itself.
    void whatDidNotBeginIsNoTransaction()
    {
        Connection owner = m_server->ownerConnection(m_database);
        for (const Transaction::Mode mode :
             {Transaction::Mode::ReadWrite, Transaction::Mode::Snapshot}) {
            Connection connection = m_server->ownerConnection(m_database);
            QVERIFY(owner
                        .execute(
                            {"kill", "select pg_terminate_backend($1::int, 20000)"},
                            Params().int64(connection.backendPid()),
                            PgFixture::patience())
                        .has_value());
            const auto transaction = Transaction::begin(connection, PgFixture::patience(), mode);
            QVERIFY(!transaction.has_value());
            QCOMPARE(transaction.error().code(), std::string("database.away"));
            QCOMPARE(transaction.error().effect(), Effect::None);
            QVERIFY(transaction.error().retry() == Retry::BlindRetry);
        }
        Connection connection = m_server->ownerConnection(m_database);
        const auto first = Transaction::begin(connection, PgFixture::patience());
        QVERIFY(first.has_value());
        const auto second = Transaction::begin(connection, PgFixture::patience());
        QVERIFY(!second.has_value());
        QCOMPARE(second.error().code(), std::string("database.transaction_state"));
        QCOMPARE(second.error().effect(), Effect::None);
    }

    void statementMayNotEndATransactionByItself()
    {
        Connection connection = m_server->ownerConnection(m_database);
        auto transaction = Transaction::begin(connection, PgFixture::patience());
        QVERIFY(transaction.has_value());
        const auto rows = transaction->execute({"commit", "commit"}, none(), PgFixture::patience());
        QVERIFY(!rows);
        QCOMPARE(rows.error().effect(), Effect::Possible);
        QVERIFY(connection.isBroken());
    }

    void lockTimeoutIsNamed()
    {
        Connection first = m_server->ownerConnection(m_database);
        Connection second = m_server->ownerConnection(m_database);
        QVERIFY(second.executeScript("t", "set lock_timeout = '20ms'", PgFixture::patience())
                    .has_value());
        QVERIFY(
            first.executeScript("t", "create table public.locked (id int)", PgFixture::patience())
                .has_value());
        auto holder = Transaction::begin(first, PgFixture::patience());
        QVERIFY(holder->execute({"lock", "lock table public.locked"}, none(), PgFixture::patience())
                    .has_value());
        const auto rows =
            second.execute({"read", "select * from public.locked"}, none(), PgFixture::patience());
        QVERIFY(!rows);
        QCOMPARE(rows.error().code(), std::string("database.lock_timeout"));
        QCOMPARE(rows.error().effect(), Effect::None);
        QVERIFY(!second.isBroken());
    }

    void absentServerIsNoticedAtOnce()
    {
        const ConnectionSettings nowhere =
            ConnectionSettings::unixSocket("/nonexistent", "a", "b", "c");
        const auto connection = Connection::open(nowhere, Deadline::in(std::chrono::hours(24)));
        QVERIFY(!connection);
        QCOMPARE(connection.error().code(), std::string("database.away"));
        QCOMPARE(connection.error().effect(), Effect::None);
    }

    void plainTextToAnotherMachineIsRefused()
    {
        ConnectionSettings settings = m_server->ownerSettings(m_database);
        settings.hosts.push_back({"db.example.org", 5432});
        const auto connection = Connection::open(settings, PgFixture::patience());
        QVERIFY(!connection);
        QCOMPARE(connection.error().code(), std::string("settings.tls_required"));
    }

    void environmentCannotRedirectAConnection()
    {
        ::setenv("PGHOST", "/nonexistent", 1);
        ::setenv("PGOPTIONS", "-c statement_timeout=1", 1);
        ::setenv("PGUSER", "nobody", 1);
        QVERIFY(Connection::open(m_server->ownerSettings(m_database), PgFixture::patience())
                    .has_value());
        ::setenv("PGHOSTADDR", "127.0.0.1", 1);
        const auto refused =
            Connection::open(m_server->ownerSettings(m_database), PgFixture::patience());
        QVERIFY(!refused);
        QCOMPARE(refused.error().code(), std::string("database.environment"));
        dropDatabaseEnvironment();
        QVERIFY(Connection::open(m_server->ownerSettings(m_database), PgFixture::patience())
                    .has_value());
    }

    void identityIsReadAndStable()
    {
        Connection connection = m_server->ownerConnection(m_database);
        const auto first = readServerIdentity(connection, PgFixture::patience());
        const auto second = readServerIdentity(connection, PgFixture::patience());
        QVERIFY(first && second);
        QVERIFY(*first == *second);
        QCOMPARE(first->timeline, std::string("00000001"));
        QVERIFY(first->databaseOid > 0 && first->startedAtUs > 0);
    }
};

QTEST_GUILESS_MAIN(PostgresConnectionTest)
#include "postgres_connection_test.moc"
