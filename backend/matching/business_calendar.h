// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "backend/matching/civil_day.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

// What one needs to know to count business days, as people write it down.
struct CalendarDays
{
    std::string name;
    // The days it says something about, both included. Holidays outside are a mistake.
    CivilDay from = 0;
    CivilDay to = 0;
    // From Monday on.
    std::array<bool, 7> isWeekend = {false, false, false, false, false, true, true};
    std::vector<CivilDay> holidays;
};

// Counts business days. A calendar is silent about days that nobody entered: a window that reaches
// beyond it does not exist, and what needs it goes to people.
class BusinessCalendar
{
public:
    // Errors: match.calendar_unnamed, match.calendar_range (empty, or longer than a century),
    // match.calendar_no_business_day, match.calendar_holiday_outside.
    static Result<BusinessCalendar> fromDays(const CalendarDays& days);

    const std::string& name() const { return m_name; }

    bool isBusinessDay(CivilDay day) const;

    // The day `count` business days away (negative: before). From a day that is none, the count
    // starts at the next one in that direction; 0 is the day itself. Nothing outside the calendar.
    std::optional<CivilDay> addBusinessDays(CivilDay day, int count) const;

private:
    BusinessCalendar() = default;

    std::string m_name;
    CivilDay m_from = 0;
    // For each day how many business days came before it, and the business days themselves.
    std::vector<std::int32_t> m_before;
    std::vector<CivilDay> m_businessDays;
};

} // namespace onceover
