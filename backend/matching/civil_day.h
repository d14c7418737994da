// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onceover {

// Days since 1970-01-01 in the proleptic Gregorian calendar: a date without a time or a zone.
using CivilDay = std::int32_t;

// Exactly YYYY-MM-DD of a day that exists.
std::optional<CivilDay> dayFromText(std::string_view text);

// "2026-11-30".
std::string dayText(CivilDay day);

// 0 is Monday.
int weekdayOf(CivilDay day);

} // namespace onceover
