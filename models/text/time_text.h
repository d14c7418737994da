// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

#include <cstdint>
#include <optional>

namespace onceover {

enum class TimeZoneChoice
{
    Local,
    Utc,
};

// Times as people read them. The offset is always printed, because a time without one is two times
// a day in a team that sits on two continents. Input is microseconds since 1970 UTC.
class TimeText
{
    Q_DECLARE_TR_FUNCTIONS(TimeText)

public:
    // Of all texts from now on; GUI thread only.
    static void setZone(TimeZoneChoice zone);
    static TimeZoneChoice zone();

    // "2026-11-30 14:03:22 +08:00"
    static QString dateTime(std::int64_t us);
    // "14:03:22 +08:00"
    static QString time(std::int64_t us);
    // "11-30 14:03:22" for dense columns whose header names the offset.
    static QString compact(std::int64_t us);
    // "2026-11-30 14:03:22.123456 +08:00": as exact as it was recorded.
    static QString exact(std::int64_t us);
    // "+08:00" as of this moment.
    static QString offset(std::int64_t us);
    // Like dateTime; a dash where there is none.
    static QString orDash(std::optional<std::int64_t> us);

    // "0:42", "6:03", "2 d 4 h": hours and minutes up to a day, then days and hours.
    static QString age(std::int64_t sinceUs, std::int64_t nowUs);
    // "in 12 min", "due now".
    static QString until(std::int64_t whenUs, std::int64_t nowUs);
    // "3 d", "24 h", "90 min", "30 s": the largest unit that divides it.
    static QString span(std::int64_t ms);
};

} // namespace onceover
