// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/command_line.h"

namespace onceover {

// Runs the server until SIGTERM or SIGINT (exit code 0) or until the ledger cannot be written (74).
// The application object must exist.
int runServe(const CommandLine& line);

} // namespace onceover
