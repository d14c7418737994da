// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/length_prefixed.h"

namespace onceover {

LengthPrefixed::LengthPrefixed(std::uint8_t version)
    : m_bytes(1, static_cast<char>(version))
{}

LengthPrefixed& LengthPrefixed::add(std::string_view bytes)
{
    const auto length = static_cast<std::uint32_t>(bytes.size());
    for (int shift = 24; shift >= 0; shift -= 8)
        m_bytes += static_cast<char>((length >> shift) & 0xffU);
    m_bytes += bytes;
    return *this;
}

LengthPrefixed& LengthPrefixed::addMissing()
{
    m_bytes.append(4, '\xff');
    return *this;
}

LengthPrefixed& LengthPrefixed::add(std::int64_t number)
{
    return add(std::string_view(std::to_string(number)));
}

} // namespace onceover
