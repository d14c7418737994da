// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace onceover {

enum class DateOrder : std::uint8_t
{
    // The whole column settles it, or a person does.
    Decide,
    DayMonthYear,
    MonthDayYear,
    YearMonthDay,
};

// "decide", "dmy", "mdy", "ymd".
std::string_view toText(DateOrder order);
std::optional<DateOrder> dateOrderNamed(std::string_view name);

struct CsvDateFormat
{
    DateOrder order = DateOrder::Decide;
    // 70 to 99 are 1970 to 1999, 00 to 69 are 2000 to 2069.
    int twoDigitYearsFrom = 1970;
};

// A date cell taken apart without a decision on what its numbers are.
struct DateParts
{
    std::array<int, 3> numbers{};
    std::array<std::size_t, 3> digits{};
    // 0 to 2 where the month is spelt out, else nothing.
    std::optional<std::size_t> namedMonth;
    // "23:30:00", empty without one; and what follows it: "+01:00", "Z", "PST".
    std::string time;
    std::string zone;

    bool isYearFirst() const { return digits[0] == 4; }
};

// Nothing where the cell has no date's shape.
std::optional<DateParts> datePartsOf(std::string_view text);

// A day as the source means it, never converted to another zone.
struct CsvDay
{
    // "2026-01-16".
    std::string day;
    std::string time;
    std::string zone;
    bool hasTwoDigitYear = false;
    // A 30th of February: banks that count 30/360 print it.
    bool isAdjusted = false;
};

// The error is a sentence's end: "the date "x" …".
tl::expected<CsvDay, std::string> readCsvDay(std::string_view text, const CsvDateFormat& format);

// What the cells of one column say about the order of day and month.
class DateOrderEvidence
{
public:
    // The line names the first cell of each kind.
    void add(const DateParts& parts, std::int64_t line);

    bool isContradictory() const { return m_dayFirstLine > 0 && m_monthFirstLine > 0; }

    // Nothing where no cell settles it. A column without any order in question is YearMonthDay or,
    // where every day equals its month, either.
    std::optional<DateOrder> decided() const;

    std::int64_t dayFirstLine() const { return m_dayFirstLine; }

    std::int64_t monthFirstLine() const { return m_monthFirstLine; }

    // Of the first date that reads in either order.
    std::int64_t openLine() const { return m_openLine; }

    // Whether year-first dates stand beside others.
    bool isMixed() const { return m_hasYearFirst && m_hasYearLast; }

private:
    std::int64_t m_dayFirstLine = 0;
    std::int64_t m_monthFirstLine = 0;
    bool m_hasYearFirst = false;
    bool m_hasYearLast = false;
    std::int64_t m_openLine = 0;
};

} // namespace onceover
