// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/cut_points.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string_view>

namespace onceover {

bool CutPoints::areAll()
{
    const char* const wanted = std::getenv("ONCEOVER_CUTS");
    return wanted != nullptr && std::string_view(wanted) == "all";
}

std::uint64_t CutPoints::seed()
{
    const char* const wanted = std::getenv("ONCEOVER_CUTS_SEED");
    return wanted == nullptr ? 1 : std::strtoull(wanted, nullptr, 10);
}

std::vector<std::uint64_t> CutPoints::of(std::uint64_t length, std::uint64_t count)
{
    const std::uint64_t step =
        areAll() ? 1 : std::max<std::uint64_t>(length / std::max<std::uint64_t>(count, 1), 1);
    std::vector<std::uint64_t> points;
    for (std::uint64_t point = seed() % step; point < length; point += step)
        points.push_back(point);
    return points;
}

std::vector<std::uint64_t> CutPoints::of(
    std::uint64_t length,
    std::uint64_t count,
    const std::vector<std::size_t>& starts,
    std::size_t messageLength)
{
    const std::vector<std::uint64_t> spread = of(length, count);
    std::set<std::uint64_t> points(spread.begin(), spread.end());
    for (const std::size_t start : starts) {
        for (std::size_t i = 0; i <= messageLength; ++i)
            points.insert(start + i);
    }
    return {points.begin(), points.end()};
}

} // namespace onceover
