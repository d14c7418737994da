// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/engine/thread_call_runner.h"

#include <utility>

namespace onceover {

ThreadCallRunner::~ThreadCallRunner() = default;

void ThreadCallRunner::start(Task task)
{
    joinFinished();
    const std::lock_guard lock(m_mutex);
    Running& running = m_running.emplace_back();
    running.thread = std::jthread([this, &running, task = std::move(task)] {
        FinishedCall finished = task();
        const std::lock_guard inner(m_mutex);
        m_finished.push_back(std::move(finished));
        running.isOver = true;
        m_isFinished.notify_one();
    });
}

std::vector<FinishedCall> ThreadCallRunner::takeFinished(std::chrono::milliseconds patience)
{
    std::unique_lock lock(m_mutex);
    if (m_finished.empty() && !m_running.empty())
        m_isFinished.wait_for(lock, patience, [this] { return !m_finished.empty(); });
    return std::exchange(m_finished, {});
}

void ThreadCallRunner::joinFinished()
{
    std::list<Running> over;
    {
        const std::lock_guard lock(m_mutex);
        for (auto running = m_running.begin(); running != m_running.end();) {
            const auto current = running++;
            if (current->isOver)
                over.splice(over.end(), m_running, current);
        }
    }
}

} // namespace onceover
