// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/command_line.h"

namespace onceover {

// Commands that read the ledger of a running or stopped sandbox and change nothing. They give the
// exit code.
int runLedger(const CommandLine& line);
int runStatement(const CommandLine& line);

} // namespace onceover
