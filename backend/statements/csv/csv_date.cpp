// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_date.h"

#include "backend/statements/field_text.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace onceover {

namespace {

struct MonthName
{
    std::string_view beginning;
    int number;
};

// Beginnings that tell the month in English, German, French, Dutch, Spanish, Italian and
// Portuguese.
constexpr std::array kMonths = std::to_array<MonthName>({
    {"juin", 6},
    {"juil", 7},
    {"jan", 1},
    {"ene", 1},
    {"gen", 1},
    {"feb", 2},
    {"fev", 2},
    {"f\xc3\xa9v", 2},
    {"mar", 3},
    {"m\xc3\xa4r", 3},
    {"maa", 3},
    {"mrt", 3},
    {"mrz", 3},
    {"apr", 4},
    {"avr", 4},
    {"abr", 4},
    {"may", 5},
    {"mai", 5},
    {"mei", 5},
    {"mag", 5},
    {"jun", 6},
    {"giu", 6},
    {"jul", 7},
    {"lug", 7},
    {"aug", 8},
    {"ago", 8},
    {"aou", 8},
    {"ao\xc3\xbb", 8},
    {"sep", 9},
    {"set", 9},
    {"oct", 10},
    {"okt", 10},
    {"ott", 10},
    {"out", 10},
    {"nov", 11},
    {"dec", 12},
    {"dez", 12},
    {"dic", 12},
    {"d\xc3\xa9"
     "c",
     12},
});

bool isDigit(char each)
{
    return each >= '0' && each <= '9';
}

bool isLetter(char each)
{
    return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z')
           || static_cast<unsigned char>(each) >= 0x80;
}

std::optional<int> monthNamed(std::string_view word)
{
    std::string lower(word);
    for (char& each : lower)
        each = each >= 'A' && each <= 'Z' ? static_cast<char>(each - 'A' + 'a') : each;
    for (const MonthName& month : kMonths) {
        if (lower.starts_with(month.beginning))
            return month.number;
    }
    return std::nullopt;
}

std::string_view takeWhile(std::string_view& text, bool (*isPart)(char))
{
    const auto* const end =
        std::find_if_not(text.begin(), text.end(), [isPart](char each) { return isPart(each); });
    const std::string_view taken = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(taken.size());
    return taken;
}

int numberOf(std::string_view digits)
{
    int number = 0;
    for (const char each : digits)
        number = number * 10 + (each - '0');
    return number;
}

bool takeToken(std::string_view& text, std::size_t index, DateParts& parts)
{
    if (!text.empty() && isDigit(text.front())) {
        const std::string_view digits = takeWhile(text, isDigit);
        if (digits.size() > 4 || digits.size() == 3)
            return false;
        parts.numbers[index] = numberOf(digits);
        parts.digits[index] = digits.size();
        return true;
    }
    const std::string_view word = takeWhile(text, isLetter);
    const auto month = monthNamed(word);
    if (word.size() < 3 || !month || parts.namedMonth)
        return false;
    parts.numbers[index] = *month;
    parts.namedMonth = index;
    return true;
}

// "20260116", with "123000" behind it where the time follows at once.
bool takeCompact(std::string_view& text, DateParts& parts)
{
    std::string_view rest = text;
    const std::string_view digits = takeWhile(rest, isDigit);
    if (digits.size() != 8 && digits.size() != 14)
        return false;
    parts.numbers = {
        numberOf(digits.substr(0, 4)),
        numberOf(digits.substr(4, 2)),
        numberOf(digits.substr(6, 2))};
    parts.digits = {4, 2, 2};
    if (digits.size() == 14)
        parts.time = std::string(digits.substr(8, 2)) + ":" + std::string(digits.substr(10, 2))
                     + ":" + std::string(digits.substr(12, 2));
    text = rest;
    return true;
}

// "23:30", "23.30.00", "11:30:00 PM", with a fraction that is dropped.
bool takeTime(std::string_view& text, DateParts& parts)
{
    std::array<int, 3> values{};
    std::size_t count = 0;
    std::string_view rest = text;
    for (; count < 4; ++count) {
        const std::string_view digits = takeWhile(rest, isDigit);
        if (digits.empty() || (count < 3 && digits.size() > 2) || digits.size() > 9)
            return false;
        if (count < 3)
            values[count] = numberOf(digits);
        const bool goesOn = rest.size() > 1
                            && std::string_view(":.,").find(rest.front()) != std::string_view::npos
                            && isDigit(rest[1]);
        if (!goesOn)
            break;
        rest.remove_prefix(1);
    }
    if (count == 0 || count > 3)
        return false;
    rest = trimmed(rest);
    const bool isAfternoon = rest.starts_with("PM") || rest.starts_with("pm");
    const bool isMorning = rest.starts_with("AM") || rest.starts_with("am");
    if (isAfternoon || isMorning) {
        if (values[0] < 1 || values[0] > 12)
            return false;
        values[0] = values[0] % 12 + (isAfternoon ? 12 : 0);
        rest.remove_prefix(2);
    }
    if (values[0] > 24 || values[1] > 59 || values[2] > 60)
        return false;
    char buffer[32] = {};
    std::snprintf(buffer, sizeof buffer, "%02d:%02d:%02d", values[0], values[1], values[2]);
    parts.time = buffer;
    text = rest;
    return true;
}

bool takeRest(std::string_view text, DateParts& parts)
{
    if (parts.time.empty()) {
        const bool isSeparated = text.starts_with('T') || text.starts_with(' ')
                                 || text.starts_with('-') || text.starts_with(',');
        if (!text.empty() && !isSeparated)
            return false;
        if (!text.empty())
            text.remove_prefix(1);
        text = trimmed(text);
        if (!text.empty() && !takeTime(text, parts))
            return false;
    }
    text = trimmed(text);
    const bool isZone = std::all_of(text.begin(), text.end(), [](char each) {
        return isDigit(each) || isLetter(each)
               || std::string_view("+-:/_").find(each) != std::string_view::npos;
    });
    if (!isZone || text.size() > 40 || (!text.empty() && isDigit(text.front())))
        return false;
    parts.zone = text;
    return true;
}

int fullYear(int year, std::size_t digits, int from)
{
    if (digits == 4)
        return year;
    const int century = from - from % 100;
    return year + century + (year < from % 100 ? 100 : 0);
}

} // namespace

