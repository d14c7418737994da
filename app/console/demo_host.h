// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/console/demo_step.h"
#include "backend/domain/result.h"
#include "backend/postgres/connection_settings.h"
#include "models/read/read_settings.h"
#include "models/sheet/sheet_row.h"

#include <QObject>

#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace onceover {

class CoreRunner;
class DemoSite;
class DemoStage;
class LeaderLock;

// The demo behind the window, on a thread of its own. The first program on a directory leads: it
// makes what is missing, tells the story and runs the core. Every other one joins, and one of them
// takes over when the leader goes. At the end the core stops first, then the provider, then the
// cluster, if nobody else uses it.
class DemoHost : public QObject
{
    Q_OBJECT

public:
    // `login` is the person's. GUI thread, like every public function here.
    DemoHost(std::filesystem::path directory, std::string login, QObject* parent = nullptr);
    ~DemoHost() override;

    // Again after failed().
    void start();
    // After failed(): renames what lies in the directory and begins a new demo there.
    void startFresh();
    void setPaused(bool isPaused);

    // After ready().
    ReadSettings readSettings() const;
    ConnectionSettings deskSettings() const;

    // How a reading connection is opened with the desk's settings.
    static ReadSettings readSettingsOf(const ConnectionSettings& settings);

Q_SIGNALS:
    void stepBegan(onceover::DemoStep step);
    void ready();
    // Before ready(): nothing runs. Afterwards: what this program was to run has stopped.
    void failed(const QString& code, const QString& detail);
    void storyMoved(const QString& step);
    // `detail` is empty where everything held.
    void storyEnded(const QString& detail);
    // `isHere` false: another program runs the core, or none does.
    void coreChanged(bool isHere, bool isPaused, const QString& sentence, onceover::Tone tone);

private:
    void work(const std::stop_token& stop);
    Result<void> lead(const std::stop_token& stop);
    Result<void> join();
    Result<void> putAside();
    Result<void> tellStory(DemoStage& stage, const std::stop_token& stop);
    void runCore(DemoStage& stage, const std::stop_token& stop);
    Result<void> publish(DemoSite& site);
    bool wait(const std::stop_token& stop);
    void fail(const Error& error);
    void showCore();

    const std::filesystem::path m_directory;
    const std::string m_login;

    mutable std::mutex m_mutex;
    std::condition_variable_any m_wake;
    ConnectionSettings m_settings;
    // Lives on the worker's thread; the GUI reaches it under the mutex.
    CoreRunner* m_core = nullptr;

    // The worker's alone.
    std::unique_ptr<DemoSite> m_site;
    bool m_isReady = false;
    // Set before the worker starts.
    bool m_isFresh = false;

    std::jthread m_thread;
};

} // namespace onceover
