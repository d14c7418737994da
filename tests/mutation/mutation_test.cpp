// SPDX-License-Identifier: GPL-3.0-or-later
// The mutator first against planted texts, then one real mutant of each class: each is noticed.
#include "test_places.h"
#include "tests/mutation/cpp_mutants.h"
#include "tests/mutation/explained.h"
#include "tests/mutation/mutant_class.h"
#include "tests/mutation/sql_mutants.h"
#include "tests/mutation/sql_mutation.h"

#include <QTest>

#include <algorithm>
#include <memory>

using namespace onceover;

namespace {

constexpr const char* kPlantedFunction = R"(
create function onceover.planted(p_payment uuid) returns void
language plpgsql
as $$
begin
    perform onceover.require_armed();
    select * into strict payment from onceover.payments where payment_id = p_payment for update skip locked;
    if payment.status = 'PENDING' and payment.amount_minor between 1 and 9 or not exists (select from t where a > 1) then
        return;
    end if;
    update onceover.payments set generation = p_generation where payment_id = p_payment;
    perform onceover.add_event(p_payment, 'X');
end
$$;
)";

constexpr const char* kPlantedFile = R"(// if (comment)
namespace onceover {
int Planted::run(int count)
{
    if (auto written = m_journal.append(count); !written)
        return Failure::notHappened();
    m_store.call(count, "if (text) &&");
    if (count < 3 && !isOver()) {
        return 1;
    }
    return 2;
}
}
)";

std::vector<std::string> keysOf(const std::vector<Mutant>& mutants)
{
    std::vector<std::string> keys;
    for (const Mutant& mutant : mutants)
        keys.push_back(mutant.kind + ": " + mutant.before + " -> " + mutant.after);
    return keys;
}

void mustHold(const std::vector<std::string>& keys, const std::vector<std::string>& wanted)
{
    for (const std::string& key : wanted)
        QVERIFY2(std::find(keys.begin(), keys.end(), key) != keys.end(), key.c_str());
}

} // namespace

class MutationTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void theFunctionsDefencesAreFound()
    {
        const std::vector<SqlFunction> functions = sqlFunctions(kPlantedFunction);
        QCOMPARE(functions.size(), std::size_t(1));
        QCOMPARE(functions[0].name, std::string("planted"));
        const std::vector<std::string> keys = keysOf(sqlMutants("planted.sql", functions[0]));
        mustHold(
            keys,
            {"drop-guard: perform onceover.require_armed(); -> null;",
             "drop-lock: for update skip locked -> ",
             "drop-lock: skip locked -> ",
             "drop-conjunct: payment.status = 'PENDING' and -> ",
             "drop-conjunct: and payment.amount_minor between 1 and 9 -> ",
             "drop-conjunct: or not exists (select from t where a > 1) -> ",
             "drop-not: not exists -> exists",
             "swap-and-or: or -> and",
             "other-constant: payment.status = 'PENDING' -> payment.status = 'SUBMITTING'",
             "bend-comparison: a > 1 -> a >= 1",
             "drop-exit: return; -> null;",
             "bend-generation: generation = p_generation -> generation = generation",
             "drop-where: payment_id = p_payment -> true",
             "drop-event: perform onceover.add_event(p_payment, 'X'); -> null;"});
        QVERIFY(std::none_of(keys.begin(), keys.end(), [](const std::string& key) {
            return key.rfind("drop-conjunct: and 9", 0) == 0;
        }));
    }

    void theFilesDefencesAreFound()
    {
        const std::vector<std::string> keys = keysOf(cppMutants("planted.cpp", kPlantedFile));
        mustHold(
            keys,
            {"negate-if: !written -> !(!written)",
             "drop-guard: if (auto written = m_journal.append(count); !written) return "
             "Failure::notHappened(); -> ;",
             "drop-exit: return Failure::notHappened(); -> ;",
             "other-constant: Failure::notHappened -> Failure::possible",
             "drop-call: m_store.call(count, \"if (text) &&\"); -> ;",
             "swap-and-or: 3 && ! -> 3 || !",
             "bend-comparison: count < 3 -> count <= 3",
             "drop-not: !isOver -> isOver",
             "drop-exit: return 1; -> ;"});
        QVERIFY(std::any_of(keys.begin(), keys.end(), [](const std::string& key) {
            return key.rfind("swap-statements: if (auto written", 0) == 0;
        }));
        QVERIFY(std::none_of(keys.begin(), keys.end(), [](const std::string& key) {
            return key.find("comment") != std::string::npos;
        }));
    }

    void anExplanationIsForOneChange()
    {
        QVERIFY(Explained::matches("a | drop-lock | for update |", "a | drop-lock | for update |"));
        QVERIFY(Explained::matches("* | drop-lock | * |", "b | drop-lock | for update |"));
        QVERIFY(!Explained::matches(
            "a | drop-lock | for update |", "a | drop-lock | for update | | #2"));
        QVERIFY(!Explained::matches("a | drop-lock | for share |", "a | drop-lock | for update |"));
        const Explained explained =
            Explained::read(ONCEOVER_SOURCE_DIR "/tests/mutation/explained.txt");
        for (const std::string& pattern : explained.unexplained())
            QFAIL(("no reason is given for " + pattern).c_str());
    }

    void aMutantThatChangesNothingSurvives()
    {
        MutationScore score;
        Mutant same;
        same.file = "planted.sql";
        same.subject = "armed_epoch";
        same.kind = "planted";
        same.text = "comment on function onceover.armed_epoch() is 'the same function'";
        mutation().run({same}, score);
        QCOMPARE(score.survivors(), 1);
        QCOMPARE(score.percent(), 0);
    }

    // One of each class, and the unit that notices it; without the mutant the unit passes.
    void oneOfEachClassIsKilled_data()
    {
        QTest::addColumn<QString>("mutant");
        QTest::addColumn<QString>("unit");
        QTest::newRow("lock") << QStringLiteral("note_equal_payment | drop-lock | for update |")
                              << QStringLiteral("LockRacesTest::twinsAreSeenBehindAnOldOne");
        QTest::newRow("uniqueness") << QStringLiteral(
            "record_owners | drop-index | one_record_proves_one_payment_within_its_layer |")
                                    << QStringLiteral("GuardsTest::oneRecordProvesOnePayment");
        QTest::newRow("digest") << QStringLiteral(
            "approve | drop-guard | perform onceover.refuse('digest.changed', 'The approver*")
                                << QStringLiteral("desk: the approver sees the same facts");
        QTest::newRow("person") << QStringLiteral(
            "check_approver | drop-guard | perform onceover.refuse('person.proposer'*")
                                << QStringLiteral("desk: the proposer cannot approve");
        QTest::newRow("generation")
            << QStringLiteral("grant_next | bend-generation | then 1 else 0 | then 1 else 1")
            << QStringLiteral("flow: unknown, absent, sent again under the same key");
        QTest::newRow("ground") << QStringLiteral(
            "guard_permit | drop-guard | perform onceover.refuse('guard.ground_ref'*")
                                << QStringLiteral("AttackSendingTest::aPermitNamesItsGround");
        QTest::newRow("fence") << QStringLiteral(
            "apply_verdict | drop-guard | perform onceover.require_armed(); | null;")
                               << QStringLiteral("MachineCallsTest::fencedMovesNothing");
        QTest::newRow("lease") << QStringLiteral(
            "ready_to_call | drop-conjunct | or attempt.lease_until <= clock_timestamp() |")
                               << QStringLiteral("flow: the lease is over, and nobody has said so");
        QTest::newRow("status") << QStringLiteral(
            "apply_verdict | negate-if | payment.status = 'UNKNOWN' | *")
                                << QStringLiteral("flow: unknown for ever");
        QTest::newRow("fate") << QStringLiteral(
            "guard_fate | drop-guard | perform onceover.refuse('guard.unknown_is_never_failure'*")
                              << QStringLiteral("GuardsTest::unknownIsNeverFailure");
        QTest::newRow("event") << QStringLiteral("claim | drop-event | *")
                               << QStringLiteral("flow: refused for good");
        QTest::newRow("constraint") << QStringLiteral("payments | drop-trigger | guard_payment |")
                                    << QStringLiteral("GuardsTest::noStateIsSkipped");
    }

    void oneOfEachClassIsKilled()
    {
        QFETCH(QString, mutant);
        QFETCH(QString, unit);
        const KillReport report = mutation().ask(mutant.toStdString(), unit.toStdString());
        QVERIFY2(report.isKilled(), report.output.c_str());
        QCOMPARE(report.killer, unit.toStdString());
    }

    void theSampleHasEveryClass()
    {
        const std::vector<Mutant> all = mutation().mutants();
        const std::vector<Mutant> some = sampleOf(all, 1, 300);
        const std::vector<Mutant> others = sampleOf(all, 2, 300);
        QCOMPARE(some.size(), std::size_t(300));
        QVERIFY(keysOf(some) != keysOf(others));
        QVERIFY(keysOf(some) == keysOf(sampleOf(all, 1, 300)));
        for (const char* name :
             {"lock",
              "uniqueness",
              "digest",
              "person",
              "generation",
              "ground",
              "fence",
              "lease",
              "status",
              "fate",
              "event",
              "constraint"})
            QVERIFY2(
                std::count_if(
                    some.begin(),
                    some.end(),
                    [&](const Mutant& one) { return classOf(one) == name; })
                    >= 5,
                name);
    }

private:
    SqlMutation& mutation()
    {
        if (!m_mutation) {
            MutationOptions options;
            options.most = 3;
            m_mutation = std::make_unique<SqlMutation>(ONCEOVER_KILL_SUITE, options);
        }
        return *m_mutation;
    }

    std::unique_ptr<SqlMutation> m_mutation;
};

QTEST_GUILESS_MAIN(MutationTest)

#include "mutation_test.moc"
