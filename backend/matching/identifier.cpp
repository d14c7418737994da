// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/identifier.h"

#include "backend/matching/text_reading.h"

#include <algorithm>
#include <array>

namespace onceover {

namespace {

constexpr std::array<std::string_view, 17> kPlaceholders = {
    "NOTPROVIDED",
    "NOTAVAILABLE",
    "NOTKNOWN",
    "NOTSPECIFIED",
    "NOREFERENCE",
    "NOREF",
    "NONREF",
    "NONE",
    "NULL",
    "NIL",
    "NA",
    "NAN",
    "UNKNOWN",
    "EMPTY",
    "UNDEFINED",
    "NOTUSED",
    "NODATA"};

constexpr std::array<std::string_view, 12> kMonths = {
    "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"};

bool isDigit(char character)
{
    return character >= '0' && character <= '9';
}

bool isAllDigits(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), isDigit);
}

// Takes a run of digits off the front; how many there were.
std::size_t takeDigits(std::string_view& text)
{
    const auto end = std::find_if_not(text.begin(), text.end(), isDigit);
    const auto count = static_cast<std::size_t>(end - text.begin());
    text.remove_prefix(count);
    return count;
}

// A spreadsheet always writes the exponent's sign: 219E24 is an identifier, 2.19E+26 was one.
bool isScientific(std::string_view text)
{
    if (!text.empty() && text.front() == '-')
        text.remove_prefix(1);
    if (takeDigits(text) != 1 || text.empty())
        return false;
    if (text.front() == '.' || text.front() == ',') {
        text.remove_prefix(1);
        if (takeDigits(text) == 0)
            return false;
    }
    const bool hasExponent = text.size() >= 3 && (text[0] == 'E' || text[0] == 'e')
                             && (text[1] == '+' || text[1] == '-');
    return hasExponent && isAllDigits(text.substr(2));
}

bool hasLostDigits(std::string_view text)
{
    constexpr std::size_t kKept = 15;
    return text.size() > kKept && isAllDigits(text)
           && text.substr(kKept).find_first_not_of('0') == std::string_view::npos;
}

// 03-Jan, Jan-26, 3. Jan
bool isDate(std::string_view text)
{
    const std::string folded = foldedIdentifier(text);
    std::string_view rest = folded;
    const std::size_t before = takeDigits(rest);
    const bool hasMonth =
        rest.size() >= 3
        && std::find(kMonths.begin(), kMonths.end(), rest.substr(0, 3)) != kMonths.end();
    if (!hasMonth || before > 2)
        return false;
    rest.remove_prefix(3);
    const std::size_t after = takeDigits(rest);
    const bool hasSeparator = text.find_first_of("-. /") != std::string_view::npos;
    return rest.empty() && hasSeparator && before + after > 0 && after <= 4;
}

bool isNoValue(std::string_view text)
{
    if (text.size() < 2 || text.front() != '#')
        return false;
    const bool isTooNarrow = text.find_first_not_of('#') == std::string_view::npos;
    return isTooNarrow || text == "#REF!" || text == "#N/A" || text == "#NAME?" || text == "#VALUE!"
           || text == "#NUM!" || text == "#NULL!" || text == "#DIV/0!";
}

char resemblance(char character)
{
    switch (character) {
    case 'O':
        return '0';
    case 'I':
    case 'L':
        return '1';
    default:
        return character;
    }
}

} // namespace

std::string_view toText(Damage damage)
{
    switch (damage) {
    case Damage::ScientificNotation:
        return "SCIENTIFIC_NOTATION";
    case Damage::DigitsLost:
        return "DIGITS_LOST";
    case Damage::Date:
        return "DATE";
    case Damage::NoValue:
        break;
    }
    return "NO_VALUE";
}

bool isPlaceholder(std::string_view identifier)
{
    if (damageOf(identifier))
        return false;
    const std::string folded = foldedIdentifier(identifier);
    if (folded.find_first_not_of('0') == std::string::npos)
        return true;
    if (folded.size() > 1 && folded.find_first_not_of('X') == std::string::npos)
        return true;
    return std::find(kPlaceholders.begin(), kPlaceholders.end(), folded) != kPlaceholders.end();
}

std::optional<Damage> damageOf(std::string_view identifier)
{
    const std::string_view text = trimmedIdentifier(identifier);
    if (isScientific(text))
        return Damage::ScientificNotation;
    if (hasLostDigits(text))
        return text.find_first_not_of('0') == std::string_view::npos
                   ? std::nullopt
                   : std::optional(Damage::DigitsLost);
    if (isDate(text))
        return Damage::Date;
    if (isNoValue(text))
        return Damage::NoValue;
    return std::nullopt;
}

std::string_view trimmedIdentifier(std::string_view identifier)
{
    constexpr std::string_view kBlanks = " \t\r\n";
    const auto trim = [kBlanks](std::string_view text) {
        const auto first = text.find_first_not_of(kBlanks);
        if (first == std::string_view::npos)
            return std::string_view();
        return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
    };
    std::string_view text = trim(identifier);
    if (text.size() > 1 && text.front() == '\'')
        text = trim(text.substr(1));
    return text;
}

std::string foldedIdentifier(std::string_view identifier)
{
    return TextReading(identifier).characters();
}

std::string resembling(std::string_view identifier)
{
    const TextReading reading(identifier);
    std::string text;
    bool isAfterDigit = false;
    for (std::size_t index = 0; index < reading.size(); ++index) {
        const char character = resemblance(reading.likeness()[index]);
        if (reading.beginsWord(index))
            isAfterDigit = false;
        if (character == '0' && !isAfterDigit)
            continue;
        isAfterDigit = isDigit(character);
        text += character;
    }
    return text;
}

std::optional<std::string> creditorReferenceRest(std::string_view folded)
{
    constexpr std::size_t kHead = 4;
    constexpr std::size_t kMost = 25;
    if (folded.size() <= kHead || folded.size() > kMost || !folded.starts_with("RF"))
        return std::nullopt;
    // The first four characters go to the end; letters count from 10; the whole is 1 modulo 97.
    int rest = 0;
    for (std::size_t index = 0; index < folded.size(); ++index) {
        const char character = folded[(index + kHead) % folded.size()];
        if (isDigit(character))
            rest = (rest * 10 + (character - '0')) % 97;
        else if (character >= 'A' && character <= 'Z')
            rest = (rest * 100 + (character - 'A' + 10)) % 97;
        else
            return std::nullopt;
    }
    if (rest != 1)
        return std::nullopt;
    return std::string(folded.substr(kHead));
}

} // namespace onceover
