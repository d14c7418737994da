// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/settlement_sum.h"

namespace onceover {

bool SettlementSum::add(std::string_view kind, std::int64_t amountMinor)
{
    auto found = m_parts.find(kind);
    if (found == m_parts.end())
        found = m_parts.emplace(std::string(kind), SettlementPart{std::string(kind), 0, 0}).first;
    SettlementPart& part = found->second;
    ++part.count;
    return !__builtin_add_overflow(part.amountMinor, amountMinor, &part.amountMinor)
           && !__builtin_add_overflow(m_netMinor, amountMinor, &m_netMinor);
}

std::vector<SettlementPart> SettlementSum::parts() const
{
    std::vector<SettlementPart> parts;
    for (const auto& each : m_parts)
        parts.push_back(each.second);
    return parts;
}

std::optional<std::int64_t> SettlementSum::remainderOf(std::int64_t payoutMinor) const
{
    std::int64_t remainderMinor = 0;
    if (__builtin_sub_overflow(payoutMinor, m_netMinor, &remainderMinor))
        return std::nullopt;
    return remainderMinor;
}

std::string SettlementSum::explains(std::int64_t differenceMinor) const
{
    for (const auto& each : m_parts) {
        std::int64_t oppositeMinor = 0;
        const bool hasOpposite =
            !__builtin_sub_overflow(std::int64_t{0}, each.second.amountMinor, &oppositeMinor);
        const bool isIt = differenceMinor == each.second.amountMinor
                          || (hasOpposite && differenceMinor == oppositeMinor);
        if (differenceMinor != 0 && isIt)
            return each.first;
    }
    return {};
}

MinorComparison compareMinor(std::int64_t attemptMinor, std::int64_t providerMinor)
{
    MinorComparison comparison;
    comparison.isEqual = attemptMinor == providerMinor;
    if (comparison.isEqual || attemptMinor == 0 || providerMinor == 0)
        return comparison;
    std::int64_t raisedAttempt = attemptMinor;
    std::int64_t raisedProvider = providerMinor;
    for (int power = 1; power <= 4; ++power) {
        if (!__builtin_mul_overflow(raisedAttempt, std::int64_t{10}, &raisedAttempt)
            && raisedAttempt == providerMinor)
            comparison.powerOfTen = power;
        if (!__builtin_mul_overflow(raisedProvider, std::int64_t{10}, &raisedProvider)
            && raisedProvider == attemptMinor)
            comparison.powerOfTen = -power;
    }
    return comparison;
}

} // namespace onceover
