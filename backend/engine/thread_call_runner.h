// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/engine/call_runner.h"

#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>

namespace onceover {

// One thread for each call under way; the engine starts no more than the profiles' concurrency
// allows. Destruction waits for the calls: each has its own deadline.
class ThreadCallRunner final : public CallRunner
{
public:
    ThreadCallRunner() = default;
    ~ThreadCallRunner() override;

    void start(Task task) override;
    std::vector<FinishedCall> takeFinished(std::chrono::milliseconds patience) override;

private:
    struct Running
    {
        std::jthread thread;
        bool isOver = false;
    };

    void joinFinished();

    std::mutex m_mutex;
    std::condition_variable m_isFinished;
    std::vector<FinishedCall> m_finished;
    std::list<Running> m_running;
};

} // namespace onceover
