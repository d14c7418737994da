// SPDX-License-Identifier: GPL-3.0-or-later
// Sends that linger, lose their answer, are repeated or come late. The judge is the provider's own
// ledger: charges per payment are at most one and one more for each resend that two people
// approved.
#include "tests/store/scenario_world.h"

#include <QTest>

using namespace onceover;
using namespace std::chrono_literals;

namespace {

constexpr auto kLost = Treatment{Treatment::Execution::Late, Answer::Unknown};
constexpr auto kNeverArrived = Treatment{Treatment::Execution::Never, Answer::Unknown};
constexpr auto kRefused = Treatment{Treatment::Execution::Never, Answer::RejectedRetryable};

std::string retried(ScenarioWorld& world)
{
    return world.acceptOutcome(EngineWorld::request("k1", "book", 1250, {}));
}

} // namespace

class ScenarioSendingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    // The first send is executed after its absence was concluded and the second one was made.
    void scenario01_lateFirstSendIsCollapsedByTheProvider()
    {
        ScenarioWorld world(m_fixture);
        BookProvider& book = world.add({});
        const std::string payment = world.accept("k1", "book");
        book.treatNext(kLost);
        QVERIFY(!world.coreNumber(1).pass().error);
        QCOMPARE(world.status(payment), std::string("UNKNOWN DEADLINE"));
        world.passOften(world.coreNumber(1), 61s, 2);
        QCOMPARE(world.permits(payment), std::string("FIRST 1 ATTEMPT, PROVEN_ABSENT 1 ATTEMPT"));
        QCOMPARE(world.requests(payment), 2);
        book.executeLate();
        QCOMPARE(world.charges(payment), 1);
        world.passOften(world.coreNumber(1), 1h, 3);
        QCOMPARE(world.status(payment), std::string("SUCCEEDED"));
        QCOMPARE(world.judge(), std::string());
    }

    // Once absence was relied on, a refusal in between does not raise the generation either.
    void scenario01_aRefusalInBetweenKeepsTheKey()
    {
        ScenarioWorld world(m_fixture);
        BookProvider& book = world.add({});
        const std::string payment = world.accept("k1", "book");
        book.treatNext(kLost);
        book.treatNext(kRefused);
        QVERIFY(!world.coreNumber(1).pass().error);
        world.passOften(world.coreNumber(1), 61s, 3);
        QCOMPARE(
            world.permits(payment),
            std::string("FIRST 1 ATTEMPT, PROVEN_ABSENT 1 ATTEMPT, REJECTED_RETRYABLE 1 ATTEMPT"));
        book.executeLate();
        QCOMPARE(world.charges(payment), 1);
        QCOMPARE(world.judge(), std::string());
    }

    // Refused by name: the first send is over, and the next one has a key of its own.
    void scenario01_refusalsAloneRaiseTheGeneration()
    {
        ScenarioWorld world(m_fixture);
        BookProvider& book = world.add({});
        const std::string payment = world.accept("k1", "book");
        book.treatNext(kRefused);
        QVERIFY(!world.coreNumber(1).pass().error);
        QCOMPARE(
            world.permits(payment), std::string("FIRST 1 ATTEMPT, REJECTED_RETRYABLE 2 ATTEMPT"));
        QCOMPARE(world.charges(payment), 1);
        QCOMPARE(world.judge(), std::string());
    }

    // Without keys the provider would charge again, so absence only fails the payment.
    void scenario01_withoutKeysAbsenceSendsNothingAgain()
    {
        ScenarioWorld world(m_fixture);
        BookProfile keyless;
        keyless.keyCollapses = false;
        BookProvider& book = world.add(keyless);
        const std::string payment = world.accept("k1", "book");
        book.treatNext(kLost);
        QVERIFY(!world.coreNumber(1).pass().error);
        world.passOften(world.coreNumber(1), 61s, 3);
        QCOMPARE(world.status(payment), std::string("FAILED ABSENT"));
        QCOMPARE(retried(world), std::string("REPLAYED intake.replayed"));
        world.passOften(world.coreNumber(1), 61s, 1);
        QCOMPARE(world.requests(payment), 1);
        book.executeLate();
        // The sweep of what failed finds it: nobody believes the failure any longer.
        world.passOften(world.coreNumber(1), 24h, 2);
        QCOMPARE(world.status(payment), std::string("REVIEW CONTRADICTION"));
        QCOMPARE(world.requests(payment), 1);
        QCOMPARE(world.judge(), std::string());
    }

    // The provider remembers keys for a day; proof of absence that comes later sends nothing.
    void scenario01_aDeadKeyIsNoAutomaticGround()
    {
        ScenarioWorld world(m_fixture);
        BookProvider& book = world.add({});
        const std::string payment = world.accept("k1", "book");
        book.treatNext(kLost);
        QVERIFY(!world.coreNumber(1).pass().error);
        world.passOften(world.coreNumber(1), 25h, 2);
        // The caller's own retry is no ground either.
        QCOMPARE(retried(world), std::string("REPLAYED intake.replayed"));
        world.passOften(world.coreNumber(1), 61s, 1);
        book.forgetKeys();
        book.executeLate();
        QCOMPARE(world.permits(payment), std::string("FIRST 1 ATTEMPT"));
        QCOMPARE(world.charges(payment), 1);
        QCOMPARE(world.judge(), std::string());
    }

    // The first attempt may still have happened: a refusal of the second ends nothing.
    void scenario03_aRefusedResendWaitsForTheFirstAttempt()
    {
        ScenarioWorld world(m_fixture);
        BookProvider& book = world.add({});
        const std::string payment = world.accept("k1", "book");
        book.setAnswersQuestions(false);
        book.treatNext(kLost);
        book.treatNext(kRefused);
        QVERIFY(!world.coreNumber(1).pass().error);
        QCOMPARE(world.resendAs(payment, "new"), std::string());
        world.passOften(world.coreNumber(1), 61s, 3);
        QCOMPARE(world.status(payment), std::string("UNKNOWN EARLIER_ATTEMPT_OPEN"));
        QCOMPARE(world.permits(payment), std::string("FIRST 1 ATTEMPT, APPROVED_RESEND 2 ATTEMPT"));
        book.executeLate();
        book.setAnswersQuestions(true);
        world.passOften(world.coreNumber(1), 61s, 3);
        QCOMPARE(world.status(payment), std::string("SUCCEEDED"));
        QCOMPARE(world.requests(payment), 2);
        QCOMPARE(world.charges(payment), 1);
        QCOMPARE(world.judge(), std::string());
    }

    void scenario03_aDeclineOfTheFirstDoesNotSettleTheSecond()
    {
        ScenarioWorld world(m_fixture);
        BookProfile lagging;
        lagging.visibilityLagMs = 3'600'000;
        BookProvider& book = world.add(lagging);
        const std::string payment = world.accept("k1", "book");
        book.treatNext(kNeverArrived);
        book.treatNext(Treatment{Treatment::Execution::Now, Answer::Unknown, false});
        QVERIFY(!world.coreNumber(1).pass().error);
        QCOMPARE(world.resendAs(payment, "new"), std::string());
        QVERIFY(!world.coreNumber(1).pass().error);
        QCOMPARE(world.charges(payment), 1);
        book.declineUnder(world.reference(payment) + "-1");
        world.passOften(world.coreNumber(1), 61s, 2);
        QCOMPARE(world.status(payment), std::string("UNKNOWN DEADLINE"));
        book.showAll();
        world.passOften(world.coreNumber(1), 61s, 2);
        QCOMPARE(world.status(payment), std::string("SUCCEEDED"));
        QCOMPARE(world.requests(payment), 2);
        QCOMPARE(world.judge(), std::string());
    }

private:
    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(ScenarioSendingTest)

#include "scenario_sending_test.moc"
