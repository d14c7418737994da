// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <string>

namespace onceover {

// The code point of each byte of a single-byte character set by ICU, -1 where the set leaves the
// byte undefined; nothing for unknown sets and those of several bytes a character.
std::optional<std::array<int, 256>> singleByteCharset(const std::string& name);

} // namespace onceover
