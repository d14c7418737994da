// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/layer_matcher.h"

#include "backend/matching/line_matcher.h"
#include "backend/matching/name_index.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace onceover {

namespace {

// The place of each element among all by its key; equal keys keep their order.
template <typename Facts, typename Key>
std::vector<std::uint64_t> ranksOf(std::span<const Facts> all, Key key)
{
    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&all, &key](std::size_t left, std::size_t right) {
        return key(all[left]) < key(all[right]);
    });
    std::vector<std::uint64_t> ranks(all.size());
    for (std::size_t rank = 0; rank < order.size(); ++rank)
        ranks[order[rank]] = rank;
    return ranks;
}

// Two accounts may share a number; what is linked is compared again by its text.
std::uint64_t accountKey(std::string_view account)
{
    const std::string folded = foldedAccount(account);
    return folded.empty() ? 0 : std::hash<std::string>{}(folded) | 1U;
}

std::uint16_t flag(bool isSet, unsigned bits)
{
    return isSet ? static_cast<std::uint16_t>(bits) : std::uint16_t{0};
}

RecordLine lineOf(const RecordFacts& record, const RecordNames& names, std::uint64_t id)
{
    RecordLine line;
    line.name = names.name;
    line.account = accountKey(record.counterpartyAccount);
    line.amountMinor = record.amountMinor;
    line.id = id;
    line.day = record.bookedOn.value_or(kNoDay);
    line.currency = currencyKey(record.currency);
    line.spelling = names.spelling;
    const bool competes = record.isBooked && !record.isReversal && !record.isNotificationOnly;
    line.flags = flag(record.direction == Direction::In, RecordLine::kIn)
                 | flag(competes, RecordLine::kCompetes)
                 | flag(competes && !record.isBundle, RecordLine::kProves)
                 | flag(record.isTaken, RecordLine::kTaken)
                 | flag(names.isDamaged, RecordLine::kDamaged)
                 | flag(record.isReversal, RecordLine::kReversal)
                 | flag(record.isBundle, RecordLine::kBundle)
                 | flag(record.isNotificationOnly, RecordLine::kNotificationOnly);
    return line;
}

bool isCovered(
    const PaymentFacts& payment, const PaymentDays& days, std::span<const CoveredDays> coverage)
{
    return std::any_of(coverage.begin(), coverage.end(), [&](const CoveredDays& covered) {
        return covered.account == payment.account && covered.from <= days.guardFrom
               && covered.to >= days.guardTo;
    });
}

PaymentLine lineOf(
    const PaymentFacts& payment,
    const MatchRules* rules,
    std::span<const CoveredDays> coverage,
    std::uint64_t id)
{
    PaymentLine line;
    line.name = nameKeyOf(payment.reference.text());
    line.account = accountKey(payment.payeeAccount);
    line.amountMinor = payment.amountMinor;
    line.id = id;
    line.currency = currencyKey(payment.currency);
    PaymentDays days;
    if (rules != nullptr && payment.firstSentUs)
        days =
            daysOf(*rules, *payment.firstSentUs, payment.lastSentUs.value_or(*payment.firstSentUs));
    if (days.isKnown) {
        line.from = days.from;
        line.to = days.to;
        line.guardFrom = days.guardFrom;
        line.guardTo = days.guardTo;
    }
    line.flags = flag(payment.direction == Direction::In, PaymentLine::kIn)
                 | flag(payment.recordCount > 0, PaymentLine::kHasRecord)
                 | flag(payment.possibleSends > payment.recordCount, PaymentLine::kSpareSend)
                 | flag(payment.sends == 0, PaymentLine::kNeverSent)
                 | flag(payment.sends == 1, PaymentLine::kSentOnce)
                 | flag(payment.possibleSends > 1, PaymentLine::kManySends)
                 | flag(payment.isClosed, PaymentLine::kClosed)
                 | flag(days.isKnown && isCovered(payment, days, coverage), PaymentLine::kCovered)
                 | flag(rules != nullptr && rules->settlesSets, PaymentLine::kSettlesInSets);
    for (std::size_t tier = 0; tier < kTierCount; ++tier)
        line.flags |= flag(
            rules != nullptr && rules->isAutomatic[tier],
            unsigned{PaymentLine::kTierAutomatic} << tier);
    return line;
}

// Names by which a record and a payment know each other are whole; numbers stand in for accounts,
// so the texts have the last word.
MatchReason confirmed(const LineMatch& match, const FieldComparison& fields)
{
    const bool isDoubtful = match.tier == Tier::AccountAmountWindow
                                ? fields.payeeAccount != Comparison::Equal
                                : fields.reference != Comparison::Equal;
    return isAutomatic(match.reason) && isDoubtful ? MatchReason::AccountDiffers : match.reason;
}

} // namespace

std::vector<RecordMatch> matchLayer(
    std::span<const RecordFacts> records,
    std::span<const PaymentFacts> payments,
    const MatchRuleBook& rules,
    std::span<const CoveredDays> coverage)
{
    const auto recordRanks = ranksOf(
        records, [](const RecordFacts& record) { return std::string_view(record.identity); });
    const auto paymentRanks = ranksOf(payments, [](const PaymentFacts& payment) {
        return std::string_view(payment.reference.text());
    });
    const NameIndex index(payments);
    std::vector<NamePair> pairs;
    std::vector<NameBeginning> beginnings;
    std::vector<RecordLine> recordLines;
    for (std::uint32_t position = 0; position < records.size(); ++position) {
        RecordNames names = index.namesIn(records[position], position);
        recordLines.push_back(lineOf(records[position], names, recordRanks[position]));
        pairs.insert(pairs.end(), names.pairs.begin(), names.pairs.end());
        beginnings.insert(beginnings.end(), names.beginnings.begin(), names.beginnings.end());
    }
    std::vector<const MatchRules*> paymentRules;
    std::vector<PaymentLine> paymentLines;
    for (std::size_t position = 0; position < payments.size(); ++position) {
        const PaymentFacts& payment = payments[position];
        paymentRules.push_back(rules.find(payment.provider, payment.account));
        paymentLines.push_back(
            lineOf(payment, paymentRules.back(), coverage, paymentRanks[position]));
    }
    const std::vector<NamePair> cut = pairsOf(std::move(beginnings), paymentLines);
    pairs.insert(pairs.end(), cut.begin(), cut.end());
    const LineMatches lines = matchLines(recordLines, paymentLines, std::move(pairs));
    std::vector<RecordMatch> matches;
    const auto add = [&](const LineMatch& match) {
        FieldComparison fields = compareFields(
            records[match.record], payments[match.payment], paymentRules[match.payment]);
        const MatchReason reason = confirmed(match, fields);
        matches.push_back(
            {match.record,
             match.payment,
             match.tier,
             reason,
             std::move(fields),
             match.paymentCount,
             match.recordCount});
    };
    std::for_each(lines.links.begin(), lines.links.end(), add);
    std::for_each(lines.forPeople.begin(), lines.forPeople.end(), add);
    std::sort(
        matches.begin(), matches.end(), [&](const RecordMatch& left, const RecordMatch& right) {
            return std::pair(recordRanks[left.record], paymentRanks[left.payment])
                   < std::pair(recordRanks[right.record], paymentRanks[right.payment]);
        });
    return matches;
}

} // namespace onceover
