// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/times.h"

#include <cstdint>

namespace onceover::simulation {

// Somebody who does something when the time has come.
class Actor
{
public:
    Actor() = default;
    Actor(const Actor&) = delete;
    Actor& operator=(const Actor&) = delete;
    virtual ~Actor() = default;

    // Unix microseconds; kNever when nothing is to be done any more.
    virtual std::int64_t wakeAtUs() const = 0;
    virtual void act() = 0;
};

} // namespace onceover::simulation
