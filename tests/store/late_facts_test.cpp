// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/store/core_world.h"
#include "tests/store/witness_world.h"

#include <QTest>

#include <memory>

namespace onceover {

// What is learnt at a bad moment: between the claim and the call, while the database is checking,
// or from a core that people have given up. It stops the next send, and nothing outvotes it.
class LateFactsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_fixture = std::make_unique<StoreFixture>(); }

    void betweenClaimAndCall_data();
    void betweenClaimAndCall();
    void storedWhileChecking_data();
    void storedWhileChecking();
    void aStoredSuccessIsNotOutvoted();
    void aRetiredCoresSuccessBesideAnother();
    void aRetiredCoresSuccessAfterAbsence_data();
    void aRetiredCoresSuccessAfterAbsence();
    void aRetiredCoresSuccessBeforeAbsence();
    void aRetiredCoresSuccessBehindTheFence();

private:
    // A resend that two people approved while the first attempt was open; it waits to be claimed.
    static std::string resentPayment(DeskWorld& world, int& first);
    static std::string ready(DeskWorld& world, int attempt);
    // Sent by a core whose journal two people have closed since.
    static std::string givenUp(CoreWorld& world, const CoreWorld::Core& core);
    // The provider does not find the charge, and the verdict follows.
    static void proveAbsence(CoreWorld& world, const std::string& payment);
    static std::string fateOf(CoreWorld& world, const std::string& payment);
    // How a proposal of one person stands.
    static std::string rejectedAlone(CoreWorld& world, const std::string& payment);

    std::unique_ptr<StoreFixture> m_fixture;
};

std::string LateFactsTest::resentPayment(DeskWorld& world, int& first)
{
    const std::string payment = world.accept("late");
    first = world.send(payment, 0);
    mustRun(world.core2, "select onceover.expire_leases($1, 100)", coreParams(2));
    world.take(world.liwei, payment);
    const std::string decision = world.freshId();
    std::string code = world.propose(
        world.liwei,
        decision,
        payment,
        "RESEND",
        R"({"generation":"new","close_open_attempts":true})");
    if (code.empty())
        code = world.approve(world.ana, decision);
    return code.empty() ? payment : std::string();
}

std::string LateFactsTest::ready(DeskWorld& world, int attempt)
{
    return codeOf(
        world.core,
        "select onceover.ready_to_call($1, $2, 1, '{}')",
        coreParams(1).uuid(StoreFixture::attemptId(attempt)));
}

std::string LateFactsTest::givenUp(CoreWorld& world, const CoreWorld::Core& core)
{
    const std::string payment = world.sentBy(core, 3600000);
    world.silence(core);
    world.closeByTwo(core);
    return payment;
}

void LateFactsTest::proveAbsence(CoreWorld& world, const std::string& payment)
{
    QCOMPARE(world.evidence(payment, "ABSENT"), std::string("material"));
    static_cast<void>(world.verdictCode(payment, "NOT_HAPPENED"));
}

std::string LateFactsTest::fateOf(CoreWorld& world, const std::string& payment)
{
    return world.scalar(
        "select fate || coalesce(' ' || fate_basis, '') || ' ' || account from "
        "onceover.attempt_fates where payment_id = $1",
        Params().text(payment));
}

std::string LateFactsTest::rejectedAlone(CoreWorld& world, const std::string& payment)
{
    const std::string decision = world.freshId();
    const std::string code = world.propose(world.liwei, decision, payment, "REJECT");
    return code.empty() ? world.stateOf(decision) : code;
}

void LateFactsTest::betweenClaimAndCall_data()
{
    QTest::addColumn<QString>("what");
    QTest::newRow("nothing") << QString();
    QTest::newRow("the first answered success") << QStringLiteral("answer");
    QTest::newRow("the first was refused") << QStringLiteral("refusal");
    QTest::newRow("the provider shows the charge") << QStringLiteral("found");
}

