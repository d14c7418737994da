// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/arguments.h"
#include "app/core/output.h"
#include "backend/postgres/connection_settings.h"

namespace onceover {

// "desk upload FILE": a person's file, stored until a second person accepts it.
ExitCode deskUpload(const ConnectionSettings& settings, const Arguments& arguments, Output& output);

} // namespace onceover
