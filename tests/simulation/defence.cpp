// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/defence.h"

#include <array>

namespace onceover::simulation {

namespace {

constexpr std::array<std::string_view, kDefenceCount> kNames = {
    "nothing",
    "void-on-look",
    "lease-closes-nothing",
    "generation-stays",
    "check-before-call",
    "ready-once",
    "permit-used-once",
    "evidence-revokes",
    "second-person",
    "digest-compared",
    "all-attempts",
    "people-close-for-people",
    "nothing-after-review",
    "ready-is-doubt",
    "key-outlives",
    "absence-horizon",
    "doubt-means-no-call",
    "journal-synced",
    "fence",
    "cancel-revokes",
    "check-after-start",
    "settle-stored"};

} // namespace

std::string_view toText(Defence defence)
{
    return kNames[static_cast<std::size_t>(defence)];
}

std::optional<Defence> defenceFromText(std::string_view text)
{
    for (std::size_t index = 0; index < kNames.size(); ++index) {
        if (kNames[index] == text)
            return static_cast<Defence>(index);
    }
    return std::nullopt;
}

} // namespace onceover::simulation
