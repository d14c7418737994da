// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/store/scenario_core.h"

#include "backend/journal/boot.h"
#include "tests/support/store_fixture.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace onceover {

namespace {

// Far from the numbers that the fixture gives away.
constexpr int kFirstCore = 5000;

} // namespace

std::vector<std::shared_ptr<Provider>> BookDirectory::inForce() const
{
    if (auto hook = std::exchange(m_beforeClaiming, nullptr))
        hook();
    return {m_providers.begin(), m_providers.end()};
}

std::shared_ptr<Provider> BookDirectory::find(const std::string& name, std::int64_t) const
{
    for (const auto& provider : m_providers) {
        if (provider->profile().name == name)
            return provider;
    }
    return nullptr;
}

std::int64_t ScenarioCore::Clock::nowUs() const
{
    return std::chrono::duration_cast<std::chrono::microseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

std::int64_t ScenarioCore::Clock::bootTimeMs() const
{
    return currentBootTimeMs() + sleptMs;
}

Uuid ScenarioCore::Ids::next()
{
    // One count for all: two processes of one core never name two attempts alike.
    static std::atomic<std::int64_t> count{0};
    std::array<std::uint8_t, 10> random{};
    random[8] = static_cast<std::uint8_t>(m_number);
    random[9] = static_cast<std::uint8_t>(m_number >> 8U);
    return Uuid::version7(++count, random);
}

ScenarioCore::ScenarioCore(
    int number,
    ConnectionSettings settings,
    BookDirectory& directory,
    std::filesystem::path stateDirectory)
    : m_number(number)
    , m_settings(std::move(settings))
    , m_directory(directory)
    , m_stateDirectory(std::move(stateDirectory))
    , m_ids(number)
{
    m_identity.coreId = idOf(number);
    m_identity.name = "core-" + std::to_string(number);
    m_identity.host = "host";
    m_identity.bootId = *currentBootId();
    m_identity.programVersion = "0";
    restart();
}

Uuid ScenarioCore::idOf(int number)
{
    return StoreFixture::coreId(kFirstCore + number);
}

std::filesystem::path ScenarioCore::journalIn(const std::filesystem::path& directory, int number)
{
    return directory / ("core-" + std::to_string(number) + ".journal");
}

void ScenarioCore::restart()
{
    m_pass.reset();
    m_store.reset();
    m_journal.reset();
    const std::filesystem::path path = journalIn(m_stateDirectory, m_number);
    auto journal = FileJournal::open(path, m_identity.coreId);
    if (!journal) {
        std::fprintf(stderr, "scenario core: no journal at %s\n", path.c_str());
        std::abort();
    }
    m_journal = std::move(*journal);
    m_identity.journalId = m_journal->journalId();
    m_identity.bootNonce = m_ids.next();
    m_store.emplace(m_settings);
    m_pass.emplace(
        EngineParts{*m_store, *m_journal, m_directory, m_clock, m_ids, m_identity}, m_runner);
}

PassReport ScenarioCore::pass()
{
    return m_pass->run([] { return false; });
}

} // namespace onceover
