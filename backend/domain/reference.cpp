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

int valueOf(char character)
{
    const auto position = kAlphabet.find(raised(character));
    return position == std::string_view::npos ? -1 : static_cast<int>(position);
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

bool isSeparator(char character)
{
    return character == ' ' || character == '-' || character == '\r' || character == '\n'
           || character == '\t' || character == '/';
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
            value = value << 1 | (digest[bit / 8] >> (7 - bit % 8) & 1U);
        text += kAlphabet[value];
    }
    text += checkCharacter(text);
    return Reference(std::move(text));
}

std::optional<Reference> Reference::fromText(std::string_view text)
{
    if (text.size() != kDigits + 1)
        return std::nullopt;
    std::string upper;
    for (const char character : text) {
        if (valueOf(character) < 0)
            return std::nullopt;
        upper += raised(character);
    }
    if (checkCharacter(std::string_view(upper).substr(0, kDigits)) != upper.back())
        return std::nullopt;
    return Reference(std::move(upper));
}

std::vector<Reference> Reference::findIn(std::string_view text)
{
    std::vector<Reference> found;
    const auto consider = [&found](std::string_view sixteen) {
        const auto reference = fromText(sixteen);
        if (reference && std::find(found.begin(), found.end(), *reference) == found.end())
            found.push_back(*reference);
    };
    // Runs of alphabet characters with single separators skipped; a window of 16 slides over each
    // run.
    std::string run;
    for (std::size_t position = 0; position <= text.size(); ++position) {
        const bool isEnd = position == text.size();
        if (!isEnd && isSeparator(text[position]))
            continue;
        if (!isEnd && valueOf(text[position]) >= 0) {
            run += text[position];
            if (run.size() >= kDigits + 1)
                consider(std::string_view(run).substr(run.size() - kDigits - 1));
            continue;
        }
        run.clear();
    }
    return found;
}

} // namespace onceover
