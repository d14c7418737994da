// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/mt/mt_amount.h"
#include "backend/statements/mt/mt_lines.h"
#include "backend/statements/statement_entry.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// What the statement knows when it meets an entry.
struct MtEntryContext
{
    // Empty where no balance and no floor limit named one yet.
    std::string_view currency;
    // "2026-01-16" or empty.
    std::string_view openingDay;
};

// A field :61: with its lines: days, signed amount, references and supplementary details of the
// entry. Marks: C and D, RC (takes a credit back: money out), RD (gives a debit back: money in), EC
// and ED (expected: pending); the letter after a mark is the currency's third and no mark. Line
// ends that a bank put within the line are undone. Fills a new `entry`; false, with a refusal, for
// what cannot be read.
bool readMtEntry(
    MtLines lines, const MtEntryContext& context, StatementEntry& entry, ParseLog& log);

} // namespace onceover
