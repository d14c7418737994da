// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/journal.h"
#include "backend/journal/journal_history.h"

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace onceover::simulation {

class SimulatedCore;

// What is on the disk of one core, whichever process wrote it.
struct JournalDisk
{
    JournalHistory history;
    std::uint64_t recordCount = 0;
    // Attempts with a CALLING, oldest first.
    std::vector<Uuid> called;
    // The last record is damaged.
    bool isTorn = false;
};

// The journal as one process has it open. A failed write is final and leaves an unknown part of the
// batch on the disk; a power cut leaves a part and a torn record.
class SimulatedJournal final : public Journal
{
public:
    SimulatedJournal(SimulatedCore& core, JournalDisk& disk);

    Result<void> appendAll(const std::vector<JournalRecord>& records) override;
    std::vector<OpenAttempt> openAttempts() const override;
    std::vector<WitnessedAttempt> witnesses(std::uint64_t since, std::size_t newest) const override;

    std::uint64_t recordCount() const override { return m_recordCount; }

    // There is one server here, and it is never older.
    std::optional<ServerMark> server() const override { return std::nullopt; }

    Result<void> rememberServer(const ServerMark&) override { return {}; }

    Uuid journalId() const override;
    Uuid coreId() const override;

    bool isPoisoned() const override { return m_isPoisoned; }

private:
    void write(const std::vector<JournalRecord>& records, std::size_t count);
    void writePart(const std::vector<JournalRecord>& records);

    SimulatedCore& m_core;
    JournalDisk& m_disk;
    JournalHistory m_memory;
    std::uint64_t m_recordCount = 0;
    // Acknowledged and not written through; empty unless the defence is off.
    std::vector<JournalRecord> m_unsynced;
    bool m_isPoisoned = false;
};

} // namespace onceover::simulation
