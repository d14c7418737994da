// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace onceover {

// The code point of each byte of a single-byte character set by ICU, -1 where the set leaves the
// byte undefined; nothing for unknown sets and those of several bytes a character.
std::optional<std::array<int, 256>> singleByteCharset(const std::string& name);

// "UTF-8", "UTF-16", "UTF-16LE" or "UTF-16BE" for the many spellings of these names.
std::optional<std::string> unicodeCharset(std::string_view name);

// The name under which ICU reads a character set in which every ASCII byte is itself and no byte
// switches to another alphabet; nothing for others. ISO-8859-1 is read as its superset
// Windows-1252, as browsers do: the bytes between are control characters that no bank means.
std::optional<std::string> asciiKeepingCharset(std::string_view name);

} // namespace onceover
