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

enum class TextKind
{
    // Part of a word: a letter or digit of an alphabetic script.
    Word,
    // Between words, and what a bank may have put within a reference.
    Joiner,
    // Between words; a reference never runs across it.
    Boundary,
};

struct TextStep
{
    TextKind kind;
    std::size_t bytes;
};

bool startsWithAny(std::string_view text, std::initializer_list<std::string_view> beginnings)
{
    return std::any_of(beginnings.begin(), beginnings.end(), [text](std::string_view each) {
        return text.starts_with(each);
    });
}

// Reads one character of UTF-8 text; broken bytes are boundaries.
TextStep stepOf(std::string_view text)
{
    const auto byte = static_cast<unsigned char>(text.front());
    if (byte < 0x80) {
        const char upper = raised(text.front());
        if ((upper >= '0' && upper <= '9') || (upper >= 'A' && upper <= 'Z'))
            return {TextKind::Word, 1};
        const bool isJoiner = std::string_view(" -\r\n\t/").find(upper) != std::string_view::npos;
        return {isJoiner ? TextKind::Joiner : TextKind::Boundary, 1};
    }
    const std::size_t length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 1;
    const std::size_t bytes = std::min(length, text.size());
    // No-break and other Unicode blanks and hyphens.
    if (startsWithAny(text, {"\xc2\xa0", "\xc2\xad", "\xe2\x80\xaf", "\xe3\x80\x80"}))
        return {TextKind::Joiner, bytes};
    if (text.starts_with("\xe2\x80") && text.size() > 2
        && static_cast<unsigned char>(text[2]) <= 0x95)
        return {TextKind::Joiner, bytes};
    // Latin, Greek, Cyrillic and full-width letters make words with the letters beside them.
    // Chinese and its like do not: they are written without blanks around a reference.
    const bool isLetter =
        (bytes == 2 && byte >= 0xc3)
        || startsWithAny(
            text, {"\xe1\xb8", "\xe1\xb9", "\xe1\xba", "\xe1\xbb", "\xef\xbc", "\xef\xbd"});
    return {isLetter ? TextKind::Word : TextKind::Boundary, bytes};
}

// A word of the text; `joinsNext` when only joiners stand between it and the next one.
struct Word
{
    std::string_view text;
    bool joinsNext = false;
};

std::vector<Word> wordsOf(std::string_view text)
{
    std::vector<Word> words;
    std::size_t begin = 0;
    std::size_t position = 0;
    const auto closeWord = [&] {
        if (position > begin)
            words.push_back(Word{text.substr(begin, position - begin), true});
    };
    while (position < text.size()) {
        const TextStep step = stepOf(text.substr(position));
        if (step.kind != TextKind::Word) {
            closeWord();
            if (step.kind == TextKind::Boundary && !words.empty())
                words.back().joinsNext = false;
            begin = position + step.bytes;
        }
        position += step.bytes;
    }
    closeWord();
    return words;
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
    const std::vector<Word> words = wordsOf(text);
    for (std::size_t first = 0; first < words.size(); ++first) {
        std::string candidate;
        for (std::size_t last = first; last < words.size() && candidate.size() <= kDigits; ++last) {
            candidate += words[last].text;
            if (candidate.size() > kDigits || !words[last].joinsNext)
                break;
        }
        const auto reference = fromText(candidate);
        if (reference && std::find(found.begin(), found.end(), *reference) == found.end())
            found.push_back(*reference);
    }
    return found;
}

} // namespace onceover
