// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/store/lock_step.h"
#include "tests/store/witness_world.h"

#include <QTest>

#include <algorithm>
#include <memory>

namespace onceover {

// What was stored while nothing moved takes effect once, and whatever cannot be ended for a reason
// of its own holds up nothing else.
class WaitingFactsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_fixture = std::make_unique<StoreFixture>(); }

    void oneFactDoesNotHoldUpTheOthers_data();
    void oneFactDoesNotHoldUpTheOthers();
    void whatWaitedTakesEffectOnce();
    void onePaymentDoesNotHoldUpTheOthers_data();
    void onePaymentDoesNotHoldUpTheOthers();
    void aBatchThatCannotEndDoesNotStandInFront_data();
    void aBatchThatCannotEndDoesNotStandInFront();
    void aWaitingFactKeepsNoPaymentFromPeople();
    void whatWaitsIsNoGroundToRetry();
    void whatTookEffectLateIsSigned();
    void aFactWaitsUntilItHasTakenEffect();

private:
    // Both cores find their journals.
    static void endCheck(WitnessWorld& world);
    static std::string settle(WitnessWorld& world, int limit);
    static const char* prepareToEnd(
        WitnessWorld& world, const QString& what, const std::vector<std::string>& keys);
    // Every write of such a row fails.
    static void poison(
        WitnessWorld& world,
        const std::string& table,
        const std::string& condition,
        const std::string& sqlstate);

    std::unique_ptr<StoreFixture> m_fixture;
};

void WaitingFactsTest::endCheck(WitnessWorld& world)
{
    QCOMPARE(world.finish(world.core, 1), std::string());
    QCOMPARE(world.finish(world.core2, 2), std::string());
    QCOMPARE(world.state(), std::string("ARMED"));
}

std::string WaitingFactsTest::settle(WitnessWorld& world, int limit)
{
    return answerOf(
        world.core2,
        {"select onceover.settle_stored($1, $2::int)::text as answer", coreParams(2).int64(limit)});
}

void WaitingFactsTest::poison(
    WitnessWorld& world,
    const std::string& table,
    const std::string& condition,
    const std::string& sqlstate)
{
    world.runAsOwner(
        "create function public.poison() returns trigger language plpgsql as $$ begin raise "
        "exception using errcode = '"
        + sqlstate + "', message = 'test.poison'; end $$");
    world.runAsOwner(
        "create trigger poison before insert or update on onceover." + table + " for each row when "
        + "(" + condition + ") execute function public.poison()");
}

// A row that cannot take effect, for whatever reason of its own, keeps its own payment still. What
// concerns the session is no reason of the row.
void WaitingFactsTest::oneFactDoesNotHoldUpTheOthers_data()
{
    QTest::addColumn<QString>("sqlstate");
    QTest::addColumn<bool>("isOfTheRow");
    QTest::newRow("refused") << QStringLiteral("OO003") << true;
    QTest::newRow("a value that does not fit") << QStringLiteral("22003") << true;
    QTest::newRow("the server runs out of memory") << QStringLiteral("53200") << false;
}

void WaitingFactsTest::oneFactDoesNotHoldUpTheOthers()
{
    QFETCH(QString, sqlstate);
    QFETCH(bool, isOfTheRow);
    WitnessWorld world(*m_fixture);
    for (const char* key : {"one", "two"})
        world.send(world.accept(key));
    world.pretendRestart();
    for (int attempt : {1, 2})
        QCOMPARE(
            world.record(attempt, "SUCCEEDED", "ch_" + std::to_string(attempt)),
            std::string("STORED "));
    endCheck(world);
    const std::string first = "select min(payment_id::text) from onceover.payments";
    const std::string poisoned = world.scalar(first);
    const std::string sound = world.scalar("select max(payment_id::text) from onceover.payments");
    poison(world, "attempt_fates", "new.payment_id = '" + poisoned + "'", sqlstate.toStdString());
    if (!isOfTheRow) {
        QVERIFY(settle(world, 1) != "0");
        QCOMPARE(world.scalar("select sum(tries) from review.waiting_facts"), std::string("0"));
        return;
    }
    // One a round: the poisoned one comes first, and then last.
    QCOMPARE(settle(world, 1), std::string("0"));
    QCOMPARE(settle(world, 1), std::string("1"));
    QCOMPARE(world.status(sound), std::string("SUCCEEDED"));
    QCOMPARE(world.status(poisoned), std::string("SUBMITTING"));
    QCOMPARE(settle(world, 1), std::string("0"));
    QCOMPARE(
        world.scalar("select payment_id || ' ' || kind || ' ' || tries from review.waiting_facts"),
        poisoned + " RESULT 2");
}

