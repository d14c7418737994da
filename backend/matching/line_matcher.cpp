// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/line_matcher.h"

#include "backend/matching/match_state.h"
#include "backend/matching/name_tiers.h"
#include "backend/matching/window_tier.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace onceover {

LineMatches matchLines(
    std::span<const RecordLine> records,
    std::span<const PaymentLine> payments,
    std::vector<NamePair> pairs)
{
    LineMatches matches;
    matches.links.reserve(std::min(records.size(), payments.size()));
    MatchState state(records.size(), payments.size());
    NameTiers(records, payments, std::move(pairs)).run(state, matches);
    WindowTier(records, payments).run(state, matches);
    // A pair that several tiers know is told once, by the strongest.
    std::vector<LineMatch>& told = matches.forPeople;
    const auto order = [&records, &payments](const LineMatch& match) {
        return std::make_tuple(records[match.record].id, payments[match.payment].id, match.tier);
    };
    std::sort(told.begin(), told.end(), [&order](const LineMatch& left, const LineMatch& right) {
        return order(left) < order(right);
    });
    const auto isSame = [](const LineMatch& left, const LineMatch& right) {
        return left.record == right.record && left.payment == right.payment;
    };
    told.erase(std::unique(told.begin(), told.end(), isSame), told.end());
    return matches;
}

} // namespace onceover
