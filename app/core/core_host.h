// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/http_provider_directory.h"
#include "app/core/random_id_source.h"
#include "app/core/system_clock.h"
#include "backend/engine/serve.h"
#include "backend/engine/thread_call_runner.h"
#include "backend/journal/file_journal.h"
#include "backend/store/pg_payment_store.h"

#include <filesystem>
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
    };

    // Makes the core's id and journal on first use. Errors: journal.*, file.*, settings.core.
    static Result<std::unique_ptr<CoreHost>> create(const Settings& settings);

    EngineParts parts() override;

    CallRunner& runner() override { return m_runner; }

    const std::vector<std::string>& profileRefusals() const { return m_directory.refusals(); }

private:
    CoreHost(const Settings& settings, std::unique_ptr<FileJournal> journal, CoreIdentity identity);

    SystemClock m_clock;
    RandomIdSource m_ids;
    PgPaymentStore m_store;
    HttpProviderDirectory m_directory;
    std::unique_ptr<FileJournal> m_journal;
    CoreIdentity m_identity;
    // Last: its threads use the providers.
    ThreadCallRunner m_runner;
};

} // namespace onceover
