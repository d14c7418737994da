// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of matching come into force by two people, after a core has tested them against what is
// known.
#include "tests/store/match_world.h"

#include <QTest>

using namespace onceover;

namespace {

std::string with(const std::string& old, const std::string& changed)
{
    std::string rules = MatchWorld::defaultRules();
    return rules.replace(rules.find(old), old.size(), changed);
}

// A payment of a month ago whose line came today, and one of today whose line will come late: by
// account and amount alone today's line would be the wrong one's.
void makeTreacherousPast(MatchWorld& world)
{
    const std::string a = world.sent("a");
    const std::string b = world.sent("b");
    world.store(
        {{"a's", 1250, "DE021203", 0, "", world.reference(a)},
         {"b's", 1250, "DE021203", 9, "", world.reference(b)}});
    world.runScript(
        "alter table onceover.attempts disable trigger user; update onceover.attempts set "
        "claimed_at = claimed_at - interval '30 days' where payment_id = '"
        + a + "'; alter table onceover.attempts enable always trigger append_only");
}

} // namespace

class MatchRuleBooksTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void twoPeopleAndATestPutRulesInForce()
    {
        MatchWorld world(m_fixture, "");
        world.sent("a");
        const std::string known = world.sent("known", 777);
        world.store({{"line"}, {"own", 777, "DE021203", 0, "", world.reference(known)}});
        const std::string decision = world.proposeRules(MatchWorld::defaultRules());
        QVERIFY2(Uuid::fromText(decision), decision.c_str());
        QCOMPARE(world.approve(world.ana, decision), std::string("rules.not_tested"));
        QCOMPARE(world.testRules(), std::string("tested"));
        QCOMPARE(world.testRules(), std::string("nothing"));
        QCOMPARE(
            world.scalar("select case_count || ' ' || linked_rightly || ' ' || wrong_count from "
                         "review.match_back_tests"),
            std::string("1 1 0"));
        QCOMPARE(
            world.scalar("select finding from review.match_back_test_findings"),
            std::string("NEWLY_FOUND"));
        QCOMPARE(world.approve(world.liwei2, decision), std::string("person.proposer"));
        QCOMPARE(world.approve(world.omar, decision), std::string("database.refused"));
        QCOMPARE(world.approve(world.ana, decision), std::string());
        QCOMPARE(world.stateOf(decision), std::string("IN_FORCE"));
        QCOMPARE(world.scalar("select version from review.match_rules"), std::string("1"));
        QCOMPARE(world.matchDue(), std::string("1 0"));
        QCOMPARE(world.ownerOf("line"), std::string("a ACCOUNT_AMOUNT_WINDOW"));
        QVERIFY(world.isConsistent());
    }

    void whoeverProposedCannotApprove()
    {
        MatchWorld world(m_fixture, "");
        const std::string decision = world.freshId();
        QCOMPARE(
            world.call(
                world.ana,
                "select onceover.propose_match_rules($1::uuid, $2, 'mine')",
                Params().text(decision).text(MatchWorld::defaultRules())),
            std::string());
        QCOMPARE(world.testRules(), std::string("tested"));
        QCOMPARE(world.approve(world.ana, decision), std::string("person.proposer"));
        QCOMPARE(world.proposeRules(MatchWorld::defaultRules()), std::string("proposal.open"));
        QCOMPARE(world.withdraw(world.ana, world.freshId(), decision), std::string());
        QCOMPARE(world.scalar("select count(*) from review.match_rules"), std::string("0"));
    }

    // What would have confirmed one known case wrongly is listed and cannot be applied, neither by
    // the function nor past it.
    void aWrongConfirmationKeepsRulesOut()
    {
        MatchWorld world(m_fixture, "");
        makeTreacherousPast(world);
        const std::string decision = world.proposeRules(MatchWorld::defaultRules());
        QCOMPARE(world.testRules(), std::string("tested"));
        QCOMPARE(
            world.scalar(
                "select string_agg(finding || ' ' || external_id || ' ' || p.idempotency_key || "
                "' ' || o.idempotency_key, ', ') from review.match_back_test_findings f join "
                "onceover.payments p on p.payment_id = f.payment_id join onceover.payments o on "
                "o.payment_id = f.owner_payment_id where finding = 'CONFIRMED_WRONGLY'"),
            std::string("CONFIRMED_WRONGLY a's b a"));
        QCOMPARE(world.approve(world.ana, decision), std::string("rules.confirm_wrongly"));
        world.runAsOwner("create or replace function onceover.check_match_rules(p_proposal "
                         "onceover.proposals) returns void language sql as 'select'");
        QCOMPARE(world.approve(world.ana, decision), std::string("guard.back_test"));
        QCOMPARE(world.scalar("select count(*) from review.match_rules"), std::string("0"));
        // Narrower days confirm nothing wrongly: no line of today is within none.
        MatchWorld careful(m_fixture, "");
        makeTreacherousPast(careful);
        const std::string narrow = careful.proposeRules(with("\"after\":5}", "\"after\":20}"));
        QCOMPARE(careful.testRules(), std::string("tested"));
        QCOMPARE(careful.approve(careful.ana, narrow), std::string());
    }

    // A test is of these rules and of the cases as they are.
    void aTestIsBoundToRulesAndCases()
    {
        MatchWorld world(m_fixture, "");
        const std::string first = world.proposeRules(MatchWorld::defaultRules());
        QCOMPARE(world.testRules(), std::string("tested"));
        QCOMPARE(world.withdraw(world.liwei, world.freshId(), first), std::string());
        const std::string other = world.proposeRules(with("\"sets\":true", "\"sets\":false"));
        QCOMPARE(world.approve(world.ana, other), std::string("rules.not_tested"));
        QCOMPARE(world.testRules(), std::string("tested"));
        // A case of that time is decided otherwise since.
        const std::string known = world.sent("known", 777);
        world.store({{"own", 777, "DE021203", 0, "", world.reference(known)}});
        world.runScript(
            "alter table onceover.record_owners disable trigger user; update "
            "onceover.record_owners set linked_at = linked_at - interval '1 hour'; alter table "
            "onceover.record_owners enable always trigger append_only");
        QCOMPARE(world.approve(world.ana, other), std::string("rules.not_tested"));
        QCOMPARE(world.testRules(), std::string("tested"));
        // Older than a day, though of the cases that were known then.
        world.runScript(
            "alter table onceover.match_back_tests disable trigger user; update "
            "onceover.match_back_tests set through_at = through_at - interval '25 hours', "
            "cases_sha256 = onceover.resolved_lines_digest(through_at - interval '25 hours'); "
            "alter table onceover.match_back_tests enable always trigger append_only");
        QCOMPARE(world.approve(world.ana, other), std::string("rules.not_tested"));
        QCOMPARE(world.testRules(), std::string("tested"));
        QCOMPARE(world.approve(world.ana, other), std::string());
    }

    // What no program can use is told, and never applied.
    void faultyRulesStayOut()
    {
        MatchWorld world(m_fixture, "");
        QCOMPARE(world.proposeRules("{}"), std::string("rules.invalid"));
        QCOMPARE(world.proposeRules("no JSON"), std::string("rules.invalid"));
        const std::string decision =
            world.proposeRules(with("\"guard\":{\"before\":2", "\"guard\":{\"before\":-2"));
        QCOMPARE(world.testRules(), std::string("tested"));
        QCOMPARE(world.testRules(), std::string("nothing"));
        QCOMPARE(world.approve(world.ana, decision), std::string("rules.invalid"));
    }

    // Nobody but a core that is a witness tests rules, and a test of other cases is refused.
    void onlyAWitnessTests()
    {
        MatchWorld world(m_fixture, "");
        const std::string decision = world.proposeRules(MatchWorld::defaultRules());
        const auto record = [&](Connection& who, const std::string& cases) {
            return world.call(
                who,
                "select onceover.record_back_test($1, $2::uuid, jsonb_build_object('decision_id', "
                "$3::text, 'through_us', onceover.micros(clock_timestamp()), 'cases_sha256', "
                "$4::text, 'linked_rightly', 0))",
                Params()
                    .uuid(StoreFixture::coreId(1))
                    .text(world.freshId())
                    .text(decision)
                    .text(cases));
        };
        const std::string cases = world.scalar("select onceover.resolved_lines_digest(now())");
        QCOMPARE(record(world.liwei, cases), std::string("database.refused"));
        QCOMPARE(record(world.core2, cases), std::string("core.unknown"));
        QCOMPARE(record(world.core, "other"), std::string("rules.not_tested"));
        QCOMPARE(record(world.core, cases), std::string());
    }

private:
    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(MatchRuleBooksTest)

#include "match_rule_books_test.moc"
