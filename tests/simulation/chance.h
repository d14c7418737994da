// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace onceover::simulation {

// The only source of chance of a schedule (splitmix64): the same seed gives the same schedule on
// every machine and with every compiler.
class Chance
{
public:
    explicit Chance(std::uint64_t seed)
        : m_state(seed)
    {}

    std::uint64_t next()
    {
        m_state += 0x9e3779b97f4a7c15U;
        std::uint64_t mixed = m_state;
        mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
        mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
        return mixed ^ (mixed >> 31U);
    }

    // From 0 to count - 1.
    int below(int count)
    {
        return static_cast<int>(next() % static_cast<std::uint64_t>(count > 0 ? count : 1));
    }

    // Both ends included.
    std::int64_t between(std::int64_t low, std::int64_t high)
    {
        return low + static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(high - low + 1));
    }

    bool perMille(int share) { return below(1000) < share; }

    template <typename Value, std::size_t count>
    const Value& oneOf(const Value (&values)[count])
    {
        return values[below(static_cast<int>(count))];
    }

private:
    std::uint64_t m_state;
};

} // namespace onceover::simulation
