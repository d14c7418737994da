// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/name_key.h"

#include "backend/domain/reference.h"

#include <algorithm>
#include <array>

namespace onceover {

namespace {

constexpr std::string_view kAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

constexpr std::array<std::uint8_t, 256> kDigits = [] {
    std::array<std::uint8_t, 256> digits{};
    for (std::size_t digit = 0; digit < kAlphabet.size(); ++digit)
        digits[static_cast<unsigned char>(kAlphabet[digit])] = static_cast<std::uint8_t>(digit);
    return digits;
}();

} // namespace

NameKey nameKeyOf(std::string_view referenceText)
{
    NameKey key;
    for (const char character : referenceText) {
        key.high = key.high << 5U | key.low >> 59U;
        key.low = key.low << 5U | kDigits[static_cast<unsigned char>(character)];
    }
    // Above the 80 bits of the digits: no reference is the number that stands for none.
    key.high |= std::uint64_t{1} << 32U;
    return key;
}

NameKey plainNameKey(std::string_view text)
{
    const bool isUpper =
        std::none_of(text.begin(), text.end(), [](char character) { return character >= 'a'; });
    return isUpper && Reference::isReference(text) ? nameKeyOf(text) : NameKey{};
}

} // namespace onceover
