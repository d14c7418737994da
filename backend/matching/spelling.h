// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace onceover {

// How a record writes a name of ours, most trustworthy first.
enum class Spelling : std::uint8_t
{
    // As we wrote it, as a whole word.
    Exact,
    // The same characters in lower case, or spread over words and lines by blanks and hyphens.
    Normalised,
    // Its beginning, where the bank's field ends.
    Truncated,
    // Right only after characters are taken for others that look like them: O for 0, Cyrillic А for
    // Latin A, or leading zeros that one side lacks.
    LookAlike,
    // With characters that nobody sees between its own, or in text that is shown in another order
    // than it is stored in.
    Disguised,
};

// "EXACT", "NORMALISED", "TRUNCATED", "LOOK_ALIKE", "DISGUISED".
std::string_view toText(Spelling spelling);

// Nothing moves by itself on a name that only looks right.
constexpr bool isForPeople(Spelling spelling)
{
    return spelling >= Spelling::LookAlike;
}

} // namespace onceover
