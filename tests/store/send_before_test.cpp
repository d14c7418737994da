// SPDX-License-Identifier: GPL-3.0-or-later
// Too late is not sent: an intent whose time has passed ends where the design says, whatever held
// it up, and a part that was paid is not paid again. Scenario 17.
#include "tests/store/desk_world.h"
#include "tests/store/lock_step.h"
#include "tests/support/without_fence_guard.h"

#include <QTest>

#include <memory>

using namespace onceover;

namespace {

constexpr const char* kBoot = "00000000-0000-7000-b000-000000000001";
constexpr const char* kSameKey = R"({"generation":"same"})";

SessionCall ending()
{
    return {
        "select onceover.end_overdue($1, 100)::text as answer",
        Params().uuid(StoreFixture::coreId(1))};
}

std::string ready(DeskWorld& world, int attempt)
{
    return codeOf(
        world.core,
        "select onceover.ready_to_call($1, $2, 1, 'body')",
        Params().uuid(StoreFixture::coreId(1)).uuid(StoreFixture::attemptId(attempt)));
}

std::string abandon(DeskWorld& world, int attempt)
{
    return answerOf(
        world.core,
        {"select onceover.abandon($1, $2, $3, false, 'x') as answer",
         Params()
             .uuid(StoreFixture::coreId(1))
             .uuid(StoreFixture::attemptId(attempt))
             .text(kBoot)});
}

std::string grantAutomatic(DeskWorld& world, const std::string& payment)
{
    return answerOf(
        world.core,
        {"select coalesce(onceover.grant_automatic($1, $2)::text, 'none') as answer",
         Params().uuid(StoreFixture::coreId(1)).text(payment)});
}

} // namespace

class SendBeforeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_world = std::make_unique<DeskWorld>(m_fixture); }

    void cleanupTestCase() { m_world.reset(); }

    void cleanup() { QVERIFY(m_world == nullptr || m_world->isConsistent()); }

    void tooLateIsNeitherClaimedNorOpen()
    {
        const std::string payment = accept("late", -3600);
        QVERIFY(!m_world->claim(++m_attempt));
        QCOMPARE(m_world->status(payment), std::string("PENDING"));
        QCOMPARE(answerOf(m_world->core, ending()), std::string("1"));
        QCOMPARE(m_world->status(payment), std::string("FAILED CANCELLED"));
        QCOMPARE(m_world->openPermits(payment), std::string("0"));
        const std::string before = m_world->fingerprintOfEverything();
        QCOMPARE(answerOf(m_world->core, ending()), std::string("0"));
        QVERIFY(m_world->fingerprintOfEverything() == before);
        QCOMPARE(grantAutomatic(*m_world, payment), std::string("none"));
    }

    void inTimeIsSent()
    {
        const std::string payment = accept("intime", 3600);
        QCOMPARE(answerOf(m_world->core, ending()), std::string("0"));
        const int attempt = m_world->send(payment);
        QCOMPARE(ready(*m_world, attempt), std::string());
        m_world->record(attempt, "REJECTED_FINAL");
    }

    // Every earlier attempt is proven not to have happened: FAILED. One may have: REVIEW.
    void earlierAttemptsDecideWhereItEnds()
    {
        // Proven not to have happened, but closed by people: no ground for the machine to fail it.
        const std::string closedByPeople = m_world->openAttemptPayment();
        resend(closedByPeople, R"({"generation":"same","close_open_attempts":true})");
        m_world->evidence(closedByPeople, "ABSENT");
        QCOMPARE(m_world->verdictCode(closedByPeople, "NOT_HAPPENED"), std::string());
        const std::string doubtful = accept("doubtful", 3600);
        m_world->record(m_world->send(doubtful), "UNKNOWN");
        const std::string refused = accept("refused", 3600);
        m_world->record(m_world->send(refused), "REJECTED_RETRYABLE");
        QVERIFY(grantAutomatic(*m_world, refused) != "none");
        resend(doubtful);
        resend(closedByPeople);
        for (const std::string& payment : {refused, doubtful, closedByPeople})
            setSendBefore(payment, -1);
        QVERIFY(!m_world->claim(++m_attempt));
        QCOMPARE(answerOf(m_world->core, ending()), std::string("3"));
        QCOMPARE(m_world->status(refused), std::string("FAILED CANCELLED"));
        QCOMPARE(m_world->status(doubtful), std::string("REVIEW EARLIER_ATTEMPT_OPEN"));
        QCOMPARE(m_world->status(closedByPeople), std::string("REVIEW EARLIER_ATTEMPT_OPEN"));
        for (const std::string& payment : {refused, doubtful, closedByPeople})
            QCOMPARE(m_world->openPermits(payment), std::string("0"));
        // And no second person brings it back.
        QCOMPARE(
            m_world->propose(m_world->liwei, m_world->freshId(), doubtful, "RESEND", kSameKey),
            std::string("resend.too_late"));
    }

    // Claimed in time, and too late when the core is ready: it is not called, which is proof.
    void tooLateBetweenClaimAndCall()
    {
        const std::string payment = accept("slow core", 3600);
        const int attempt = m_world->send(payment);
        setSendBefore(payment, -1);
        QCOMPARE(ready(*m_world, attempt), std::string("attempt.too_late"));
        QCOMPARE(abandon(*m_world, attempt), std::string("FAILED"));
        QCOMPARE(m_world->status(payment), std::string("FAILED NOT_SENT"));
        QCOMPARE(grantAutomatic(*m_world, payment), std::string("none"));
        QCOMPARE(
            answerOf(
                m_world->core,
                {"select count(*)::text as answer from onceover.payments_to_retry($1, 'card', 100)",
                 Params().uuid(StoreFixture::coreId(1))}),
            std::string("0"));
    }

    // Scenario 17: the fence stood for two days. Nothing ended meanwhile, and what was to be sent
    // before is not sent after.
    void aFenceOfTwoDaysSendsNothingStale()
    {
        const std::string stale = accept("stale", 3600);
        const std::string fresh = accept("fresh", 3 * 86400);
        m_world->runAsOwner(withoutFenceGuard("update onceover.incarnations set state = 'FENCED'"));
        setSendBefore(stale, -86400);
        const std::string before = m_world->fingerprintOfEverything();
        const std::string claimed = codeOf(
            m_world->core,
            "select * from onceover.claim($1, $2, 'card', array[gen_random_uuid()], 1000)",
            Params().uuid(StoreFixture::coreId(1)).text(kBoot));
        const std::string ended = answerOf(m_world->core, ending());
        const std::string after = m_world->fingerprintOfEverything();
        m_world->runAsOwner(withoutFenceGuard("update onceover.incarnations set state = 'ARMED'"));
        QCOMPARE(claimed, std::string("fence.not_armed"));
        QCOMPARE(ended, std::string("fence.not_armed"));
        QVERIFY(before == after);
        m_world->record(m_world->send(fresh), "REJECTED_FINAL");
        QCOMPARE(m_world->status(stale), std::string("PENDING"));
        QCOMPARE(answerOf(m_world->core, ending()), std::string("1"));
        QCOMPARE(m_world->status(stale), std::string("FAILED CANCELLED"));
        QCOMPARE(
            m_world->scalar(
                "select count(*) from onceover.attempts where payment_id = $1",
                Params().text(stale)),
            std::string("0"));
    }

    // Held and too late: there is nothing left to release.
    void heldAndTooLate()
    {
        const std::string held = m_world->heldPayment();
        const std::string release = m_world->freshId();
        QCOMPARE(m_world->propose(m_world->liwei, release, held, "RELEASE"), std::string());
        setSendBefore(held, -1);
        QCOMPARE(answerOf(m_world->core, ending()), std::string("1"));
        QCOMPARE(m_world->status(held), std::string("FAILED CANCELLED"));
        QCOMPARE(m_world->stateOf(release), std::string("VOID"));
        QCOMPARE(m_world->approve(m_world->ana, release), std::string("proposal.over"));
    }

    // Approved too late: the release is in force, and still nothing is sent.
    void releasedAndTooLate()
    {
        const std::string held = m_world->heldPayment();
        const std::string release = m_world->freshId();
        QCOMPARE(m_world->propose(m_world->liwei, release, held, "RELEASE"), std::string());
        QCOMPARE(m_world->approve(m_world->ana, release), std::string());
        setSendBefore(held, -1);
        while (m_world->claim(++m_attempt)) {}
        QCOMPARE(answerOf(m_world->core, ending()), std::string("1"));
        QCOMPARE(m_world->status(held), std::string("FAILED CANCELLED"));
    }

    // Two cores' steps, and a step against the last possible claim.
    void twoCoresEndItOnce()
    {
        const std::string payment = accept("two cores", -1);
        const LockStep both = inLockStep(
            m_world->owner,
            m_world->core,
            ending(),
            m_world->core2,
            {"select onceover.end_overdue($1, 100)::text as answer",
             Params().uuid(StoreFixture::coreId(2))});
        QCOMPARE(both.first, std::string("1"));
        QCOMPARE(both.second, std::string("0"));
        QCOMPARE(m_world->status(payment), std::string("FAILED CANCELLED"));
    }

    // Nobody moves the time of an intent, not even a function with a bug.
    void theTimeIsPartOfTheIntention()
    {
        const std::string payment = accept("fixed", 3600);
        QCOMPARE(
            codeOf(
                m_world->owner,
                "update onceover.payments set send_before = send_before + interval '1 day' where "
                "payment_id = $1",
                Params().text(payment)),
            std::string("guard.intention_changed"));
        QCOMPARE(
            m_world->acceptOutcome(request("fixed", 90000)),
            std::string("REFUSED intake.different_intent"));
        m_world->record(m_world->send(payment), "REJECTED_FINAL");
    }

    // Proposals too late to be approved hold their subject no longer, a profile's neither.
    void lateProposalsEnd()
    {
        const std::string payment = m_world->reviewPayment();
        const std::string about = m_world->freshId();
        QCOMPARE(m_world->propose(m_world->liwei, about, payment, "REJECT"), std::string());
        const std::string profile = m_world->freshId();
        QCOMPARE(
            m_world->call(
                m_world->liwei,
                "select onceover.propose_profile($1::uuid, 'later', '{\"name\":\"later\"}', 'new')",
                Params().text(profile)),
            std::string());
        QCOMPARE(answerOf(m_world->core, ending()), std::string("0"));
        for (const std::string& decision : {about, profile})
            m_world->alterProposal(decision, "expires_at = now() - interval '1 second'");
        QCOMPARE(answerOf(m_world->core, ending()), std::string("2"));
        QCOMPARE(m_world->stateOf(about), std::string("EXPIRED"));
        QCOMPARE(m_world->stateOf(profile), std::string("EXPIRED"));
        QCOMPARE(m_world->approve(m_world->ana, profile), std::string("proposal.over"));
    }

    // Scenario 17: a part was paid. A resend would pay the whole again: refused when it is
    // proposed, void when the part comes after, and its permit revoked when it comes last.
    void aPartRefusesTheResend()
    {
        const std::string first = m_world->reviewPayment();
        showPart(first);
        QCOMPARE(
            m_world->propose(m_world->liwei, m_world->freshId(), first, "RESEND", kSameKey),
            std::string("resend.charge_on_record"));
        const std::string second = m_world->reviewPayment();
        const std::string decision = m_world->freshId();
        QCOMPARE(
            m_world->propose(m_world->liwei, decision, second, "RESEND", kSameKey), std::string());
        showPart(second);
        QCOMPARE(m_world->stateOf(decision), std::string("VOID"));
        QCOMPARE(m_world->approve(m_world->ana, decision), std::string("proposal.over"));
        const std::string third = m_world->reviewPayment();
        resend(third);
        QCOMPARE(m_world->openPermits(third), std::string("1"));
        showPart(third);
        QCOMPARE(m_world->status(third), std::string("REVIEW EVIDENCE_ARRIVED"));
        QCOMPARE(m_world->openPermits(third), std::string("0"));
        QVERIFY(!m_world->claim(++m_attempt));
        // What a person reads as "in part" is enough, without any record.
        const std::string fourth = m_world->reviewPayment();
        m_world->runAsOwner(
            "update onceover.payments set review_reason = 'PARTIAL' where payment_id = '" + fourth
            + "'");
        QCOMPARE(
            m_world->propose(m_world->liwei, m_world->freshId(), fourth, "RESEND", kSameKey),
            std::string("resend.partial"));
    }

