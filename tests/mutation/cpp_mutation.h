// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/mutation/mutation_score.h"
#include "tests/mutation/sql_mutation.h"

namespace onceover {

// Mutants of the C++ files that move money: each compiled alone, linked with the unit tests in one
// program, and run until one fails.
void runCppMutation(const MutationOptions& options, bool isListing, MutationScore& score);

} // namespace onceover
