// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace onceover {

// Keeps the order of fields, so that ledger lines and answers read the same every time.
using Json = nlohmann::ordered_json;

// Field access that never throws: a missing field or one of another type gives the fallback.
std::string textIn(const Json& object, std::string_view name, std::string_view fallback = {});
std::int64_t integerIn(const Json& object, std::string_view name, std::int64_t fallback = 0);
bool flagIn(const Json& object, std::string_view name, bool fallback);

// Parses one JSON value; a discarded value where the text is none.
Json parsedJson(std::string_view text);

// One line of JSON; bytes that are no UTF-8 become replacement characters instead of an exception.
std::string jsonLine(const Json& value);

// The same text for equal values, whatever the order of the fields and the blanks were.
std::string canonicalJson(const Json& value);

} // namespace onceover
