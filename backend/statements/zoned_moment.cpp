// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/zoned_moment.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include <unicode/ucal.h>

namespace onceover {

namespace {

struct Abbreviation
{
    std::string_view name;
    int minutes;
};

// CST, IST and BST are missing on purpose: each is the time of several countries.
constexpr std::array kAbbreviations = std::to_array<Abbreviation>({
    {"Z", 0},      {"UTC", 0},     {"GMT", 0},     {"WET", 0},    {"WEST", 60},  {"CET", 60},
    {"CEST", 120}, {"MEZ", 60},    {"MESZ", 120},  {"EET", 120},  {"EEST", 180}, {"MSK", 180},
    {"EST", -300}, {"EDT", -240},  {"MST", -420},  {"MDT", -360}, {"CDT", -300}, {"PST", -480},
    {"PDT", -420}, {"AKST", -540}, {"AKDT", -480}, {"HST", -600}, {"JST", 540},  {"HKT", 480},
    {"SGT", 480},  {"AEST", 600},  {"AEDT", 660},  {"NZST", 720}, {"NZDT", 780}, {"BRT", -180},
});

std::string withOffset(const std::string& local, int minutes)
{
    char buffer[16] = {};
    const int absolute = std::abs(minutes);
    std::snprintf(
        buffer,
        sizeof buffer,
        "%c%02d:%02d",
        minutes < 0 ? '-' : '+',
        absolute / 60 % 24,
        absolute % 60);
    return local + buffer;
}

std::optional<int> printedOffset(std::string_view zone)
{
    if (zone.size() < 3 || (zone[0] != '+' && zone[0] != '-'))
        return std::nullopt;
    std::string digits;
    for (const char each : zone.substr(1)) {
        if (each == ':')
            continue;
        if (each < '0' || each > '9')
            return std::nullopt;
        digits += each;
    }
    if (digits.size() != 2 && digits.size() != 4)
        return std::nullopt;
    const int hours = (digits[0] - '0') * 10 + digits[1] - '0';
    const int minutes = digits.size() == 4 ? (digits[2] - '0') * 10 + digits[3] - '0' : 0;
    if (hours > 14 || minutes > 59)
        return std::nullopt;
    return (zone[0] == '-' ? -1 : 1) * (hours * 60 + minutes);
}

// One reading of a wall clock time: of the two that exist, or beside the one that does not.
struct Reading
{
    UDate instant = 0;
    int minutes = 0;
};

std::optional<Reading> readingOf(
    UCalendar* calendar, const std::array<int, 6>& fields, UCalendarWallTimeOption wanted)
{
    UErrorCode status = U_ZERO_ERROR;
    ucal_clear(calendar);
    ucal_setAttribute(calendar, UCAL_REPEATED_WALL_TIME, wanted);
    ucal_setAttribute(calendar, UCAL_SKIPPED_WALL_TIME, wanted);
    ucal_setDateTime(
        calendar, fields[0], fields[1] - 1, fields[2], fields[3], fields[4], fields[5], &status);
    Reading reading;
    reading.instant = ucal_getMillis(calendar, &status);
    reading.minutes = (ucal_get(calendar, UCAL_ZONE_OFFSET, &status)
                       + ucal_get(calendar, UCAL_DST_OFFSET, &status))
                      / 60'000;
    return U_FAILURE(status) != 0 ? std::nullopt : std::optional(reading);
}

ZonedMoment inZone(const std::string& local, std::string_view zone)
{
    std::array<int, 6> fields{};
    const int found = std::sscanf(
        local.c_str(),
        "%4d-%2d-%2dT%2d:%2d:%2d",
        &fields[0],
        &fields[1],
        &fields[2],
        &fields[3],
        &fields[4],
        &fields[5]);
    std::array<UChar, 64> id{};
    const bool isPlain =
        zone.size() < id.size() - 1 && std::all_of(zone.begin(), zone.end(), [](char each) {
            return static_cast<unsigned char>(each) < 0x80;
        });
    if (found != 6 || !isPlain || zone.find('/') == std::string_view::npos)
        return {ZoneFinding::Unknown, local};
    std::copy(zone.begin(), zone.end(), id.begin());
    std::array<UChar, 64> canonical{};
    UBool isSystem = 0;
    UErrorCode status = U_ZERO_ERROR;
    ucal_getCanonicalTimeZoneID(
        id.data(), static_cast<int>(zone.size()), canonical.data(), 64, &isSystem, &status);
    if (U_FAILURE(status) != 0 || isSystem == 0)
        return {ZoneFinding::Unknown, local};
    UCalendar* calendar =
        ucal_open(id.data(), static_cast<int>(zone.size()), "en_US", UCAL_GREGORIAN, &status);
    if (U_FAILURE(status) != 0)
        return {ZoneFinding::Unknown, local};
    const auto first = readingOf(calendar, fields, UCAL_WALLTIME_FIRST);
    const auto last = readingOf(calendar, fields, UCAL_WALLTIME_LAST);
    ucal_close(calendar);
    if (!first || !last)
        return {ZoneFinding::Unknown, local};
    if (first->instant == last->instant)
        return {ZoneFinding::Known, withOffset(local, first->minutes)};
    // Where clocks go back the first of both hours still has the larger offset; where they go
    // forward the offset grows.
    return {first->minutes > last->minutes ? ZoneFinding::Repeated : ZoneFinding::Skipped, local};
}

} // namespace

ZonedMoment zonedMoment(const std::string& day, const std::string& time, std::string_view zone)
{
    if (time.empty())
        return {};
    const std::string local = day + "T" + time;
    if (zone.empty())
        return {ZoneFinding::None, local};
    if (const auto minutes = printedOffset(zone))
        return {ZoneFinding::Known, withOffset(local, *minutes)};
    for (const Abbreviation& each : kAbbreviations) {
        if (each.name == zone)
            return {ZoneFinding::Known, withOffset(local, each.minutes)};
    }
    return inZone(local, zone);
}

} // namespace onceover
