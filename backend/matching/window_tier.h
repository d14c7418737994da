// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/matching/line_match.h"
#include "backend/matching/match_line.h"
#include "backend/matching/match_state.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace onceover {

// The third tier: counterparty account, amount, currency, direction and window, for what names did
// not link. A link needs that record and payment are each other's only possibility within the
// guard, which is wider than the window; equal payments are settled together where that is proven.
class WindowTier
{
public:
    // At most so many payments are listed for one record; the count beside them is always whole.
    static constexpr std::uint32_t kMostListed = 100;

    WindowTier(std::span<const RecordLine> records, std::span<const PaymentLine> payments);

    void run(MatchState& state, LineMatches& matches);

private:
    // Records and payments of one account, amount, currency and direction whose days touch.
    struct Cluster
    {
        std::span<const std::uint32_t> records;
        std::span<const std::uint32_t> payments;
    };

    // How many of the others one line may belong to, and the sum of their positions in the cluster:
    // where there is one, the sum is its position.
    struct Possible
    {
        std::uint32_t count = 0;
        std::uint64_t positionSum = 0;
    };

    void collect(const MatchState& state);
    void matchGroup(
        std::span<const std::uint32_t> records,
        std::span<const std::uint32_t> payments,
        MatchState& state,
        LineMatches& matches);
    void matchCluster(const Cluster& cluster, MatchState& state, LineMatches& matches);
    void linkPair(
        std::uint32_t record, std::uint32_t payment, MatchState& state, LineMatches&) const;
    void linkSet(const Cluster& cluster, MatchState& state, LineMatches& matches) const;
    void list(
        const Cluster& cluster,
        MatchReason setReason,
        const MatchState& state,
        LineMatches& matches) const;
    MatchReason reasonFor(
        std::uint32_t record,
        std::uint32_t payment,
        std::uint32_t paymentCount,
        MatchReason setReason,
        const MatchState& state) const;
    // How many payments of the cluster start no later than this day.
    std::size_t startsBefore(const Cluster& cluster, CivilDay day) const;
    std::optional<MatchReason> obstacle(const RecordLine& record, const PaymentLine& payment) const;
    std::optional<MatchReason> setObstacle(const Cluster& cluster, const MatchState& state) const;
    Possible paymentsFor(const Cluster& cluster, CivilDay day) const;
    Possible recordsFor(const Cluster& cluster, const PaymentLine& payment) const;
    bool canStand(const RecordLine& record) const;

    std::span<const RecordLine> m_records;
    std::span<const PaymentLine> m_payments;
    // Positions of what takes part, by slot and then by day.
    std::vector<std::uint32_t> m_freeRecords;
    std::vector<std::uint32_t> m_freePayments;
    // Of the cluster at work: its payments' guard ends in order, with the sums of positions.
    std::vector<CivilDay> m_ends;
    std::vector<std::uint64_t> m_startSums;
    std::vector<std::uint64_t> m_endSums;
};

} // namespace onceover
