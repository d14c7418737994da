// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace onceover {

// How many bytes at the front are printable ASCII (0x20 to 0x7f): nearly all of a bank's text file,
// so that what looks at single bytes needs to look at the others only. Eight bytes at once.
inline std::size_t plainRun(std::string_view bytes)
{
    constexpr std::uint64_t kHighBits = 0x8080808080808080ULL;
    constexpr std::uint64_t kBlanks = 0x2020202020202020ULL;
    std::size_t position = 0;
    for (; position + sizeof(std::uint64_t) <= bytes.size(); position += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + position, sizeof word);
        // A byte below 0x20 borrows, a byte above 0x7f has its highest bit. A borrow can only mark
        // a byte above it wrongly, and then one below it is no plain one.
        if (((word | (word - kBlanks)) & kHighBits) != 0)
            break;
    }
    while (position < bytes.size()) {
        const auto byte = static_cast<unsigned char>(bytes[position]);
        if (byte < 0x20 || byte > 0x7f)
            break;
        ++position;
    }
    return position;
}

// Whether no byte is above 0x7f.
inline bool isAscii(std::string_view bytes)
{
    // Without a way out of the loop, so that it runs over many bytes at once.
    unsigned int seen = 0;
    for (const char each : bytes)
        seen |= static_cast<unsigned char>(each);
    return seen < 0x80;
}

} // namespace onceover
