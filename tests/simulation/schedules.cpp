// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/schedules.h"

#include "tests/simulation/world.h"

namespace onceover::simulation {

std::string Failure::text() const
{
    return "seed " + std::to_string(seed) + ": " + violation.rule + ": " + violation.detail;
}

std::optional<Failure> runSchedule(
    std::uint64_t seed, Defence without, Coverage& coverage, const TraceLine& trace)
{
    World world(seed, without, coverage, trace);
    if (const auto violation = world.run())
        return Failure{seed, *violation};
    return std::nullopt;
}

std::optional<Failure> runSchedules(
    std::uint64_t firstSeed, int count, Defence without, Coverage& coverage)
{
    for (int index = 0; index < count; ++index) {
        const std::uint64_t seed = firstSeed + static_cast<std::uint64_t>(index);
        if (auto failure = runSchedule(seed, without, coverage))
            return failure;
    }
    return std::nullopt;
}

} // namespace onceover::simulation
