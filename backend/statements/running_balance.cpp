// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/running_balance.h"

#include <algorithm>

namespace onceover {

// With S for the sum of the amounts listed so far, a balance after its line is `opening + S` where
// the oldest line comes first, and `closing - S before the line` where the newest does; for
// balances before their line it is the other way round.
bool RunningBalance::add(
    std::int64_t amountMinor, std::optional<std::int64_t> balanceMinor, std::int64_t line)
{
    const std::int64_t beforeMinor = m_sumMinor;
    if (__builtin_add_overflow(m_sumMinor, amountMinor, &m_sumMinor))
        return false;
    if (!balanceMinor)
        return true;
    ++m_count;
    std::int64_t openingMinor = 0;
    std::int64_t closingMinor = 0;
    if (__builtin_sub_overflow(*balanceMinor, m_isBefore ? beforeMinor : m_sumMinor, &openingMinor)
        || __builtin_add_overflow(
            *balanceMinor, m_isBefore ? m_sumMinor : beforeMinor, &closingMinor))
        return false;
    follow(m_oldestFirst, openingMinor, line);
    follow(m_newestFirst, closingMinor, line);
    return true;
}

void RunningBalance::follow(Order& order, std::int64_t constantMinor, std::int64_t line)
{
    if (!order.constantMinor)
        order.constantMinor = constantMinor;
    else if (*order.constantMinor != constantMinor && order.breakLine == 0)
        order.breakLine = line;
}

std::optional<RunningBalance::Ends> RunningBalance::ends() const
{
    Ends ends;
    if (m_count == 0 || (m_oldestFirst.breakLine > 0 && m_newestFirst.breakLine > 0))
        return std::nullopt;
    ends.isNewestFirst = m_oldestFirst.breakLine > 0;
    const std::int64_t constantMinor =
        ends.isNewestFirst ? *m_newestFirst.constantMinor : *m_oldestFirst.constantMinor;
    ends.openingMinor = constantMinor;
    ends.closingMinor = constantMinor;
    const bool isOverflow =
        ends.isNewestFirst ? __builtin_sub_overflow(constantMinor, m_sumMinor, &ends.openingMinor)
                           : __builtin_add_overflow(constantMinor, m_sumMinor, &ends.closingMinor);
    return isOverflow ? std::nullopt : std::optional(ends);
}

std::int64_t RunningBalance::breakLine() const
{
    if (m_oldestFirst.breakLine == 0 || m_newestFirst.breakLine == 0)
        return 0;
    return std::max(m_oldestFirst.breakLine, m_newestFirst.breakLine);
}

} // namespace onceover
