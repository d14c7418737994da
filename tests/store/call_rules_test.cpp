// SPDX-License-Identifier: GPL-3.0-or-later
// What the functions answer where another check, or a trigger, would have stopped the caller
// before: each line of call_rules.txt puts the tables into a state that no function leaves, calls
// one of them, and says what it refuses or does.
#include "tests/store/rules_world.h"

#include <QTest>

#include <cstdlib>

using namespace onceover;

class CallRulesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void everyCallIsAnswered()
    {
        RulesWorld world(m_fixture);
        std::string wrong;
        int count = 0;
        for (const std::vector<std::string>& line : RulesWorld::linesOf("call_rules.txt", 3)) {
            const std::string answer = world.answerTo(line[2]);
            if (answer.substr(0, answer.find(' ')) != line[1])
                wrong += line[0] + ", " + line[2].substr(0, 200) + "\n  is " + answer.substr(0, 300)
                         + ", should be " + line[1] + "\n";
            ++count;
            // Of a mutant one is enough.
            if (!wrong.empty() && std::getenv("ONCEOVER_TEST_MUTANT_SCRIPT") != nullptr)
                break;
        }
        QVERIFY2(wrong.empty(), wrong.c_str());
        QVERIFY(count > 0);
        qInfo("%d calls", count);
    }

private:
    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(CallRulesTest)

#include "call_rules_test.moc"
