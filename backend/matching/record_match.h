// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/matching/field_comparison.h"
#include "backend/matching/found_reference.h"
#include "backend/matching/payment_facts.h"
#include "backend/matching/record_facts.h"

#include <cstddef>
#include <map>
#include <string_view>
#include <vector>

namespace onceover {

// How strongly a record names a payment, strongest first.
enum class Tier
{
    ExactReference,
    NormalisedReference,
    AccountAmountWindow,
};

// "EXACT_REFERENCE", "NORMALISED_REFERENCE", "ACCOUNT_AMOUNT_WINDOW".
std::string_view toText(Tier tier);

using PaymentsByReference = std::map<Reference, PaymentFacts>;

// A pair that may belong together.
struct RecordMatch
{
    // Position of the record in the given list.
    std::size_t record = 0;
    FoundReference found;
    FieldComparison fields;
    Tier tier = Tier::ExactReference;
    // No person is needed: a booked record that undoes nothing, exact in every required field,
    // naming this payment alone, and no other record doing the same. Everything else is a
    // candidate.
    bool isAutomatic = false;
};

// The pairs of the exact-reference tier, in the order of the records. `records` must hold every
// record of one layer that still lacks an owner, `payments` every payment lacking a record in that
// layer that one of them may name: uniqueness is judged among these.
std::vector<RecordMatch> matchByReference(
    const std::vector<RecordFacts>& records, const PaymentsByReference& payments);

} // namespace onceover
