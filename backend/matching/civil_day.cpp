// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/civil_day.h"

#include <chrono>

namespace onceover {

namespace {

std::optional<int> numberIn(std::string_view text)
{
    int value = 0;
    for (const char character : text) {
        if (character < '0' || character > '9')
            return std::nullopt;
        value = value * 10 + (character - '0');
    }
    return value;
}

void append(std::string& text, int value, std::size_t width)
{
    const std::string digits = std::to_string(value);
    if (digits.size() < width)
        text.append(width - digits.size(), '0');
    text += digits;
}

} // namespace

std::optional<CivilDay> dayFromText(std::string_view text)
{
    if (text.size() != 10 || text[4] != '-' || text[7] != '-')
        return std::nullopt;
    const auto year = numberIn(text.substr(0, 4));
    const auto month = numberIn(text.substr(5, 2));
    const auto day = numberIn(text.substr(8, 2));
    if (!year || !month || !day)
        return std::nullopt;
    const std::chrono::year_month_day date{
        std::chrono::year(*year),
        std::chrono::month(static_cast<unsigned>(*month)),
        std::chrono::day(static_cast<unsigned>(*day))};
    if (!date.ok())
        return std::nullopt;
    return static_cast<CivilDay>(std::chrono::sys_days(date).time_since_epoch().count());
}

std::string dayText(CivilDay day)
{
    const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(day))};
    std::string text;
    append(text, static_cast<int>(date.year()), 4);
    text += '-';
    append(text, static_cast<int>(static_cast<unsigned>(date.month())), 2);
    text += '-';
    append(text, static_cast<int>(static_cast<unsigned>(date.day())), 2);
    return text;
}

int weekdayOf(CivilDay day)
{
    // 1970-01-01 was a Thursday.
    return ((day + 3) % 7 + 7) % 7;
}

} // namespace onceover
