// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/matching/amount_relation.h"
#include "backend/matching/payment_facts.h"
#include "backend/matching/record_facts.h"
#include "backend/matching/spelling.h"

#include <optional>
#include <string>
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
    // Ours or another identifier of the payment; Differs where the record names others only.
    Comparison reference = Comparison::Missing;
    // Where it is equal: how the record writes it, and in which field.
    std::optional<Spelling> spelling;
    std::string namedIn;
    Comparison amount = Comparison::Missing;
    AmountRelation amountRelation = AmountRelation::OtherCurrency;
    Comparison currency = Comparison::Missing;
    Comparison direction = Comparison::Missing;
    Comparison payeeAccount = Comparison::Missing;
    // The accounts are equal only after blanks and case are left out.
    bool isAccountNormalised = false;
    // Within the payment's window; missing where either side has no day.
    Comparison window = Comparison::Missing;

    // What an automatic link by name needs besides uniqueness both ways. The account is shown, not
    // required: many records do not carry it, and banks write it in several ways.
    bool isExact() const
    {
        return reference == Comparison::Equal && amount == Comparison::Equal
               && currency == Comparison::Equal && direction == Comparison::Equal;
    }

    friend bool operator==(const FieldComparison&, const FieldComparison&) = default;
};

// Accounts as people and banks write them: blanks and case carry no meaning.
std::string foldedAccount(std::string_view account);

// Names are compared as whole words of the record's identifiers and text.
FieldComparison compareFields(
    const RecordFacts& record, const PaymentFacts& payment, const MatchRules* rules = nullptr);

} // namespace onceover
