// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/serve_command.h"

#include "app/core/core_host.h"
#include "app/core/core_log.h"
#include "app/core/site_command.h"
#include "app/core/watch_thread.h"
#include "backend/engine/engine_phase_text.h"
#include "backend/engine/serve.h"

#include <csignal>
#include <memory>
#include <mutex>
#include <optional>

namespace onceover {

namespace {

// Blocked in every thread that starts from here, and taken by who waits for them.
sigset_t blockedSignals()
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    return signals;
}

Json fileJson(const WatchedFile& file)
{
    Json object;
    object["type"] = "file";
    object["channel"] = file.channel;
    object["file"] = file.name;
    object["outcome"] = file.outcome;
    object["message"] = file.message;
    object["records"] = file.records;
    return object;
}

// Looks into the channels' folders; `printing` is held while a line is printed.
std::unique_ptr<WatchThread> watching(
    const ConnectionSettings& ingest, Output& output, std::mutex& printing)
{
    return std::make_unique<WatchThread>(
        ingest,
        [&](const WatchedFile& file) {
            const std::lock_guard lock(printing);
            output.line(
                fileJson(file),
                file.channel + ": " + file.name + ": " + file.outcome
                    + (file.message.empty() ? "" : ": " + file.message));
        },
        [&](const Error& error) {
            const std::lock_guard lock(printing);
            output.note("channels: " + error.detail() + " [" + error.code() + "]");
        });
}

Json stateJson(const EngineState& state)
{
    Json object;
    object["type"] = "engine";
    object["phase"] = toText(state.phase);
    object["code"] = state.code;
    object["message"] = state.detail;
    object["claimed"] = state.counts.claimed;
    object["submitted"] = state.counts.submitted;
    object["recorded"] = state.counts.recorded;
    object["looked"] = state.counts.looked;
    object["last_pass_at"] = state.lastPassUs == 0 ? Json() : Json(rfc3339(state.lastPassUs));
    return object;
}

} // namespace

std::string_view ServeCommand::summary() const
{
    return "the same for ever, until it is told to stop";
}

std::string_view ServeCommand::help() const
{
    return "serve [--core NAME] [--log FILE] [--watch] [--dir DIR | --connection FILE] [--json]";
}

ExitCode ServeCommand::run(const std::vector<std::string>& words, const Streams& streams)
{
    CommandLine line;
    line.withValue = {"--core", "--log"};
    line.flags = {"--watch"};
    return runOnSite(
        *this, line, words, streams, [](Site& site, const Arguments& arguments, Output& output) {
            const auto settings = site.machine(MachineKind::Core);
            if (!settings)
                return output.failure(settings.error());
            const auto ingest = site.machine(MachineKind::Ingest);
            if (arguments.has("--watch") && !ingest)
                return output.failure(ingest.error());
            const CoreHost::Settings host{
                *settings,
                site.stateDirectory(),
                arguments.value("--core").value_or("core"),
                site.isDemo(),
                [&site] {
                    site.startServer();
                }};
            const auto log = CoreLog::open(arguments.value("--log").value_or(""));
            if (!log)
                return output.failure(log.error());
            (*log)->started(host.name, ONCEOVER_VERSION);
            const sigset_t signals = blockedSignals();
            const pthread_t waiting = pthread_self();
            // The engine and the watch print.
            std::mutex printing;
            Serve* engine = nullptr;
            std::string shown;
            Serve serve(
                [&]() -> Result<std::unique_ptr<Serve::Host>> {
                    auto made = CoreHost::create(host);
                    if (!made)
                        return Failure(made.error());
                    return std::unique_ptr<Serve::Host>(std::move(*made));
                },
                [&] {
                    const EngineState state = engine->state();
                    const std::string now = std::string(toText(state.phase)) + state.code;
                    (*log)->worked(state.counts);
                    if (now != shown) {
                        const std::lock_guard lock(printing);
                        (*log)->changed(state);
                        output.line(
                            stateJson(state),
                            std::string(toText(state.phase))
                                + (state.detail.empty() ? "" : ": " + state.detail));
                    }
                    shown = now;
                    if (state.phase == EnginePhase::Stopped || state.phase == EnginePhase::Replaced)
                        pthread_kill(waiting, SIGUSR1);
                });
            engine = &serve;
            serve.start();
            auto watch = arguments.has("--watch") ? watching(*ingest, output, printing) : nullptr;
            int signal = 0;
            sigwait(&signals, &signal);
            watch.reset();
            serve.requestStop();
            serve.join();
            const EngineState last = serve.state();
            (*log)->stopped(last.counts);
            if (last.code.empty())
                return ExitCode::Done;
            return output.failure(Error::notHappened(last.code, last.detail));
        });
}

} // namespace onceover
