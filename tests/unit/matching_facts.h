// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/uuid.h"
#include "backend/matching/layer_matcher.h"

#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Payments and records that differ in nothing but what a test changes: 1,250.00 EUR to one account,
// sent on Monday 2026-11-02, booked two days later.
namespace onceover::facts {

inline constexpr std::int64_t kDayUs = 86'400'000'000;

inline Reference reference(int number)
{
    const auto tenant = Uuid::fromText("01890000-0000-7000-8000-000000000001");
    return Reference::of(*tenant, "shop", std::to_string(number));
}

inline CivilDay day(std::string_view text)
{
    return dayFromText(text).value();
}

inline std::int64_t noonUs(std::string_view text)
{
    return day(text) * kDayUs + kDayUs / 2;
}

inline PaymentFacts payment(int number)
{
    PaymentFacts facts{reference(number)};
    facts.amountMinor = 125000;
    facts.currency = "EUR";
    facts.payeeAccount = "NL69 TEST 0000 0000 01";
    facts.firstSentUs = facts.lastSentUs = noonUs("2026-11-02");
    return facts;
}

// Names nobody; its account and amount are those of every payment.
inline RecordFacts unnamed(std::string identity)
{
    RecordFacts facts;
    facts.identity = std::move(identity);
    facts.amountMinor = 125000;
    facts.currency = "EUR";
    facts.counterpartyAccount = "NL69TEST0000000001";
    facts.isBooked = true;
    facts.bookedOn = day("2026-11-04");
    return facts;
}

// Names a payment by its end-to-end identification.
inline RecordFacts record(int number)
{
    RecordFacts facts = unnamed("record " + std::to_string(number));
    facts.references["end_to_end_id"] = reference(number).text();
    facts.counterpartyAccount.clear();
    return facts;
}

inline std::vector<PaymentFacts> payments(int count)
{
    std::vector<PaymentFacts> all;
    for (int number = 1; number <= count; ++number)
        all.push_back(payment(number));
    return all;
}

// Monday to Friday, 2026 and 2027, without the two days of Christmas.
inline BusinessCalendar calendar()
{
    CalendarDays days;
    days.name = "TEST";
    days.from = day("2026-01-01");
    days.to = day("2027-12-31");
    days.holidays = {day("2026-12-25"), day("2026-12-26")};
    return BusinessCalendar::fromDays(days).value();
}

inline MatchRules rules()
{
    MatchRules all{{}, {}, {}, calendar()};
    all.settlesSets = true;
    return all;
}

inline MatchRuleBook book(const MatchRules& each = rules())
{
    return MatchRuleBook::fromRules({each}).value();
}

inline std::vector<CoveredDays> everyDay()
{
    return {{"", day("2026-01-01"), day("2027-12-31")}};
}

inline std::vector<RecordMatch> match(
    const std::vector<RecordFacts>& records, const std::vector<PaymentFacts>& payments)
{
    return matchLayer(records, payments, book(), everyDay());
}

// What was linked by itself, by names that do not depend on the order of the lists.
using Links = std::set<std::pair<std::string, std::string>>;

inline Links linksOf(
    const std::vector<RecordMatch>& matches,
    const std::vector<RecordFacts>& records,
    const std::vector<PaymentFacts>& payments)
{
    Links links;
    for (const RecordMatch& each : matches) {
        if (isAutomatic(each.reason))
            links.emplace(records[each.record].identity, payments[each.payment].reference.text());
    }
    return links;
}

inline std::string reasonOf(const std::vector<RecordMatch>& matches, std::size_t index = 0)
{
    return index < matches.size() ? std::string(toText(matches[index].reason)) : "NO_SUCH_MATCH";
}

} // namespace onceover::facts
