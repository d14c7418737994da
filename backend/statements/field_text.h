// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/parse_log.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onceover {

// Without XML white space at both ends.
std::string_view trimmed(std::string_view text);

// Trimmed, and every run of white space made one blank: banks wrap narrative text for their own
// columns.
std::string collapsed(std::string_view text);

// What a bank writes where it has no identifier: nothing, zeros, NOTPROVIDED, NONREF.
bool isNoReference(std::string_view text);

struct MinorAmount
{
    std::int64_t amountMinor = 0;
    std::string currency;
};

// A non-negative amount of a bank file; `currency` is the element's own code, else the account's.
// Refuses the file for signs, exponents, grouping, more decimals than the currency has, or no
// usable currency. A code without an ISO 4217 minor unit is read with two decimals and a warning.
std::optional<MinorAmount> readAmount(
    std::string_view text, std::string_view currency, ParseLog& log);

// The calendar day of an ISO date or date-time as printed, "2026-01-16"; empty for empty text. The
// 30th of February and its like (banks that count 30/360) become the month's last day with a
// warning; anything else refuses the file.
std::optional<std::string> readDay(std::string_view text, ParseLog& log);

// CRDT is 1, DBIT is -1; anything else refuses the file.
std::optional<int> readDirection(std::string_view text, ParseLog& log);

// "true" and "1", "false" and "0"; anything else is nothing.
std::optional<bool> readFlag(std::string_view text);

// Up to nine digits; anything else is nothing.
std::optional<std::int64_t> readCount(std::string_view text);

// A text that identifies something: at most 1,024 bytes, else the file is refused.
bool readIdentifier(std::string_view text, std::string& target, ParseLog& log);

// Adds with refusal of an overflow.
bool addMinor(std::int64_t& sum, std::int64_t amountMinor, ParseLog& log);

} // namespace onceover
