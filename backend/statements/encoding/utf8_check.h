// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace onceover {

// Strict UTF-8, a byte at a time: no overlong forms, no surrogates, nothing above U+10FFFF.
class Utf8Check
{
public:
    enum class Step : std::uint8_t
    {
        Ascii,
        // A character of several bytes began or goes on.
        Inside,
        // The byte ends a character of several bytes.
        Complete,
        // The bytes since the character's beginning, without this one, are no UTF-8; feed this
        // byte again.
        BrokenBefore,
        // This byte cannot begin a character.
        Broken,
    };

    Step feed(unsigned char byte);

    bool isInside() const { return m_missing > 0; }

private:
    int m_missing = 0;
    unsigned char m_lowest = 0x80;
    unsigned char m_highest = 0xbf;
};

} // namespace onceover
