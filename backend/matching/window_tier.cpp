// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/window_tier.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace onceover {

namespace {

// What must be equal before days are looked at.
template <typename Line>
auto slotOf(const Line& line)
{
    return std::make_tuple(line.account, line.amountMinor, line.currency, line.is(Line::kIn));
}

bool holds(CivilDay from, CivilDay to, CivilDay day)
{
    return day >= from && day <= to;
}

constexpr std::uint16_t kWindowIsAutomatic = PaymentLine::kTierAutomatic
                                             << static_cast<unsigned>(Tier::AccountAmountWindow);

} // namespace

WindowTier::WindowTier(std::span<const RecordLine> records, std::span<const PaymentLine> payments)
    : m_records(records)
    , m_payments(payments)
{}

bool WindowTier::canStand(const RecordLine& record) const
{
    return record.is(RecordLine::kProves) && record.is(RecordLine::kCompetes)
           && !record.is(RecordLine::kTaken) && !record.is(RecordLine::kBundle)
           && record.account != 0 && record.currency != 0 && record.day != kNoDay;
}

void WindowTier::collect(const MatchState& state)
{
    for (std::uint32_t index = 0; index < m_records.size(); ++index) {
        if (!(state.records[index] & MatchState::kLinked) && canStand(m_records[index]))
            m_freeRecords.push_back(index);
    }
    for (std::uint32_t index = 0; index < m_payments.size(); ++index) {
        const PaymentLine& payment = m_payments[index];
        const bool isLinked = state.payments[index] & MatchState::kLinked;
        const bool hasRecord = payment.is(PaymentLine::kHasRecord);
        // One that has its record stands aside, unless another of its sends may have happened too.
        const bool isDone = (hasRecord && !payment.is(PaymentLine::kSpareSend))
                            || (isLinked && !payment.is(PaymentLine::kManySends));
        if (!isDone && payment.account != 0 && payment.guardFrom != kNoDay)
            m_freePayments.push_back(index);
    }
    std::sort(m_freeRecords.begin(), m_freeRecords.end(), [this](auto left, auto right) {
        const RecordLine& one = m_records[left];
        const RecordLine& other = m_records[right];
        return std::make_tuple(slotOf(one), one.day, one.id)
               < std::make_tuple(slotOf(other), other.day, other.id);
    });
    std::sort(m_freePayments.begin(), m_freePayments.end(), [this](auto left, auto right) {
        const PaymentLine& one = m_payments[left];
        const PaymentLine& other = m_payments[right];
        return std::make_tuple(slotOf(one), one.guardFrom, one.guardTo, one.id)
               < std::make_tuple(slotOf(other), other.guardFrom, other.guardTo, other.id);
    });
}

void WindowTier::run(MatchState& state, LineMatches& matches)
{
    collect(state);
    const std::span<const std::uint32_t> records(m_freeRecords);
    const std::span<const std::uint32_t> payments(m_freePayments);
    std::size_t payment = 0;
    for (std::size_t record = 0; record < records.size();) {
        const auto slot = slotOf(m_records[records[record]]);
        std::size_t recordEnd = record + 1;
        while (recordEnd < records.size() && slotOf(m_records[records[recordEnd]]) == slot)
            ++recordEnd;
        while (payment < payments.size() && slotOf(m_payments[payments[payment]]) < slot)
            ++payment;
        std::size_t paymentEnd = payment;
        while (paymentEnd < payments.size() && slotOf(m_payments[payments[paymentEnd]]) == slot)
            ++paymentEnd;
        matchGroup(
            records.subspan(record, recordEnd - record),
            payments.subspan(payment, paymentEnd - payment),
            state,
            matches);
        record = recordEnd;
        payment = paymentEnd;
    }
}

void WindowTier::matchGroup(
    std::span<const std::uint32_t> records,
    std::span<const std::uint32_t> payments,
    MatchState& state,
    LineMatches& matches)
{
    std::size_t record = 0;
    for (std::size_t payment = 0; payment < payments.size();) {
        const CivilDay from = m_payments[payments[payment]].guardFrom;
        CivilDay to = m_payments[payments[payment]].guardTo;
        std::size_t end = payment + 1;
        for (; end < payments.size() && m_payments[payments[end]].guardFrom <= to; ++end)
            to = std::max(to, m_payments[payments[end]].guardTo);
        while (record < records.size() && m_records[records[record]].day < from)
            ++record;
        std::size_t recordEnd = record;
        while (recordEnd < records.size() && m_records[records[recordEnd]].day <= to)
            ++recordEnd;
        if (recordEnd > record)
            matchCluster(
                {records.subspan(record, recordEnd - record),
                 payments.subspan(payment, end - payment)},
                state,
                matches);
        record = recordEnd;
        payment = end;
    }
}

