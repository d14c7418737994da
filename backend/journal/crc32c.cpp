// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/journal/crc32c.h"

#include <array>

namespace onceover {

namespace {

constexpr std::uint32_t kReflectedPolynomial = 0x82f63b78U;

constexpr std::array<std::uint32_t, 256> makeTable()
{
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t remainder = byte;
        for (int bit = 0; bit < 8; ++bit) {
            remainder =
                (remainder & 1U) != 0 ? (remainder >> 1) ^ kReflectedPolynomial : remainder >> 1;
        }
        table[byte] = remainder;
    }
    return table;
}

constexpr std::array<std::uint32_t, 256> kTable = makeTable();

} // namespace

std::uint32_t crc32c(std::string_view bytes)
{
    std::uint32_t crc = 0xffffffffU;
    for (const char c : bytes) {
        crc = kTable[(crc ^ static_cast<unsigned char>(c)) & 0xffU] ^ (crc >> 8);
    }
    return ~crc;
}

} // namespace onceover
