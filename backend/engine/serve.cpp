// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/engine/serve.h"

#include <chrono>
#include <utility>

namespace onceover {

namespace {

constexpr std::chrono::milliseconds kPoll{300};

EnginePhase phaseOf(const PassReport& report)
{
    if (report.isPoisoned)
        return EnginePhase::JournalFailed;
    if (!report.error)
        return report.isPaused ? EnginePhase::Paused : EnginePhase::Running;
    const std::string& code = report.error->code();
    if (code == "fence.checking")
        return EnginePhase::Checking;
    if (code.rfind("fence.", 0) == 0)
        return EnginePhase::Fenced;
    if (code == "core.replaced")
        return EnginePhase::Replaced;
    if (code.rfind("core.", 0) == 0)
        return EnginePhase::Refused;
    if (code.rfind("journal.", 0) == 0)
        return EnginePhase::JournalFailed;
    return EnginePhase::DatabaseAway;
}

void add(EngineCounts& sum, const EngineCounts& more)
{
    sum.claimed += more.claimed;
    sum.submitted += more.submitted;
    sum.recorded += more.recorded;
    sum.abandoned += more.abandoned;
    sum.leasesOver += more.leasesOver;
    sum.settledLate += more.settledLate;
    sum.overdue += more.overdue;
    sum.matched += more.matched;
    sum.looked += more.looked;
    sum.settledByLook += more.settledByLook;
    sum.retried += more.retried;
    sum.refused += more.refused;
}

} // namespace

Serve::Serve(HostFactory factory, std::function<void()> onChange)
    : m_factory(std::move(factory))
    , m_onChange(std::move(onChange))
{}

Serve::~Serve()
{
    requestStop();
    join();
}

void Serve::start()
{
    m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void Serve::requestStop()
{
    m_thread.request_stop();
}

void Serve::join()
{
    if (m_thread.joinable())
        m_thread.join();
}

void Serve::setPaused(bool isPaused)
{
    {
        const std::lock_guard lock(m_mutex);
        m_wantedPause = isPaused;
        m_state.isPausing = isPaused;
    }
    wake();
}

void Serve::wake()
{
    const std::lock_guard lock(m_mutex);
    m_isAwake = true;
    m_woken.notify_all();
}

EngineState Serve::state() const
{
    const std::lock_guard lock(m_mutex);
    return m_state;
}

void Serve::run(const std::stop_token& stop)
{
    const auto host = m_factory();
    if (!host) {
        end(EnginePhase::Stopped, &host.error());
        return;
    }
    runPasses(stop, **host);
}

void Serve::runPasses(const std::stop_token& stop, Host& host)
{
    Pass pass(host.parts(), host.runner());
    while (!stop.stop_requested()) {
        if (const auto wanted = takeWantedPause())
            pass.wantPaused(*wanted);
        const PassReport report = pass.run([&] {
            const std::lock_guard lock(m_mutex);
            return stop.stop_requested() || m_wantedPause.has_value();
        });
        publish(report, host.parts(), static_cast<int>(pass.callsUnderWay()));
        const EnginePhase phase = phaseOf(report);
        if (phase == EnginePhase::Replaced)
            return;
        if (phase == EnginePhase::DatabaseAway && !stop.stop_requested())
            host.onDatabaseAway();
        wait(stop);
    }
    end(EnginePhase::Stopped, nullptr);
}

std::optional<bool> Serve::takeWantedPause()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_wantedPause, std::nullopt);
}

void Serve::publish(const PassReport& report, const EngineParts& parts, int callsUnderWay)
{
    {
        const std::lock_guard lock(m_mutex);
        m_state.phase = phaseOf(report);
        m_state.code = report.error ? report.error->code() : "";
        m_state.detail = report.error ? report.error->detail() : "";
        add(m_state.counts, report.counts);
        m_state.callsUnderWay = callsUnderWay;
        m_state.lastPassUs = parts.clock.nowUs();
    }
    if (m_onChange)
        m_onChange();
}

void Serve::end(EnginePhase phase, const Error* error)
{
    {
        const std::lock_guard lock(m_mutex);
        m_state.phase = phase;
        m_state.code = error ? error->code() : "";
        m_state.detail = error ? error->detail() : "";
    }
    if (m_onChange)
        m_onChange();
}

void Serve::wait(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    m_woken.wait_for(lock, stop, kPoll, [this] { return m_isAwake || m_wantedPause.has_value(); });
    m_isAwake = false;
}

} // namespace onceover
