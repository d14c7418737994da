// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/reference.h"

#include "backend/domain/length_prefixed.h"
#include "backend/domain/sha256.h"

#include <algorithm>
#include <array>

namespace onceover {

namespace {

constexpr std::string_view kAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr std::size_t kDigits = 15;

char raised(char character)
{
    return character >= 'a' && character <= 'z' ? static_cast<char>(character - 'a' + 'A')
                                                : character;
}

// Of every byte, either case; -1 outside the alphabet. A million lines are read for references.
constexpr std::array<std::int8_t, 256> kValues = [] {
    std::array<std::int8_t, 256> values{};
    for (auto& value : values)
        value = -1;
    for (std::size_t value = 0; value < kAlphabet.size(); ++value) {
        const auto upper = static_cast<unsigned char>(kAlphabet[value]);
        values[upper] = static_cast<std::int8_t>(value);
        if (upper >= 'A')
            values[upper - 'A' + 'a'] = static_cast<std::int8_t>(value);
    }
    return values;
}();

int valueOf(char character)
{
    return kValues[static_cast<unsigned char>(character)];
}

// Luhn mod N (N = 32) over the digits, the rightmost one doubled first.
char checkCharacter(std::string_view digits)
{
    int factor = 2;
    int sum = 0;
    for (auto position = digits.rbegin(); position != digits.rend(); ++position) {
        const int addend = factor * valueOf(*position);
        sum += addend / 32 + addend % 32;
        factor = factor == 2 ? 1 : 2;
    }
    return kAlphabet[static_cast<std::size_t>((32 - sum % 32) % 32)];
}

} // namespace

Reference::Reference(std::string text)
    : m_text(std::move(text))
{}

Reference Reference::of(
    const Uuid& tenant, std::string_view source, std::string_view idempotencyKey)
{
    const Sha256 digest = sha256(LengthPrefixed(1)
                                     .add(std::string_view(tenant.toText()))
                                     .add(source)
                                     .add(idempotencyKey)
                                     .bytes());
    std::string text;
    for (std::size_t digit = 0; digit < kDigits; ++digit) {
        unsigned int value = 0;
        for (std::size_t bit = digit * 5; bit < digit * 5 + 5; ++bit)
            value = value << 1 | (unsigned{digest[bit / 8]} >> (7 - bit % 8) & 1U);
        text += kAlphabet[value];
    }
    text += checkCharacter(text);
    return Reference(std::move(text));
}

bool Reference::isReference(std::string_view text)
{
    if (text.size() != kDigits + 1)
        return false;
    for (const char character : text) {
        if (valueOf(character) < 0)
            return false;
    }
    return checkCharacter(text.substr(0, kDigits)) == raised(text.back());
}

std::optional<Reference> Reference::fromText(std::string_view text)
{
    if (!isReference(text))
        return std::nullopt;
    std::string upper;
    for (const char character : text)
        upper += raised(character);
    return Reference(std::move(upper));
}

} // namespace onceover
