// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace onceover {

// Which bytes of a stream are struck. By default a slice that differs with the seed
// (ONCEOVER_CUTS_SEED); with ONCEOVER_CUTS=all every byte.
class CutPoints
{
public:
    // Of `length` bytes about `count`, evenly spread from an offset of the seed's choice.
    static std::vector<std::uint64_t> of(std::uint64_t length, std::uint64_t count);
    // The same, with every byte of each message that begins at one of `starts` among them, and the
    // one behind it.
    static std::vector<std::uint64_t> of(
        std::uint64_t length,
        std::uint64_t count,
        const std::vector<std::size_t>& starts,
        std::size_t messageLength);

    static bool areAll();
    static std::uint64_t seed();
};

} // namespace onceover
