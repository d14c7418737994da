// SPDX-License-Identifier: GPL-3.0-or-later
// The desk's scenarios as units, "desk: the proposer cannot approve". Scenarios that follow one
// another share a world.
#include "tests/mutation/kill_suite.h"
#include "tests/store/desk_scenarios.h"

#include <cstdio>

namespace onceover {

namespace {

const std::string kPrefix = "desk: ";

bool runScenario(const std::string& unit)
{
    static StoreFixture s_fixture;
    static DeskWorld s_world(s_fixture);
    for (const DeskScenario& scenario : allDeskScenarios()) {
        if (kPrefix + scenario.name == unit) {
            Findings findings;
            scenario.run(s_world, findings);
            if (!findings.isClean()) {
                std::printf("FAIL!  : %s\n", findings.complaint().c_str());
            }
            return findings.isClean();
        }
    }
    return false;
}

bool addScenarios()
{
    for (const DeskScenario& scenario : allDeskScenarios()) {
        KillSuite::add(kPrefix + scenario.name, runScenario);
    }
    return true;
}

[[maybe_unused]] const bool kIsAdded = addScenarios();

} // namespace

} // namespace onceover
