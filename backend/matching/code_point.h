// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace onceover {

enum class CodePointKind
{
    // Part of a word: a letter or digit of an alphabetic script, or what stands over one.
    Word,
    // Between words, and what a bank may have put within a reference: blanks, hyphens, line ends.
    Joiner,
    // Between words; a reference never runs across it. Chinese and its like belong here: they are
    // written without blanks around a reference.
    Boundary,
    // Takes no room on a screen. It neither parts words nor joins them.
    Invisible,
    // The same, and changes the order in which the characters around it are shown.
    Direction,
};

// One character of untrusted UTF-8.
struct CodePoint
{
    char32_t value = 0;
    // 1 for a byte that is no UTF-8; such bytes are boundaries.
    std::size_t bytes = 1;
    CodePointKind kind = CodePointKind::Boundary;
    // The digit or upper-case Latin letter that it is, or looks like; 0 for none. A mark over a
    // letter has none either.
    char looksLike = 0;
};

// Reads the first character; `text` is not empty.
CodePoint codePointOf(std::string_view text);

} // namespace onceover
