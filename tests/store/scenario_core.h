// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/engine/inline_call_runner.h"
#include "backend/engine/pass.h"
#include "backend/journal/file_journal.h"
#include "backend/store/pg_payment_store.h"
#include "tests/store/book_provider.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

namespace onceover {

// The providers of a scenario, all in force.
class BookDirectory final : public ProviderDirectory
{
public:
    void add(std::shared_ptr<BookProvider> provider) { m_providers.push_back(std::move(provider)); }

    Result<void> refresh() override { return {}; }

    std::vector<std::shared_ptr<Provider>> inForce() const override;

    std::shared_ptr<Provider> find(const std::string& name, std::int64_t version) const override;

    // Runs once, at the next question which providers there are.
    void beforeClaiming(std::function<void()> hook) { m_beforeClaiming = std::move(hook); }

private:
    std::vector<std::shared_ptr<BookProvider>> m_providers;
    mutable std::function<void()> m_beforeClaiming;
};

// The engine as the core composes it (database, journal file, steps), one call after the other,
// with a boot clock that a test can move on. Used by one thread.
class ScenarioCore
{
public:
    // The journal is DIRECTORY/core-NUMBER.journal.
    ScenarioCore(
        int number,
        ConnectionSettings settings,
        BookDirectory& directory,
        std::filesystem::path stateDirectory);

    // Works until nothing more can be done now.
    PassReport pass();
    // The process dies here; its successor opens the same journal.
    void restart();

    // The machine sleeps: no call of this core is made meanwhile, and its boot clock goes on.
    void sleepMs(std::int64_t ms) { m_clock.sleptMs += ms; }

    static Uuid idOf(int number);
    static std::filesystem::path journalIn(const std::filesystem::path& directory, int number);

    const CoreIdentity& identity() const { return m_identity; }

private:
    class Clock final : public onceover::Clock
    {
    public:
        std::int64_t nowUs() const override;
        std::int64_t bootTimeMs() const override;

        std::int64_t sleptMs = 0;
    };

    class Ids final : public IdSource
    {
    public:
        explicit Ids(int number)
            : m_number(number)
        {}

        Uuid next() override;

    private:
        int m_number;
    };

    int m_number;
    ConnectionSettings m_settings;
    BookDirectory& m_directory;
    std::filesystem::path m_stateDirectory;
    Clock m_clock;
    Ids m_ids;
    CoreIdentity m_identity;
    std::unique_ptr<FileJournal> m_journal;
    std::optional<PgPaymentStore> m_store;
    InlineCallRunner m_runner;
    std::optional<Pass> m_pass;
};

} // namespace onceover