// Two cores settle at once: the second has begun to read when the first commits.
void WaitingFactsTest::whatWaitedTakesEffectOnce()
{
    constexpr int kFacts = 14;
    WitnessWorld world(*m_fixture);
    std::vector<std::string> payments;
    for (int i = 0; i < kFacts; ++i) {
        payments.push_back(world.accept("k" + std::to_string(i)));
        world.send(payments.back());
    }
    world.pretendRestart();
    for (const std::string& payment : payments)
        world.evidence(
            payment,
            "FOUND",
            EngineWorld::charge("ch_" + payment, 1250, world.column(payment, "reference")));
    endCheck(world);
    std::sort(payments.begin(), payments.end());
    QCOMPARE(world.scalar("select count(*) from onceover.waiting_facts"), std::to_string(kFacts));
    // The first settles the last fact and holds what the second needs for its first one.
    Connection first = m_fixture->connectOwner(world.database);
    const LockStep both = inLockStep(
        world.owner,
        first,
        {"with held as materialized (select 1 from onceover.chains where subject_id = $1 for "
         "update) select count(*)::text as answer from held, lateral (select "
         "onceover.settle_fact('EVIDENCE', (select fact_id from onceover.waiting_facts where "
         "payment_id = $2))) settled",
         Params().text(payments.front()).text(payments.back())},
        world.core2,
        {"select onceover.settle_stored($1, 100)::text as answer", coreParams(2)});
    QVERIFY(both.hasWaited);
    QCOMPARE(both.first, std::string("1"));
    QCOMPARE(both.second, std::to_string(kFacts - 1));
    QCOMPARE(
        world.scalar(
            "select count(*) from onceover.events where kind = 'EVIDENCE_RECORDED' and subject_id "
            "= $1",
            Params().text(payments.back())),
        std::string("1"));
    QCOMPARE(world.scalar("select count(*) from onceover.waiting_facts"), std::string("0"));
    QVERIFY(world.isConsistent());
}

// Payments that time has ended in this way; answers the function that ends them.
const char* WaitingFactsTest::prepareToEnd(
    WitnessWorld& world, const QString& what, const std::vector<std::string>& keys)
{
    for (const std::string& key : keys) {
        const std::string payment = world.accept(key);
        if (what == QLatin1String("lease"))
            world.send(payment, 0);
        if (what == QLatin1String("proposal")) {
            world.send(payment, 0);
            mustRun(world.core2, "select onceover.expire_leases($1, 100)", coreParams(2));
            world.take(world.liwei, payment);
            const std::string decision = world.freshId();
            (void)world.propose(world.liwei, decision, payment, "CONFIRM");
            world.alterProposal(decision, "expires_at = now() - interval '1 second'");
        }
    }
    if (what == QLatin1String("send_before")) {
        world.runAsOwner("alter table onceover.payments disable trigger guard_payment");
        world.runAsOwner("update onceover.payments set send_before = '2001-01-01'");
        world.runAsOwner("alter table onceover.payments enable always trigger guard_payment");
    }
    return what == QLatin1String("lease") ? "expire_leases" : "end_overdue";
}

void WaitingFactsTest::onePaymentDoesNotHoldUpTheOthers_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("sqlstate");
    for (const char* what : {"lease", "send_before", "proposal"}) {
        QTest::addRow("%s", what) << QString::fromLatin1(what) << QStringLiteral("22003");
        QTest::addRow("%s, out of memory", what)
            << QString::fromLatin1(what) << QStringLiteral("53200");
    }
}

