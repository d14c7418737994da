// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/journal.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace onceover {

// What the records so far say about each attempt that is still open: INTENT, then at most one
// CALLING, then at most one RESULT, and RECORDED or ABANDONED at any point after INTENT ends it.
class JournalHistory
{
public:
    // True if the records follow, one after the other, from what is known.
    bool admits(const std::vector<JournalRecord>& records) const;
    // Takes in a record that is admitted, with its number in the file.
    void take(const JournalRecord& record, std::uint64_t number);

    // A record was lost here, and nobody knows which.
    void takeLoss();

    // In the order of their INTENTs.
    std::vector<OpenAttempt> openAttempts() const;

    // See Journal::witnesses().
    std::vector<WitnessedAttempt> witnesses(std::uint64_t since, std::size_t newest) const;

private:
    // One attempt, open or ended, in the order of INTENTs.
    struct Entry
    {
        Uuid attemptId;
        // Nothing while there is but an INTENT.
        std::optional<WitnessedState> state;
        std::uint64_t lastRecord = 0;
        bool isOpen = true;
    };

    std::map<Uuid, OpenAttempt> m_open;
    // Where an open attempt stands in m_entries.
    std::map<Uuid, std::size_t> m_position;
    std::vector<Entry> m_entries;
};

} // namespace onceover
