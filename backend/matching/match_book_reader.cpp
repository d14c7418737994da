// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/match_book_reader.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace onceover {

namespace {

using Json = nlohmann::json;

// Fields that nobody reads would be rules that nobody keeps.
void allowOnly(const Json& object, std::initializer_list<const char*> names)
{
    for (const auto& [name, value] : object.items()) {
        bool isKnown = false;
        for (const char* known : names)
            isKnown = isKnown || name == known;
        if (!isKnown)
            throw Json::other_error::create(500, "'" + name + "' is no member of it", &object);
    }
}

CivilDay dayIn(const Json& object, const char* name)
{
    const auto day = dayFromText(object.at(name).get<std::string>());
    if (!day)
        throw Json::other_error::create(500, std::string(name) + " is no day", &object);
    return *day;
}

Result<CivilZone> zoneFrom(const Json& object)
{
    allowOnly(object, {"name", "offsets"});
    std::vector<ZoneOffset> offsets;
    for (const Json& each : object.at("offsets")) {
        allowOnly(each, {"from_us", "offset_seconds"});
        offsets.push_back(
            {each.at("from_us").get<std::int64_t>(),
             each.at("offset_seconds").get<std::int32_t>()});
    }
    return CivilZone::fromOffsets(object.at("name").get<std::string>(), std::move(offsets));
}

Result<BusinessCalendar> calendarFrom(const Json& object)
{
    allowOnly(object, {"name", "from", "to", "weekend", "holidays"});
    CalendarDays days;
    days.name = object.at("name").get<std::string>();
    days.from = dayIn(object, "from");
    days.to = dayIn(object, "to");
    days.isWeekend.fill(false);
    for (const Json& weekday : object.at("weekend"))
        days.isWeekend.at(static_cast<std::size_t>(weekday.get<int>() - 1)) = true;
    for (const Json& holiday : object.at("holidays")) {
        const auto day = dayFromText(holiday.get<std::string>());
        if (!day)
            throw Json::other_error::create(500, "a holiday is no day", &object);
        days.holidays.push_back(*day);
    }
    return BusinessCalendar::fromDays(days);
}

DayReach reachFrom(const Json& object)
{
    allowOnly(object, {"before", "after"});
    return {object.at("before").get<int>(), object.at("after").get<int>()};
}

std::array<bool, kTierCount> tiersFrom(const Json& names)
{
    std::array<bool, kTierCount> isAutomatic{};
    for (const Json& name : names) {
        bool isKnown = false;
        for (std::size_t tier = 0; tier < kTierCount; ++tier) {
            const bool isThis = toText(static_cast<Tier>(tier)) == name.get<std::string>();
            isAutomatic.at(tier) = isAutomatic.at(tier) || isThis;
            isKnown = isKnown || isThis;
        }
        if (!isKnown)
            throw Json::other_error::create(500, "there is no such tier", &names);
    }
    return isAutomatic;
}

template <typename Part>
using Named = std::map<std::string, Part, std::less<>>;

template <typename Part>
const Part& named(const Named<Part>& parts, const Json& rule, const char* member)
{
    const auto found = parts.find(rule.at(member).get<std::string>());
    if (found == parts.end())
        throw Json::other_error::create(500, std::string(member) + " is not in the book", &rule);
    return found->second;
}

template <typename Part>
Result<Named<Part>> partsFrom(const Json& list, Result<Part> (*read)(const Json&))
{
    Named<Part> parts;
    for (const Json& each : list) {
        auto part = read(each);
        if (!part)
            return Failure(part.error());
        if (!parts.emplace(part->name(), *part).second)
            throw Json::other_error::create(500, "a name stands twice", &list);
    }
    return parts;
}

Result<MatchRuleBook> bookFrom(const Json& book)
{
    allowOnly(book, {"zones", "calendars", "rules"});
    const auto zones = partsFrom<CivilZone>(book.at("zones"), zoneFrom);
    if (!zones)
        return Failure(zones.error());
    const auto calendars = partsFrom<BusinessCalendar>(book.at("calendars"), calendarFrom);
    if (!calendars)
        return Failure(calendars.error());
    std::vector<MatchRules> rules;
    for (const Json& each : book.at("rules")) {
        allowOnly(
            each,
            {"provider",
             "account",
             "zone",
             "calendar",
             "window",
             "guard",
             "automatic",
             "sets",
             "charge_bound_minor",
             "exchange_bound_ppm"});
        rules.push_back(
            {each.at("provider").get<std::string>(),
             each.at("account").get<std::string>(),
             named(*zones, each, "zone"),
             named(*calendars, each, "calendar"),
             reachFrom(each.at("window")),
             reachFrom(each.at("guard")),
             tiersFrom(each.at("automatic")),
             each.at("sets").get<bool>(),
             each.value("charge_bound_minor", std::int64_t{0}),
             each.value("exchange_bound_ppm", std::int64_t{0})});
    }
    return MatchRuleBook::fromRules(std::move(rules));
}

} // namespace

Result<MatchRuleBook> matchRuleBookFrom(std::string_view text)
{
    if (text.empty() || text == "null")
        return MatchRuleBook();
    try {
        return bookFrom(Json::parse(text));
    } catch (const std::exception& wrong) {
        return Failure(Error::notHappened(
            "match.rules_unreadable", std::string("The rules cannot be read: ") + wrong.what()));
    }
}

} // namespace onceover
