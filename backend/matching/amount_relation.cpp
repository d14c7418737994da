// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/amount_relation.h"

#include "backend/domain/text_table.h"

#include <limits>
#include <optional>

namespace onceover {

namespace {

constexpr TextTable<AmountRelation, 9> kRelations = {
    {{AmountRelation::Equal, "EQUAL"},
     {AmountRelation::EqualBesideCharges, "EQUAL_BESIDE_CHARGES"},
     {AmountRelation::EqualAsOrdered, "EQUAL_AS_ORDERED"},
     {AmountRelation::WithinCharges, "WITHIN_CHARGES"},
     {AmountRelation::WithinExchange, "WITHIN_EXCHANGE"},
     {AmountRelation::Partial, "PARTIAL"},
     {AmountRelation::Over, "OVER"},
     {AmountRelation::OtherCurrency, "OTHER_CURRENCY"},
     {AmountRelation::NotItsOwn, "NOT_ITS_OWN"}}};

// The distance of two amounts; the largest number where it has no room.
std::int64_t distance(std::int64_t left, std::int64_t right)
{
    std::int64_t difference = 0;
    const bool overflows = left < right ? __builtin_sub_overflow(right, left, &difference)
                                        : __builtin_sub_overflow(left, right, &difference);
    return overflows ? std::numeric_limits<std::int64_t>::max() : difference;
}

// What left us is the payment and the charges; what reached us is the payment without them.
std::optional<std::int64_t> besideCharges(const RecordFacts& record)
{
    std::int64_t amountMinor = 0;
    const bool overflows =
        record.direction == Direction::Out
            ? __builtin_sub_overflow(record.amountMinor, *record.chargesMinor, &amountMinor)
            : __builtin_add_overflow(record.amountMinor, *record.chargesMinor, &amountMinor);
    return overflows ? std::nullopt : std::optional(amountMinor);
}

// Rounded down; no product of the whole amount, which may have no room for it.
std::int64_t millionths(std::int64_t amountMinor, std::int64_t ppm)
{
    constexpr std::int64_t kMillion = 1'000'000;
    return amountMinor / kMillion * ppm + amountMinor % kMillion * ppm / kMillion;
}

AmountRelation acrossCurrencies(
    const RecordFacts& record, const PaymentFacts& payment, const MatchRules* rules)
{
    if (!record.orderedMinor || record.orderedCurrency != payment.currency
        || record.orderedCurrency.empty())
        return AmountRelation::OtherCurrency;
    if (*record.orderedMinor == payment.amountMinor)
        return AmountRelation::EqualAsOrdered;
    const std::int64_t bound =
        rules == nullptr ? 0 : millionths(payment.amountMinor, rules->exchangeBoundPpm);
    return distance(*record.orderedMinor, payment.amountMinor) <= bound
               ? AmountRelation::WithinExchange
               : AmountRelation::OtherCurrency;
}

} // namespace

std::string_view toText(AmountRelation relation)
{
    return textOf(kRelations, relation);
}

AmountRelation amountRelation(
    const RecordFacts& record, const PaymentFacts& payment, const MatchRules* rules)
{
    if (record.isBundle)
        return AmountRelation::NotItsOwn;
    if (record.currency != payment.currency || record.currency.empty())
        return acrossCurrencies(record, payment, rules);
    if (record.amountMinor == payment.amountMinor)
        return AmountRelation::Equal;
    if (record.chargesMinor && besideCharges(record) == payment.amountMinor)
        return AmountRelation::EqualBesideCharges;
    const std::int64_t bound = rules == nullptr ? 0 : rules->chargeBoundMinor;
    if (distance(record.amountMinor, payment.amountMinor) <= bound)
        return AmountRelation::WithinCharges;
    return record.amountMinor < payment.amountMinor ? AmountRelation::Partial
                                                    : AmountRelation::Over;
}

} // namespace onceover
