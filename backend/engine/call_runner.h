// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/engine/call.h"

#include <chrono>
#include <functional>
#include <vector>

namespace onceover {

// Where the engine's calls to providers run. Used by the engine's thread; a task touches neither
// store nor journal.
class CallRunner
{
public:
    using Task = std::function<FinishedCall()>;

    virtual ~CallRunner() = default;

    virtual void start(Task task) = 0;
    // Whatever has finished by now; waits for the first one at most so long, and not at all when
    // nothing runs.
    virtual std::vector<FinishedCall> takeFinished(std::chrono::milliseconds patience) = 0;
};

} // namespace onceover
