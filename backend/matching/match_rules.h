// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/matching/business_calendar.h"
#include "backend/matching/civil_zone.h"
#include "backend/matching/tier.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace onceover {

// How far from the day of sending a record may be dated, in business days.
struct DayReach
{
    int before = 0;
    int after = 0;

    friend bool operator==(const DayReach&, const DayReach&) = default;
};

// How records of one provider and account are matched: data that two people change, never code.
struct MatchRules
{
    // Whose records; an empty text stands for every one.
    std::string provider;
    std::string account;
    // Of the day on which a payment was sent; banks date their lines in it.
    CivilZone zone;
    BusinessCalendar calendar;
    // Where the third tier links.
    DayReach window = {0, 5};
    // Where a competitor still stops it: a line that comes late belongs to the earlier of two equal
    // payments, although only the later one's window holds it. Not narrower than the window.
    DayReach guard = {2, 20};
    // Which tiers link by themselves.
    std::array<bool, kTierCount> isAutomatic = {true, true, true};
    // Whether N identical payments and N records are settled together.
    bool settlesSets = false;
    // What a bank may have kept, in minor units of the payment's currency; how far an exchanged
    // amount may lie from ours, in millionths. Within these a pair is worth showing, not linking.
    std::int64_t chargeBoundMinor = 0;
    std::int64_t exchangeBoundPpm = 0;
};

// One thing that is wrong with rules, for the person who wrote them.
struct RuleFault
{
    // A stable code: match.window_negative, match.guard_narrower_than_window,
    // match.window_too_wide, match.bound_negative, match.exchange_bound_too_wide,
    // match.set_without_window.
    std::string code;
    // The member it is about.
    std::string field;

    friend bool operator==(const RuleFault&, const RuleFault&) = default;
};

// Everything that is wrong; rules without faults can be used.
std::vector<RuleFault> faultsOf(const MatchRules& rules);

// The days a payment's record may carry. `isKnown` is false where the calendar does not reach: then
// the third tier links nothing.
struct PaymentDays
{
    CivilDay from = 0;
    CivilDay to = 0;
    CivilDay guardFrom = 0;
    CivilDay guardTo = 0;
    bool isKnown = false;
};

// From the first to the last send, Unix microseconds.
PaymentDays daysOf(const MatchRules& rules, std::int64_t firstSentUs, std::int64_t lastSentUs);

} // namespace onceover
