// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/matching/layer_matcher.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace onceover {

// A time that is over: every record and payment of one layer as they stood, and what people and
// proof made of each record since.
struct ResolvedCases
{
    std::vector<RecordFacts> records;
    std::vector<PaymentFacts> payments;
    std::vector<CoveredDays> coverage;
    // For each record the payment it turned out to belong to; nothing for a record of no payment.
    std::vector<std::optional<std::size_t>> owners;
};

enum class BackTestKind
{
    // Would have been linked to a payment that it does not belong to.
    ConfirmedWrongly,
    // Would have been linked rightly, and was not under the old rules.
    NewlyFound,
    // Was linked rightly under the old rules and would go to people.
    NoLongerFound,
};

struct BackTestFinding
{
    BackTestKind kind = BackTestKind::ConfirmedWrongly;
    RecordMatch match;
};

struct BackTest
{
    std::vector<BackTestFinding> findings;
    std::size_t rightlyLinked = 0;

    // Rules that would have confirmed one case wrongly are not put in force.
    bool isHarmless() const;
};

// What new rules would have made of resolved cases, beside the rules in force.
BackTest backTest(
    const ResolvedCases& cases, const MatchRuleBook& proposed, const MatchRuleBook& inForce);

} // namespace onceover
