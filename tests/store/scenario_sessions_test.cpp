// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions that block each other, fall asleep or are gone: the core asks again as often as it
// likes, and calls at most once. And what must not exist in the installed database at all.
#include "backend/postgres/transaction.h"
#include "backend/store/pg_intake.h"
#include "tests/store/scenario_world.h"

#include <QTest>

#include <algorithm>
#include <optional>
#include <thread>

#include <signal.h>

using namespace onceover;
using namespace std::chrono_literals;

namespace {

constexpr int kPatienceMs = 30'000;
// A server that recovers writes every file of every database through.
constexpr int kRecoveryMs = 200'000;

bool holds(Connection& owner, const std::string& condition)
{
    return !mustRun(owner, "select 1 as one where " + condition).isEmpty();
}

// The core's sessions that wait so.
std::string coreWaits(const std::string& what)
{
    return "exists (select from pg_stat_activity where usename = 'm_core' and datname = "
           "current_database() and "
           + what + ")";
}

std::string firstAttempt(ScenarioWorld& world)
{
    return world.scalar("select attempt_id from onceover.attempts order by claimed_at limit 1");
}

} // namespace

class ScenarioSessionsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    // A session's process is killed during a call: the server restarts, everybody comes back.
    void fault33_everybodyReconnectsAfterACrashRestart()
    {
        ScenarioWorld world(m_fixture);
        BookProvider& book = world.add({});
        const std::string payment = world.accept("k1", "book");
        ScenarioCore& sender = world.coreNumber(1);
        book.whileCalling([&] {
            const Rows rows = mustRun(
                world.owner,
                "select pid::int8 from pg_stat_activity where usename = 'm_core' and datname = "
                "current_database() order by backend_start desc limit 1");
            ::kill(static_cast<pid_t>(rows[0].int64("pid").value_or(-1)), SIGKILL);
        });
        PgIntake intake(m_fixture.postgres().settingsFor("m_intake", "m_intake", world.database));
        sender.pass();
        QCOMPARE(book.requestCount(), 1);
        QTRY_VERIFY_WITH_TIMEOUT(!sender.pass().error, kRecoveryMs);
        world.owner = world.connectOwner();
        QCOMPARE(world.status(payment), std::string("SUCCEEDED"));
        QCOMPARE(world.requests(payment), 1);
        QVERIFY(intake.acceptAll({EngineWorld::request("k2", "book", 1, {})}).has_value());
        QVERIFY(!sender.pass().error);
        QCOMPARE(book.requestCount(), 2);
        QCOMPARE(world.judge(), std::string());
    }

    // A desk that begins a command and falls asleep keeps nobody from the payment for long.
    void fault16_anIdleTransactionIsEndedByTheServer()
    {
        ScenarioWorld world(m_fixture);
        BookProvider& book = world.add({});
        const std::string payment = world.accept("k1", "book");
        book.treatNext(Treatment{Treatment::Execution::Now, Answer::Unknown});
        QVERIFY(!world.coreNumber(1).pass().error);
        QCOMPARE(
            *mustRun(
                 world.liwei,
                 "select current_setting('idle_in_transaction_session_timeout') as limit_")[0]
                 .text("limit_"),
            std::string("10s"));
        mustRun(world.liwei, "set idle_in_transaction_session_timeout = '100ms'");
        auto asleep = Transaction::begin(world.liwei, PgFixture::patience());
        QVERIFY(asleep.has_value());
        QVERIFY(asleep
                    ->execute(
                        {"test", "select onceover.take(gen_random_uuid(), $1, 'WORKING', 'n')"},
                        Params().text(payment),
                        PgFixture::patience())
                    .has_value());
        world.ana = world.connect("ana");
        QCOMPARE(world.take(world.ana, payment), std::string());
        QVERIFY(!asleep->execute({"test", "select 1"}, {}, PgFixture::patience()).has_value());
        world.passOften(world.coreNumber(1), 61s, 2);
        QCOMPARE(world.requests(payment), 1);
        QCOMPARE(world.judge(), std::string());
    }

    // Somebody holds the payment while its result is to be recorded: the wait has an end, the
    // result is kept, and the call is not made again.
    void fault17_aLockWaitEndsAndTheResultIsKept()
    {
        ScenarioWorld world(m_fixture);
        BookProvider& book = world.add({});
        const std::string payment = world.accept("k1", "book");
        Connection rival = world.connectOwner();
        std::optional<Result<Transaction>> held;
        book.whileCalling([&] {
            held.emplace(Transaction::begin(rival, PgFixture::patience()));
            static_cast<void>((*held)->execute(
                {"test", "select 1 from onceover.payments for update"}, {}, PgFixture::patience()));
        });
        PassReport report;
        ScenarioCore& sender = world.coreNumber(1);
        std::thread core([&] { report = sender.pass(); });
        const auto join = qScopeGuard([&] {
            if (core.joinable())
                core.join();
        });
        const std::string waits = coreWaits("wait_event_type = 'Lock'");
        QTRY_VERIFY_WITH_TIMEOUT(holds(world.owner, waits), kPatienceMs);
        const std::string since = world.scalar(
            "select query_start::text from pg_stat_activity where usename = 'm_core' and datname "
            "= current_database() and wait_event_type = 'Lock'");
        // The first wait is over, and the core asks again by itself.
        QTRY_VERIFY_WITH_TIMEOUT(
            holds(world.owner, "not " + coreWaits("query_start::text = '" + since + "'")),
            kPatienceMs);
        QVERIFY((*held)->rollback(PgFixture::patience()).has_value());
        core.join();
        QVERIFY2(!report.error, report.error ? report.error->detail().c_str() : "");
        QCOMPARE(world.status(payment), std::string("SUCCEEDED"));
        QCOMPARE(world.requests(payment), 1);
        QCOMPARE(world.judge(), std::string());
    }

    // Two payments locked in crossed order: the core loses, says so, and only records again.
    void fault18_aDeadlockRepeatsNoCall()
    {
        ScenarioWorld world(m_fixture);
        BookProfile wide;
        wide.concurrency = 2;
        BookProvider& book = world.add(wide);
        const std::string first = world.accept("k1", "book");
        const std::string second = world.accept("k2", "book");
        Connection rival = world.connectOwner();
        mustRun(rival, "set deadlock_timeout = '60s'");
        mustRun(rival, "set lock_timeout = '60s'");
        std::optional<Result<Transaction>> held;
        const SqlStatement lock{
            "test", "select 1 from onceover.payments where payment_id = $1 for update"};
        // During the last of the two calls, so that what it meets is the recording of both.
        book.whileCalling([&] {
            book.whileCalling([&] {
                held.emplace(Transaction::begin(rival, PgFixture::patience()));
                static_cast<void>((*held)->execute(
                    lock, Params().text(std::max(first, second)), PgFixture::patience()));
            });
        });
        PassReport report;
        ScenarioCore& sender = world.coreNumber(1);
        std::thread core([&] { report = sender.pass(); });
        const auto join = qScopeGuard([&] {
            if (core.joinable())
                core.join();
        });
        QTRY_VERIFY_WITH_TIMEOUT(
            holds(world.owner, coreWaits("wait_event_type = 'Lock'")), kPatienceMs);
        // Granted only when the server has ended the core's transaction.
        QVERIFY((*held)
                    ->execute(lock, Params().text(std::min(first, second)), PgFixture::patience())
                    .has_value());
        QCOMPARE(world.scalar("select count(*) from onceover.results"), std::string("0"));
        QVERIFY((*held)->rollback(PgFixture::patience()).has_value());
        core.join();
        QVERIFY2(!report.error, report.error ? report.error->detail().c_str() : "");
        QCOMPARE(report.counts.refused, 0);
        // What the provider answered, not what a question found out later.
        QCOMPARE(world.scalar("select count(*) from onceover.results"), std::string("2"));
        for (const std::string& payment : {first, second}) {
            QCOMPARE(world.status(payment), std::string("SUCCEEDED"));
            QCOMPARE(world.requests(payment), 1);
        }
        QCOMPARE(world.judge(), std::string());
    }

    // A serialization failure after the call only repeats the recording; right before it, it means
    // that the attempt is not called.
    void fault19_aSerializationFailureRepeatsNoCall()
    {
        for (const char* table : {"results", "ready_calls"}) {
            ScenarioWorld world(m_fixture);
            BookProvider& book = world.add({});
            const std::string payment = world.accept("k1", "book");
            // A sequence remembers across the rollback.
            world.runScript(
                std::string("create sequence public.times;"
                            "grant usage on sequence public.times to public;"
                            "create function public.fail_once() returns trigger language plpgsql "
                            "security definer as $$ begin if nextval('public.times') = 1 then "
                            "raise exception using errcode = '40001', message = 'could not "
                            "serialize'; end if; return new; end $$;"
                            "create trigger fail_once before insert on onceover.")
                + table + " for each row execute function public.fail_once()");
            QVERIFY(!world.coreNumber(1).pass().error);
            const bool wasCalled = std::string(table) == "results";
            QCOMPARE(book.requestsOf(*Uuid::fromText(firstAttempt(world))), wasCalled ? 1 : 0);
            QCOMPARE(
                world.permits(payment),
                std::string(wasCalled ? "FIRST 1 ATTEMPT" : "FIRST 1 ATTEMPT, NOT_SENT 2 ATTEMPT"));
            QCOMPARE(world.status(payment), std::string("SUCCEEDED"));
            QCOMPARE(world.requests(payment), 1);
            QCOMPARE(world.judge(), std::string());
        }
    }

    // What must not exist in any function of the installed database.
    void fault21_noFunctionClaimsByALockOrAsksForATransaction()
    {
        ScenarioWorld world(m_fixture);
        const auto functionsWith = [&](const char* pattern) {
            return world.scalar(
                "select string_agg(proname, ' ' order by proname) from pg_proc where pronamespace "
                "in ('onceover'::regnamespace, 'review'::regnamespace) and prosrc ~* $1",
                Params().text(pattern));
        };
        // Only what two commands of one id, or two proposals about one provider, wait for.
        QCOMPARE(
            functionsWith("advisory"),
            std::string("begin_command begin_upload expire_proposals lock_matching lock_subject "
                        "lock_upload propose_match_rules propose_profile read_command"));
        QCOMPARE(functionsWith("advisory_(un)?lock"), std::string());
        QCOMPARE(
            functionsWith("pg_xact_"
                          "status|txid_"
                          "status|txid_current"),
            std::string());
        QCOMPARE(functionsWith("update [^;]*(=|in)\\s*\\(\\s*select[^;)]*limit"), std::string());
        // The pattern finds what it is for.
        world.runAsOwner("create function onceover.bad() returns void language sql as $$ upd"
                         "ate onceover.payments set status = 'SUBMITTING' where payment_id in "
                         "(select payment_id "
                         "from onceover.payments limit 1) $$");
        QCOMPARE(
            functionsWith("update [^;]*(=|in)\\s*\\(\\s*select[^;)]*limit"), std::string("bad"));
    }

    // Numbers from sequences jump and come again after a failover: nothing here uses one.
    void fault38_nothingCountsBySequences()
    {
        ScenarioWorld world(m_fixture);
        QCOMPARE(
            world.scalar("select count(*) from pg_class where relkind = 'S' and relnamespace in "
                         "('onceover'::regnamespace, 'review'::regnamespace)"),
            std::string("0"));
    }

private:
    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(ScenarioSessionsTest)

#include "scenario_sessions_test.moc"
