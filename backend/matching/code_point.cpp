// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/code_point.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace onceover {

namespace {

struct Span
{
    char32_t first;
    char32_t last;
};

// Each list is sorted.
constexpr std::array<Span, 9> kJoiners = {
    {{0x85, 0x85},
     {0xa0, 0xa0},
     {0x1680, 0x1680},
     {0x2000, 0x200a},
     {0x2010, 0x2015},
     {0x2028, 0x2029},
     {0x202f, 0x202f},
     {0x205f, 0x205f},
     {0x2212, 0x2212}}};
constexpr std::array<Span, 4> kWideJoiners = {
    {{0x3000, 0x3000}, {0xfe58, 0xfe58}, {0xfe63, 0xfe63}, {0xff0d, 0xff0d}}};
constexpr std::array<Span, 4> kDirections = {
    {{0x61c, 0x61c}, {0x200e, 0x200f}, {0x202a, 0x202e}, {0x2066, 0x2069}}};
constexpr std::array<Span, 16> kInvisible = {
    {{0x7f, 0x84},
     {0x86, 0x9f},
     {0xad, 0xad},
     {0x34f, 0x34f},
     {0x115f, 0x1160},
     {0x17b4, 0x17b5},
     {0x180b, 0x180f},
     {0x200b, 0x200d},
     {0x2060, 0x2065},
     {0x206a, 0x206f},
     {0x3164, 0x3164},
     {0xfe00, 0xfe0f},
     {0xfeff, 0xfeff},
     {0xffa0, 0xffa0},
     {0xfff0, 0xfffb},
     {0xe0000, 0xe0fff}}};
// Alphabetic scripts with their marks and digits, small and circled letters among them.
constexpr std::array<Span, 17> kWords = {
    {{0xaa, 0xaa},
     {0xb2, 0xb3},
     {0xb5, 0xb5},
     {0xb9, 0xba},
     {0xc0, 0xdff},
     {0x10a0, 0x10ff},
     {0x13a0, 0x13ff},
     {0x1ab0, 0x1aff},
     {0x1c80, 0x1fff},
     {0x2070, 0x209c},
     {0x20d0, 0x218b},
     {0x2460, 0x24ff},
     {0xa640, 0xa7ff},
     {0xfe20, 0xfe2f},
     {0xff10, 0xff19},
     {0xff21, 0xff3a},
     {0xff41, 0xff5a}}};

// Runs of characters that look like, or stand for, the digits and letters from `like` on.
struct Run
{
    char32_t first;
    char like;
    int count;
};

constexpr std::array<Run, 16> kRuns = {
    {{0x660, '0', 10},
     {0x6f0, '0', 10},
     {0x7c0, '0', 10},
     {0x966, '0', 10},
     {0x9e6, '0', 10},
     {0x2070, '0', 1},
     {0x2074, '4', 6},
     {0x2080, '0', 10},
     {0x2460, '1', 9},
     {0x24b6, 'A', 26},
     {0x24d0, 'A', 26},
     {0xff10, '0', 10},
     {0xff21, 'A', 26},
     {0xff41, 'A', 26},
     {0xb2, '2', 2},
     {0xb9, '1', 1}}};

// Cyrillic, Greek, Armenian and Latin letters that a person takes for the Latin capital, for its
// small form, or for a digit. Sorted.
constexpr std::array<std::pair<char32_t, char>, 72> kAlike = {
    {{0x131, 'I'}, {0x17f, 'F'}, {0x1c0, '1'}, {0x251, 'A'}, {0x261, 'G'}, {0x26a, 'I'},
     {0x280, 'R'}, {0x391, 'A'}, {0x392, 'B'}, {0x395, 'E'}, {0x396, 'Z'}, {0x397, 'H'},
     {0x399, 'I'}, {0x39a, 'K'}, {0x39c, 'M'}, {0x39d, 'N'}, {0x39f, 'O'}, {0x3a1, 'P'},
     {0x3a4, 'T'}, {0x3a5, 'Y'}, {0x3a7, 'X'}, {0x3b1, 'A'}, {0x3b9, 'I'}, {0x3ba, 'K'},
     {0x3bd, 'V'}, {0x3bf, 'O'}, {0x3c1, 'P'}, {0x3c7, 'X'}, {0x3f2, 'C'}, {0x3f3, 'J'},
     {0x3f9, 'C'}, {0x405, 'S'}, {0x406, 'I'}, {0x408, 'J'}, {0x410, 'A'}, {0x412, 'B'},
     {0x415, 'E'}, {0x417, '3'}, {0x41a, 'K'}, {0x41c, 'M'}, {0x41d, 'H'}, {0x41e, 'O'},
     {0x420, 'P'}, {0x421, 'C'}, {0x422, 'T'}, {0x423, 'Y'}, {0x425, 'X'}, {0x42c, 'B'},
     {0x430, 'A'}, {0x431, '6'}, {0x432, 'B'}, {0x435, 'E'}, {0x437, '3'}, {0x43a, 'K'},
     {0x43c, 'M'}, {0x43d, 'H'}, {0x43e, 'O'}, {0x440, 'P'}, {0x441, 'C'}, {0x442, 'T'},
     {0x443, 'Y'}, {0x445, 'X'}, {0x455, 'S'}, {0x456, 'I'}, {0x458, 'J'}, {0x4bb, 'H'},
     {0x501, 'D'}, {0x51b, 'Q'}, {0x51d, 'W'}, {0x555, 'O'}, {0x585, 'O'}, {0x212a, 'K'}}};

template <std::size_t Size>
bool isIn(const std::array<Span, Size>& spans, char32_t value)
{
    return std::any_of(spans.begin(), spans.end(), [value](const Span& span) {
        return value >= span.first && value <= span.last;
    });
}

// Bold, script and other forms of letters and digits that formulas use.
constexpr Span kFormulaLetters = {0x1d400, 0x1d6a3};
constexpr Span kFormulaDigits = {0x1d7ce, 0x1d7ff};

char likenessOf(char32_t value)
{
    if (value >= kFormulaLetters.first && value <= kFormulaLetters.last)
        return static_cast<char>('A' + (value - kFormulaLetters.first) % 26);
    if (value >= kFormulaDigits.first && value <= kFormulaDigits.last)
        return static_cast<char>('0' + (value - kFormulaDigits.first) % 10);
    for (const Run& run : kRuns) {
        if (value >= run.first && value < run.first + static_cast<char32_t>(run.count))
            return static_cast<char>(run.like + static_cast<int>(value - run.first));
    }
    const auto found = std::lower_bound(
        kAlike.begin(), kAlike.end(), value, [](const auto& entry, char32_t wanted) {
            return entry.first < wanted;
        });
    return found != kAlike.end() && found->first == value ? found->second : '\0';
}

CodePointKind kindOf(char32_t value)
{
    if (isIn(kDirections, value))
        return CodePointKind::Direction;
    if (isIn(kInvisible, value))
        return CodePointKind::Invisible;
    if (isIn(kJoiners, value) || isIn(kWideJoiners, value))
        return CodePointKind::Joiner;
    if (isIn(kWords, value) || (value >= kFormulaLetters.first && value <= kFormulaDigits.last))
        return CodePointKind::Word;
    return CodePointKind::Boundary;
}

CodePoint asciiOf(char character)
{
    CodePoint point{static_cast<unsigned char>(character), 1, CodePointKind::Boundary, 0};
    const bool isDigit = character >= '0' && character <= '9';
    const bool isUpper = character >= 'A' && character <= 'Z';
    const bool isLower = character >= 'a' && character <= 'z';
    if (isDigit || isUpper || isLower) {
        point.kind = CodePointKind::Word;
        point.looksLike = isLower ? static_cast<char>(character - 'a' + 'A') : character;
    } else if (std::string_view(" -\r\n\t/").find(character) != std::string_view::npos) {
        point.kind = CodePointKind::Joiner;
    } else if (character < ' ' || character == '\x7f') {
        point.kind = CodePointKind::Invisible;
    }
    return point;
}

// The value of a well-formed sequence of `bytes` bytes, or nothing that exists.
char32_t sequenceOf(std::string_view text, std::size_t bytes)
{
    constexpr char32_t kNone = 0xffffffff;
    constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
    if (text.size() < bytes)
        return kNone;
    char32_t value = static_cast<unsigned char>(text[0]) & (0xffU >> (bytes + 1));
    for (std::size_t index = 1; index < bytes; ++index) {
        const auto byte = static_cast<unsigned char>(text[index]);
        if ((byte & 0xc0U) != 0x80U)
            return kNone;
        value = value << 6U | (byte & 0x3fU);
    }
    return value >= kLeast[bytes] && value <= 0x10ffff ? value : kNone;
}

} // namespace

CodePoint codePointOf(std::string_view text)
{
    const auto byte = static_cast<unsigned char>(text.front());
    if (byte < 0x80)
        return asciiOf(text.front());
    const std::size_t bytes = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 1;
    const char32_t value = bytes == 1 || byte > 0xf4 ? 0xffffffff : sequenceOf(text, bytes);
    if (value == 0xffffffff)
        return {byte, 1, CodePointKind::Boundary, 0};
    return {value, bytes, kindOf(value), likenessOf(value)};
}

} // namespace onceover
