// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/store/desk_world.h"

#include <vector>

namespace onceover {

// One promise of the desk, checked in a world that other scenarios have used before. The same
// battery is run on the functions as they are and on each of them with a defence removed.
struct DeskScenario
{
    const char* name;
    void (*run)(DeskWorld& world, Findings& findings);
};

// Who may do what, and with whom.
std::vector<DeskScenario> peopleScenarios();
// What a decision is bound to, and what it does.
std::vector<DeskScenario> bindingScenarios();
std::vector<DeskScenario> effectScenarios();
// Repeated, reused, parallel and doubtful commands.
std::vector<DeskScenario> commandScenarios();

std::vector<DeskScenario> allDeskScenarios();

} // namespace onceover
