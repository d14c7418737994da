// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/matching/match_rules.h"
#include "backend/matching/payment_facts.h"
#include "backend/matching/record_facts.h"

#include <cstdint>
#include <string_view>

namespace onceover {

// How a record's amount stands to a payment's. Only Equal lets a pair link by itself; the others
// say what a person would have to accept.
enum class AmountRelation
{
    Equal,
    // Equal once the charges are taken out that the record itself names.
    EqualBesideCharges,
    // The record's currency is another one, and the amount it says was ordered is ours.
    EqualAsOrdered,
    // The difference lies within the rule's bound for charges.
    WithinCharges,
    // The ordered amount lies within the rule's bound for exchanges.
    WithinExchange,
    Partial,
    Over,
    OtherCurrency,
    // The amount is a bundle's.
    NotItsOwn,
};

// "EQUAL", "EQUAL_BESIDE_CHARGES", "EQUAL_AS_ORDERED", "WITHIN_CHARGES", "WITHIN_EXCHANGE",
// "PARTIAL", "OVER", "OTHER_CURRENCY", "NOT_ITS_OWN".
std::string_view toText(AmountRelation relation);

// The bounds are those of `rules`; without rules there are none.
AmountRelation amountRelation(
    const RecordFacts& record, const PaymentFacts& payment, const MatchRules* rules);

} // namespace onceover
