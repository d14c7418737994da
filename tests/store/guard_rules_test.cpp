// SPDX-License-Identifier: GPL-3.0-or-later
// The guards of the tables, one at a time and with every other trigger off: what each refuses by
// itself, whoever writes, and what it lets pass. The functions meet the same conditions earlier;
// here nothing stands in front of the guard.
#include "tests/store/rules_world.h"

#include <QTest>

#include <map>

using namespace onceover;

namespace {

struct GuardRule
{
    std::string table;
    std::string guard;
    std::string code;
    std::string sql;
};

std::vector<GuardRule> rulesOfFile()
{
    std::vector<GuardRule> rules;
    for (const std::vector<std::string>& parts : RulesWorld::linesOf("guard_rules.txt", 4))
        rules.push_back({parts[0], parts[1], parts[2], parts[3]});
    return rules;
}

} // namespace

class GuardRulesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void everyGuardRefusesByItself()
    {
        RulesWorld world(m_fixture);
        const std::vector<GuardRule> rules = rulesOfFile();
        QVERIFY(rules.size() > 150);
        std::string wrong;
        for (const GuardRule& rule : rules) {
            const std::string answer = world.answerTo(rule.sql, rule.table, rule.guard);
            if (answer.substr(0, answer.find(' ')) != rule.code)
                wrong += rule.guard + ", " + rule.sql.substr(0, 160) + "\n  is "
                         + answer.substr(0, 200) + ", should be " + rule.code + "\n";
        }
        QVERIFY2(wrong.empty(), wrong.c_str());
        qInfo("%d rules", static_cast<int>(rules.size()));
    }

    // Every guard of the catalogue has a line that it refuses and one that it lets pass. What is
    // checked when the transaction commits has tests of its own.
    void everyGuardIsOnTheList()
    {
        EngineWorld world(m_fixture);
        std::map<std::string, int> refusals;
        std::map<std::string, int> passes;
        for (const GuardRule& rule : rulesOfFile())
            ++(rule.code == "passes" ? passes : refusals)[rule.guard];
        for (const Row& row : mustRun(
                 world.owner,
                 "select distinct t.tgname::text as name from pg_trigger t join pg_class r on "
                 "r.oid = t.tgrelid where r.relnamespace = 'onceover'::regnamespace and not "
                 "t.tgisinternal and t.tgname like 'guard%' and not t.tgdeferrable")) {
            const std::string guard = *row.text("name");
            QVERIFY2(refusals[guard] > 0 && passes[guard] > 0, guard.c_str());
        }
    }

private:
    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(GuardRulesTest)

#include "guard_rules_test.moc"
