// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/transaction.h"
#include "tests/support/pg_fixture.h"
#include "tests/support/tcp_gate.h"

#include <QtTest>

#include <future>
#include <memory>

using namespace onceover;

// COMMIT's outcome against what a locking read finds afterwards: never Committed when absent, never
// RolledBack when present.
class PostgresCommitTest : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<PgFixture> m_server;
    std::string m_database;
    std::int64_t m_value = 0;

    // The value is locked first, so that a session that still commits is waited for.
    std::int64_t storedValue() const
    {
        Connection connection = m_server->ownerConnection(m_database);
        // A loaded machine may take its time; only the answer matters.
        static_cast<void>(connection.executeScript(
            "patience", "set lock_timeout = '60s'", PgFixture::patience()));
        const auto rows = connection.execute(
            {"look", "select v from public.cell where id = 1 for update"},
            {},
            PgFixture::patience());
        return rows ? (*rows)[0].int64("v").value_or(-1) : -1;
    }

    Connection open(const TcpGate& gate) const
    {
        ConnectionSettings settings = m_server->ownerSettings(m_database);
        settings.hosts.front().name = gate.directory().string();
        auto connection = Connection::open(settings, PgFixture::patience());
        if (!connection) {
            qFatal("%s", connection.error().detail().c_str());
        }
        return std::move(*connection);
    }

    Result<Rows> change(Transaction& transaction)
    {
        return transaction.execute(
            {"change", "update public.cell set v = $1::bigint where id = 1"},
            Params().int64(++m_value),
            PgFixture::patience());
    }

    void cut(TcpGate::Way way, std::uint64_t bytes, CommitOutcome::Kind& kind)
    {
        GateFault fault;
        fault.way = way;
        fault.atByte = bytes;
        fault.shutsDoor = true;
        strike(fault, kind);
    }

    void strike(const GateFault& fault, CommitOutcome::Kind& kind)
    {
        TcpGate gate(m_server->cluster().socketDirectory() / ".s.PGSQL.5432");
        Connection connection = open(gate);
        const std::int64_t before = m_value;
        auto transaction = Transaction::begin(connection, PgFixture::patience());
        QVERIFY(transaction.has_value());
        QVERIFY(change(*transaction).has_value());
        gate.arm(fault);
        const CommitOutcome outcome = transaction->commit(PgFixture::patience());
        const std::int64_t stored = storedValue();
        QVERIFY(stored == m_value || stored == before);
        QVERIFY(!outcome.isCommitted() || stored == m_value);
        QVERIFY(!outcome.isRolledBack() || stored == before);
        QVERIFY(!outcome.isInDoubt() || outcome.error()->effect() == Effect::Possible);
        m_value = stored;
        kind = outcome.kind();
    }

    // Waits until the session waits for a standby, then does `what` to it.
    void inStandbyWait(const char* what)
    {
        Connection owner = m_server->ownerConnection(m_database);
        Connection connection = m_server->ownerConnection(m_database);
        const int pid = connection.backendPid();
        QVERIFY(
            connection.executeScript("sync", "set synchronous_commit = on", PgFixture::patience())
                .has_value());
        auto transaction = Transaction::begin(connection, PgFixture::patience());
        QVERIFY(transaction.has_value());
        QVERIFY(change(*transaction).has_value());
        auto outcome = std::async(std::launch::async, [&transaction] {
            return transaction->commit(PgFixture::patience());
        });
        const auto isWaiting = [&owner, pid] {
            const auto rows = owner.execute(
                {"wait_event", "select wait_event from pg_stat_activity where pid = $1::int"},
                Params().int64(pid),
                PgFixture::patience());
            return rows && !rows->isEmpty() && (*rows)[0].text("wait_event") == "SyncRep";
        };
        QTRY_VERIFY_WITH_TIMEOUT(isWaiting(), 20000);
        QVERIFY(owner.execute({"signal", what}, Params().int64(pid), PgFixture::patience())
                    .has_value());
        const CommitOutcome result = outcome.get();
        QVERIFY(result.isInDoubt());
        QCOMPARE(result.error()->effect(), Effect::Possible);
        QCOMPARE(storedValue(), m_value);
    }

