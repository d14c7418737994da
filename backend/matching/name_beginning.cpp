// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/name_beginning.h"

#include <algorithm>
#include <string>
#include <tuple>

namespace onceover {

namespace {

constexpr std::size_t kLength = 16;
constexpr std::size_t kFilterBits = 1U << 16U;

// The first eight digits: what every beginning has at least.
std::uint64_t headOf(const NameKey& name)
{
    return (name.high & 0xffffU) << 24U | name.low >> 40U;
}

std::size_t filterBit(const NameKey& name)
{
    return static_cast<std::size_t>((headOf(name) * 0x9e3779b97f4a7c15ULL) >> 48U);
}

bool isBefore(const NameKey& left, const NameKey& right)
{
    return std::tie(left.high, left.low) < std::tie(right.high, right.low);
}

} // namespace

bool NameBeginning::holds(const NameKey& name) const
{
    return !isBefore(name, first) && !isBefore(last, name);
}

NameBeginning nameBeginning(std::uint32_t record, std::string_view characters)
{
    std::string first(characters);
    std::string last(characters);
    first.resize(kLength, '0');
    last.resize(kLength, 'Z');
    return {record, nameKeyOf(first), nameKeyOf(last)};
}

std::vector<NamePair> pairsOf(
    std::vector<NameBeginning> beginnings, std::span<const PaymentLine> payments)
{
    std::vector<NamePair> pairs;
    if (beginnings.empty())
        return pairs;
    std::vector<bool> filter(kFilterBits, false);
    for (const NameBeginning& beginning : beginnings)
        filter[filterBit(beginning.first)] = true;
    const auto headIsBefore = [](const NameBeginning& left, const NameBeginning& right) {
        return headOf(left.first) < headOf(right.first);
    };
    std::sort(beginnings.begin(), beginnings.end(), headIsBefore);
    for (std::uint32_t payment = 0; payment < payments.size(); ++payment) {
        const NameKey& name = payments[payment].name;
        if (name.isNone() || !filter[filterBit(name)])
            continue;
        const auto [first, last] = std::equal_range(
            beginnings.begin(), beginnings.end(), NameBeginning{0, name, name}, headIsBefore);
        for (auto beginning = first; beginning != last; ++beginning) {
            if (beginning->holds(name))
                pairs.push_back({beginning->record, payment, Spelling::Truncated});
        }
    }
    return pairs;
}

} // namespace onceover
