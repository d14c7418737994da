// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/engine/engine_state.h"
#include "backend/engine/pass.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace onceover {

// Passes for ever, on a thread of its own. What the engine works on is built on that thread and
// never leaves it. All public functions are thread-safe.
class Serve
{
public:
    // What one process of the engine owns.
    class Host
    {
    public:
        virtual ~Host() = default;

        virtual EngineParts parts() = 0;
        virtual CallRunner& runner() = 0;

        // After each pass that could not reach the database, on the engine's thread: a host whose
        // program owns the server starts it again.
        virtual void onDatabaseAway() {}
    };

    // Runs on the engine's thread; an error (no journal, no profile directory) ends the engine.
    using HostFactory = std::function<Result<std::unique_ptr<Host>>()>;

    // `onChange` is called on the engine's thread after each change of the state; may be empty.
    Serve(HostFactory factory, std::function<void()> onChange);
    // Stops: calls under way are waited for.
    ~Serve();

    void start();
    void requestStop();
    // Waits for the end of the thread.
    void join();

    // Claims stop with the next round; looks and results go on.
    void setPaused(bool isPaused);
    // There may be something to do before the next poll.
    void wake();

    EngineState state() const;

private:
    void run(const std::stop_token& stop);
    void runPasses(const std::stop_token& stop, Host& host);
    std::optional<bool> takeWantedPause();
    void publish(const PassReport& report, const EngineParts& parts, int callsUnderWay);
    void end(EnginePhase phase, const Error* error);
    void wait(const std::stop_token& stop);

    HostFactory m_factory;
    std::function<void()> m_onChange;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_woken;
    EngineState m_state;
    bool m_isAwake = false;
    std::optional<bool> m_wantedPause;
    std::jthread m_thread;
};

} // namespace onceover