std::size_t WindowTier::startsBefore(const Cluster& cluster, CivilDay day) const
{
    const auto next = std::upper_bound(
        cluster.payments.begin(),
        cluster.payments.end(),
        day,
        [this](CivilDay wanted, std::uint32_t payment) {
            return wanted < m_payments[payment].guardFrom;
        });
    return static_cast<std::size_t>(next - cluster.payments.begin());
}

WindowTier::Possible WindowTier::paymentsFor(const Cluster& cluster, CivilDay day) const
{
    const std::size_t started = startsBefore(cluster, day);
    const auto endsBefore = static_cast<std::size_t>(
        std::lower_bound(m_ends.begin(), m_ends.end(), day) - m_ends.begin());
    return {
        static_cast<std::uint32_t>(started - endsBefore),
        m_startSums[started] - m_endSums[endsBefore]};
}

WindowTier::Possible WindowTier::recordsFor(
    const Cluster& cluster, const PaymentLine& payment) const
{
    const auto isBefore = [this](std::uint32_t record, CivilDay day) {
        return m_records[record].day < day;
    };
    const auto first = std::lower_bound(
        cluster.records.begin(), cluster.records.end(), payment.guardFrom, isBefore);
    const auto last = std::lower_bound(first, cluster.records.end(), payment.guardTo + 1, isBefore);
    return {
        static_cast<std::uint32_t>(last - first),
        static_cast<std::uint64_t>(first - cluster.records.begin())};
}

void WindowTier::matchCluster(const Cluster& cluster, MatchState& state, LineMatches& matches)
{
    const std::size_t count = cluster.payments.size();
    std::vector<std::pair<CivilDay, std::uint64_t>> ends;
    m_startSums.assign(count + 1, 0);
    for (std::size_t position = 0; position < count; ++position) {
        ends.emplace_back(m_payments[cluster.payments[position]].guardTo, position);
        m_startSums[position + 1] = m_startSums[position] + position;
    }
    std::sort(ends.begin(), ends.end());
    m_ends.clear();
    m_endSums.assign(count + 1, 0);
    for (std::size_t position = 0; position < count; ++position) {
        m_ends.push_back(ends[position].first);
        m_endSums[position + 1] = m_endSums[position] + ends[position].second;
    }
    for (const std::uint32_t record : cluster.records) {
        const Possible possible = paymentsFor(cluster, m_records[record].day);
        if (possible.count != 1)
            continue;
        const std::uint32_t payment = cluster.payments[possible.positionSum];
        if (recordsFor(cluster, m_payments[payment]).count == 1)
            linkPair(record, payment, state, matches);
    }
    if (cluster.records.size() == 1 && count == 1) {
        if (!(state.records[cluster.records[0]] & MatchState::kLinked))
            list(cluster, MatchReason::PaymentsCompete, state, matches);
        return;
    }
    const auto setReason = setObstacle(cluster, state);
    if (!setReason)
        linkSet(cluster, state, matches);
    else
        list(cluster, *setReason, state, matches);
}

std::optional<MatchReason> WindowTier::obstacle(
    const RecordLine& record, const PaymentLine& payment) const
{
    if (record.is(RecordLine::kDamaged))
        return MatchReason::DamagedReference;
    if (payment.is(PaymentLine::kHasRecord))
        return MatchReason::SecondChargePossible;
    if (payment.is(PaymentLine::kNeverSent))
        return MatchReason::NeverSent;
    if (!holds(payment.from, payment.to, record.day))
        return MatchReason::OutsideWindow;
    if (!payment.is(kWindowIsAutomatic))
        return MatchReason::TierIsForPeople;
    return std::nullopt;
}

void WindowTier::linkPair(
    std::uint32_t record, std::uint32_t payment, MatchState& state, LineMatches& matches) const
{
    const bool isNamed = (state.records[record] | state.payments[payment])
                         & (MatchState::kNamed | MatchState::kLinked);
    if (isNamed || obstacle(m_records[record], m_payments[payment]))
        return;
    state.records[record] |= MatchState::kLinked;
    state.payments[payment] |= MatchState::kLinked;
    matches.links.push_back(
        {record, payment, Tier::AccountAmountWindow, MatchReason::UniqueAccountAndAmount, 1, 1});
}

