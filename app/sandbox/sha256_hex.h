// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace onceover {

// SHA-256 as 64 lower-case hexadecimal digits.
std::string sha256Hex(std::string_view bytes);

} // namespace onceover
