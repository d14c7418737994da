// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace onceover {

// What a spreadsheet does to an identifier that it takes for a number or a date.
enum class Damage
{
    // 9.91214E+15
    ScientificNotation,
    // Sixteen digits or more of which only fifteen were kept.
    DigitsLost,
    // 3-1 became 03-Jan.
    Date,
    // #REF!, #####
    NoValue,
};

// "SCIENTIFIC_NOTATION", "DIGITS_LOST", "DATE", "NO_VALUE".
std::string_view toText(Damage damage);

// Something identifiers are compared by. Untrusted; any bytes.
//
// A filler that says "there is none": empty, NOTPROVIDED, NONREF and their kin, nothing but zeros
// or punctuation.
bool isPlaceholder(std::string_view identifier);

// How a spreadsheet damaged it. A damaged identifier matches nothing by itself. Lost leading zeros
// cannot be seen on the identifier alone (resembling()).
std::optional<Damage> damageOf(std::string_view identifier);

// For an exact comparison: without blanks around it and without the apostrophe by which a
// spreadsheet protects text.
std::string_view trimmedIdentifier(std::string_view identifier);

// Upper-case ASCII letters and digits, what stands between them left out; other letters give a name
// that nothing of ours equals. Invisible characters are no part of it.
std::string foldedIdentifier(std::string_view identifier);

// For people only: a folded identifier with look-alikes (O and 0, I, L and 1, other scripts) made
// one and the zeros that begin a run of digits left out.
std::string resembling(std::string_view identifier);

// The reference inside an ISO 11649 creditor reference (RFnn…) whose check digits are right; takes
// a folded identifier.
std::optional<std::string> creditorReferenceRest(std::string_view folded);

} // namespace onceover
