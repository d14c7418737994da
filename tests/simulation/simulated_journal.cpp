// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/simulated_journal.h"

#include "tests/simulation/simulated_core.h"

#include <algorithm>

namespace onceover::simulation {

SimulatedJournal::SimulatedJournal(SimulatedCore& core, JournalDisk& disk)
    : m_core(core)
    , m_disk(disk)
{
    if (m_disk.isTorn)
        m_disk.history.takeLoss();
    m_disk.isTorn = false;
    m_memory = m_disk.history;
    m_recordCount = m_disk.recordCount;
}

void SimulatedJournal::write(const std::vector<JournalRecord>& records, std::size_t count)
{
    for (std::size_t index = 0; index < count; ++index) {
        m_disk.history.take(records[index], m_disk.recordCount++);
        if (const auto* calling = std::get_if<JournalCalling>(&records[index])) {
            m_disk.called.push_back(calling->attemptId);
            m_core.world().oracle.calling(*calling);
        }
    }
}

void SimulatedJournal::writePart(const std::vector<JournalRecord>& records)
{
    const int count = m_core.world().chance.below(static_cast<int>(records.size()) + 1);
    write(records, static_cast<std::size_t>(count));
    m_disk.isTorn =
        static_cast<std::size_t>(count) < records.size() && m_core.world().chance.perMille(500);
}

Result<void> SimulatedJournal::appendAll(const std::vector<JournalRecord>& records)
{
    World& world = m_core.world();
    m_core.step("journal");
    if (m_isPoisoned)
        return Failure(Error::notHappened("journal.poisoned", ""));
    if (!m_memory.admits(records))
        return Failure(Error::notHappened("journal.order", ""));
    if (world.strikes(Fault::JournalFails)) {
        m_isPoisoned = true;
        writePart(records);
        return Failure(Error::possible("journal.poisoned", ""));
    }
    if (world.strikes(Fault::JournalTorn)) {
        writePart(records);
        throw Killed{};
    }
    for (const JournalRecord& record : records)
        m_memory.take(record, m_recordCount++);
    if (world.database.lacks(Defence::JournalSynced)) {
        write(m_unsynced, m_unsynced.size());
        m_unsynced = records;
    } else {
        write(records, records.size());
    }
    m_core.step("journal, written");
    return {};
}

std::vector<OpenAttempt> SimulatedJournal::openAttempts() const
{
    return m_memory.openAttempts();
}

std::vector<WitnessedAttempt> SimulatedJournal::witnesses(
    std::uint64_t since, std::size_t newest) const
{
    return m_memory.witnesses(since, newest);
}

Uuid SimulatedJournal::journalId() const
{
    return m_core.identity().journalId;
}

Uuid SimulatedJournal::coreId() const
{
    return m_core.identity().coreId;
}

} // namespace onceover::simulation
