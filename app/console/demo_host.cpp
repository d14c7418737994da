// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/demo_host.h"

#include "app/console/core_runner.h"
#include "app/console/leader_lock.h"
#include "app/core/demo_site.h"
#include "app/core/story/demo_stage.h"
#include "app/core/story/story.h"

#include <chrono>
#include <optional>
#include <utility>

namespace onceover {

namespace {

constexpr std::chrono::seconds kTakeOverPatience{1};

std::filesystem::path lockFile(const std::filesystem::path& directory)
{
    return directory / "console.lock";
}

} // namespace

DemoHost::DemoHost(std::filesystem::path directory, std::string login, QObject* parent)
    : QObject(parent)
    , m_directory(std::move(directory))
    , m_login(std::move(login))
{}

DemoHost::~DemoHost()
{
    m_thread.request_stop();
    m_wake.notify_all();
}

void DemoHost::start()
{
    m_thread = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

void DemoHost::startFresh()
{
    // The worker ended when it failed.
    if (m_thread.joinable())
        m_thread.join();
    m_isFresh = true;
    start();
}

Result<void> DemoHost::putAside()
{
    LeaderLock lock(lockFile(m_directory));
    if (!lock.tryTake())
        return Failure(
            Error::notHappened("demo.in_use", "Another window runs the demo in this directory."));
    const auto aside = DemoStage::moveAside(m_directory);
    if (!aside)
        return Failure(aside.error());
    return {};
}

void DemoHost::work(const std::stop_token& stop)
{
    if (std::exchange(m_isFresh, false)) {
        if (auto done = putAside(); !done)
            return fail(done.error());
    }
    std::error_code ignored;
    std::filesystem::create_directories(m_directory, ignored);
    LeaderLock lock(lockFile(m_directory));
    bool isJoining = false;
    while (!stop.stop_requested()) {
        Result<void> done;
        const bool isLeader = lock.tryTake();
        if (isLeader) {
            done = lead(stop);
        } else {
            if (!std::exchange(isJoining, true))
                Q_EMIT stepBegan(DemoStep::Join);
            done = join();
        }
        if (!done) {
            // While the leader still makes it, there is nothing to join.
            const bool isEarly = !isLeader && done.error().code() == "settings.no_demo";
            if (!isEarly)
                return fail(done.error());
        }
        wait(stop);
    }
    m_site.reset();
}

bool DemoHost::wait(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    return m_wake.wait_for(lock, stop, kTakeOverPatience, [] { return false; });
}

void DemoHost::fail(const Error& error)
{
    Q_EMIT failed(QString::fromStdString(error.code()), QString::fromStdString(error.detail()));
}

Result<void> DemoHost::publish(DemoSite& site)
{
    if (m_isReady)
        return {};
    Q_EMIT stepBegan(DemoStep::Connect);
    auto settings = site.person(m_login);
    if (!settings)
        return Failure(settings.error());
    {
        const std::lock_guard lock(m_mutex);
        m_settings = std::move(*settings);
    }
    m_isReady = true;
    Q_EMIT ready();
    return {};
}

Result<void> DemoHost::join()
{
    if (m_isReady)
        return {};
    auto site = DemoSite::open(m_directory);
    if (!site)
        return Failure(site.error());
    m_site = std::move(*site);
    return publish(*m_site);
}

Result<void> DemoHost::lead(const std::stop_token& stop)
{
    if (!m_isReady)
        Q_EMIT stepBegan(DemoStep::Stage);
    const auto stage = DemoStage::open({m_directory, {}});
    if (!stage)
        return Failure(stage.error());
    if (auto published = publish((*stage)->site()); !published)
        return published;
    if (!Story::wasTold(**stage)) {
        if (auto told = tellStory(**stage, stop); !told)
            Q_EMIT storyEnded(QString::fromStdString(told.error().detail()));
    }
    if (!stop.stop_requested())
        runCore(**stage, stop);
    return {};
}

Result<void> DemoHost::tellStory(DemoStage& stage, const std::stop_token& stop)
{
    Story story(
        stage,
        [this](const StoryNews& news) { Q_EMIT storyMoved(QString::fromStdString(news.step)); },
        stop);
    const auto holds = story.tell();
    if (!holds)
        return Failure(holds.error());
    if (!*holds)
        return Failure(Error::possible("story.broken", "something does not hold"));
    Q_EMIT storyEnded(QString());
    return {};
}

void DemoHost::runCore(DemoStage& stage, const std::stop_token& stop)
{
    const auto settings = stage.site().machine(MachineKind::Core);
    if (!settings)
        return fail(settings.error());
    // This thread waits while the core's has the site.
    CoreRunner core({*settings, stage.site().stateDirectory(), "core", true, [&stage] {
                         stage.site().startServer();
                     }});
    connect(&core, &CoreRunner::stateChanged, this, &DemoHost::showCore, Qt::QueuedConnection);
    {
        const std::lock_guard lock(m_mutex);
        m_core = &core;
    }
    core.start();
    {
        std::unique_lock lock(m_mutex);
        m_wake.wait(lock, stop, [] { return false; });
        m_core = nullptr;
    }
}

void DemoHost::showCore()
{
    const std::lock_guard lock(m_mutex);
    if (m_core == nullptr)
        return;
    const EngineState state = m_core->state();
    Q_EMIT coreChanged(
        true,
        state.phase == EnginePhase::Paused || state.isPausing,
        CoreRunner::sentence(state),
        CoreRunner::tone(state));
}

void DemoHost::setPaused(bool isPaused)
{
    const std::lock_guard lock(m_mutex);
    if (m_core != nullptr)
        m_core->setPaused(isPaused);
}

ReadSettings DemoHost::readSettingsOf(const ConnectionSettings& settings)
{
    ReadSettings read;
    read.host = QString::fromStdString(settings.hosts.front().name);
    read.port = settings.hosts.front().port;
    read.database = QString::fromStdString(settings.database);
    read.user = QString::fromStdString(settings.user);
    read.password = QString::fromStdString(settings.password);
    return read;
}

ReadSettings DemoHost::readSettings() const
{
    return readSettingsOf(deskSettings());
}

ConnectionSettings DemoHost::deskSettings() const
{
    const std::lock_guard lock(m_mutex);
    return m_settings;
}

} // namespace onceover