void LateFactsTest::betweenClaimAndCall()
{
    QFETCH(QString, what);
    WitnessWorld world(*m_fixture);
    int first = 0;
    const std::string payment = resentPayment(world, first);
    QCOMPARE(world.status(payment), std::string("PENDING"));
    const int second = world.send(payment);
    if (what == QLatin1String("answer"))
        QCOMPARE(world.record(first, "SUCCEEDED", "ch_1"), std::string("RECORDED "));
    if (what == QLatin1String("refusal"))
        QCOMPARE(world.record(first, "REJECTED_FINAL"), std::string("RECORDED "));
    if (what == QLatin1String("found"))
        QCOMPARE(
            world.evidence(
                payment,
                "FOUND",
                EngineWorld::charge("ch_1", 1250, world.column(payment, "reference"))),
            std::string("material"));
    if (what.isEmpty()) {
        QCOMPARE(ready(world, second), std::string());
        return;
    }
    QCOMPARE(ready(world, second), std::string("attempt.stale"));
    // Nor past the function.
    QCOMPARE(
        codeOf(
            world.owner,
            "insert into onceover.ready_calls (attempt_id, payment_id) values ($1, $2)",
            Params().uuid(StoreFixture::attemptId(second)).text(payment)),
        std::string("guard.call_after_evidence"));
    mustRun(
        world.core,
        "select onceover.abandon($1, $2, '00000000-0000-7000-b000-000000000001', false, 'stale')",
        coreParams(1).uuid(StoreFixture::attemptId(second)));
    QCOMPARE(
        world.scalar(
            "select fate from onceover.attempt_fates where attempt_id = $1",
            Params().uuid(StoreFixture::attemptId(second))),
        std::string("NOT_HAPPENED"));
    QVERIFY(world.status(payment) != "PENDING");
    QCOMPARE(world.openPermits(payment), std::string("0"));
    QVERIFY(world.isConsistent());
}

void LateFactsTest::storedWhileChecking_data()
{
    QTest::addColumn<bool>("isAnswer");
    QTest::newRow("an answer") << true;
    QTest::newRow("a charge that the provider shows") << false;
}

// The core that brought it never comes back; another one finds it.
void LateFactsTest::storedWhileChecking()
{
    QFETCH(bool, isAnswer);
    WitnessWorld world(*m_fixture);
    int first = 0;
    const std::string payment = resentPayment(world, first);
    world.pretendRestart();
    if (isAnswer)
        QCOMPARE(world.record(first, "SUCCEEDED", "ch_1"), std::string("STORED "));
    else
        world.evidence(
            payment,
            "FOUND",
            EngineWorld::charge("ch_1", 1250, world.column(payment, "reference")));
    QCOMPARE(world.finish(world.core, 1), std::string());
    QCOMPARE(world.finish(world.core2, 2), std::string());
    QCOMPARE(world.state(), std::string("ARMED"));
    QCOMPARE(world.status(payment), std::string("PENDING"));
    // Armed, and not yet settled: nobody may claim it.
    QCOMPARE(world.claimCode(world.core2, 2, 900), std::string());
    QCOMPARE(world.status(payment), std::string("PENDING"));
    mustRun(world.core2, "select onceover.settle_stored($1, 100)", coreParams(2));
    QCOMPARE(world.openPermits(payment), std::string("0"));
    QCOMPARE(world.status(payment).rfind("REVIEW", 0), std::size_t(0));
    QCOMPARE(
        world.scalar(
            "select fate from onceover.attempt_fates where attempt_id = $1",
            Params().uuid(StoreFixture::attemptId(first))),
        std::string("HAPPENED"));
    QCOMPARE(world.scalar("select count(*) from onceover.waiting_facts"), std::string("0"));
    QVERIFY(world.isConsistent());
}

