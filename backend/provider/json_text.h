// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace onceover {

// Reads one JSON text without losing anything that a decision could hang on: a duplicate member is
// refused (which of two amounts counts?), a number with a fraction, an exponent or more digits than
// 64 bits is kept as its text and never becomes a double, nesting over 64 levels and anything after
// the value are refused. Error (effect none): json.not_well_formed.
Result<nlohmann::json> parseJson(std::string_view text);

// A whole number that the text wrote as plain digits: 12 is one; 12.0, 1e3 and "12" are not.
std::optional<std::int64_t> exactInteger(const nlohmann::json& node);

// The text of a number, as written, or of a string; nothing for other nodes.
std::optional<std::string> decimalText(const nlohmann::json& node);

// The node at an RFC 6901 pointer, or nullptr. The pointer must have passed isJsonPointer.
const nlohmann::json* nodeAt(const nlohmann::json& root, const std::string& pointer);

bool isJsonPointer(const std::string& text);

// A string node of at most `maxBytes` without NUL: whatever else a provider sends there is treated
// as not shown, since no database text can hold a NUL and nobody can review a megabyte.
std::optional<std::string> shortText(const nlohmann::json& node, std::size_t maxBytes);

} // namespace onceover
