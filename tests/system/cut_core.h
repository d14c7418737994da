// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/random_id_source.h"
#include "app/core/system_clock.h"
#include "backend/engine/inline_call_runner.h"
#include "backend/engine/pass.h"
#include "backend/journal/file_journal.h"
#include "backend/store/pg_payment_store.h"
#include "tests/system/counting_provider.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace onceover {

// A core as onceover-core composes it, its steps run inline, on a journal of its own and a database
// connection of the test's choice.
class CutCore
{
public:
    // What the journal says of one attempt.
    struct Witness
    {
        bool hasCalling = false;
        bool hasResult = false;
        bool isRecorded = false;
        // ABANDONED, and why.
        std::string abandoned;

        bool isOver() const { return isRecorded || !abandoned.empty(); }
    };

    // Journal and provider's book lie in the directory.
    CutCore(
        std::filesystem::path directory, const Uuid& coreId, const ConnectionSettings& settings);

    CutCore(const CutCore&) = delete;
    CutCore& operator=(const CutCore&) = delete;

    // Another process: a new session, a new nonce, the same journal. `databaseTimeout` bounds each
    // statement.
    void restart(std::chrono::milliseconds databaseTimeout = std::chrono::seconds(20));
    // Leaves the journal to another process; nothing runs until restart().
    void stop();
    PassReport run();

    // Of the journal that is open.
    Uuid journalId() const { return m_journal->journalId(); }

    CountingProvider& provider() { return *m_provider; }

    // Every attempt id with an INTENT, by what the journal acknowledged.
    const std::map<Uuid, Witness>& journal() const { return m_witnesses; }

private:
    // Notes what the journal acknowledged.
    class NotedJournal final : public Journal
    {
    public:
        NotedJournal(std::unique_ptr<FileJournal> inner, std::map<Uuid, Witness>& witnesses)
            : m_inner(std::move(inner))
            , m_witnesses(witnesses)
        {}

        Result<void> appendAll(const std::vector<JournalRecord>& records) override;

        std::vector<OpenAttempt> openAttempts() const override { return m_inner->openAttempts(); }

        std::vector<WitnessedAttempt> witnesses(
            std::uint64_t since, std::size_t newest) const override
        {
            return m_inner->witnesses(since, newest);
        }

        std::uint64_t recordCount() const override { return m_inner->recordCount(); }

        std::optional<ServerMark> server() const override { return m_inner->server(); }

        Result<void> rememberServer(const ServerMark& mark) override
        {
            return m_inner->rememberServer(mark);
        }

        Uuid journalId() const override { return m_inner->journalId(); }

        Uuid coreId() const override { return m_inner->coreId(); }

        bool isPoisoned() const override { return m_inner->isPoisoned(); }

    private:
        std::unique_ptr<FileJournal> m_inner;
        std::map<Uuid, Witness>& m_witnesses;
    };

    std::filesystem::path m_directory;
    Uuid m_coreId;
    ConnectionSettings m_settings;
    std::shared_ptr<CountingProvider> m_provider;
    OneProviderDirectory m_providers;
    SystemClock m_clock;
    RandomIdSource m_ids;
    InlineCallRunner m_runner;
    std::map<Uuid, Witness> m_witnesses;
    std::unique_ptr<NotedJournal> m_journal;
    std::unique_ptr<PgPaymentStore> m_store;
    std::unique_ptr<Pass> m_pass;
};

} // namespace onceover
