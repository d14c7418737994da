// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace onceover {

// An identifier as text: without blanks around it, the apostrophe or the formula ="…" that
// spreadsheets use to protect text.
std::string identifierText(std::string_view cell);

// Whether a spreadsheet made another value of it: an exponent ("9.91214E+15") or a date ("03-Jan").
bool isMangledIdentifier(std::string_view text);

// Spreadsheets keep fifteen digits; whether the rest of a longer number are zeros. One such number
// may be right; a column in which all of them are is damaged.
bool hasLongNumber(std::string_view text);
bool hasLostDigits(std::string_view text);

} // namespace onceover
