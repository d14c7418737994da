// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/name_tiers.h"

#include "backend/matching/line_comparison.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

namespace onceover {

namespace {

// Objections are kept in a byte; this one says that there is none.
constexpr std::uint8_t kNoObjection = 0xff;

void raise(std::uint8_t& count)
{
    count = static_cast<std::uint8_t>(count + (count < 0xff ? 1 : 0));
}

std::uint8_t objectionByte(const RecordLine& record, const PaymentLine& payment)
{
    const auto objection = objectionTo(record, payment);
    return objection ? static_cast<std::uint8_t>(*objection) : kNoObjection;
}

bool isFirstOf(const NamePair& left, const NamePair& right)
{
    return std::tie(left.record, left.payment, left.spelling)
           < std::tie(right.record, right.payment, right.spelling);
}

MatchReason uniqueReason(Tier tier)
{
    return tier == Tier::ExactReference ? MatchReason::UniqueReference
                                        : MatchReason::UniqueNormalisedReference;
}

} // namespace

std::optional<Tier> tierOf(Spelling spelling)
{
    if (isForPeople(spelling))
        return std::nullopt;
    return spelling == Spelling::Exact ? Tier::ExactReference : Tier::NormalisedReference;
}

NameTiers::NameTiers(
    std::span<const RecordLine> records,
    std::span<const PaymentLine> payments,
    std::vector<NamePair> pairs)
    : m_records(records)
    , m_payments(payments)
    , m_pairs(std::move(pairs))
    , m_hits(records.size(), kNone)
    , m_objections(records.size(), kNoObjection)
    , m_names(records.size(), 0)
{
    for (auto& counts : m_namedBy)
        counts.assign(payments.size(), 0);
}

void NameTiers::run(MatchState& state, LineMatches& matches)
{
    indexPayments();
    findNames();
    mergePairs();
    countNames();
    link(Tier::ExactReference, state, matches);
    link(Tier::NormalisedReference, state, matches);
    tell(state, matches);
}

std::size_t NameTiers::bucketOf(const NameKey& name) const
{
    const std::uint64_t mixed = (name.low ^ (name.high << 17U)) * 0x9e3779b97f4a7c15ULL;
    return static_cast<std::size_t>(mixed >> m_shift);
}

void NameTiers::indexPayments()
{
    const std::size_t buckets = std::bit_ceil(std::max<std::size_t>(m_payments.size() * 2, 2));
    m_shift = 64U - static_cast<unsigned>(std::countr_zero(buckets));
    m_heads.assign(buckets, kNone);
    m_next.assign(m_payments.size(), kNone);
    for (std::uint32_t index = 0; index < m_payments.size(); ++index) {
        if (m_payments[index].name.isNone())
            continue;
        std::uint32_t& head = m_heads[bucketOf(m_payments[index].name)];
        m_next[index] = std::exchange(head, index);
    }
}

void NameTiers::findNames()
{
    constexpr std::size_t kBatch = 64;
    for (std::size_t begin = 0; begin < m_records.size(); begin += kBatch)
        findNames(begin, std::min(begin + kBatch, m_records.size()));
}

void NameTiers::findNames(std::size_t begin, std::size_t end)
{
    for (std::size_t index = begin; index < end; ++index)
        __builtin_prefetch(&m_heads[bucketOf(m_records[index].name)]);
    for (std::size_t index = begin; index < end; ++index) {
        const std::uint32_t head = m_heads[bucketOf(m_records[index].name)];
        if (head != kNone)
            __builtin_prefetch(&m_payments[head]);
    }
    for (std::size_t index = begin; index < end; ++index) {
        const NameKey& name = m_records[index].name;
        if (name.isNone())
            continue;
        for (std::uint32_t payment = m_heads[bucketOf(name)]; payment != kNone;
             payment = m_next[payment]) {
            if (m_payments[payment].name == name)
                hit(static_cast<std::uint32_t>(index), payment);
        }
    }
}

void NameTiers::hit(std::uint32_t record, std::uint32_t payment)
{
    if (m_hits[record] != kNone) {
        m_pairs.push_back({record, payment, m_records[record].spelling});
        return;
    }
    m_hits[record] = payment;
    m_objections[record] = objectionByte(m_records[record], m_payments[payment]);
}

void NameTiers::mergePairs()
{
    // The first hit stands beside the list unless another way of naming the same payment, or of
    // naming another one, makes them two to be compared.
    std::vector<NamePair> firstHits;
    for (const NamePair& pair : m_pairs) {
        if (m_hits[pair.record] != kNone)
            firstHits.push_back(
                {pair.record,
                 std::exchange(m_hits[pair.record], kNone),
                 m_records[pair.record].spelling});
    }
    m_pairs.insert(m_pairs.end(), firstHits.begin(), firstHits.end());
    std::sort(m_pairs.begin(), m_pairs.end(), isFirstOf);
    const auto isSame = [](const NamePair& left, const NamePair& right) {
        return left.record == right.record && left.payment == right.payment;
    };
    m_pairs.erase(std::unique(m_pairs.begin(), m_pairs.end(), isSame), m_pairs.end());
}

template <typename Visit>
void NameTiers::forEachPair(Visit visit) const
{
    for (std::uint32_t record = 0; record < m_records.size(); ++record) {
        if (m_hits[record] != kNone)
            visit(NamePair{record, m_hits[record], m_records[record].spelling});
    }
    for (const NamePair& pair : m_pairs)
        visit(pair);
}

void NameTiers::countNames()
{
    forEachPair([this](const NamePair& pair) {
        raise(m_names[pair.record]);
        const RecordLine& record = m_records[pair.record];
        const auto tier = tierOf(pair.spelling);
        if (tier && record.is(RecordLine::kCompetes) && !record.is(RecordLine::kTaken))
            raise(m_namedBy[static_cast<std::size_t>(*tier)][pair.payment]);
    });
}

std::optional<MatchReason> NameTiers::obstacle(
    const NamePair& pair, Tier tier, const MatchState& state) const
{
    const PaymentLine& payment = m_payments[pair.payment];
    const std::uint8_t objection = m_hits[pair.record] == pair.payment
                                       ? m_objections[pair.record]
                                       : objectionByte(m_records[pair.record], payment);
    if (objection != kNoObjection)
        return static_cast<MatchReason>(objection);
    if (isForPeople(pair.spelling))
        return pair.spelling == Spelling::LookAlike ? MatchReason::LookAlikeReference
                                                    : MatchReason::DisguisedReference;
    if (m_names[pair.record] > 1)
        return MatchReason::RecordNamesSeveral;
    if (m_namedBy[static_cast<std::size_t>(tier)][pair.payment] > 1)
        return MatchReason::PaymentNamedBySeveral;
    if (state.payments[pair.payment] & MatchState::kLinked)
        return MatchReason::PaymentHasRecord;
    if (tier != Tier::ExactReference && m_namedBy[0][pair.payment] > 0)
        return MatchReason::StrongerNameCompetes;
    if ((payment.flags & (PaymentLine::kTierAutomatic << static_cast<unsigned>(tier))) == 0)
        return MatchReason::TierIsForPeople;
    return std::nullopt;
}

void NameTiers::link(Tier tier, MatchState& state, LineMatches& matches) const
{
    forEachPair([this, tier, &state, &matches](const NamePair& pair) {
        if (tierOf(pair.spelling) != tier || obstacle(pair, tier, state))
            return;
        state.records[pair.record] |= MatchState::kLinked;
        state.payments[pair.payment] |= MatchState::kLinked;
        matches.links.push_back({pair.record, pair.payment, tier, uniqueReason(tier), 1, 1});
    });
}

void NameTiers::tell(MatchState& state, LineMatches& matches) const
{
    for (std::size_t index = 0; index < m_records.size(); ++index) {
        if (!m_records[index].name.isNone())
            state.records[index] |= MatchState::kNamed;
    }
    forEachPair([this, &state, &matches](const NamePair& pair) {
        const RecordLine& record = m_records[pair.record];
        if (state.records[pair.record] & MatchState::kLinked)
            return;
        state.records[pair.record] |= MatchState::kNamed;
        if (record.is(RecordLine::kCompetes) && !record.is(RecordLine::kTaken))
            state.payments[pair.payment] |= MatchState::kNamed;
        const Tier tier = tierOf(pair.spelling).value_or(Tier::NormalisedReference);
        const auto reason = obstacle(pair, tier, state);
        matches.forPeople.push_back(
            {pair.record,
             pair.payment,
             tier,
             reason.value_or(MatchReason::PaymentHasRecord),
             m_names[pair.record],
             std::max<std::uint32_t>(m_namedBy[static_cast<std::size_t>(tier)][pair.payment], 1)});
    });
}

} // namespace onceover
