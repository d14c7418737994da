// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/matching/line_match.h"
#include "backend/matching/match_line.h"
#include "backend/matching/match_state.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace onceover {

// The first two tiers: records that name payments. A link needs that the record names this payment
// alone, in whatever spelling, that no other record of the tier or of a stronger one names it, and
// that nothing in the pair objects.
class NameTiers
{
public:
    NameTiers(
        std::span<const RecordLine> records,
        std::span<const PaymentLine> payments,
        std::vector<NamePair> pairs);

    void run(MatchState& state, LineMatches& matches);

private:
    static constexpr std::uint32_t kNone = 0xffffffff;

    void indexPayments();
    void findNames();
    // Looks one batch of records up; the table is larger than any cache.
    void findNames(std::size_t begin, std::size_t end);
    void hit(std::uint32_t record, std::uint32_t payment);
    void mergePairs();
    void countNames();
    void link(Tier tier, MatchState& state, LineMatches& matches) const;
    void tell(MatchState& state, LineMatches& matches) const;
    std::optional<MatchReason> obstacle(
        const NamePair& pair, Tier tier, const MatchState& state) const;
    std::size_t bucketOf(const NameKey& name) const;

    template <typename Visit>
    void forEachPair(Visit visit) const;

    std::span<const RecordLine> m_records;
    std::span<const PaymentLine> m_payments;
    std::vector<NamePair> m_pairs;
    std::vector<std::uint32_t> m_heads;
    std::vector<std::uint32_t> m_next;
    unsigned m_shift = 0;
    // For each record the payment that its name key names, and what objects to the pair.
    std::vector<std::uint32_t> m_hits;
    std::vector<std::uint8_t> m_objections;
    // How many payments a record names, and how many records name a payment in each tier; they stop
    // at 255.
    std::vector<std::uint8_t> m_names;
    std::array<std::vector<std::uint8_t>, 2> m_namedBy;
};

// The tier in which a spelling counts; names for people count in none.
std::optional<Tier> tierOf(Spelling spelling);

} // namespace onceover
