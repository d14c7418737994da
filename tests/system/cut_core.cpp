// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/system/cut_core.h"

#include "backend/journal/boot.h"

#include <cstdio>
#include <cstdlib>

namespace onceover {

namespace {

template <typename T>
T must(Result<T> result)
{
    if (!result) {
        std::fprintf(stderr, "cut core: %s\n", result.error().detail().c_str());
        std::abort();
    }
    return std::move(*result);
}

void note(const JournalRecord& record, std::map<Uuid, CutCore::Witness>& witnesses)
{
    if (const auto* intent = std::get_if<JournalIntent>(&record))
        witnesses[intent->attemptId];
    else if (const auto* calling = std::get_if<JournalCalling>(&record))
        witnesses[calling->attemptId].hasCalling = true;
    else if (const auto* result = std::get_if<JournalResult>(&record))
        witnesses[result->attemptId].hasResult = true;
    else if (const auto* recorded = std::get_if<JournalRecorded>(&record))
        witnesses[recorded->attemptId].isRecorded = true;
    else if (const auto* abandoned = std::get_if<JournalAbandoned>(&record))
        witnesses[abandoned->attemptId].abandoned = abandoned->why;
}

} // namespace

Result<void> CutCore::NotedJournal::appendAll(const std::vector<JournalRecord>& records)
{
    if (auto written = m_inner->appendAll(records); !written)
        return written;
    for (const JournalRecord& record : records)
        note(record, m_witnesses);
    return {};
}

CutCore::CutCore(
    std::filesystem::path directory, const Uuid& coreId, const ConnectionSettings& settings)
    : m_directory(std::move(directory))
    , m_coreId(coreId)
    , m_settings(settings)
    , m_provider(std::make_shared<CountingProvider>(m_directory / "book"))
    , m_providers(m_provider)
    , m_ids(m_clock)
{}

void CutCore::stop()
{
    // A call that had finished but was not taken in dies with its process.
    m_runner.takeFinished({});
    m_pass.reset();
    m_store.reset();
    m_journal.reset();
}

void CutCore::restart(std::chrono::milliseconds databaseTimeout)
{
    stop();
    const std::filesystem::path path = m_directory / "core.journal";
    m_journal =
        std::make_unique<NotedJournal>(must(FileJournal::open(path, m_coreId)), m_witnesses);
    // Another process may have written since.
    m_witnesses.clear();
    for (const JournalRecord& record : must(FileJournal::read(path)))
        note(record, m_witnesses);
    m_store = std::make_unique<PgPaymentStore>(m_settings, databaseTimeout);
    CoreIdentity identity;
    identity.coreId = m_coreId;
    identity.journalId = m_journal->journalId();
    identity.name = "core";
    identity.host = "host";
    identity.bootId = must(currentBootId());
    identity.bootNonce = m_ids.next();
    identity.programVersion = "0";
    m_pass = std::make_unique<Pass>(
        EngineParts{*m_store, *m_journal, m_providers, m_clock, m_ids, identity}, m_runner);
}

PassReport CutCore::run()
{
    return m_pass->run([] { return false; });
}

} // namespace onceover
