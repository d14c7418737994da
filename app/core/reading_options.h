// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/arguments.h"
#include "app/core/site_command.h"
#include "backend/domain/result.h"
#include "backend/statements/reading_choice.h"

namespace onceover {

// Adds --format and --encoding to a command.
void addReadingOptions(CommandLine& line);

// What they name. Errors: usage.format.
Result<ReadingChoice> readingChoice(const Arguments& arguments);

} // namespace onceover
