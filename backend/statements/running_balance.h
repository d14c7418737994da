// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace onceover {

// Balances that a source prints beside its lines, in whichever order it lists them. Lines without a
// balance count between those that have one.
class RunningBalance
{
public:
    explicit RunningBalance(bool isBefore)
        : m_isBefore(isBefore)
    {}

    // False when a sum does not fit.
    bool add(std::int64_t amountMinor, std::optional<std::int64_t> balanceMinor, std::int64_t line);

    struct Ends
    {
        std::int64_t openingMinor = 0;
        std::int64_t closingMinor = 0;
        bool isNewestFirst = false;
    };

    // Whether any line had a balance.
    bool isKnown() const { return m_count > 0; }

    // The balances around all lines, when every printed one follows from the one before in one
    // order or the other.
    std::optional<Ends> ends() const;

    // The first line whose balance does not follow, in the order that holds longer; 0 where all do.
    std::int64_t breakLine() const;

private:
    // What must stay the same from line to line in one order.
    struct Order
    {
        std::optional<std::int64_t> constantMinor;
        std::int64_t breakLine = 0;
    };

    static void follow(Order& order, std::int64_t constantMinor, std::int64_t line);

    bool m_isBefore;
    std::int64_t m_count = 0;
    std::int64_t m_sumMinor = 0;
    Order m_oldestFirst;
    Order m_newestFirst;
};

} // namespace onceover
