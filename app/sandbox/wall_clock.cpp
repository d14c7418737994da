// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/wall_clock.h"

#include <chrono>

namespace onceover {

std::int64_t nowUs()
{
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::microseconds>(since).count();
}

} // namespace onceover