// A success that was stored says more than a provider that does not find the charge later.
void LateFactsTest::aStoredSuccessIsNotOutvoted()
{
    WitnessWorld world(*m_fixture);
    const std::string payment = world.accept("voted");
    const int attempt = world.send(payment, 0);
    world.pretendRestart();
    QCOMPARE(world.record(attempt, "SUCCEEDED", "ch_1"), std::string("STORED "));
    QCOMPARE(world.finish(world.core, 1), std::string());
    QCOMPARE(world.finish(world.core2, 2), std::string());
    mustRun(world.core2, "select onceover.expire_leases($1, 100)", coreParams(2));
    QCOMPARE(world.status(payment), std::string("UNKNOWN CLAIM_LOST"));
    QCOMPARE(world.absenceOf(payment, attempt), std::string("repeat"));
    world.verdictCode(payment, "NOT_HAPPENED");
    QCOMPARE(world.status(payment), std::string("UNKNOWN CLAIM_LOST"));
    world.runAsOwner("alter table onceover.waiting_facts disable trigger guard_waiting_fact");
    world.runAsOwner("delete from onceover.waiting_facts");
    world.runAsOwner("alter table onceover.waiting_facts enable always trigger guard_waiting_fact");
    QCOMPARE(
        codeOf(
            world.owner,
            "update onceover.attempt_fates set fate = 'NOT_HAPPENED' where attempt_id = $1",
            Params().uuid(StoreFixture::attemptId(attempt))),
        std::string("guard.success_on_record"));
    mustRun(
        world.owner,
        "insert into onceover.waiting_facts (kind, fact_id, payment_id) values ('RESULT', $1, $2)",
        Params().uuid(StoreFixture::attemptId(attempt)).text(payment));
    mustRun(world.core2, "select onceover.settle_stored($1, 100)", coreParams(2));
    QCOMPARE(world.verdictCode(payment, "HAPPENED"), std::string());
    QCOMPARE(world.status(payment), std::string("SUCCEEDED"));
    QVERIFY(world.isConsistent());
}

// Two sends succeeded, and one of them is known from a core that was given up.
void LateFactsTest::aRetiredCoresSuccessBesideAnother()
{
    CoreWorld world(*m_fixture);
    const CoreWorld::Core core = world.admitted("late");
    const std::string payment = world.sentBy(core, 3600000);
    world.silence(core);
    world.closeByTwo(core);
    QCOMPARE(world.take(world.liwei, payment), std::string());
    const std::string decision = world.freshId();
    QCOMPARE(
        world.propose(world.liwei, decision, payment, "RESEND", R"({"generation":"new"})"),
        std::string());
    QCOMPARE(world.approve(world.ana, decision), std::string());
    const std::string early = world.attemptOf(payment);
    QCOMPARE(world.record(world.send(payment), "SUCCEEDED", "ch_2"), std::string("RECORDED "));
    QCOMPARE(world.status(payment), std::string("SUCCEEDED"));
    const Rows late = mustRun(
        world.core2,
        "select outcome || detail as answer from onceover.record_results($1, "
        "jsonb_build_array(jsonb_build_object('attempt_id', $2::text, 'answer', 'SUCCEEDED', "
        "'provider_id', 'ch_1', 'http_status', 200, 'request_bytes', 1, 'started_at_us', 1, "
        "'finished_at_us', 2)))",
        Params().uuid(core.id).text(early));
    QCOMPARE(*late[0].text("answer"), std::string("STORED"));
    QCOMPARE(world.status(payment), std::string("REVIEW CONTRADICTION"));
    QCOMPARE(
        world.scalar(
            "select kind || ' ' || ref from onceover.contradictions where payment_id = $1",
            Params().text(payment)),
        "DUPLICATE " + early);
}

void LateFactsTest::aRetiredCoresSuccessAfterAbsence_data()
{
    QTest::addColumn<bool>("isAnswered");
    QTest::newRow("the core stays silent") << false;
    QTest::newRow("the core says success") << true;
}

