// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the protocol's model in which a provider is late, forgets, refuses or lies: each was a
// counter-example once, and is walked here against the real functions. The provider's own book is
// the judge. Row M.generation.truthful is masked in the model (with a truthful provider a new key
// too many harms nobody); its test shows the rule itself.
#include "tests/store/model_row.h"

#include <QTest>

using namespace onceover;

class ModelRowsEvidenceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_world = std::make_unique<DeskWorld>(m_fixture); }

    void cleanupTestCase() { m_world.reset(); }

    // Send 1 lingers, absence is concluded, send 2 is refused, then 1 executes: a third send under
    // a new key would be a second charge.
    void rowF_hzlieDedupe()
    {
        ModelRow row(*m_world);
        const int first = row.sendAndLose();
        QVERIFY(row.isAbsent(first));
        QCOMPARE(row.verdict("NOT_HAPPENED"), std::string());
        QVERIFY(row.retry());
        const int second = row.claim(2);
        QVERIFY(row.call(second));
        row.arrive(first);
        QCOMPARE(row.record(second, "REJECTED_RETRYABLE"), std::string("RECORDED "));
        QCOMPARE(row.status(), std::string("FAILED REJECTED_RETRYABLE"));
        QVERIFY(row.retry());
        const int third = row.claim(1);
        QCOMPARE(row.key(third), row.key(first));
        QVERIFY(row.call(third));
        row.arrive(third);
        QCOMPARE(row.book().charges(), 1);
    }

    // The same where the provider ignores keys: absence fails the payment, and people resend.
    void rowF_hzlieNodedupe()
    {
        ProviderTraits traits;
        traits.collapsesKeys = false;
        ModelRow row(*m_world, traits);
        const int first = row.sendAndLose();
        QVERIFY(row.isAbsent(first));
        QCOMPARE(row.verdict("NOT_HAPPENED"), std::string());
        QCOMPARE(row.status(), std::string("FAILED ABSENT"));
        QVERIFY(!row.retry());
        QCOMPARE(row.claim(2), 0);
        row.arrive(first);
        QCOMPARE(row.book().charges(), 1);
    }

    // And where it forgets the key before the next send could be over.
    void rowF_hzlieKeyexp()
    {
        ProviderTraits traits;
        traits.keyLifetimeMs = 30'000;
        ModelRow row(*m_world, traits);
        const int first = row.sendAndLose();
        QVERIFY(row.isAbsent(first));
        QCOMPARE(row.verdict("NOT_HAPPENED"), std::string());
        row.arrive(first);
        row.book().forgetKeys();
        QVERIFY(!row.retry());
        QCOMPARE(row.claim(2), 0);
        QCOMPARE(row.book().charges(), 1);
    }

    // "Refused", yet executed later: no caller can keep guarantee 5 then. What is promised is that
    // it is seen: before a retry it stops the retry, after it the surplus is a debt on the screen.
    void rowF_liesMoney()
    {
        ModelRow early(*m_world);
        const int only = early.claim();
        QVERIFY(early.call(only));
        early.record(only, "REJECTED_RETRYABLE");
        early.arrive(only);
        early.show(only, "early");
        QCOMPARE(early.status(), std::string("REVIEW CONTRADICTION"));
        QVERIFY(!early.retry());
        QCOMPARE(early.book().charges(), 1);

        ModelRow late(*m_world);
        const int first = late.claim();
        QVERIFY(late.call(first));
        late.record(first, "REJECTED_RETRYABLE");
        QVERIFY(late.retry());
        const int second = late.claim(2);
        QVERIFY(late.call(second));
        late.arrive(second);
        late.record(second, "SUCCEEDED");
        late.arrive(first);
        QCOMPARE(late.book().charges(), 2);
        late.show(first, "late");
        QCOMPARE(late.status(), std::string("REVIEW CONTRADICTION"));
        QCOMPARE(
            m_world->scalar(
                "select sum(amount_minor) from onceover.events where subject_id = $1 and "
                "to_account = 'refund_due'",
                Params().text(late.payment())),
            std::string("1250"));
        QCOMPARE(
            late.decide("RESEND", R"({"generation":"same"})"), std::string("resend.contradiction"));
        QVERIFY(m_world->isConsistent());
    }

    // The sender of the second attempt is stopped between claim and call; the provider shows
    // nothing.
    void rowM_closed()
    {
        ModelRow row(*m_world);
        const int first = row.claim();
        QCOMPARE(row.abandon(first), std::string("FAILED"));
        QVERIFY(row.retry());
        const int second = row.claim(1, 0);
        row.leaseOver();
        QCOMPARE(row.status(), std::string("UNKNOWN CLAIM_LOST"));
        QVERIFY(!row.isAbsent(second));
        QCOMPARE(row.verdict("NOT_HAPPENED"), std::string("verdict.unproven"));
        QVERIFY(!row.retry());
        QCOMPARE(row.ready(second), std::string("attempt.over"));
        QCOMPARE(row.status(), std::string("UNKNOWN CLAIM_LOST"));
    }

    // The same without keys: the two sends would be two charges.
    void rowM_closedMoney()
    {
        ProviderTraits traits;
        traits.collapsesKeys = false;
        ModelRow row(*m_world, traits);
        const int first = row.claim();
        row.abandon(first);
        QVERIFY(row.retry());
        const int second = row.claim(1);
        QVERIFY(row.call(second));
        // The core is stopped here; the request is on its way.
        QVERIFY(!row.isAbsent(second));
        QVERIFY(!row.retry());
        QCOMPARE(row.claim(2), 0);
        row.arrive(second);
        QCOMPARE(row.record(second, "SUCCEEDED"), std::string("RECORDED "));
        QCOMPARE(row.status(), std::string("SUCCEEDED"));
        QCOMPARE(row.book().charges(), 1);
    }

    // The end of a lease is time passing; it closes nothing.
    void rowM_xLeasecloses()
    {
        ProviderTraits traits;
        traits.collapsesKeys = false;
        ModelRow row(*m_world, traits);
        const int first = row.claim(1, 0);
        row.leaseOver();
        QVERIFY(!row.isAbsent(first));
        QCOMPARE(row.verdict("NOT_HAPPENED"), std::string("verdict.unproven"));
        QCOMPARE(row.claim(2), 0);
        QVERIFY(!row.call(first));
        QCOMPARE(
            m_world->scalar(
                "select count(*) from onceover.closures where payment_id = $1",
                Params().text(row.payment())),
            std::string("0"));
    }

    void rowM_timeout()
    {
        ModelRow row(*m_world);
        const int first = row.claim();
        QVERIFY(row.call(first));
        row.arrive(first);
        QCOMPARE(row.record(first, "UNKNOWN"), std::string("RECORDED "));
        QCOMPARE(row.status(), std::string("UNKNOWN DEADLINE"));
        QCOMPARE(row.verdict("NOT_HAPPENED"), std::string("verdict.unproven"));
        QVERIFY(!row.retry());
        QCOMPARE(row.claim(2), 0);
        QCOMPARE(row.book().charges(), 1);
    }

    // A refusal that names the key ends it: the next send may have a new one, and is the only one
    // that charges.
    void rowM_generationTruthful()
    {
        ModelRow row(*m_world);
        const int first = row.claim();
        QVERIFY(row.call(first));
        row.record(first, "REJECTED_RETRYABLE");
        QVERIFY(row.retry());
        const int second = row.claim(2);
        QVERIFY(row.key(second) != row.key(first));
        QVERIFY(row.call(second));
        row.arrive(second);
        QCOMPARE(row.record(second, "SUCCEEDED"), std::string("RECORDED "));
        QCOMPARE(row.book().charges(), 1);
    }

    void rowM_generationLingering()
    {
        ModelRow row(*m_world);
        const int first = row.sendAndLose();
        QVERIFY(row.isAbsent(first));
        QCOMPARE(row.verdict("NOT_HAPPENED"), std::string());
        QVERIFY(row.retry());
        const int second = row.claim(2);
        QVERIFY(row.call(second));
        row.arrive(second);
        row.arrive(first);
        QCOMPARE(row.book().charges(), 1);
    }

    // Executed, and not yet in the books that are asked.
    void rowM_xVisibilitylag()
    {
        ProviderTraits traits;
        traits.collapsesKeys = false;
        traits.visibilityLagMs = 60'000;
        ModelRow row(*m_world, traits);
        const int first = row.sendAndLose();
        row.arrive(first);
        QVERIFY(!row.isAbsent(first, row.nowUs(), row.nowUs()));
        QCOMPARE(row.verdict("NOT_HAPPENED"), std::string("verdict.unproven"));
        QCOMPARE(row.claim(2), 0);
        QCOMPARE(row.book().charges(), 1);
    }

    // The question was asked when there was one attempt; the answer comes when there are two.
    void rowM_xCoverage()
    {
        ModelRow row(*m_world);
        const int first = row.claim();
        row.abandon(first);
        const std::string asked = row.nowUs();
        QVERIFY(row.retry());
        const int second = row.sendAndLose(2);
        row.arrive(second);
        QVERIFY(!row.isAbsent(second, asked, ""));
        QCOMPARE(row.verdict("NOT_HAPPENED"), std::string("verdict.unproven"));
        QCOMPARE(row.claim(1), 0);
        QCOMPARE(row.book().charges(), 1);
    }

    // One refusal on record, two sends under the key: it ends neither.
    void rowM_xOnerefusal()
    {
        ModelRow row(*m_world);
        const int first = row.sendAndLose();
        QVERIFY(row.isAbsent(first));
        QCOMPARE(row.verdict("NOT_HAPPENED"), std::string());
        QVERIFY(row.retry());
        const int second = row.sendAndLose(2);
        row.show(second, "declined", "DECLINED");
        QCOMPARE(row.verdict("NOT_HAPPENED"), std::string("verdict.unproven"));
        QCOMPARE(row.status(), std::string("UNKNOWN DEADLINE"));
        row.arrive(second);
        QCOMPARE(row.book().charges(), 1);
    }

    // Failed by a refusal, and then the provider shows the charge: never a silent flip.
    void rowM_xFlip()
    {
        ModelRow row(*m_world);
        const int first = row.claim();
        QVERIFY(row.call(first));
        row.record(first, "REJECTED_FINAL");
        row.arrive(first);
        row.show(first, "after all");
        QCOMPARE(row.status(), std::string("REVIEW CONTRADICTION"));
        QCOMPARE(row.verdict("HAPPENED"), std::string());
        QCOMPARE(row.status(), std::string("REVIEW CONTRADICTION"));
    }

private:
    StoreFixture m_fixture;
    std::unique_ptr<DeskWorld> m_world;
};

QTEST_GUILESS_MAIN(ModelRowsEvidenceTest)

#include "model_rows_evidence_test.moc"
