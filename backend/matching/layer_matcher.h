// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/matching/field_comparison.h"
#include "backend/matching/line_match.h"
#include "backend/matching/match_rule_book.h"
#include "backend/matching/payment_facts.h"
#include "backend/matching/record_facts.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace onceover {

// Days on which statements of an account are complete, both included.
struct CoveredDays
{
    std::string account;
    CivilDay from = 0;
    CivilDay to = 0;
};

// A pair that may belong together, as the console shows it. Positions in the given lists.
struct RecordMatch
{
    std::size_t record = 0;
    std::size_t payment = 0;
    Tier tier = Tier::ExactReference;
    // Says whether it was linked by itself (isAutomatic) and why, or why it waits for people.
    MatchReason reason = MatchReason::UniqueReference;
    FieldComparison fields;
    // Of how many payments and records this pair is one possibility, itself included.
    std::size_t paymentCount = 1;
    std::size_t recordCount = 1;

    friend bool operator==(const RecordMatch&, const RecordMatch&) = default;
};

// The pairs of one layer, by record identity. `records` must hold every record of the layer that
// still lacks an owner, `payments` every payment that lacks a record in it, settled ones included,
// and every other one that a record may name or that may have been charged more often than it has
// records: uniqueness is judged among these. A pure function: equal facts give equal pairs, in
// whatever order they stand.
std::vector<RecordMatch> matchLayer(
    std::span<const RecordFacts> records,
    std::span<const PaymentFacts> payments,
    const MatchRuleBook& rules,
    std::span<const CoveredDays> coverage = {});

} // namespace onceover
