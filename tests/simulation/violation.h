// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace onceover::simulation {

// Something happened that must not: the schedule ends here.
struct Violation
{
    // A stable name of the rule, and what was seen.
    std::string rule;
    std::string detail;
};

// A function of the database refused: nothing happened.
struct Refusal
{
    std::string code;
};

// Another transaction holds a row that this one needs.
struct RowLocked
{};

} // namespace onceover::simulation
