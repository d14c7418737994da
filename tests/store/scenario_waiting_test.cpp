// SPDX-License-Identifier: GPL-3.0-or-later
// Cores that stop and wake, databases that come back as they were, providers that show late: what
// time and silence prove, which is nothing. The judge is the provider's own ledger.
#include "tests/store/scenario_world.h"
#include "tests/support/without_fence_guard.h"

#include <QTest>

using namespace onceover;
using namespace std::chrono_literals;

namespace {

constexpr auto kLost = Treatment{Treatment::Execution::Late, Answer::Unknown};
constexpr auto kNeverArrived = Treatment{Treatment::Execution::Never, Answer::Unknown};
constexpr auto kExecutedUnseen = Treatment{Treatment::Execution::Now, Answer::Unknown, false};
constexpr std::int64_t kMinuteMs = 60'000;

std::string openConditions(ScenarioWorld& world, const std::string& payment)
{
    return world.scalar(
        "select string_agg(c ->> 'condition', ' ' order by c ->> 'condition') from "
        "onceover.payments p, "
        "jsonb_array_elements(p.absence_conditions) c where p.payment_id = $1 and c ->> 'is_met' "
        "= 'false'",
        Params().text(payment));
}

std::string firstAttempt(ScenarioWorld& world, const std::string& payment)
{
    return world.scalar(
        "select attempt_id from onceover.attempts where payment_id = $1 order by claimed_at limit "
        "1",
        Params().text(payment));
}

} // namespace

class ScenarioWaitingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    // The caller retries on a server that came back without the payment: nothing new begins there.
    void scenario02_theRestoredDatabaseAcceptsNothing()
    {
        const std::string original = m_fixture.freshInstallation();
        const std::string backup = m_fixture.postgres().copyOf(original);
        ScenarioWorld before(m_fixture, original);
        before.add({}).treatNext(kExecutedUnseen);
        const std::string payment = before.accept("k1", "book");
        QVERIFY(!before.coreNumber(1).pass().error);
        QCOMPARE(before.charges(payment), 1);
        before.stopCore(1);

        ScenarioWorld after(m_fixture, backup);
        after.add({}, before.book("book"));
        const std::string request = EngineWorld::request("k1", "book", 1250, {});
        QCOMPARE(
            codeOf(after.intake, "select * from onceover.accept($1)", Params().json(request)),
            std::string("fence.incarnation"));
        const auto sender = after.coreOn(1, after.coreSettings(), before.stateDirectory());
        QVERIFY(sender->pass().error);
        QCOMPARE(after.scalar("select count(*) from onceover.payments"), std::string("0"));
        QCOMPARE(before.requests(payment), 1);
    }

    // Should the fence have been lifted wrongly: the reference and the key are the same as before,
    // so the provider collapses the second send.
    void scenario02_theSameIntentHasTheSameKeyForEver()
    {
        const std::string original = m_fixture.freshInstallation();
        const std::string backup = m_fixture.postgres().copyOf(original);
        ScenarioWorld before(m_fixture, original);
        BookProvider& book = before.add({});
        book.treatNext(kExecutedUnseen);
        const std::string payment = before.accept("k1", "book");
        QVERIFY(!before.coreNumber(1).pass().error);
        const std::string attempt = firstAttempt(before, payment);

        ScenarioWorld after(m_fixture, backup);
        after.add({}, before.book("book"));
        after.runAsOwner(withoutFenceGuard(
            "update onceover.incarnations set database_oid = (select oid::bigint from pg_database "
            "where datname = current_database())"));
        const std::string again = after.accept("k1", "book");
        QCOMPARE(after.reference(again), before.reference(payment));
        QVERIFY(after.claim(1, "book"));
        QCOMPARE(
            after.scalar("select provider_key from onceover.attempts"),
            before.scalar(
                "select provider_key from onceover.attempts where attempt_id = $1",
                Params().text(attempt)));
        Submission second{
            "book",
            1,
            StoreFixture::attemptId(1),
            after.reference(again),
            after.scalar("select provider_key from onceover.attempts"),
            Money(1250, *Currency::fromCode("EUR")),
            "OUT",
            {},
            {},
            {},
            {}};
        book.submit(second, {});
        QCOMPARE(book.charges(before.reference(payment)), 1);
    }

    // A waits between claim and call until B has found the lease over, asked, and found nothing.
    void scenario04_aStoppedCoreFindsItsAttemptOver()
    {
        ScenarioWorld world(m_fixture);
        BookProvider& book = world.add({});
        const std::string payment = world.accept("k1", "book");
        std::string meanwhile;
        book.whileRendering([&] {
            world.passOften(world.coreNumber(2), 10min, 3);
            meanwhile = world.status(payment) + ": " + world.permits(payment);
        });
        QVERIFY(!world.coreNumber(1).pass().error);
        QCOMPARE(meanwhile, std::string("UNKNOWN CLAIM_LOST: FIRST 1 ATTEMPT"));
        QCOMPARE(book.requestsOf(*Uuid::fromText(firstAttempt(world, payment))), 0);
        QCOMPARE(world.permits(payment), std::string("FIRST 1 ATTEMPT, NOT_SENT 2 ATTEMPT"));
        QCOMPARE(world.status(payment), std::string("SUCCEEDED"));
        QCOMPARE(world.judge(), std::string());
    }

    // A suspended machine: its lease still lives, but nobody knows what was decided meanwhile.
    void scenario04_aClaimOlderThanThirtySecondsIsNotCalled()
    {
        ScenarioWorld world(m_fixture);
        BookProvider& book = world.add({});
        const std::string payment = world.accept("k1", "book");
        book.whileRendering([&] { world.coreNumber(1).sleepMs(31'000); });
        const PassReport report = world.coreNumber(1).pass();
        QCOMPARE(report.notCalled.size(), std::size_t(1));
        QCOMPARE(report.notCalled[0].code(), std::string("claim.stale"));
        QCOMPARE(book.requestCount(), 0);
        // The database was told that the call is ready: the core's memory alone is no proof now.
        QCOMPARE(world.status(payment), std::string("UNKNOWN CORE_STOPPED"));
        world.passOften(world.coreNumber(1), 61s, 2);
        QCOMPARE(world.requests(payment), 1);
        QCOMPARE(world.judge(), std::string());
    }

    // A is stopped within its call: B may ask, but has no ground to send.
    void scenario04_whileTheCallIsOpenNothingIsSentAgain()
    {
        ScenarioWorld world(m_fixture);
        BookProvider& book = world.add({});
        const std::string payment = world.accept("k1", "book");
        std::string meanwhile;
        book.whileCalling([&] {
            world.passOften(world.coreNumber(2), 10min, 3);
            meanwhile = world.status(payment) + ": " + world.permits(payment);
        });
        QVERIFY(!world.coreNumber(1).pass().error);
        QCOMPARE(meanwhile, std::string("UNKNOWN CLAIM_LOST: FIRST 1 ATTEMPT"));
        world.passOften(world.coreNumber(1), 61s, 2);
        QCOMPARE(world.status(payment), std::string("SUCCEEDED"));
        QCOMPARE(world.permits(payment), std::string("FIRST 1 ATTEMPT"));
        QCOMPARE(world.judge(), std::string());
    }

    // Executed at minute 55, shown at 85; our deadline ended at 60 and the lag is 30: the question
    // at 61 proves nothing.
    void scenario05_aQuestionWithinTheLagProvesNothing()
    {
        ScenarioWorld world(m_fixture);
        BookProfile lagging;
        lagging.visibilityLagMs = 30 * kMinuteMs;
        BookProvider& book = world.add(lagging);
        const std::string payment = world.accept("k1", "book");
        book.treatNext(kExecutedUnseen);
        QVERIFY(!world.coreNumber(1).pass().error);
        world.passOften(world.coreNumber(1), 61s, 1);
        QCOMPARE(
            world.scalar(
                "select kind || ' ' || proves_absence from onceover.evidence where source = "
                "'QUERY'"),
            std::string("ABSENT false"));
        QCOMPARE(world.status(payment), std::string("UNKNOWN DEADLINE"));
        QVERIFY(openConditions(world, payment).find("asked_late_enough") != std::string::npos);
        book.showAll();
        world.passOften(world.coreNumber(1), 30min, 1);
        QCOMPARE(world.status(payment), std::string("SUCCEEDED"));
        QCOMPARE(world.permits(payment), std::string("FIRST 1 ATTEMPT"));
        QCOMPARE(world.judge(), std::string());
    }

    // The same question after the lag is proof, and the payment goes on under its key.
    void scenario05_theQuestionAfterTheLagProves()
    {
        ScenarioWorld world(m_fixture);
        BookProfile lagging;
        lagging.visibilityLagMs = 30 * kMinuteMs;
        BookProvider& book = world.add(lagging);
        const std::string payment = world.accept("k1", "book");
        book.treatNext(kNeverArrived);
        QVERIFY(!world.coreNumber(1).pass().error);
        world.passOften(world.coreNumber(1), 61s, 1);
        QCOMPARE(world.status(payment), std::string("UNKNOWN DEADLINE"));
        world.passOften(world.coreNumber(1), 30min, 1);
        QCOMPARE(world.permits(payment), std::string("FIRST 1 ATTEMPT, PROVEN_ABSENT 1 ATTEMPT"));
        QCOMPARE(world.charges(payment), 1);
        QCOMPARE(world.judge(), std::string());
    }

    // The provider was away until its keys were dead: the case says so, and nothing is sent.
    void fault37_aKeyThatDiedDuringTheOutageIsSaid()
    {
        ScenarioWorld world(m_fixture);
        BookProvider& book = world.add({});
        const std::string payment = world.accept("k1", "book");
        book.treatNext(kLost);
        QVERIFY(!world.coreNumber(1).pass().error);
        book.setAnswersQuestions(false);
        world.passOften(world.coreNumber(1), 25h, 1);
        QCOMPARE(world.status(payment), std::string("REVIEW KEY_EXPIRED"));
        book.setAnswersQuestions(true);
        world.passOften(world.coreNumber(1), 24h, 3);
        book.forgetKeys();
        book.executeLate();
        QCOMPARE(world.permits(payment), std::string("FIRST 1 ATTEMPT"));
        QCOMPARE(world.charges(payment), 1);
        QCOMPARE(world.judge(), std::string());
    }

    // No clock moves a payment: after thirty days in every state nothing is to be sent.
    void fault22_thirtyDaysMoveNothingToPending()
    {
        ScenarioWorld world(m_fixture);
        BookProvider& book = world.add({});
        BookProfile silent;
        silent.name = "silent";
        silent.isQueried = false;
        silent.keyCollapses = false;
        world.add(silent);
        const std::string held = world.heldPayment();
        const std::string claimed = world.accept("claimed", "book");
        QVERIFY(world.claim(900, "book"));
        const std::string unknown = world.accept("unknown", "book");
        const std::string quiet = world.accept("quiet", "silent");
        book.setAnswersQuestions(false);
        book.treatNext(kLost);
        world.book("silent")->treatNext(kLost);
        QVERIFY(!world.coreNumber(1).pass().error);
        QCOMPARE(world.status(claimed), std::string("SUBMITTING"));
        QCOMPARE(world.status(unknown), std::string("UNKNOWN DEADLINE"));
        QCOMPARE(world.status(quiet), std::string("UNKNOWN DEADLINE"));
        const char* const kPermits = "select count(*) from onceover.permits";
        const std::string permits = world.scalar(kPermits);
        world.passOften(world.coreNumber(1), 720h, 3);
        QCOMPARE(world.scalar(kPermits), permits);
        QCOMPARE(world.status(claimed), std::string("REVIEW EARLIER_ATTEMPT_OPEN"));
        QCOMPARE(world.column(unknown, "status"), std::string("REVIEW"));
        QCOMPARE(world.column(quiet, "status"), std::string("REVIEW"));
        QCOMPARE(world.column(held, "hold_reason"), std::string("SUSPECTED_DOUBLE"));
        QCOMPARE(book.requestCount() + world.book("silent")->requestCount(), 2);
        QCOMPARE(world.judge(), std::string());
    }

private:
    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(ScenarioWaitingTest)

#include "scenario_waiting_test.moc"
