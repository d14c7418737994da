// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/field_text.h"

#include "backend/domain/money.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

namespace onceover {

namespace {

constexpr std::size_t kLongestIdentifier = 1024;
constexpr int kDecimalsWithoutMinorUnit = 2;

bool isBlank(char character)
{
    return character == ' ' || character == '\t' || character == '\r' || character == '\n';
}

bool isDigit(char character)
{
    return character >= '0' && character <= '9';
}

// Where the first white space stands; the size where there is none.
std::size_t blankAt(std::string_view text)
{
    std::size_t position = 0;
    while (position < text.size() && !isBlank(text[position]))
        ++position;
    return position;
}

bool isCurrencyCode(std::string_view text)
{
    return text.size() == 3 && std::all_of(text.begin(), text.end(), [](char each) {
               return each >= 'A' && each <= 'Z';
           });
}

// "2026-01-16" out of a longer date or date-time; nothing when the shape is another one.
bool hasDayShape(std::string_view text)
{
    constexpr std::string_view kShape = "dddd-dd-dd";
    if (text.size() < kShape.size())
        return false;
    for (std::size_t position = 0; position < kShape.size(); ++position) {
        const bool isRight =
            kShape[position] == 'd' ? isDigit(text[position]) : text[position] == kShape[position];
        if (!isRight)
            return false;
    }
    return text.size() == kShape.size()
           || std::string_view("TZ+- ").find(text[kShape.size()]) != std::string_view::npos;
}

int numberAt(std::string_view text, std::size_t position, std::size_t length)
{
    int number = 0;
    for (const char digit : text.substr(position, length))
        number = number * 10 + (digit - '0');
    return number;
}

std::string printable(std::string_view text)
{
    return std::string(text.substr(0, 40));
}

} // namespace

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

std::string collapsed(std::string_view text)
{
    std::string_view rest = trimmed(text);
    std::string result;
    result.reserve(rest.size());
    // Word by word: most texts have none or single blanks between.
    while (!rest.empty()) {
        const std::size_t end = blankAt(rest);
        result += rest.substr(0, end);
        rest.remove_prefix(end);
        if (rest.empty())
            break;
        result += ' ';
        while (isBlank(rest.front()))
            rest.remove_prefix(1);
    }
    return result;
}

bool isNoReference(std::string_view text)
{
    constexpr std::size_t kLongestWord = std::string_view("NOTPROVIDED").size();
    std::array<char, kLongestWord> folded{};
    std::size_t count = 0;
    bool isOnlyZeros = true;
    for (const char character : text) {
        if (isBlank(character) || character == '-')
            continue;
        isOnlyZeros = isOnlyZeros && character == '0';
        if (count < folded.size())
            folded[count] = character >= 'a' && character <= 'z'
                                ? static_cast<char>(character - 'a' + 'A')
                                : character;
        ++count;
        // Longer than any word that says "none", and not the number nought.
        if (count > folded.size() && !isOnlyZeros)
            return false;
    }
    const std::string_view word(folded.data(), std::min(count, folded.size()));
    return isOnlyZeros || (count == word.size() && (word == "NOTPROVIDED" || word == "NONREF"));
}

std::optional<MinorAmount> readAmount(
    std::string_view text, std::string_view currency, ParseLog& log)
{
    const std::string_view code = trimmed(currency);
    if (!isCurrencyCode(code)) {
        log.refuse("statement.currency", "\"" + printable(code) + "\" is not a currency code");
        return std::nullopt;
    }
    // XML's decimal may leave out either side of the point; what is written is still unambiguous.
    std::string decimal(trimmed(text));
    if (!decimal.empty() && decimal.front() == '.' && decimal.size() > 1)
        decimal.insert(0, 1, '0');
    if (decimal.size() > 1 && decimal.back() == '.')
        decimal.pop_back();
    if (decimal.starts_with('-')) {
        log.refuse(
            "statement.amount_sign",
            "the amount \"" + printable(decimal) + "\" carries a sign of its own");
        return std::nullopt;
    }
    const auto known = Currency::fromCode(code);
    if (!known)
        log.warn(
            "statement.currency_without_minor_unit",
            "ISO 4217 gives a currency of this file no minor unit: its amounts are read with two "
            "decimals");
    const auto minor =
        Money::minorFromDecimal(decimal, known ? known->exponent() : kDecimalsWithoutMinorUnit);
    if (!minor) {
        log.refuse("statement.amount", minor.error().detail() + " (" + std::string(code) + ")");
        return std::nullopt;
    }
    return MinorAmount{*minor, std::string(code)};
}

std::optional<std::string> readDay(std::string_view text, ParseLog& log)
{
    const std::string_view day = trimmed(text);
    if (day.empty())
        return std::string();
    if (hasDayShape(day)) {
        namespace chrono = std::chrono;
        const chrono::year year(numberAt(day, 0, 4));
        const chrono::month month(static_cast<unsigned int>(numberAt(day, 5, 2)));
        const chrono::day printed(static_cast<unsigned int>(numberAt(day, 8, 2)));
        if (chrono::year_month_day(year, month, printed).ok())
            return std::string(day.substr(0, 10));
        if (month.ok() && printed >= chrono::day(29) && printed <= chrono::day(31)) {
            log.warn(
                "statement.date_adjusted",
                "a day that its month does not have became the month's last day");
            char last[3] = {};
            const chrono::year_month_day_last lastDay(year, chrono::month_day_last(month));
            std::snprintf(
                last, sizeof last, "%02u", static_cast<unsigned int>(lastDay.day()) % 100U);
            return std::string(day.substr(0, 8)) + last;
        }
    }
    log.refuse("statement.date", "\"" + printable(day) + "\" is not a date");
    return std::nullopt;
}

std::optional<int> readDirection(std::string_view text, ParseLog& log)
{
    const std::string_view direction = trimmed(text);
    if (direction == "CRDT")
        return 1;
    if (direction == "DBIT")
        return -1;
    log.refuse("statement.direction", "\"" + printable(direction) + "\" is neither CRDT nor DBIT");
    return std::nullopt;
}

std::optional<bool> readFlag(std::string_view text)
{
    const std::string_view flag = trimmed(text);
    if (flag == "true" || flag == "1")
        return true;
    if (flag == "false" || flag == "0")
        return false;
    return std::nullopt;
}

std::optional<std::int64_t> readCount(std::string_view text)
{
    const std::string_view digits = trimmed(text);
    if (digits.empty() || digits.size() > 9 || !std::all_of(digits.begin(), digits.end(), isDigit))
        return std::nullopt;
    return numberAt(digits, 0, digits.size());
}

bool readIdentifier(std::string_view text, std::string& target, ParseLog& log)
{
    const std::string_view identifier = trimmed(text);
    if (identifier.size() > kLongestIdentifier)
        return log.refuse(
            "statement.identifier_length", "an identifier is longer than 1,024 bytes");
    target = collapsed(identifier);
    return true;
}

bool addMinor(std::int64_t& sum, std::int64_t amountMinor, ParseLog& log)
{
    if (__builtin_add_overflow(sum, amountMinor, &sum))
        return log.refuse(
            "statement.sum_too_large", "a sum of amounts does not fit 64 bits of minor units");
    return true;
}

} // namespace onceover