std::string_view toText(DateOrder order)
{
    switch (order) {
    case DateOrder::Decide:
        return "decide";
    case DateOrder::DayMonthYear:
        return "dmy";
    case DateOrder::MonthDayYear:
        return "mdy";
    case DateOrder::YearMonthDay:
        return "ymd";
    }
    return "decide";
}

std::optional<DateOrder> dateOrderNamed(std::string_view name)
{
    for (const DateOrder order :
         {DateOrder::Decide,
          DateOrder::DayMonthYear,
          DateOrder::MonthDayYear,
          DateOrder::YearMonthDay}) {
        if (toText(order) == name)
            return order;
    }
    return std::nullopt;
}

std::optional<DateParts> datePartsOf(std::string_view text)
{
    text = trimmed(text);
    DateParts parts;
    if (takeCompact(text, parts))
        return takeRest(text, parts) ? std::optional(parts) : std::nullopt;
    char separator = 0;
    for (std::size_t index = 0; index < 3; ++index) {
        if (index > 0) {
            const std::string_view between = takeWhile(text, [](char each) {
                return each == '.' || each == '-' || each == '/' || each == ' ' || each == ',';
            });
            // "Jan 12, 2026" has two; numbers alone are always joined by the same one.
            const bool isOne = between.size() == 1
                               && (separator == 0 || between[0] == separator || parts.namedMonth);
            if (!isOne && !(parts.namedMonth && !between.empty() && between.size() <= 2))
                return std::nullopt;
            separator = between[0];
        }
        if (!takeToken(text, index, parts))
            return std::nullopt;
    }
    // A year stands first or last, and only one number has four digits.
    if (parts.digits[1] > 2 || (parts.digits[0] > 2 && parts.digits[2] > 2))
        return std::nullopt;
    return takeRest(text, parts) ? std::optional(parts) : std::nullopt;
}

