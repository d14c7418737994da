// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/journal.h"

#include <map>
#include <vector>

namespace onceover {

// What the records so far say about each attempt that is still open: INTENT, then at most one
// CALLING, then at most one RESULT, and RECORDED or ABANDONED at any point after INTENT ends it.
class JournalHistory
{
public:
    // True if the records follow, one after the other, from what is known.
    bool admits(const std::vector<JournalRecord>& records) const;
    // Takes in a record that is admitted.
    void take(const JournalRecord& record);

    // A record was lost here, and nobody knows which.
    void takeLoss();

    // In the order of their INTENTs.
    std::vector<OpenAttempt> openAttempts() const;

private:
    std::map<Uuid, OpenAttempt> m_open;
    // The order of INTENTs, ended ones left out.
    std::map<Uuid, std::uint64_t> m_position;
    std::uint64_t m_next = 0;
};

} // namespace onceover
