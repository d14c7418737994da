// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace onceover {

// What is known of an attempt. Unknown is never failure: Possible stays until something is proven.
enum class Fate
{
    Possible,
    Happened,
    NotHappened,
};

// Who made sure that an attempt's sender can no longer send. What people closed counts for people,
// never for automation.
enum class ClosedBy
{
    Core,
    People,
};

// "POSSIBLE", "HAPPENED", "NOT_HAPPENED".
std::string_view toText(Fate fate);
std::optional<Fate> fateFromText(std::string_view text);

// "CORE", "PEOPLE".
std::string_view toText(ClosedBy closedBy);
std::optional<ClosedBy> closedByFromText(std::string_view text);

} // namespace onceover