private Q_SLOTS:

    void initTestCase()
    {
        PrivateCluster::Options options;
        // Commits of ordinary sessions do not wait for the standby that never comes.
        options.serverSettings = {
            {"synchronous_commit", "local"}, {"synchronous_standby_names", "'nosuch'"}};
        m_server = std::make_unique<PgFixture>(std::vector<Migration>{}, options);
        m_database = m_server->freshDatabase();
        Connection connection = m_server->ownerConnection(m_database);
        QVERIFY(connection
                    .executeScript(
                        "cell",
                        "create table public.cell (id int primary key, v bigint not null);"
                        "insert into public.cell values (1, 0);"
                        "create table public.checked (id int, constraint one_only unique (id)"
                        " deferrable initially deferred);",
                        PgFixture::patience())
                    .has_value());
    }

    void cleanupTestCase() { m_server.reset(); }

    void plainCommitIsCommitted()
    {
        Connection connection = m_server->ownerConnection(m_database);
        auto transaction = Transaction::begin(connection, PgFixture::patience());
        QVERIFY(change(*transaction).has_value());
        QVERIFY(transaction->commit(PgFixture::patience()).isCommitted());
        QCOMPARE(storedValue(), m_value);
        QVERIFY(!transaction->execute({"one", "select 1"}, {}, PgFixture::patience()).has_value());
        QVERIFY(transaction->commit(PgFixture::patience()).isRolledBack());
    }

    void cutOnTheWayToTheServer()
    {
        // 'Q', length, "COMMIT" and a NUL are 12 bytes.
        for (std::uint64_t bytes = 0; bytes <= 12; ++bytes) {
            CommitOutcome::Kind kind{};
            cut(TcpGate::Way::ToServer, bytes, kind);
            QVERIFY2(!QTest::currentTestFailed(), std::to_string(bytes).c_str());
            QVERIFY(kind == CommitOutcome::Kind::InDoubt);
        }
    }

    void cutOnTheWayBack()
    {
        // CommandComplete is 12 bytes, ReadyForQuery 6.
        for (std::uint64_t bytes = 0; bytes <= 18; ++bytes) {
            CommitOutcome::Kind kind{};
            cut(TcpGate::Way::ToClient, bytes, kind);
            QVERIFY2(!QTest::currentTestFailed(), std::to_string(bytes).c_str());
            QVERIFY(kind != CommitOutcome::Kind::RolledBack);
            QVERIFY2(
                bytes == 18 || kind == CommitOutcome::Kind::InDoubt, std::to_string(bytes).c_str());
        }
    }

    // A server, or what stands before it, that answers with another word than COMMIT.
    void anotherAnswerIsInDoubt()
    {
        constexpr std::uint64_t kWord = 5;
        for (std::uint64_t letter = 0; letter < 6; ++letter) {
            GateFault fault;
            fault.kind = GateFault::Kind::Corrupt;
            fault.way = TcpGate::Way::ToClient;
            fault.atByte = kWord + letter;
            CommitOutcome::Kind kind{};
            strike(fault, kind);
            QVERIFY2(!QTest::currentTestFailed(), std::to_string(letter).c_str());
            QVERIFY(kind == CommitOutcome::Kind::InDoubt);
        }
    }

    void lateAnswerIsInDoubt()
    {
        TcpGate gate(m_server->cluster().socketDirectory() / ".s.PGSQL.5432");
        Connection connection = open(gate);
        auto transaction = Transaction::begin(connection, PgFixture::patience());
        QVERIFY(change(*transaction).has_value());
        gate.hold(TcpGate::Way::ToClient, true);
        const CommitOutcome outcome =
            transaction->commit(Deadline::in(std::chrono::milliseconds(50)));
        QVERIFY(outcome.isInDoubt());
        QVERIFY(connection.isBroken());
        QCOMPARE(storedValue(), m_value);
    }

    void failedStatementMakesCommitRollBack()
    {
        Connection connection = m_server->ownerConnection(m_database);
        const std::int64_t before = storedValue();
        auto transaction = Transaction::begin(connection, PgFixture::patience());
        QVERIFY(change(*transaction).has_value());
        QVERIFY(
            !transaction->execute({"bad", "select 1/0"}, {}, PgFixture::patience()).has_value());
        const CommitOutcome outcome = transaction->commit(PgFixture::patience());
        QVERIFY(outcome.isRolledBack());
        QCOMPARE(outcome.error()->effect(), Effect::None);
        QVERIFY(!connection.isBroken() && !connection.isInTransaction());
        m_value = storedValue();
        QCOMPARE(m_value, before);
    }

    void deferredConstraintRollsBack()
    {
        Connection connection = m_server->ownerConnection(m_database);
        auto transaction = Transaction::begin(connection, PgFixture::patience());
        QVERIFY(transaction
                    ->execute(
                        {"twice", "insert into public.checked values (1), (1)"},
                        {},
                        PgFixture::patience())
                    .has_value());
        const CommitOutcome outcome = transaction->commit(PgFixture::patience());
        QVERIFY(outcome.isRolledBack());
        QCOMPARE(outcome.error()->code(), std::string("database.constraint"));
        QVERIFY(!connection.isBroken());
    }

    void forgottenTransactionIsRolledBack()
    {
        Connection connection = m_server->ownerConnection(m_database);
        const std::int64_t before = storedValue();
        {
            auto transaction = Transaction::begin(connection, PgFixture::patience());
            QVERIFY(change(*transaction).has_value());
        }
        QVERIFY(!connection.isInTransaction());
        m_value = storedValue();
        QCOMPARE(m_value, before);
    }

    void cancelledStandbyWaitIsInDoubt() { inStandbyWait("select pg_cancel_backend($1::int)"); }

    void terminatedStandbyWaitIsInDoubt() { inStandbyWait("select pg_terminate_backend($1::int)"); }
};

QTEST_GUILESS_MAIN(PostgresCommitTest)
#include "postgres_commit_test.moc"
