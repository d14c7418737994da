// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/coverage.h"
#include "tests/simulation/defence.h"
#include "tests/simulation/violation.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace onceover::simulation {

// What a schedule broke, and the seed that shows it again.
struct Failure
{
    std::uint64_t seed = 0;
    Violation violation;

    std::string text() const;
};

using TraceLine = std::function<void(const std::string&)>;

// One schedule; nothing when every guarantee held.
std::optional<Failure> runSchedule(
    std::uint64_t seed, Defence without, Coverage& coverage, const TraceLine& trace = nullptr);

// `count` schedules from `firstSeed` on, up to the first that breaks something.
std::optional<Failure> runSchedules(
    std::uint64_t firstSeed, int count, Defence without, Coverage& coverage);

} // namespace onceover::simulation
