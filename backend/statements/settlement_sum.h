// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// One component of a settlement, signed: what it adds to the net.
struct SettlementPart
{
    // "PAYMENT", "FEE", "REFUND", "CHARGEBACK", "RESERVE", "CARRY", "PAYOUT", …
    std::string kind;
    std::int64_t amountMinor = 0;
    std::int64_t count = 0;
};

// The parts of a payout in one currency: gross, fees, refunds, chargebacks, reserve, carry. They
// add up to the payout with nothing left, or what is left has a name.
class SettlementSum
{
public:
    // False when a sum does not fit.
    bool add(std::string_view kind, std::int64_t amountMinor);

    // Sorted by kind.
    std::vector<SettlementPart> parts() const;

    // Sum of all parts, payouts among them (a payout is negative: the money left).
    std::int64_t netMinor() const { return m_netMinor; }

    // What the parts leave unexplained of a payout that the bank shows; zero is the only good
    // answer. Nothing when it does not fit.
    std::optional<std::int64_t> remainderOf(std::int64_t payoutMinor) const;

    // The kind whose part is exactly this difference, either way; empty where none is.
    std::string explains(std::int64_t differenceMinor) const;

private:
    std::map<std::string, SettlementPart, std::less<>> m_parts;
    std::int64_t m_netMinor = 0;
};

// How an amount that a provider's interface returns compares with the attempt's, both in minor
// units of one currency. Never "repaired": a factor of a power of ten is the sign of somebody's
// wrong number of decimals, and money moved at that factor.
struct MinorComparison
{
    bool isEqual = false;
    // Ten to this power is the factor; 0 where there is none.
    int powerOfTen = 0;
};

MinorComparison compareMinor(std::int64_t attemptMinor, std::int64_t providerMinor);

} // namespace onceover
