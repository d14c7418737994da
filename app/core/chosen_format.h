// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/arguments.h"
#include "backend/domain/result.h"
#include "backend/statements/statement_format.h"

#include <optional>

namespace onceover {

// What --format names; nothing where it is not given. Errors: usage.format.
Result<std::optional<FormatName>> chosenFormat(const Arguments& arguments);

} // namespace onceover