std::optional<MatchReason> WindowTier::setObstacle(
    const Cluster& cluster, const MatchState& state) const
{
    CivilDay first = m_records[cluster.records.front()].day;
    CivilDay last = m_records[cluster.records.back()].day;
    std::optional<MatchReason> found;
    const auto tell = [&found](bool isWrong, MatchReason reason) {
        if (isWrong && (!found || reason < *found))
            found = reason;
    };
    for (const std::uint32_t record : cluster.records) {
        tell(m_records[record].is(RecordLine::kDamaged), MatchReason::DamagedReference);
        tell(state.records[record] & MatchState::kNamed, MatchReason::NamesAnother);
    }
    for (const std::uint32_t position : cluster.payments) {
        const PaymentLine& payment = m_payments[position];
        const std::uint8_t flags = state.payments[position];
        tell(!payment.is(kWindowIsAutomatic), MatchReason::TierIsForPeople);
        tell(!payment.is(PaymentLine::kSettlesInSets), MatchReason::PaymentsCompete);
        tell(payment.is(PaymentLine::kNeverSent), MatchReason::NeverSent);
        tell(flags & MatchState::kNamed, MatchReason::StrongerNameCompetes);
        tell(
            payment.is(PaymentLine::kHasRecord) || (flags & MatchState::kLinked),
            MatchReason::SecondChargePossible);
        tell(!payment.is(PaymentLine::kSentOnce), MatchReason::SetSentMoreThanOnce);
        tell(!payment.is(PaymentLine::kClosed), MatchReason::SetNotClosed);
        tell(!payment.is(PaymentLine::kCovered), MatchReason::SetCoverageIncomplete);
        tell(payment.from > first || payment.to < last, MatchReason::SetWindowsDiffer);
    }
    tell(cluster.records.size() != cluster.payments.size(), MatchReason::SetCountsDiffer);
    return found;
}

void WindowTier::linkSet(const Cluster& cluster, MatchState& state, LineMatches& matches) const
{
    const auto size = static_cast<std::uint32_t>(cluster.records.size());
    for (std::uint32_t position = 0; position < size; ++position) {
        const std::uint32_t record = cluster.records[position];
        const std::uint32_t payment = cluster.payments[position];
        state.records[record] |= MatchState::kLinked;
        state.payments[payment] |= MatchState::kLinked;
        matches.links.push_back(
            {record, payment, Tier::AccountAmountWindow, MatchReason::ClosedSet, size, size});
    }
}

MatchReason WindowTier::reasonFor(
    std::uint32_t record,
    std::uint32_t payment,
    std::uint32_t paymentCount,
    MatchReason setReason,
    const MatchState& state) const
{
    if (const auto own = obstacle(m_records[record], m_payments[payment]))
        return *own;
    if (state.records[record] & MatchState::kNamed)
        return MatchReason::NamesAnother;
    if (state.payments[payment] & MatchState::kLinked)
        return MatchReason::SecondChargePossible;
    if (state.payments[payment] & MatchState::kNamed)
        return MatchReason::StrongerNameCompetes;
    if (setReason != MatchReason::PaymentsCompete)
        return setReason;
    return paymentCount > 1 ? MatchReason::PaymentsCompete : MatchReason::RecordsCompete;
}

void WindowTier::list(
    const Cluster& cluster,
    MatchReason setReason,
    const MatchState& state,
    LineMatches& matches) const
{
    // What is listed stays in proportion to the records, however many are alike.
    constexpr std::size_t kMostInCluster = 200'000;
    const auto most = static_cast<std::uint32_t>(
        std::clamp<std::size_t>(kMostInCluster / cluster.records.size(), 1, kMostListed));
    for (const std::uint32_t record : cluster.records) {
        if (state.records[record] & MatchState::kLinked)
            continue;
        const CivilDay day = m_records[record].day;
        const std::uint32_t count = paymentsFor(cluster, day).count;
        std::uint32_t left = std::min(count, most);
        // Backwards from the last that starts in time: those that end too early lie farthest away.
        for (std::size_t position = startsBefore(cluster, day); left > 0; --position) {
            const std::uint32_t payment = cluster.payments[position - 1];
            if (m_payments[payment].guardTo < day)
                continue;
            --left;
            matches.forPeople.push_back(
                {record,
                 payment,
                 Tier::AccountAmountWindow,
                 reasonFor(record, payment, count, setReason, state),
                 count,
                 recordsFor(cluster, m_payments[payment]).count});
        }
    }
}

} // namespace onceover
