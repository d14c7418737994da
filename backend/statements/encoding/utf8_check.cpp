// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/encoding/utf8_check.h"

namespace onceover {

Utf8Check::Step Utf8Check::feed(unsigned char byte)
{
    if (m_missing > 0) {
        if (byte < m_lowest || byte > m_highest) {
            m_missing = 0;
            return Step::BrokenBefore;
        }
        m_lowest = 0x80;
        m_highest = 0xbf;
        return --m_missing == 0 ? Step::Complete : Step::Inside;
    }
    if (byte < 0x80)
        return Step::Ascii;
    if (byte < 0xc2 || byte > 0xf4)
        return Step::Broken;
    m_lowest = byte == 0xe0 ? 0xa0 : byte == 0xf0 ? 0x90 : 0x80;
    m_highest = byte == 0xed ? 0x9f : byte == 0xf4 ? 0x8f : 0xbf;
    m_missing = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    return Step::Inside;
}

} // namespace onceover
