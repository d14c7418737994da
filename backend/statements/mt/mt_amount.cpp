// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/mt/mt_amount.h"

#include "backend/domain/money.h"
#include "backend/statements/field_text.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace onceover {

namespace {

namespace chrono = std::chrono;

constexpr int kDecimalsWithoutMinorUnit = 2;
// No statement message is older than SWIFT's standards of the eighties.
constexpr int kFirstYear = 1980;
// How long after its opening balance a statement still books.
constexpr int kStatementDays = 40;

bool isDigit(char character)
{
    return character >= '0' && character <= '9';
}

bool areDigits(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), isDigit);
}

int numberOf(std::string_view digits)
{
    int number = 0;
    for (const char digit : digits)
        number = number * 10 + (digit - '0');
    return number;
}

std::string quoted(std::string_view text)
{
    return "\"" + std::string(text.substr(0, 40)) + "\"";
}

std::string isoOf(const chrono::year_month_day& day)
{
    std::string text = "0000-00-00";
    const auto put = [&text](std::size_t position, std::size_t length, unsigned int number) {
        for (; length > 0; --length, number /= 10)
            text[position + length - 1] = static_cast<char>('0' + number % 10);
    };
    put(0, 4, static_cast<unsigned int>(static_cast<int>(day.year())));
    put(5, 2, static_cast<unsigned int>(day.month()));
    put(8, 2, static_cast<unsigned int>(day.day()));
    return text;
}

// The day, or its month's last one where the month is shorter; nothing for what is no day.
std::optional<chrono::year_month_day> calendarDay(int year, int month, int day)
{
    const chrono::year_month_day printed(
        chrono::year(year),
        chrono::month(static_cast<unsigned int>(month)),
        chrono::day(static_cast<unsigned int>(day)));
    if (printed.ok())
        return printed;
    if (!printed.month().ok() || day < 29 || day > 31)
        return std::nullopt;
    return chrono::year_month_day(
        chrono::year_month_day_last(printed.year(), chrono::month_day_last(printed.month())));
}

std::optional<chrono::sys_days> dayOfIso(std::string_view text)
{
    if (text.size() != 10)
        return std::nullopt;
    const auto day = calendarDay(
        numberOf(text.substr(0, 4)), numberOf(text.substr(5, 2)), numberOf(text.substr(8, 2)));
    return day ? std::optional(chrono::sys_days(*day)) : std::nullopt;
}

int yearOf(std::string_view twoDigits)
{
    const int year = 2000 + numberOf(twoDigits);
    return year >= kFirstYear + 100 ? year - 100 : year;
}

std::optional<MtDay> refuseDay(std::string_view text, ParseLog& log)
{
    log.refuse("statement.date", quoted(text) + " is not a date");
    return std::nullopt;
}

MtDay adjusted(
    const chrono::year_month_day& day, int printedDay, std::string_view text, ParseLog& log)
{
    MtDay read;
    read.day = isoOf(day);
    if (static_cast<int>(static_cast<unsigned int>(day.day())) == printedDay)
        return read;
    read.printed = std::string(text);
    log.warn(
        "statement.date_adjusted",
        "a day that its month does not have became the month's last day");
    return read;
}

} // namespace

std::optional<std::int64_t> readMtAmount(
    std::string_view text, std::string_view currency, ParseLog& log)
{
    std::string decimal(trimmed(text));
    const auto known = Currency::fromCode(currency);
    if (!known)
        log.warn(
            "statement.currency_without_minor_unit",
            "a currency of this file is not named or has no minor unit in ISO 4217: its amounts "
            "are "
            "read with two decimals");
    const int exponent = known ? known->exponent() : kDecimalsWithoutMinorUnit;
    const auto commas = std::count(decimal.begin(), decimal.end(), ',');
    const auto points = std::count(decimal.begin(), decimal.end(), '.');
    // Some banks write a point. Only where it cannot be a thousands mark is it taken for a comma.
    const bool isPointDecimal =
        points == 1 && commas == 0 && exponent == 2 && decimal.size() - decimal.find('.') == 3;
    const bool hasDigit = std::any_of(decimal.begin(), decimal.end(), isDigit);
    if (!hasDigit || decimal.front() == '-' || commas > 1 || (points > 0 && !isPointDecimal)) {
        log.refuse("statement.amount", quoted(decimal) + " is not an amount");
        return std::nullopt;
    }
    std::replace(decimal.begin(), decimal.end(), ',', '.');
    if (decimal.front() == '.')
        decimal.insert(0, 1, '0');
    if (decimal.back() == '.')
        decimal.pop_back();
    const auto minor = Money::minorFromDecimal(decimal, exponent);
    if (!minor) {
        log.refuse("statement.amount", minor.error().detail() + " (" + quoted(text) + ")");
        return std::nullopt;
    }
    return *minor;
}

