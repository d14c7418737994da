// SPDX-License-Identifier: GPL-3.0-or-later
// A few hundred schedules of the simulator as one unit: the engine over ports of memory, with a
// fault at every call of a port.
#include "tests/mutation/kill_suite.h"
#include "tests/simulation/schedules.h"

#include <cstdio>

namespace onceover {

namespace {

constexpr int kSchedules = 400;

bool runSimulation(const std::string&)
{
    simulation::Coverage coverage;
    const auto failure =
        simulation::runSchedules(1, kSchedules, simulation::Defence::None, coverage);
    if (failure) {
        std::printf("FAIL!  : %s\n", failure->text().c_str());
    }
    return !failure;
}

[[maybe_unused]] const bool kIsAdded = KillSuite::add("simulation", runSimulation);

} // namespace

} // namespace onceover