void WaitingFactsTest::aBatchThatCannotEndDoesNotStandInFront_data()
{
    QTest::addColumn<QString>("what");
    for (const char* what : {"lease", "send_before", "proposal"})
        QTest::addRow("%s", what) << QString::fromLatin1(what);
}

// What time has ended is ended, beside a payment that cannot be.
void WaitingFactsTest::onePaymentDoesNotHoldUpTheOthers()
{
    QFETCH(QString, what);
    QFETCH(QString, sqlstate);
    WitnessWorld world(*m_fixture);
    const char* const function = prepareToEnd(world, what, {"one", "two"});
    const std::string poisoned =
        world.scalar("select min(payment_id::text) from onceover.payments");
    poison(world, "events", "new.subject_id = '" + poisoned + "'", sqlstate.toStdString());
    const std::string ended = answerOf(
        world.core2,
        {std::string("select onceover.") + function + "($1, 100)::text as answer", coreParams(2)});
    if (sqlstate == QLatin1String("53200")) {
        QCOMPARE(ended.rfind("database.", 0), std::size_t(0));
        QCOMPARE(world.scalar("select count(*) from review.stuck_steps"), std::string("0"));
        return;
    }
    QCOMPARE(ended, std::string("1"));
    // What cannot be ended is shown, and no longer once it is ended.
    QCOMPARE(
        world.scalar(
            "select step || ' ' || tries || ' ' || failure from review.stuck_steps where "
            "subject = $1",
            Params().text(poisoned)),
        what.toUpper().toStdString() + " 1 22003 test.poison");
    world.runAsOwner("drop trigger poison on onceover.events");
    QCOMPARE(
        answerOf(
            world.core2,
            {std::string("select onceover.") + function + "($1, 100)::text as answer",
             coreParams(2)}),
        std::string("1"));
    QCOMPARE(world.scalar("select count(*) from onceover.stuck_steps"), std::string("0"));
}

// One a round, and the first two can never be ended: what comes after them has its turn.
void WaitingFactsTest::aBatchThatCannotEndDoesNotStandInFront()
{
    QFETCH(QString, what);
    WitnessWorld world(*m_fixture);
    const char* const function = prepareToEnd(world, what, {"one", "two", "three"});
    const std::string last = world.scalar("select max(payment_id::text) from onceover.payments");
    poison(world, "events", "new.subject_id < '" + last + "'", "22003");
    std::string answers;
    for (int round = 0; round < 5; ++round)
        answers += answerOf(
            world.core2,
            {std::string("select onceover.") + function + "($1, 1)::text as answer",
             coreParams(2)});
    QCOMPARE(answers, std::string("00100"));
    QCOMPARE(
        world.scalar("select string_agg(tries::text, ' ') from review.stuck_steps"),
        std::string("2 2"));
}

// A fact that does not take effect is one more reason for people to look.
void WaitingFactsTest::aWaitingFactKeepsNoPaymentFromPeople()
{
    WitnessWorld world(*m_fixture);
    const std::string payment = world.accept("waits");
    const int attempt = world.send(payment, 0);
    world.pretendRestart();
    QCOMPARE(world.record(attempt, "SUCCEEDED", "ch_1"), std::string("STORED "));
    endCheck(world);
    mustRun(world.core2, "select onceover.expire_leases($1, 100)", coreParams(2));
    for (const char* verdict : {"HAPPENED", "NOT_HAPPENED", "WAIT"}) {
        QCOMPARE(world.verdictCode(payment, verdict), std::string());
        QCOMPARE(world.status(payment), std::string("UNKNOWN CLAIM_LOST"));
    }
    QCOMPARE(world.verdictCode(payment, "EXHAUSTED"), std::string());
    QCOMPARE(world.status(payment), std::string("REVIEW EXHAUSTED"));
}