private:
    std::string request(const std::string& key, int inSeconds)
    {
        std::string json = EngineWorld::request(key, "card", 1250, {});
        json.insert(
            json.size() - 1,
            ",\"send_before\":\""
                + m_world->scalar(
                    "select to_char((date_trunc('hour', now()) + $1::int * interval '1 second') at "
                    "time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')",
                    Params().int64(inSeconds))
                + "\"");
        return json;
    }

    std::string accept(const std::string& key, int inSeconds)
    {
        // The hour that has begun is over for sure one hour from its begin, and not before.
        return *mustRun(
                    m_world->intake,
                    "select payment_id from onceover.accept($1)",
                    Params().json(request(key, inSeconds > 0 ? inSeconds + 3600 : inSeconds)))[0]
                    .text("payment_id");
    }

    // Time passes, as no function could make it.
    void setSendBefore(const std::string& payment, int inSeconds)
    {
        m_world->runAsOwner("alter table onceover.payments disable trigger guard_payment");
        mustRun(
            m_world->owner,
            "update onceover.payments set send_before = clock_timestamp() + $2::int * interval '1 "
            "second' where payment_id = $1",
            Params().text(payment).int64(inSeconds));
        m_world->runAsOwner("alter table onceover.payments enable always trigger guard_payment");
    }

    void resend(const std::string& payment, const std::string& options = kSameKey)
    {
        if (m_world->column(payment, "status") == "UNKNOWN")
            m_world->take(m_world->liwei, payment);
        const std::string decision = m_world->freshId();
        QCOMPARE(
            m_world->propose(m_world->liwei, decision, payment, "RESEND", options), std::string());
        QCOMPARE(m_world->approve(m_world->ana, decision), std::string());
    }

    void showPart(const std::string& payment)
    {
        m_world->evidence(
            payment,
            "FOUND",
            EngineWorld::charge("part_" + payment, 250, m_world->reference(payment)));
    }

    StoreFixture m_fixture;
    std::unique_ptr<DeskWorld> m_world;
    int m_attempt = 20000;
};

QTEST_GUILESS_MAIN(SendBeforeTest)

#include "send_before_test.moc"
