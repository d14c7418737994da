// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the protocol's model in which people decide beside the machine, walked against the real
// functions. Row M.revoke.noinv is masked in the model by M.evv and M.recheck; the row without all
// three is rowM_revokeEvvRecheck.
#include "backend/postgres/transaction.h"
#include "tests/store/model_row.h"

#include <QTest>

using namespace onceover;

namespace {

constexpr const char* kResendClosing = R"({"generation":"same","close_open_attempts":true})";

} // namespace

class ModelRowsPeopleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_world = std::make_unique<DeskWorld>(m_fixture); }

    void cleanupTestCase() { m_world.reset(); }

    // Two people close the attempt of a core that they believe dead; it is only paused.
    void rowF_jpaused()
    {
        ProviderTraits traits;
        traits.collapsesKeys = false;
        ModelRow row(*m_world, traits);
        const int first = row.claim(1, 0);
        row.leaseOver();
        QCOMPARE(row.decide("RESEND", kResendClosing), std::string());
        QCOMPARE(cancel(row), std::string());
        QCOMPARE(row.status(), std::string("REVIEW EARLIER_ATTEMPT_OPEN"));
        // Closed for people: the absence counts for them, and fails nothing by itself.
        QVERIFY(row.isAbsent(first));
        QCOMPARE(row.verdict("NOT_HAPPENED"), std::string());
        QCOMPARE(row.status(), std::string("REVIEW EARLIER_ATTEMPT_OPEN"));
        QVERIFY(!row.retry());
        QCOMPARE(row.ready(first), std::string("attempt.over"));
        QCOMPARE(row.book().charges(), 0);
    }

    // Rejected, reopened, and then proven not sent: no automatic try follows, nor one of the
    // caller's.
    void rowF_autoAfterReview()
    {
        ModelRow row(*m_world);
        const int first = row.claim(1, 0);
        row.leaseOver();
        QCOMPARE(row.decide("REJECT"), std::string());
        QCOMPARE(m_world->take(m_world->liwei, row.payment(), "REOPEN"), std::string());
        QCOMPARE(endTake(row), std::string());
        row.abandon(first);
        QCOMPARE(row.verdict("NOT_HAPPENED"), std::string());
        QCOMPARE(row.status(), std::string("FAILED NOT_SENT"));
        QVERIFY(!row.retry());
        QCOMPARE(m_world->acceptOutcome(requestOf(row)), std::string("REPLAYED intake.replayed"));
        QCOMPARE(row.claim(2), 0);
    }

    // Evidence after an approved resend: the permit is stale, and the payment does not wait for
    // ever.
    void rowF_stalePermitStuck()
    {
        ModelRow row(*m_world);
        const int first = row.claim(1, 0);
        row.leaseOver();
        QCOMPARE(row.decide("RESEND", kResendClosing), std::string());
        QCOMPARE(row.record(first, "NOT_SENT"), std::string("RECORDED "));
        QCOMPARE(row.openPermits(), std::string("0"));
        QCOMPARE(row.status(), std::string("REVIEW EVIDENCE_ARRIVED"));
        // What is no evidence leaves the permit as it was: it can still be claimed.
        ModelRow other(*m_world);
        const int paused = other.claim(1, 0);
        other.leaseOver();
        QCOMPARE(other.decide("RESEND", kResendClosing), std::string());
        other.abandon(paused);
        QCOMPARE(other.status(), std::string("PENDING"));
        QVERIFY(other.claim(2) != 0);
    }

    // The second attempt ends as not sent while the first may still have happened.
    void rowM_allattempts()
    {
        ModelRow row(*m_world);
        const int first = row.claim(1, 0);
        row.leaseOver();
        QCOMPARE(row.decide("RESEND", kResendClosing), std::string());
        const int second = row.claim(2);
        QCOMPARE(row.abandon(second), std::string("UNKNOWN"));
        QCOMPARE(row.status(), std::string("UNKNOWN EARLIER_ATTEMPT_OPEN"));
        QCOMPARE(row.verdict("NOT_HAPPENED"), std::string("verdict.unproven"));
        QVERIFY(!row.retry());
        QCOMPARE(row.ready(first), std::string("attempt.over"));
    }

    // The second is refused, without keys: a third send and the first that lingers would be two
    // charges.
    void rowM_allattemptsMoney()
    {
        ProviderTraits traits;
        traits.collapsesKeys = false;
        ModelRow row(*m_world, traits);
        const int first = row.sendAndLose();
        QCOMPARE(row.decide("RESEND", R"({"generation":"same"})"), std::string());
        const int second = row.claim(2);
        QVERIFY(row.call(second));
        QCOMPARE(row.record(second, "REJECTED_RETRYABLE"), std::string("RECORDED "));
        QCOMPARE(row.status(), std::string("UNKNOWN EARLIER_ATTEMPT_OPEN"));
        QVERIFY(!row.retry());
        QCOMPARE(row.claim(1), 0);
        row.arrive(first);
        row.show(first, "the first");
        QCOMPARE(row.book().charges(), 1);
        QVERIFY(row.isHarmless());
    }

    // Evidence between permit and claim.
    void rowM_evv()
    {
        ModelRow row(*m_world);
        const int first = row.sendAndLose();
        QCOMPARE(row.decide("RESEND", R"({"generation":"same"})"), std::string());
        row.arrive(first);
        row.show(first, "the first");
        QCOMPARE(row.claim(2), 0);
        QCOMPARE(row.status(), std::string("REVIEW EVIDENCE_ARRIVED"));
        // Even if the permit had stayed open, it would be one of other facts.
        ModelRow other(*m_world);
        m_world->runAsOwner(
            "update onceover.payments set evidence_version = evidence_version + 1 where "
            "payment_id = '"
            + other.payment() + "'");
        QCOMPARE(other.claim(2), 0);
        QCOMPARE(other.status(), std::string("PENDING"));
    }

    void rowM_revoke()
    {
        ModelRow row(*m_world);
        QCOMPARE(cancel(row), std::string());
        QCOMPARE(row.status(), std::string("FAILED CANCELLED"));
        QCOMPARE(row.openPermits(), std::string("0"));
        QCOMPARE(row.claim(), 0);
        QCOMPARE(m_world->acceptOutcome(requestOf(row)), std::string("REPLAYED intake.replayed"));
    }

    // The core has chosen its payment; the person's cancel and the claim meet.
    void rowM_revokeEvvRecheck()
    {
        ModelRow row(*m_world);
        {
            auto cancelling = Transaction::begin(m_world->liwei, PgFixture::patience());
            QVERIFY(cancelling.has_value());
            QCOMPARE(cancel(row), std::string());
            QCOMPARE(row.claim(2), 0);
            QVERIFY(cancelling->commit(PgFixture::patience()).isCommitted());
        }
        QCOMPARE(row.claim(2), 0);
        QCOMPARE(row.status(), std::string("FAILED CANCELLED"));
    }

    // The charge shows up between proposal and approval.
    void rowM_xDigest()
    {
        ModelRow row(*m_world);
        const int first = row.sendAndLose();
        QCOMPARE(m_world->take(m_world->liwei, row.payment()), std::string());
        const std::string decision = m_world->scalar("select gen_random_uuid()");
        QCOMPARE(
            m_world->propose(
                m_world->liwei, decision, row.payment(), "RESEND", R"({"generation":"new"})"),
            std::string());
        row.arrive(first);
        row.show(first, "the first");
        QCOMPARE(m_world->stateOf(decision), std::string("VOID"));
        QCOMPARE(m_world->approve(m_world->ana, decision), std::string("proposal.over"));
        QCOMPARE(row.openPermits(), std::string("0"));
        QCOMPARE(row.claim(2), 0);
        QCOMPARE(row.book().charges(), 1);
    }

    // Proven not sent, and rejected by people all the same.
    void rowM_xDecided()
    {
        ModelRow row(*m_world);
        const int first = row.claim(1, 0);
        row.leaseOver();
        QCOMPARE(m_world->take(m_world->liwei, row.payment()), std::string());
        row.abandon(first);
        QCOMPARE(row.decide("REJECT"), std::string());
        QCOMPARE(row.status(), std::string("FAILED DECIDED"));
        QVERIFY(!row.retry());
        QCOMPARE(
            m_world->acceptOutcome(requestOf(row)),
            std::string("DECIDED_NOT_PROVEN intake.decided_not_proven"));
        QCOMPARE(row.claim(2), 0);
    }

    // The core of the attempt never comes back: the date brings the payment to people.
    void rowM_xExhausted()
    {
        ModelRow row(*m_world);
        QVERIFY(row.claim(1, 0) != 0);
        row.leaseOver();
        QCOMPARE(row.verdict("EXHAUSTED"), std::string());
        QCOMPARE(row.status(), std::string("REVIEW EXHAUSTED"));
        QVERIFY(!m_world->column(row.payment(), "next_look_at").empty());
        QCOMPARE(
            row.decide("RESEND", R"({"generation":"same"})"), std::string("resend.attempt_open"));
    }

private:
    std::string cancel(const ModelRow& row)
    {
        return m_world->propose(
            m_world->liwei, m_world->scalar("select gen_random_uuid()"), row.payment(), "CANCEL");
    }

    std::string endTake(const ModelRow& row)
    {
        return codeOf(
            m_world->liwei,
            "select onceover.end_take(gen_random_uuid(), $1)",
            Params().text(row.payment()));
    }

    // What the caller sent, once more.
    std::string requestOf(const ModelRow& row)
    {
        const std::string key = m_world->column(row.payment(), "idempotency_key");
        return EngineWorld::request(key, m_world->column(row.payment(), "provider"), 1250, {});
    }

    StoreFixture m_fixture;
    std::unique_ptr<DeskWorld> m_world;
};

QTEST_GUILESS_MAIN(ModelRowsPeopleTest)

#include "model_rows_people_test.moc"
