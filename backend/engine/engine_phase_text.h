// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/engine/engine_state.h"

#include <string_view>

namespace onceover {

// "STARTING", "RUNNING", "PAUSED", "DATABASE_AWAY", "CHECKING", "FENCED", "REFUSED",
// "JOURNAL_FAILED", "REPLACED", "STOPPED".
std::string_view toText(EnginePhase phase);

} // namespace onceover