tl::expected<CsvDay, std::string> readCsvDay(std::string_view text, const CsvDateFormat& format)
{
    const auto parts = datePartsOf(text);
    if (!parts)
        return tl::unexpected<std::string>("is no date");
    if (parts->isYearFirst() && parts->namedMonth.value_or(1) != 1)
        return tl::unexpected<std::string>("is no date");
    std::size_t year = 2;
    std::size_t month = 1;
    std::size_t day = 0;
    if (parts->isYearFirst()
        || (format.order == DateOrder::YearMonthDay && parts->digits[2] <= 2)) {
        year = 0;
        day = 2;
    } else if (parts->namedMonth) {
        month = *parts->namedMonth;
        day = month == 0 ? 1 : 0;
        if (month == 2)
            return tl::unexpected<std::string>("is no date");
    } else if (format.order == DateOrder::MonthDayYear) {
        month = 0;
        day = 1;
    } else if (format.order != DateOrder::DayMonthYear) {
        return tl::unexpected<std::string>("is not in the order of this column");
    }
    namespace chrono = std::chrono;
    CsvDay read;
    read.hasTwoDigitYear = parts->digits[year] <= 2;
    const chrono::year printedYear(
        fullYear(parts->numbers[year], read.hasTwoDigitYear ? 2 : 4, format.twoDigitYearsFrom));
    const chrono::month printedMonth(static_cast<unsigned int>(parts->numbers[month]));
    chrono::day printedDay(static_cast<unsigned int>(parts->numbers[day]));
    if (!printedMonth.ok() || printedDay < chrono::day(1) || printedDay > chrono::day(31))
        return tl::unexpected<std::string>(
            "is no date in the order " + std::string(toText(format.order)));
    const chrono::year_month_day_last last(printedYear, chrono::month_day_last(printedMonth));
    read.isAdjusted = printedDay > last.day();
    printedDay = read.isAdjusted ? last.day() : printedDay;
    char buffer[32] = {};
    std::snprintf(
        buffer,
        sizeof buffer,
        "%04d-%02u-%02u",
        static_cast<int>(printedYear),
        static_cast<unsigned int>(printedMonth),
        static_cast<unsigned int>(printedDay));
    read.day = buffer;
    read.time = parts->time;
    read.zone = parts->zone;
    return read;
}

void DateOrderEvidence::add(const DateParts& parts, std::int64_t line)
{
    m_hasYearFirst = m_hasYearFirst || parts.isYearFirst();
    m_hasYearLast = m_hasYearLast || !parts.isYearFirst();
    if (parts.isYearFirst() || parts.namedMonth)
        return;
    const bool isDayFirst = parts.numbers[0] > 12;
    const bool isMonthFirst = parts.numbers[1] > 12;
    if (isDayFirst && m_dayFirstLine == 0)
        m_dayFirstLine = line;
    if (isMonthFirst && m_monthFirstLine == 0)
        m_monthFirstLine = line;
    const bool isOpen = !isDayFirst && !isMonthFirst && parts.numbers[0] != parts.numbers[1];
    if (isOpen && m_openLine == 0)
        m_openLine = line;
}

std::optional<DateOrder> DateOrderEvidence::decided() const
{
    if (isContradictory())
        return std::nullopt;
    if (m_dayFirstLine > 0)
        return DateOrder::DayMonthYear;
    if (m_monthFirstLine > 0)
        return DateOrder::MonthDayYear;
    if (m_openLine > 0)
        return std::nullopt;
    return m_hasYearLast ? DateOrder::DayMonthYear : DateOrder::YearMonthDay;
}

} // namespace onceover
