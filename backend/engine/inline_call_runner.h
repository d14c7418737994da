// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/engine/call_runner.h"

#include <utility>

namespace onceover {

// Runs each task at once on the caller's thread: the same steps, without threads.
class InlineCallRunner final : public CallRunner
{
public:
    void start(Task task) override { m_finished.push_back(task()); }

    std::vector<FinishedCall> takeFinished(std::chrono::milliseconds) override
    {
        return std::exchange(m_finished, {});
    }

private:
    std::vector<FinishedCall> m_finished;
};

} // namespace onceover
