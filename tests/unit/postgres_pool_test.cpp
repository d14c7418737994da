// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/connection_pool.h"
#include "backend/postgres/listener.h"
#include "backend/postgres/transaction.h"
#include "tests/support/pg_fixture.h"

#include <QtTest>

#include <atomic>
#include <memory>
#include <thread>

using namespace onceover;

class PostgresPoolTest : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<PgFixture> m_server;
    std::string m_database;

    ConnectionSettings settings() const { return m_server->ownerSettings(m_database); }

private Q_SLOTS:

    void initTestCase()
    {
        m_server = std::make_unique<PgFixture>();
        m_database = m_server->freshDatabase();
    }

    void cleanupTestCase() { m_server.reset(); }

    void returnedSessionIsLentAgain()
    {
        ConnectionPool pool(settings(), 2);
        int firstPid = 0;
        {
            auto loan = pool.borrow(PgFixture::patience());
            QVERIFY(loan.has_value());
            firstPid = (*loan)->backendPid();
        }
        QCOMPARE(pool.idleCount(), std::size_t{1});
        auto again = pool.borrow(PgFixture::patience());
        QVERIFY(again.has_value());
        QCOMPARE((*again)->backendPid(), firstPid);
    }

    void fullPoolSaysBusyAtTheDeadline()
    {
        ConnectionPool pool(settings(), 1);
        auto loan = pool.borrow(PgFixture::patience());
        QVERIFY(loan.has_value());
        const auto second = pool.borrow(Deadline::in(std::chrono::milliseconds(20)));
        QVERIFY(!second);
        QCOMPARE(second.error().code(), std::string("pool.busy"));
        QCOMPARE(second.error().effect(), Effect::None);
    }

    void brokenSessionIsReplaced()
    {
        ConnectionPool pool(settings(), 1);
        {
            auto loan = pool.borrow(PgFixture::patience());
            const auto rows = (*loan)->execute(
                {"sleep", "select pg_sleep(10)"}, {}, Deadline::in(std::chrono::milliseconds(10)));
            QVERIFY(!rows && (*loan)->isBroken());
        }
        QCOMPARE(pool.idleCount(), std::size_t{0});
        auto again = pool.borrow(PgFixture::patience());
        QVERIFY(again.has_value());
        QVERIFY((*again)->execute({"one", "select 1"}, {}, PgFixture::patience()).has_value());
    }

    void sessionKilledWhileIdleIsReplaced()
    {
        ConnectionPool pool(settings(), 1);
        int pid = 0;
        {
            auto loan = pool.borrow(PgFixture::patience());
            pid = (*loan)->backendPid();
        }
        Connection owner = m_server->ownerConnection("postgres");
        QVERIFY(owner
                    .execute(
                        {"kill", "select pg_terminate_backend($1::int, 20000)"},
                        Params().int64(pid),
                        PgFixture::patience())
                    .has_value());
        auto again = pool.borrow(PgFixture::patience());
        QVERIFY(again.has_value());
        QVERIFY((*again)->backendPid() != pid);
        QVERIFY((*again)->execute({"one", "select 1"}, {}, PgFixture::patience()).has_value());
    }

    void sessionInsideATransactionIsNotLentAgain()
    {
        ConnectionPool pool(settings(), 1);
        std::unique_ptr<Result<Transaction>> unfinished;
        {
            auto loan = pool.borrow(PgFixture::patience());
            QVERIFY((*loan)->execute({"one", "select 1"}, {}, PgFixture::patience()).has_value());
            auto begun = std::make_unique<Result<Transaction>>(
                Transaction::begin(**loan, PgFixture::patience()));
            QVERIFY(begun->has_value());
            // A transaction that nobody ends must not be inherited by the next borrower.
            unfinished = std::move(begun);
        }
        QCOMPARE(pool.idleCount(), std::size_t{0});
        unfinished.release();
    }

    void manyThreadsShareFewSessions()
    {
        ConnectionPool pool(settings(), 3);
        std::atomic<int> failures{0};
        std::atomic<int> inUse{0};
        std::atomic<bool> isOver{false};
        std::vector<std::thread> threads;
        for (int i = 0; i < 8; ++i) {
            threads.emplace_back([&] {
                for (int round = 0; round < 20; ++round) {
                    auto loan = pool.borrow(PgFixture::patience());
                    if (!loan) {
                        ++failures;
                        continue;
                    }
                    isOver = isOver || ++inUse > 3;
                    if (!(*loan)->execute({"one", "select 1"}, {}, PgFixture::patience())) {
                        ++failures;
                    }
                    --inUse;
                }
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        QCOMPARE(failures.load(), 0);
        QVERIFY(!isOver);
        QVERIFY(pool.idleCount() <= 3);
    }

    void listenerHearsAndTimesOut()
    {
        auto listener = Listener::open(settings(), "case_changed", PgFixture::patience());
        QVERIFY(listener.has_value());
        auto heard = listener->wait(Deadline::in(std::chrono::milliseconds(1)));
        QVERIFY(heard.has_value());
        QVERIFY(!*heard);
        Connection owner = m_server->ownerConnection(m_database);
        QVERIFY(owner.executeScript("n", "notify case_changed; notify other", PgFixture::patience())
                    .has_value());
        heard = listener->wait(PgFixture::patience());
        QVERIFY(heard && *heard);
        QVERIFY(!Listener::open(settings(), "x; drop table y", PgFixture::patience()).has_value());
    }
};

QTEST_GUILESS_MAIN(PostgresPoolTest)
#include "postgres_pool_test.moc"
