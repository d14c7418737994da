// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/matching/match_rule_book.h"

#include <string_view>

namespace onceover {

// Rules as the database keeps them, two people having approved their hash: JSON with the lists
// "zones", "calendars" and "rules" (resources/match-rules/README.md). An empty text or null is a
// book without rules. Errors: match.rules_unreadable, and those of what is read.
Result<MatchRuleBook> matchRuleBookFrom(std::string_view text);

} // namespace onceover
