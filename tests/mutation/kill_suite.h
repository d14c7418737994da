// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace onceover {

// What can kill a mutant, as units that run alone: functions of test classes,
// "GuardsTest::onePermitIsOpen", and whatever else registers units of its own.
class KillSuite
{
public:
    static std::vector<std::string> units();
    // True if the unit passes. Ends the program where the unit does.
    static bool run(const std::string& unit);
    // A unit that is no test function; answers true.
    static bool add(const std::string& unit, bool (*run)(const std::string& unit));
};

} // namespace onceover
