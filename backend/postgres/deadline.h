// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <climits>

namespace onceover {

// The moment after which a caller no longer waits, on the monotonic clock. Every wait of this
// library takes one.
class Deadline
{
public:
    static Deadline in(std::chrono::milliseconds fromNow)
    {
        return Deadline(std::chrono::steady_clock::now() + fromNow);
    }

    // Milliseconds left, rounded up and never negative, as poll(2) wants them.
    int remainingMs() const
    {
        const auto left = m_at - std::chrono::steady_clock::now();
        const auto leftMs = std::chrono::ceil<std::chrono::milliseconds>(left).count();
        return static_cast<int>(std::clamp<decltype(leftMs)>(leftMs, 0, INT_MAX));
    }

    bool hasPassed() const { return std::chrono::steady_clock::now() >= m_at; }

    std::chrono::steady_clock::time_point at() const { return m_at; }

private:
    explicit Deadline(std::chrono::steady_clock::time_point at)
        : m_at(at)
    {}

    std::chrono::steady_clock::time_point m_at;
};

} // namespace onceover
