// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/site.h"
#include "backend/domain/error.h"
#include "backend/domain/result.h"
#include "backend/domain/uuid.h"

#include <filesystem>
#include <optional>

namespace onceover {

// What the demo's own core found when it looked at the server.
struct DemoLook
{
    Uuid coreId;
    // Why nothing moves yet; nothing where everything may.
    std::optional<Error> held;
};

// Registers the demo's core and lets it compare its journal with the database: what any of its
// processes does first. Error journal.locked: one of them runs and does so itself.
Result<DemoLook> lookAsDemoCore(
    const ConnectionSettings& core, const std::filesystem::path& directory);

// A private server starts with the first program that needs it, and after each start nothing moves
// before the demo's one core has looked. Does that, or waits a moment for the process that does;
// what is held for another reason stays held.
void endDemoCheck(const ConnectionSettings& core, const std::filesystem::path& directory);

} // namespace onceover
