// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/business_calendar.h"

#include <algorithm>

namespace onceover {

namespace {

Failure refused(const char* code, const char* detail)
{
    return Failure(Error::notHappened(code, detail));
}

} // namespace

Result<BusinessCalendar> BusinessCalendar::fromDays(const CalendarDays& days)
{
    constexpr CivilDay kCentury = 36'525;
    if (days.name.empty())
        return refused("match.calendar_unnamed", "A calendar needs a name.");
    if (days.to < days.from || days.to - days.from > kCentury)
        return refused(
            "match.calendar_range",
            "A calendar covers from a day to a day not before it, a century at most.");
    std::vector<CivilDay> holidays = days.holidays;
    std::sort(holidays.begin(), holidays.end());
    if (!holidays.empty() && (holidays.front() < days.from || holidays.back() > days.to))
        return refused(
            "match.calendar_holiday_outside",
            "A holiday lies outside the days that the calendar covers.");
    BusinessCalendar calendar;
    calendar.m_name = days.name;
    calendar.m_from = days.from;
    for (CivilDay day = days.from; day <= days.to; ++day) {
        calendar.m_before.push_back(static_cast<std::int32_t>(calendar.m_businessDays.size()));
        const bool isHoliday = std::binary_search(holidays.begin(), holidays.end(), day);
        if (!days.isWeekend[static_cast<std::size_t>(weekdayOf(day))] && !isHoliday)
            calendar.m_businessDays.push_back(day);
    }
    if (calendar.m_businessDays.empty())
        return refused(
            "match.calendar_no_business_day", "A calendar without a business day counts nothing.");
    return calendar;
}

bool BusinessCalendar::isBusinessDay(CivilDay day) const
{
    return std::binary_search(m_businessDays.begin(), m_businessDays.end(), day);
}

std::optional<CivilDay> BusinessCalendar::addBusinessDays(CivilDay day, int count) const
{
    const std::int64_t position = std::int64_t{day} - m_from;
    if (position < 0 || position >= static_cast<std::int64_t>(m_before.size()))
        return std::nullopt;
    if (count == 0)
        return day;
    // A business day is the one that starts the count; from any other day the next one is 1 away.
    std::int64_t target = std::int64_t{m_before[static_cast<std::size_t>(position)]} + count;
    if (count > 0 && !isBusinessDay(day))
        target -= 1;
    if (target < 0 || target >= static_cast<std::int64_t>(m_businessDays.size()))
        return std::nullopt;
    return m_businessDays[static_cast<std::size_t>(target)];
}

} // namespace onceover