std::optional<MtDay> readMtDay(std::string_view digits, ParseLog& log)
{
    if (digits.size() != 6 || !areDigits(digits))
        return refuseDay(digits, log);
    if (digits == "000000")
        return MtDay{};
    const int printedDay = numberOf(digits.substr(4, 2));
    const auto day =
        calendarDay(yearOf(digits.substr(0, 2)), numberOf(digits.substr(2, 2)), printedDay);
    return day ? std::optional(adjusted(*day, printedDay, digits, log)) : refuseDay(digits, log);
}

std::optional<MtDay> readMtEntryDay(
    std::string_view digits, std::string_view valueDay, std::string_view openingDay, ParseLog& log)
{
    if (trimmed(digits).empty())
        return MtDay{};
    if (digits.size() != 4 || !areDigits(digits))
        return refuseDay(digits, log);
    const auto value = dayOfIso(valueDay);
    const auto opening = dayOfIso(openingDay);
    const auto anchor = value ? value : opening;
    if (!anchor)
        return MtDay{};
    const int month = numberOf(digits.substr(0, 2));
    const int printedDay = numberOf(digits.substr(2, 2));
    const int year = static_cast<int>(chrono::year_month_day(*anchor).year());
    std::optional<chrono::year_month_day> best;
    chrono::days bestDistance{};
    for (const int candidate : {year - 1, year, year + 1}) {
        const auto day = calendarDay(candidate, month, printedDay);
        if (!day)
            return refuseDay(digits, log);
        const chrono::sys_days point(*day);
        // The year after next to a value date is possible too: banks book a value of last year now.
        if (opening && point >= *opening && point <= *opening + chrono::days(kStatementDays)) {
            best = day;
            break;
        }
        const auto distance = chrono::abs(point - *anchor);
        if (!best || distance < bestDistance) {
            best = day;
            bestDistance = distance;
        }
    }
    return adjusted(*best, printedDay, digits, log);
}

bool looksLikeBalance(std::string_view text)
{
    text = trimmed(text);
    return text.size() > 7 && (text[0] == 'C' || text[0] == 'D') && areDigits(text.substr(1, 6));
}

std::optional<MtBalance> readMtBalance(
    std::string_view text, std::string_view fallbackCurrency, ParseLog& log)
{
    text = trimmed(text);
    if (text.empty() || (text[0] != 'C' && text[0] != 'D')) {
        log.refuse("statement.direction", "a balance is neither C nor D: " + quoted(text));
        return std::nullopt;
    }
    const auto day = readMtDay(text.substr(1, 6), log);
    if (!day)
        return std::nullopt;
    MtBalance balance;
    balance.day = day->day;
    std::string_view rest = trimmed(text.substr(7));
    const bool hasCurrency =
        rest.size() >= 3 && std::all_of(rest.begin(), rest.begin() + 3, [](char each) {
            return each >= 'A' && each <= 'Z';
        });
    balance.currency = std::string(hasCurrency ? rest.substr(0, 3) : fallbackCurrency);
    if (hasCurrency)
        rest.remove_prefix(3);
    const auto amount = readMtAmount(rest, balance.currency, log);
    if (!amount)
        return std::nullopt;
    balance.amountMinor = text[0] == 'C' ? *amount : -*amount;
    return balance;
}

std::string isoOfMtTime(std::string_view text)
{
    text = trimmed(text);
    if (text.size() < 10 || !areDigits(text.substr(0, 10)))
        return std::string(text.substr(0, 40));
    const auto day = calendarDay(
        yearOf(text.substr(0, 2)), numberOf(text.substr(2, 2)), numberOf(text.substr(4, 2)));
    if (!day)
        return std::string(text.substr(0, 40));
    std::string iso = isoOf(*day) + "T" + std::string(text.substr(6, 2)) + ":"
                      + std::string(text.substr(8, 2)) + ":00";
    const std::string_view offset = text.substr(10);
    const bool hasOffset =
        offset.size() == 5 && (offset[0] == '+' || offset[0] == '-') && areDigits(offset.substr(1));
    if (hasOffset)
        iso += std::string(offset.substr(0, 3)) + ":" + std::string(offset.substr(3));
    return iso;
}

} // namespace onceover
