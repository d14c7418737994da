// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/system_clock.h"

#include "backend/journal/boot.h"

#include <chrono>

namespace onceover {

std::int64_t SystemClock::nowUs() const
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::microseconds>(now).count();
}

std::int64_t SystemClock::bootTimeMs() const
{
    return currentBootTimeMs();
}

} // namespace onceover