// A charge that was shown while nothing moved: the refused payment is not tried again, and does not
// stand in front of the others.
void WaitingFactsTest::whatWaitsIsNoGroundToRetry()
{
    WitnessWorld world(*m_fixture);
    const std::string payment = world.accept("refused");
    QCOMPARE(world.record(world.send(payment), "REJECTED_RETRYABLE"), std::string("RECORDED "));
    const auto offered = [&] {
        return answerOf(
            world.core2,
            {"select count(*)::text as answer from onceover.payments_to_retry($1, 'card', 100)",
             coreParams(2)});
    };
    QCOMPARE(offered(), std::string("1"));
    world.pretendRestart();
    world.evidence(
        payment, "FOUND", EngineWorld::charge("ch_1", 1250, world.column(payment, "reference")));
    endCheck(world);
    QCOMPARE(offered(), std::string("0"));
    QCOMPARE(
        answerOf(
            world.core2,
            {"select coalesce(onceover.grant_automatic($1, $2)::text, 'none') as answer",
             coreParams(2).text(payment)}),
        std::string("none"));
    QCOMPARE(
        world.acceptOutcome(EngineWorld::request("refused", "card", 1250, {})),
        std::string("REPLAYED intake.replayed"));
}

// A charge of an amount that differs: it is seen twice while nothing moves, and takes effect once.
// From then on it is among the facts that people see and sign, at the version that it raised.
void WaitingFactsTest::whatTookEffectLateIsSigned()
{
    WitnessWorld world(*m_fixture);
    const std::string payment = world.reviewPayment();
    const std::string charge = EngineWorld::charge("ch_1", 700, world.reference(payment));
    world.pretendRestart();
    for (int count = 0; count < 2; ++count)
        QCOMPARE(world.evidence(payment, "FOUND", charge), std::string("repeat"));
    QCOMPARE(world.scalar("select count(*) from review.waiting_facts"), std::string("1"));
    endCheck(world);
    const auto signedFacts = [&] {
        return world.scalar(
            "select count(*) from jsonb_object_keys(onceover.case_facts($1)) name where name like "
            "'evidence:%' and name in (select 'evidence:' || evidence_id from onceover.evidence "
            "where kind = 'FOUND')",
            Params().text(payment));
    };
    QCOMPARE(signedFacts(), std::string("0"));
    const std::string before = world.digest(payment);
    QCOMPARE(settle(world, 100), std::string("1"));
    QVERIFY(world.digest(payment) != before);
    QCOMPARE(signedFacts(), std::string("1"));
    QCOMPARE(
        world.scalar(
            "select string_agg(is_material || ' ' || evidence_version, ', ' order by is_material) "
            "from review.evidence where payment_id = $1 and kind = 'FOUND'",
            Params().text(payment)),
        "false 0, true " + world.column(payment, "evidence_version"));
    // The same sight again says nothing new.
    QCOMPARE(world.evidence(payment, "FOUND", charge), std::string("repeat"));
    QVERIFY(world.isConsistent());
}

// Whatever writes: an answer or a sight is not forgotten before it has taken effect.
void WaitingFactsTest::aFactWaitsUntilItHasTakenEffect()
{
    WitnessWorld world(*m_fixture);
    const std::string payment = world.accept("answered");
    const int attempt = world.send(payment);
    world.pretendRestart();
    QCOMPARE(world.record(attempt, "SUCCEEDED", "ch_1"), std::string("STORED "));
    QCOMPARE(
        world.scalar("select count(*) from onceover.evidence where source = 'DIRECT'"),
        std::string("0"));
    for (const char* change :
         {"delete from onceover.waiting_facts",
          "update onceover.waiting_facts set stored_at = now()",
          "update onceover.waiting_facts set tries = -1"})
        QCOMPARE(codeOf(world.owner, change), std::string("guard.waiting_fact"));
    endCheck(world);
    QCOMPARE(settle(world, 100), std::string("1"));
    QCOMPARE(
        world.scalar("select count(*) from onceover.evidence where source = 'DIRECT'"),
        std::string("1"));
    QCOMPARE(world.scalar("select count(*) from onceover.waiting_facts"), std::string("0"));
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::WaitingFactsTest)

#include "waiting_facts_test.moc"
