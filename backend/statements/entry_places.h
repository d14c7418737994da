// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/statement.h"
#include "backend/statements/statement_entry.h"

#include <string>
#include <vector>

namespace onceover {

// Where each line stands in its account's history: its day, the balance that day began with, how
// many lines of the day stand before it, and what it says. Two files that overlap show the same
// contiguous run of lines from a day's beginning, and so the same places; a line that only looks
// the same stands elsewhere. One name for each entry, empty for entries that are not booked; no
// names at all where the statement does not open with a balance and tie, for then it does not say
// where its lines stand.
std::vector<std::string> placesOf(
    const Statement& statement, const std::vector<StatementEntry>& entries);

} // namespace onceover
