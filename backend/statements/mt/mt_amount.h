// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/parse_log.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onceover {

// The amounts and dates of SWIFT's statement messages.

// Digits with a decimal comma: "1,", "0,1", ",50", "000000001213,28", and "20" for whole units.
// Nothing, with a refusal, for anything else and for more decimals than the currency has; an
// unknown or absent currency has two, with a warning.
std::optional<std::int64_t> readMtAmount(
    std::string_view text, std::string_view currency, ParseLog& log);

// A day of a message, year in two digits: "260116" is "2026-01-16".
struct MtDay
{
    std::string day;
    // As printed, where the calendar does not have that day and the month's last one was taken.
    std::string printed;
};

// Nothing, with a refusal, for what is no day; "000000" is an empty day.
std::optional<MtDay> readMtDay(std::string_view digits, ParseLog& log);

// The year of a month and day ("1230"): the one within 40 days from the day the statement opens,
// else the one nearest to the value date. Both "2026-01-01" or empty.
std::optional<MtDay> readMtEntryDay(
    std::string_view digits, std::string_view valueDay, std::string_view openingDay, ParseLog& log);

// A balance, "C260131EUR1234,89"; the currency may be missing.
struct MtBalance
{
    std::int64_t amountMinor = 0;
    std::string currency;
    std::string day;
};

std::optional<MtBalance> readMtBalance(
    std::string_view text, std::string_view fallbackCurrency, ParseLog& log);

// Whether the text has a balance's shape, readable or not.
bool looksLikeBalance(std::string_view text);

// Date and time of :13D: as ISO 8601, with its offset where it prints one.
std::string isoOfMtTime(std::string_view text);

} // namespace onceover
