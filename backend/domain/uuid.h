// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onceover {

// A UUID value (RFC 9562). Text form is lower case with hyphens.
class Uuid
{
public:
    Uuid() = default;

    static std::optional<Uuid> fromText(std::string_view text);

    // Version 7: 48 bits of Unix milliseconds, the rest from `random` (10 bytes used).
    static Uuid version7(std::int64_t unixMs, const std::array<std::uint8_t, 10>& random);

    std::string toText() const;

    bool isNull() const { return m_bytes == std::array<std::uint8_t, 16>{}; }

    const std::array<std::uint8_t, 16>& bytes() const { return m_bytes; }

    friend auto operator<=>(const Uuid&, const Uuid&) = default;

private:
    std::array<std::uint8_t, 16> m_bytes{};
};

} // namespace onceover
