// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/csv/csv_options.h"

#include <iosfwd>
#include <string>

namespace onceover {

// Prints the mapping that is proposed for an unknown CSV file, as a profile, to `out`, and what a
// person has to say before it can be used to `err`. Exit codes as those of printStatement: 65 where
// the file has no columns, 66 where it cannot be opened; 0 also where questions are open.
int printCsvProposal(
    const std::string& path, const CsvOptions& options, std::ostream& out, std::ostream& err);

} // namespace onceover
