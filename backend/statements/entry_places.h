// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/statement.h"
#include "backend/statements/statement_entry.h"

#include <string>
#include <vector>

namespace onceover {

// Where each line stands in its account's history: its day, the balance that day began with, what
// it says, and the how manieth of the day it is that says so. Two files that show a day from its
// beginning show the same places, whether they list the oldest line first or the newest; a line
// that only looks the same stands elsewhere. One name for each entry, empty for entries that are
// not booked; no names at all where the statement does not open with a balance and tie, for then it
// does not say where its lines stand.
std::vector<std::string> placesOf(
    const Statement& statement, const std::vector<StatementEntry>& entries);

} // namespace onceover
