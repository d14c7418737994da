// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/mutation/mutant.h"

#include <string>
#include <vector>

namespace onceover {

// What the change takes away: "lock", "digest", "person", "generation", "ground", "fence", "lease",
// "uniqueness", "status", … For C++ that none of these words is in, the folder of the file.
std::string classOf(const Mutant& mutant);

// As many mutants as are asked for, chosen by the seed and each mutant's own key: a change of one
// text changes the choice of few others. Half of them are dealt out evenly to the classes, so that
// each is in the sample, the rest is drawn from all. In the order drawn: the first of them are a
// sample too.
std::vector<Mutant> sampleOf(const std::vector<Mutant>& mutants, unsigned seed, std::size_t count);

} // namespace onceover
