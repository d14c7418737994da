// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace onceover {

// Microseconds since 1970 UTC, as the sandbox writes them into its ledger.
std::int64_t nowUs();

inline constexpr std::int64_t kUsPerMs = 1'000;
inline constexpr std::int64_t kUsPerSecond = 1'000'000;

} // namespace onceover
