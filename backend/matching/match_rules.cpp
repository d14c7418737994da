// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/match_rules.h"

#include <algorithm>

namespace onceover {

namespace {

constexpr int kWidestDays = 250;
constexpr std::int64_t kWidestExchangePpm = 200'000;

bool isNegative(const DayReach& reach)
{
    return reach.before < 0 || reach.after < 0;
}

} // namespace

std::vector<RuleFault> faultsOf(const MatchRules& rules)
{
    std::vector<RuleFault> faults;
    if (isNegative(rules.window))
        faults.push_back({"match.window_negative", "window"});
    if (isNegative(rules.guard))
        faults.push_back({"match.window_negative", "guard"});
    if (rules.guard.before < rules.window.before || rules.guard.after < rules.window.after)
        faults.push_back({"match.guard_narrower_than_window", "guard"});
    if (std::max(rules.guard.before, rules.guard.after) > kWidestDays
        || std::max(rules.window.before, rules.window.after) > kWidestDays)
        faults.push_back({"match.window_too_wide", "guard"});
    if (rules.chargeBoundMinor < 0)
        faults.push_back({"match.bound_negative", "chargeBoundMinor"});
    if (rules.exchangeBoundPpm < 0)
        faults.push_back({"match.bound_negative", "exchangeBoundPpm"});
    if (rules.exchangeBoundPpm > kWidestExchangePpm)
        faults.push_back({"match.exchange_bound_too_wide", "exchangeBoundPpm"});
    const bool linksByWindow =
        rules.isAutomatic[static_cast<std::size_t>(Tier::AccountAmountWindow)];
    if (rules.settlesSets && !linksByWindow)
        faults.push_back({"match.set_without_window", "settlesSets"});
    return faults;
}

PaymentDays daysOf(const MatchRules& rules, std::int64_t firstSentUs, std::int64_t lastSentUs)
{
    const CivilDay first = rules.zone.dayOf(firstSentUs);
    const CivilDay last = rules.zone.dayOf(std::max(firstSentUs, lastSentUs));
    const BusinessCalendar& calendar = rules.calendar;
    const auto from = calendar.addBusinessDays(first, -rules.window.before);
    const auto to = calendar.addBusinessDays(last, rules.window.after);
    const auto guardFrom = calendar.addBusinessDays(first, -rules.guard.before);
    const auto guardTo = calendar.addBusinessDays(last, rules.guard.after);
    if (!from || !to || !guardFrom || !guardTo)
        return {};
    return {*from, *to, *guardFrom, *guardTo, true};
}

} // namespace onceover
