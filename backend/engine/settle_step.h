// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/engine/call.h"
#include "backend/engine/engine_counts.h"
#include "backend/engine/engine_parts.h"

#include <map>
#include <set>
#include <vector>

namespace onceover {

// Brings what the journal shows as open to its end in the database: results are recorded, attempts
// that will not be called are abandoned. After a crash the same step does the same with what the
// last process left behind. Every question to the database may be repeated; no call ever is.
class SettleStep
{
public:
    explicit SettleStep(EngineParts& parts)
        : m_parts(parts)
    {}

    // Takes in a result that has just arrived, durably if the journal allows.
    void takeResult(const FinishedSubmission& finished);

    // Leaves alone what is in `underWay` (free ids and running calls). Stops at the first error of
    // the whole database; what is not settled then is settled next time.
    Result<EngineCounts> run(const std::set<Uuid>& underWay);

    // While nothing moves in the database: results are stored there as evidence and stay open in
    // the journal; run() delivers them again. Nothing else is told to a database that may not be
    // the right one.
    Result<void> storeResults(const std::set<Uuid>& underWay);

    // Attempts whose results exist in memory only, because the journal failed.
    std::size_t unwitnessedCount() const { return m_unwitnessed.size(); }

private:
    struct OpenWork
    {
        std::vector<OpenAttempt> withResult;
        std::vector<OpenAttempt> without;
    };

    OpenWork openWork(const std::set<Uuid>& underWay) const;
    Result<void> recordAll(const std::vector<OpenAttempt>& open, EngineCounts& counts);
    Result<void> recordRound(const std::vector<AttemptResult>& round, EngineCounts& counts);
    void postpone(const Uuid& attemptId);
    bool isPostponed(const Uuid& attemptId) const;
    Result<void> end(const OpenAttempt& open, EngineCounts& counts);
    Result<void> abandon(
        const OpenAttempt& open, bool wasCalled, const char* why, EngineCounts& counts);

    EngineParts& m_parts;
    std::vector<AttemptResult> m_unwitnessed;
    // Open in the journal, but over for this process: recorded after the journal had failed.
    std::set<Uuid> m_skipped;

    // Refused by the database: tried again after a while that grows with every refusal, because a
    // row that was poisoned may be mended, and this process may be the only one that knows it.
    struct Refusal
    {
        std::int64_t untilBootMs = 0;
        std::int64_t waitMs = 0;
    };

    std::map<Uuid, Refusal> m_refused;
    // Stored and not yet moved, or not taken by a database that may not be the right one.
    std::set<Uuid> m_deferred;
    bool m_isStoringOnly = false;
};

} // namespace onceover
