// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/civil_zone.h"

#include <algorithm>
#include <utility>

namespace onceover {

namespace {

constexpr std::int64_t kSecondUs = 1'000'000;
constexpr std::int64_t kDaySeconds = 86'400;

std::int64_t floorDivided(std::int64_t value, std::int64_t by)
{
    return value / by - (value % by < 0 ? 1 : 0);
}

Failure refused(const char* code, const char* detail)
{
    return Failure(Error::notHappened(code, detail));
}

} // namespace

Result<CivilZone> CivilZone::fromOffsets(std::string name, std::vector<ZoneOffset> offsets)
{
    constexpr std::int32_t kFarthestSeconds = 18 * 3600;
    if (name.empty())
        return refused("match.zone_unnamed", "A time zone needs a name.");
    if (offsets.empty())
        return refused("match.zone_empty", "A time zone needs an offset from UTC.");
    for (std::size_t index = 0; index < offsets.size(); ++index) {
        if (index > 0 && offsets[index].fromUs <= offsets[index - 1].fromUs)
            return refused("match.zone_order", "The offsets of a zone go in order of time.");
        const std::int32_t offset = offsets[index].offsetSeconds;
        if (offset < -kFarthestSeconds || offset > kFarthestSeconds)
            return refused("match.zone_offset", "No zone is farther than 18 hours from UTC.");
    }
    CivilZone zone;
    zone.m_name = std::move(name);
    zone.m_offsets = std::move(offsets);
    return zone;
}

CivilDay CivilZone::dayOf(std::int64_t instantUs) const
{
    const auto next = std::upper_bound(
        m_offsets.begin(), m_offsets.end(), instantUs, [](std::int64_t instant, const auto& each) {
            return instant < each.fromUs;
        });
    const ZoneOffset& offset = next == m_offsets.begin() ? *next : *(next - 1);
    const std::int64_t seconds = floorDivided(instantUs, kSecondUs) + offset.offsetSeconds;
    return static_cast<CivilDay>(floorDivided(seconds, kDaySeconds));
}

} // namespace onceover
