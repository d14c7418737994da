// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace onceover {

using Sha256 = std::array<std::uint8_t, 32>;

// SHA-256 (FIPS 180-4) by OpenSSL.
Sha256 sha256(std::string_view bytes);

// Lower-case hexadecimal.
std::string toHex(const Sha256& digest);

} // namespace onceover
