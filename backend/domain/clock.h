// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace onceover {

// Port: the time. Implementations are thread-safe.
class Clock
{
public:
    virtual ~Clock() = default;

    // Unix microseconds. May jump; says when, never how long.
    virtual std::int64_t nowUs() const = 0;

    // Milliseconds since the machine started, counting the time it was suspended
    // (CLOCK_BOOTTIME): the age of a claim is measured by it.
    virtual std::int64_t bootTimeMs() const = 0;
};

} // namespace onceover
