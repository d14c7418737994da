// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/mutation/mutant.h"

#include <string>
#include <vector>

namespace onceover {

// Every small change of one C++ file: negate-if, drop-not, swap-and-or, bend-comparison,
// other-constant, drop-exit, drop-guard (an if with all that hangs on it), drop-call,
// swap-statements.
std::vector<Mutant> cppMutants(const std::string& file, const std::string& text);

} // namespace onceover
