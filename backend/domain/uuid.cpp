// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/uuid.h"

namespace onceover {

namespace {

int hexValue(char character)
{
    if (character >= '0' && character <= '9')
        return character - '0';
    if (character >= 'a' && character <= 'f')
        return character - 'a' + 10;
    if (character >= 'A' && character <= 'F')
        return character - 'A' + 10;
    return -1;
}

bool isHyphenPosition(std::size_t position)
{
    return position == 8 || position == 13 || position == 18 || position == 23;
}

} // namespace

std::optional<Uuid> Uuid::fromText(std::string_view text)
{
    if (text.size() != 36)
        return std::nullopt;
    Uuid uuid;
    std::size_t nibble = 0;
    for (std::size_t position = 0; position < text.size(); ++position) {
        if (isHyphenPosition(position)) {
            if (text[position] != '-')
                return std::nullopt;
            continue;
        }
        const int value = hexValue(text[position]);
        if (value < 0)
            return std::nullopt;
        auto& byte = uuid.m_bytes[nibble / 2];
        byte = static_cast<std::uint8_t>((byte << 4) | value);
        ++nibble;
    }
    return uuid;
}

Uuid Uuid::version7(std::int64_t unixMs, const std::array<std::uint8_t, 10>& random)
{
    Uuid uuid;
    for (std::size_t index = 0; index < 6; ++index)
        uuid.m_bytes[index] = static_cast<std::uint8_t>(unixMs >> (8 * (5 - index)));
    for (std::size_t index = 0; index < 10; ++index)
        uuid.m_bytes[index + 6] = random[index];
    uuid.m_bytes[6] = static_cast<std::uint8_t>(0x70 | (uuid.m_bytes[6] & 0x0f));
    uuid.m_bytes[8] = static_cast<std::uint8_t>(0x80 | (uuid.m_bytes[8] & 0x3f));
    return uuid;
}

std::string Uuid::toText() const
{
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    text.reserve(36);
    for (const std::uint8_t byte : m_bytes) {
        if (isHyphenPosition(text.size()))
            text += '-';
        text += kDigits[byte >> 4];
        text += kDigits[byte & 0x0f];
    }
    return text;
}

} // namespace onceover
