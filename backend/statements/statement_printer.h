// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/reading_choice.h"

#include <iosfwd>
#include <string>

namespace onceover {

// Exit codes of printStatement (sysexits.h).
inline constexpr int kStatementRead = 0;
inline constexpr int kStatementRefused = 65;
inline constexpr int kStatementNotOpened = 66;
inline constexpr int kStatementNotPrinted = 74;

// Reads the file and prints each statement followed by its entries to `out`, as JSON lines or as
// text for people. All or nothing: a refused file prints no statement, and its refusal goes to
// `out` as a line of JSON, or to `err` as text. Entries wait in an unnamed temporary file, so that
// memory does not grow with the file. The code is 65 for a refused file, 66 when it cannot be
// opened, 74 when there is no room for the temporary file or output fails.
// Format and character set are found in the file unless they are chosen.
int printStatement(
    const std::string& path,
    bool isJson,
    std::ostream& out,
    std::ostream& err,
    const ReadingChoice& choice = {});

} // namespace onceover
