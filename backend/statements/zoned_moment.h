// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace onceover {

enum class ZoneFinding : std::uint8_t
{
    // The source names no zone, or no time.
    None,
    Known,
    // The hour that clocks show twice when summer time ends: which one is meant is not said.
    Repeated,
    // The hour that clocks skip when summer time begins.
    Skipped,
    // A name that stands for no zone, or for several.
    Unknown,
};

struct ZonedMoment
{
    ZoneFinding finding = ZoneFinding::None;
    // "2026-03-29T23:30:00+02:00"; without an offset where it is not certain.
    std::string text;
};

// A time as printed with the offset its zone had then: an offset ("+01:00", "Z"), an abbreviation
// that means one offset only (PST, CEST), or a zone of the IANA data base.
ZonedMoment zonedMoment(const std::string& day, const std::string& time, std::string_view zone);

} // namespace onceover
