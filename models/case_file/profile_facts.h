// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>

namespace onceover {

// What the console has to know of a provider's profile in force to say what a decision risks.
struct ProfileFacts
{
    bool isKnown = false;
    bool keyCollapses = false;
    std::int64_t keyLifetimeMs = 0;
    bool queryByKey = false;
    bool list = false;
    bool webhook = false;
    bool settlementFile = false;
    bool bankStatement = false;
    std::int64_t lateWindowMs = 0;

    // From the profile's JSON; not known where it cannot be read.
    static ProfileFacts fromJson(const QString& json);
};

} // namespace onceover
