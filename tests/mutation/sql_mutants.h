// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/mutation/mutant.h"
#include "tests/mutation/sql_source.h"

#include <string>
#include <vector>

namespace onceover {

// Every small change of one function that takes a defence away or bends it:
// drop-conjunct, drop-not, swap-and-or, negate-if, drop-where, drop-lock, drop-guard, drop-event,
// drop-statement, drop-exit, other-constant, bend-comparison, bend-generation.
std::vector<Mutant> sqlMutants(const std::string& file, const SqlFunction& function);

} // namespace onceover
