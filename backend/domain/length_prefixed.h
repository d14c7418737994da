// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace onceover {

// The one canonical byte encoding of digests and event leaves: a version byte, then for each field
// a four-byte big-endian length and the bytes. A missing value is the length 0xffffffff and no
// bytes, so that it differs from an empty one. The database's function onceover.lp(text[]) produces
// the same bytes.
class LengthPrefixed
{
public:
    explicit LengthPrefixed(std::uint8_t version);

    LengthPrefixed& add(std::string_view bytes);
    LengthPrefixed& addMissing();
    // The decimal text of the number.
    LengthPrefixed& add(std::int64_t number);

    const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes;
};

} // namespace onceover
