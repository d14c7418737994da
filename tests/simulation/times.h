// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>

namespace onceover::simulation {

// Spans of virtual time in microseconds.
inline constexpr std::int64_t kMsUs = 1000;
inline constexpr std::int64_t kSecondUs = 1'000'000;
inline constexpr std::int64_t kHourUs = 3600 * kSecondUs;
inline constexpr std::int64_t kDayUs = 24 * kHourUs;
// A time that does not come.
inline constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

} // namespace onceover::simulation
