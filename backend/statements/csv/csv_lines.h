// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/statement.h"
#include "backend/statements/statement_entry.h"

#include <string>
#include <vector>

namespace onceover {

// What a line of a CSV file is called wherever else it is exported.
struct CsvLine
{
    // The same for the same line in every export of its source, whichever days that covers and in
    // whichever order it lists them; within one file no two lines share one.
    std::string name;
    // Day, or day and time, at which the export shows it.
    std::string slot;
};

// The lines of one statement, one for each entry, and what the statement shows of its account:
// every line between its first and its last slot, of those two perhaps only a part.
struct CsvLines
{
    std::vector<CsvLine> lines;
    // Of booked lines; empty where there are none.
    std::string firstSlot;
    std::string lastSlot;
    // What the names of lines without a key are made of: "day" or "time", with "+balance" where
    // every line has one and they follow. Empty where every line has a key. Exports of two forms
    // cannot be compared.
    std::string form;
};

// A line with a key is called by it (and in a bank's export by its day: banks use references
// again). Any other line is called by its slot, the balance before it and everything it says, and
// equal ones are counted.
CsvLines csvLinesOf(const Statement& statement, const std::vector<StatementEntry>& entries);

} // namespace onceover
