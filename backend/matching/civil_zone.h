// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "backend/matching/civil_day.h"

#include <cstdint>
#include <string>
#include <vector>

namespace onceover {

// From this instant on (Unix microseconds, inclusive) local time is UTC plus the offset.
struct ZoneOffset
{
    std::int64_t fromUs = 0;
    std::int32_t offsetSeconds = 0;

    friend bool operator==(const ZoneOffset&, const ZoneOffset&) = default;
};

// A time zone as data: which day it was somewhere at an instant. The host's zone is never used.
class CivilZone
{
public:
    // UTC.
    CivilZone() = default;

    // The offsets in order of time; before the first one its offset holds. Errors:
    // match.zone_unnamed, match.zone_empty, match.zone_order, match.zone_offset.
    static Result<CivilZone> fromOffsets(std::string name, std::vector<ZoneOffset> offsets);

    const std::string& name() const { return m_name; }

    CivilDay dayOf(std::int64_t instantUs) const;

private:
    std::string m_name = "UTC";
    std::vector<ZoneOffset> m_offsets = {ZoneOffset{}};
};

} // namespace onceover
