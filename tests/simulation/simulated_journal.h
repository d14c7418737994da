// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/journal.h"
#include "backend/journal/journal_history.h"

#include <set>
#include <vector>

namespace onceover::simulation {

class SimulatedCore;

// What is on the disk of one core, whichever process wrote it.
struct JournalDisk
{
    JournalHistory history;
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
    Uuid journalId() const override;
    Uuid coreId() const override;

    bool isPoisoned() const override { return m_isPoisoned; }

private:
    void write(const std::vector<JournalRecord>& records, std::size_t count);
    void writePart(const std::vector<JournalRecord>& records);

    SimulatedCore& m_core;
    JournalDisk& m_disk;
    JournalHistory m_memory;
    // Acknowledged and not written through; empty unless the defence is off.
    std::vector<JournalRecord> m_unsynced;
    bool m_isPoisoned = false;
};

} // namespace onceover::simulation
