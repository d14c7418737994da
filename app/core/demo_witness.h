// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "backend/postgres/connection.h"
#include "backend/postgres/connection_settings.h"

#include <filesystem>

namespace onceover {

// The demo's one core as the witness of its private server, for the programs that open the demo
// without running that core. A running core is left alone: it has the journal, and looks itself.
// Registering it from here would take its place.

// Makes the core of a new demo its founding one. Nothing is done where a core is known already.
Result<void> foundDemoCore(
    Connection& owner, const ConnectionSettings& core, const std::filesystem::path& directory);

// A private server starts with the first program that needs it, and after each start nothing moves
// before the demo's core has looked. Does that, or waits a moment for the process that does; what
// is held for another reason stays held, and is said by whatever is asked to move.
void endDemoCheck(const ConnectionSettings& core, const std::filesystem::path& directory);

} // namespace onceover
