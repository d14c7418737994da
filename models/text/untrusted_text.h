// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace onceover {

// Text that somebody outside wrote (payee, narrative, provider's answer), made safe to show: it is
// capped, what cannot be seen becomes visible, and it cannot turn round the text beside it. It
// stays plain text: views show it as such.
class UntrustedText
{
public:
    static constexpr qsizetype kMaxShownCharacters = 4096;

    // One line: line ends and tabs become visible signs. Wrapped in an isolate when it holds
    // right-to-left letters.
    static QString line(const QString& text, qsizetype maxCharacters = kMaxShownCharacters);

    // Several lines: line ends stay.
    static QString block(const QString& text, qsizetype maxCharacters = kMaxShownCharacters);

    // True where letters of scripts that look alike (Latin, Greek, Cyrillic, Armenian, Cherokee)
    // stand in one word, or a letter is of the full-width or mathematical kind: a name that reads
    // like another one.
    static bool mixesScripts(const QString& text);

    // "DE89…3000": all but the ends of an account number; short ones stay.
    static QString account(const QString& text);
};

} // namespace onceover