// The provider's own list has ended the attempt; nobody believes it alone against the late answer.
void LateFactsTest::aRetiredCoresSuccessAfterAbsence()
{
    QFETCH(bool, isAnswered);
    CoreWorld world(*m_fixture);
    world.runAsOwner("insert into onceover.amount_classes values ('EUR', 100000)");
    const CoreWorld::Core core = world.admitted("late");
    const std::string payment = givenUp(world, core);
    proveAbsence(world, payment);
    QCOMPARE(fateOf(world, payment), std::string("NOT_HAPPENED ABSENCE obligation"));
    QCOMPARE(world.take(world.liwei, payment), std::string());
    if (!isAnswered) {
        QCOMPARE(rejectedAlone(world, payment), std::string("IN_FORCE"));
        return;
    }
    QCOMPARE(world.result(core, payment, "SUCCEEDED"), std::string("STORED "));
    QCOMPARE(
        world.scalar(
            "select kind || ' ' || ref from onceover.contradictions where payment_id = $1",
            Params().text(payment)),
        "CHARGE_AFTER_FAILURE " + world.attemptOf(payment));
    QCOMPARE(rejectedAlone(world, payment), std::string("OPEN"));
    QVERIFY(world.isConsistent());
}

// The answer is on record before the provider is asked: two people may still reject, and what
// happened stays open.
void LateFactsTest::aRetiredCoresSuccessBeforeAbsence()
{
    CoreWorld world(*m_fixture);
    world.runAsOwner("insert into onceover.amount_classes values ('EUR', 100000)");
    const CoreWorld::Core core = world.admitted("late");
    const std::string payment = givenUp(world, core);
    QCOMPARE(world.result(core, payment, "SUCCEEDED"), std::string("STORED "));
    proveAbsence(world, payment);
    QCOMPARE(fateOf(world, payment), std::string("POSSIBLE in_doubt"));
    QCOMPARE(world.take(world.liwei, payment), std::string());
    const std::string decision = world.freshId();
    QCOMPARE(world.propose(world.liwei, decision, payment, "REJECT"), std::string());
    QCOMPARE(world.stateOf(decision), std::string("OPEN"));
    QCOMPARE(world.approve(world.ana, decision), std::string());
    QCOMPARE(world.status(payment), std::string("FAILED DECIDED"));
    QCOMPARE(fateOf(world, payment), std::string("POSSIBLE decided_not_proven"));
    QVERIFY(world.isConsistent());
}

void LateFactsTest::aRetiredCoresSuccessBehindTheFence()
{
    CoreWorld world(*m_fixture);
    const CoreWorld::Core core = world.admitted("late");
    const std::string payment = world.sentBy(core, 3600000);
    world.silence(core);
    world.closeByTwo(core);
    QCOMPARE(world.take(world.liwei, payment), std::string());
    const std::string decision = world.freshId();
    QCOMPARE(world.propose(world.liwei, decision, payment, "REJECT"), std::string());
    QCOMPARE(world.approve(world.ana, decision), std::string());
    QCOMPARE(world.status(payment).rfind("FAILED", 0), std::size_t(0));
    world.runAsOwner(withoutFenceGuard("update onceover.incarnations set state = 'FENCED'"));
    for (int count = 0; count < 2; ++count)
        QCOMPARE(world.result(core, payment, "SUCCEEDED"), std::string("STORED "));
    world.runAsOwner(withoutFenceGuard("update onceover.incarnations set state = 'ARMED'"));
    QCOMPARE(world.status(payment).rfind("FAILED", 0), std::size_t(0));
    mustRun(world.core, "select onceover.settle_stored($1, 100)", coreParams(1));
    QCOMPARE(world.status(payment), std::string("REVIEW CONTRADICTION"));
    QCOMPARE(world.result(core, payment, "SUCCEEDED"), std::string("REPEATED "));
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::LateFactsTest)

#include "late_facts_test.moc"
