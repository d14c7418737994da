// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/http_provider_directory.h"
#include "app/core/random_id_source.h"
#include "app/core/system_clock.h"
#include "backend/engine/serve.h"
#include "backend/engine/thread_call_runner.h"
#include "backend/journal/file_journal.h"
#include "backend/postgres/deadline.h"
#include "backend/postgres/file_lock.h"
#include "backend/store/pg_match_store.h"
#include "backend/store/pg_payment_store.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace onceover {

// One core of this machine with its journal, its login and its providers. Everything in it belongs
// to the thread that created it.
class CoreHost final : public Serve::Host
{
public:
    struct Settings
    {
        ConnectionSettings connection;
        std::filesystem::path stateDirectory;
        // Several cores of one machine differ by name: letters, digits and hyphens.
        std::string name = "core";
        bool isDemo = false;
        // For a server that this program owns: called on the engine's thread after each pass that
        // could not reach it. Empty: somebody else looks after the server.
        std::function<void()> startServer = {};
    };

    // Makes the core's id and journal on first use. In a demo it waits for the moment in which
    // another program looks as this core. Errors: journal.*, file.*, settings.core, lock.*.
    static Result<std::unique_ptr<CoreHost>> create(const Settings& settings);

    // Who looks as a demo's core holds this for as long as the journal, so that a journal that is
    // locked under it belongs to a core that runs.
    static Result<FileLock> lockForLook(const Settings& settings, Deadline deadline);
    // As create, under that lock.
    static Result<std::unique_ptr<CoreHost>> create(const Settings& settings, const FileLock& look);

    EngineParts parts() override;

    CallRunner& runner() override { return m_runner; }

    void onDatabaseAway() override;

    const std::vector<std::string>& profileRefusals() const { return m_directory.refusals(); }

private:
    static Result<std::unique_ptr<CoreHost>> open(const Settings& settings);

    CoreHost(const Settings& settings, std::unique_ptr<FileJournal> journal, CoreIdentity identity);

    SystemClock m_clock;
    RandomIdSource m_ids;
    PgPaymentStore m_store;
    PgMatchStore m_matches;
    HttpProviderDirectory m_directory;
    std::unique_ptr<FileJournal> m_journal;
    CoreIdentity m_identity;
    std::function<void()> m_startServer;
    // Last: its threads use the providers.
    ThreadCallRunner m_runner;
};

} // namespace onceover
