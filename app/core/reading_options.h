// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/arguments.h"
#include "app/core/site_command.h"
#include "backend/domain/result.h"
#include "backend/statements/reading_choice.h"

namespace onceover {

// Adds --format and --encoding to a command.
void addReadingOptions(CommandLine& line);
// Adds --profile, --date-order, --decimal, --account and --currency.
void addCsvOptions(CommandLine& line);

// What they name. Errors: usage.format, usage.profile, usage.date_order, usage.decimal,
// usage.currency.
Result<ReadingChoice> readingChoice(const Arguments& arguments);

} // namespace onceover
