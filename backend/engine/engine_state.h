// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/engine/engine_counts.h"

#include <cstdint>
#include <string>

namespace onceover {

enum class EnginePhase
{
    Starting,
    Running,
    Paused,
    // The database cannot be reached: nothing is accepted, claimed or sent.
    DatabaseAway,
    // The database was restarted and waits for its witnesses: results are stored, nothing moves.
    Checking,
    // The database is fenced, or is not the one this core worked on: nothing moves.
    Fenced,
    // The database does not take this core: it is not admitted, retired, or its journal went back.
    Refused,
    // The journal cannot be written: nothing is claimed any more by this process.
    JournalFailed,
    // Another process owns this core; this one has stopped for good.
    Replaced,
    Stopped,
};

// What somebody who watches the engine sees; a copy, taken at one moment.
struct EngineState
{
    EnginePhase phase = EnginePhase::Starting;
    bool isPausing = false;
    // Of the last error, empty while all is well.
    std::string code;
    std::string detail;
    // Since the process started.
    EngineCounts counts;
    int callsUnderWay = 0;
    // Unix microseconds of the end of the last pass; 0 before the first.
    std::int64_t lastPassUs = 0;
};

} // namespace onceover
