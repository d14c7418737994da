// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/text_reading.h"

#include "backend/matching/code_point.h"

namespace onceover {

TextReading::TextReading(std::string_view text)
{
    m_characters.reserve(text.size());
    m_likeness.reserve(text.size());
    m_marks.reserve(text.size());
    std::uint8_t pending = kBegins | kParted;
    bool hasOwn = false;
    bool hasForeign = false;
    for (std::size_t position = 0; position < text.size();) {
        const CodePoint point = codePointOf(text.substr(position));
        position += point.bytes;
        if (point.kind == CodePointKind::Word) {
            const bool isOwn = point.bytes == 1;
            const bool isLower = isOwn && point.value >= 'a';
            m_characters += isOwn ? point.looksLike : '?';
            m_likeness += point.looksLike != 0 ? point.looksLike : '?';
            m_marks.push_back(pending | (isLower ? kLower : std::uint8_t{0}));
            pending = 0;
            hasOwn = hasOwn || isOwn;
            hasForeign = hasForeign || (!isOwn && point.looksLike != 0);
            m_notes.hasLookAlike = m_notes.hasLookAlike || (hasOwn && hasForeign);
            continue;
        }
        if (point.kind == CodePointKind::Joiner || point.kind == CodePointKind::Boundary) {
            pending |= point.kind == CodePointKind::Joiner ? kBegins : kBegins | kParted;
            hasOwn = hasForeign = false;
            continue;
        }
        pending |= kUnseen;
        m_notes.hasInvisible = true;
        m_notes.hasDirection = m_notes.hasDirection || point.kind == CodePointKind::Direction;
    }
}

} // namespace onceover
