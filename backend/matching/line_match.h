// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/matching/match_reason.h"
#include "backend/matching/tier.h"

#include <cstdint>
#include <vector>

namespace onceover {

// A pair of lines, linked by itself or worth showing to people. Positions in the given lists.
struct LineMatch
{
    std::uint32_t record = 0;
    std::uint32_t payment = 0;
    Tier tier = Tier::ExactReference;
    MatchReason reason = MatchReason::UniqueReference;
    // The payments that this record may belong to in the tier, this one included, and the other way
    // round: all of them, also where not every pair is listed. Of a set: its size on each side.
    std::uint32_t paymentCount = 1;
    std::uint32_t recordCount = 1;

    friend bool operator==(const LineMatch&, const LineMatch&) = default;
};

struct LineMatches
{
    std::vector<LineMatch> links;
    std::vector<LineMatch> forPeople;
};

} // namespace onceover
