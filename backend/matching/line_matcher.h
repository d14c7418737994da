// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/matching/line_match.h"
#include "backend/matching/match_line.h"

#include <span>
#include <vector>

namespace onceover {

// Matches one layer. `payments` holds every payment that lacks a record in it, settled ones
// included, and those that may have been charged more often than they have records; `records`
// every record that is not taken, and taken ones that shall be told. What is linked does not depend
// on the order of either, nor on records and payments that share nothing with it; whoever is added
// and not linked itself only ever takes links away. Memory: about 200 bytes for each line.
LineMatches matchLines(
    std::span<const RecordLine> records,
    std::span<const PaymentLine> payments,
    std::vector<NamePair> pairs);

} // namespace onceover
