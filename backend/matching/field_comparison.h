// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/matching/payment_facts.h"
#include "backend/matching/record_facts.h"

#include <string_view>

namespace onceover {

enum class Comparison
{
    Equal,
    Differs,
    // The record does not show it.
    Missing,
};

// "EQUAL", "DIFFERS", "MISSING".
std::string_view toText(Comparison comparison);

// How the compared fields of a record and a payment stand, for the rule and for the person who
// decides.
struct FieldComparison
{
    Comparison reference = Comparison::Missing;
    Comparison amount = Comparison::Missing;
    Comparison currency = Comparison::Missing;
    Comparison direction = Comparison::Missing;
    Comparison payeeAccount = Comparison::Missing;

    // What an automatic link needs besides uniqueness both ways. The account is shown, not
    // required: many records do not carry it, and banks write it in several ways.
    bool isExact() const
    {
        return reference == Comparison::Equal && amount == Comparison::Equal
               && currency == Comparison::Equal && direction == Comparison::Equal;
    }

    friend bool operator==(const FieldComparison&, const FieldComparison&) = default;
};

// The reference is compared as whole words of the record's identifiers and text (referencesOf).
FieldComparison compareFields(const RecordFacts& record, const PaymentFacts& payment);

} // namespace onceover
