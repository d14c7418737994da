// SPDX-License-Identifier: GPL-3.0-or-later
// A payment that waits can be taken back by one person, and only while it waits: cancel and claim
// meet at the payment's row and exactly one of them has happened.
#include "tests/store/desk_world.h"
#include "tests/store/lock_step.h"

#include <QTest>

#include <algorithm>
#include <memory>

using namespace onceover;

namespace {

constexpr int kSide = 16;
constexpr int kRounds = 12;

SessionCall claiming(int attempt)
{
    return {
        "select count(*)::text as answer from onceover.claim($1, "
        "'00000000-0000-7000-b000-000000000001', 'card', $2, 60000)",
        Params().uuid(StoreFixture::coreId(1)).uuidArray({StoreFixture::attemptId(attempt)})};
}

SessionCall cancelling(DeskWorld& world, const std::string& payment)
{
    return {
        "select a ->> 'state' as answer from onceover.propose($1::uuid, $2::uuid, 'CANCEL', "
        "'OTHER', 'because', '{}', $3, $4::bigint) a",
        Params()
            .text(world.freshId())
            .text(payment)
            .text(world.digest(payment))
            .text(world.version(payment))};
}

std::string grantAutomatic(DeskWorld& world, const std::string& payment)
{
    return answerOf(
        world.core,
        {"select coalesce(onceover.grant_automatic($1, $2)::text, 'none') as answer",
         Params().uuid(StoreFixture::coreId(1)).text(payment)});
}

} // namespace

class CancelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_world = std::make_unique<DeskWorld>(m_fixture); }

    void cleanupTestCase() { m_world.reset(); }

    void cleanup() { QVERIFY(m_world == nullptr || m_world->isConsistent()); }

    // Cancelled is over: the intake replays it, no core sends it, no ground brings it back.
    void cancelledIsOver()
    {
        const std::string payment = m_world->accept("over");
        const std::string decision = m_world->freshId();
        QCOMPARE(m_world->propose(m_world->omar, decision, payment, "CANCEL"), std::string());
        QCOMPARE(m_world->stateOf(decision), std::string("IN_FORCE"));
        QCOMPARE(m_world->status(payment), std::string("FAILED CANCELLED"));
        QCOMPARE(m_world->openPermits(payment), std::string("0"));
        QCOMPARE(
            m_world->acceptOutcome(EngineWorld::request("over", "card", 1250, {})),
            std::string("REPLAYED intake.replayed"));
        QCOMPARE(grantAutomatic(*m_world, payment), std::string("none"));
        QVERIFY(!m_world->claim(++m_attempt));
        QCOMPARE(
            m_world->propose(m_world->omar, m_world->freshId(), payment, "CANCEL"),
            std::string("decision.status"));
    }

    // By one person also where two would have had to release it.
    void aHeldPaymentIsCancelledByOne()
    {
        const std::string held = m_world->heldPayment();
        QCOMPARE(
            m_world->propose(m_world->omar, m_world->freshId(), held, "CANCEL"), std::string());
        QCOMPARE(m_world->status(held), std::string("FAILED CANCELLED"));
        QCOMPARE(m_world->column(held, "hold_reason"), std::string());
    }

    // A refused attempt that is proven not to have happened: the retry is cancelled, and fails.
    void earlierAttemptsThatDidNotHappenFail()
    {
        const std::string payment = m_world->accept("retry");
        m_world->record(m_world->send(payment), "REJECTED_RETRYABLE");
        QVERIFY(grantAutomatic(*m_world, payment) != "none");
        QCOMPARE(
            m_world->propose(m_world->omar, m_world->freshId(), payment, "CANCEL"), std::string());
        QCOMPARE(m_world->status(payment), std::string("FAILED CANCELLED"));
        QCOMPARE(grantAutomatic(*m_world, payment), std::string("none"));
    }

    // An earlier attempt may have happened: what is cancelled is the resend, not the doubt.
    void earlierAttemptsInDoubtAreReviewed()
    {
        const std::string payment = m_world->reviewPayment();
        const std::string decision = m_world->freshId();
        QCOMPARE(
            m_world->propose(
                m_world->liwei, decision, payment, "RESEND", R"({"generation":"same"})"),
            std::string());
        QCOMPARE(m_world->approve(m_world->ana, decision), std::string());
        QCOMPARE(
            m_world->propose(m_world->omar, m_world->freshId(), payment, "CANCEL"), std::string());
        QCOMPARE(m_world->status(payment), std::string("REVIEW EARLIER_ATTEMPT_OPEN"));
        QCOMPARE(m_world->openPermits(payment), std::string("0"));
        QCOMPARE(
            m_world->scalar(
                "select fate from onceover.attempt_fates where payment_id = $1",
                Params().text(payment)),
            std::string("POSSIBLE"));
    }

    // The key of a permit that was taken back was never sent: under it the provider would see
    // another payment, not a replay of the one in doubt.
    void aKeyThatWasTakenBackIsNoReplay()
    {
        const std::string payment = m_world->reviewPayment();
        QCOMPARE(resend(payment, "new"), std::string());
        QCOMPARE(
            m_world->propose(m_world->omar, m_world->freshId(), payment, "CANCEL"), std::string());
        QCOMPARE(m_world->status(payment), std::string("REVIEW EARLIER_ATTEMPT_OPEN"));
        QCOMPARE(resend(payment, "same"), std::string("resend.key_unused"));
        QCOMPARE(resend(payment, "new"), std::string());
        const std::string key = m_world->scalar(
            "select right(provider_key, 2) from onceover.attempts where attempt_id = $1",
            Params().uuid(StoreFixture::attemptId(m_world->send(payment))));
        QCOMPARE(key, std::string("-3"));
    }

    // The same when evidence took the permit back.
    void aKeyThatEvidenceTookBackIsNoReplay()
    {
        const std::string payment = m_world->reviewPayment();
        QCOMPARE(resend(payment, "new"), std::string());
        QCOMPARE(m_world->evidence(payment, "ABSENT"), std::string("material"));
        QCOMPARE(m_world->status(payment), std::string("REVIEW EVIDENCE_ARRIVED"));
        QCOMPARE(resend(payment, "same"), std::string("resend.key_unused"));
        QCOMPARE(resend(payment, "new"), std::string());
    }

    // What is being sent, or may have been, is not taken back by one person.
    void onlyWhatWaitsIsCancelled()
    {
        const std::string submitting = m_world->accept("submitting");
        const int attempt = m_world->send(submitting);
        const std::string unknown = m_world->unknownPayment();
        const std::string review = m_world->reviewPayment();
        for (const std::string& payment : {submitting, unknown, review}) {
            const std::string before = m_world->fingerprintOfEverything();
            QCOMPARE(
                m_world->propose(m_world->liwei, m_world->freshId(), payment, "CANCEL"),
                std::string("decision.status"));
            QVERIFY(m_world->fingerprintOfEverything() == before);
        }
        m_world->record(attempt, "SUCCEEDED", "ch_cancel");
        QCOMPARE(
            m_world->propose(m_world->liwei, m_world->freshId(), submitting, "CANCEL"),
            std::string("decision.status"));
    }

    void aCancelMeetsAClaim()
    {
        const std::string claimedFirst = m_world->accept("claimedFirst");
        const LockStep claimed = inLockStep(
            m_world->owner,
            m_world->core,
            claiming(9001),
            m_world->liwei,
            cancelling(*m_world, claimedFirst));
        QVERIFY(claimed.hasWaited);
        QCOMPARE(claimed.first, std::string("1"));
        QCOMPARE(claimed.second, std::string("version.stale"));
        QCOMPARE(m_world->status(claimedFirst), std::string("SUBMITTING"));
        const std::string cancelledFirst = m_world->accept("cancelledFirst");
        const LockStep cancelled = inLockStep(
            m_world->owner,
            m_world->liwei,
            cancelling(*m_world, cancelledFirst),
            m_world->core,
            claiming(9002));
        QCOMPARE(cancelled.first, std::string("IN_FORCE"));
        QCOMPARE(cancelled.second, std::string("0"));
        QCOMPARE(m_world->status(cancelledFirst), std::string("FAILED CANCELLED"));
    }

    // 16 sessions claim and 16 cancel: of 32 exactly one wins, in every round.
    void cancelOrClaimNeverBoth()
    {
        std::vector<Connection> sessions;
        for (int session = 0; session < 2 * kSide; ++session)
            sessions.push_back(m_world->connect(session < kSide ? "m_core" : "liwei"));
        std::ptrdiff_t cancelledRounds = 0;
        for (int round = 0; round < kRounds; ++round) {
            const std::string payment = m_world->accept("crowd" + std::to_string(round));
            std::vector<SessionCall> calls;
            for (int session = 0; session < 2 * kSide; ++session)
                calls.push_back(
                    session < kSide ? claiming(10000 + round * kSide + session)
                                    : cancelling(*m_world, payment));
            const std::vector<std::string> answers = answersAtOnce(sessions, calls);
            const auto claimed = std::count(answers.begin(), answers.end(), "1");
            const auto cancelled = std::count(answers.begin(), answers.end(), "IN_FORCE");
            QCOMPARE(claimed + cancelled, std::ptrdiff_t(1));
            QCOMPARE(
                m_world->status(payment),
                std::string(claimed == 1 ? "SUBMITTING" : "FAILED CANCELLED"));
            cancelledRounds += cancelled;
        }
        qInfo(
            "%d rounds of %d sessions: cancelled first in %d",
            kRounds,
            2 * kSide,
            static_cast<int>(cancelledRounds));
    }

private:
    // Proposed and approved; the refusal's code.
    std::string resend(const std::string& payment, const std::string& generation)
    {
        const std::string decision = m_world->freshId();
        const std::string code = m_world->propose(
            m_world->liwei,
            decision,
            payment,
            "RESEND",
            R"({"generation":")" + generation + R"("})");
        return code.empty() ? m_world->approve(m_world->ana, decision) : code;
    }

    StoreFixture m_fixture;
    std::unique_ptr<DeskWorld> m_world;
    int m_attempt = 20000;
};

QTEST_GUILESS_MAIN(CancelTest)

#include "cancel_test.moc"
