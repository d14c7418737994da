// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/clock.h"

namespace onceover {

// The machine's clocks: CLOCK_REALTIME and CLOCK_BOOTTIME.
class SystemClock final : public Clock
{
public:
    std::int64_t nowUs() const override;
    std::int64_t bootTimeMs() const override;
};

} // namespace onceover
