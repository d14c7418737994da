// SPDX-License-Identifier: GPL-3.0-or-later
// The battery is worth what it notices: each defence is taken out of the functions in a database of
// its own, and some scenario must complain.
#include "tests/store/desk_mutants.h"
#include "tests/store/desk_scenarios.h"

#include <QTest>

#include <algorithm>

using namespace onceover;

class DeskMutantsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void theBatteryNotices_data()
    {
        QTest::addColumn<int>("index");
        int index = 0;
        for (const DeskMutant& mutant : deskMutants()) {
            QTest::newRow(mutant.name) << index++;
        }
    }

    void theBatteryNotices()
    {
        QFETCH(int, index);
        const DeskMutant mutant = deskMutants().at(static_cast<std::size_t>(index));
        DeskWorld world(m_fixture);
        const std::string source = world.scalar(
            "select pg_get_functiondef(p.oid) from pg_proc p where p.pronamespace = "
            "'onceover'::regnamespace and p.proname = $1",
            Params().text(mutant.function));
        const std::size_t at = source.find(mutant.text);
        QVERIFY2(at != std::string::npos, "the text of the mutant is not in the function");
        std::string mutated = source;
        mutated.replace(at, std::string(mutant.text).size(), mutant.replacement);
        world.runAsOwner(mutated);
        const std::string complaint = complaintOf(world, mutant.killer);
        QVERIFY2(!complaint.empty(), "the mutant survives");
        // A mutant that no longer runs proves nothing.
        QVERIFY2(complaint.find("database.statement") == std::string::npos, complaint.c_str());
    }

private:
    static std::string complaintOf(DeskWorld& world, const std::string& firstAsked)
    {
        std::vector<DeskScenario> scenarios = allDeskScenarios();
        std::stable_partition(scenarios.begin(), scenarios.end(), [&](const DeskScenario& one) {
            return one.name == firstAsked;
        });
        if (scenarios.front().name != firstAsked) {
            return {};
        }
        for (const DeskScenario& scenario : scenarios) {
            Findings findings;
            scenario.run(world, findings);
            if (!findings.isClean()) {
                return findings.complaint();
            }
        }
        return {};
    }

    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(DeskMutantsTest)
#include "desk_mutants_test.moc"
