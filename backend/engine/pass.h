// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/engine/claim_step.h"
#include "backend/engine/engine_counts.h"
#include "backend/engine/look_step.h"
#include "backend/engine/settle_step.h"
#include "backend/engine/submit_step.h"
#include "backend/engine/witness_step.h"

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace onceover {

struct PassReport
{
    EngineCounts counts;
    // Why the pass ended before everything was done.
    std::optional<Error> error;
    // Why single attempts were claimed and not called; the last few.
    std::vector<Error> notCalled;
    // Why lines and payments did not meet; nothing else waits for that.
    std::optional<Error> notMatched;
    bool isPaused = false;
    // The journal failed: nothing is claimed any more by this process.
    bool isPoisoned = false;
};

// All steps of the machine, round after round, until nothing more can be done now. It lives as long
// as its process and belongs to one thread.
class Pass
{
public:
    Pass(EngineParts parts, CallRunner& runner);

    // `isStopping` is asked between rounds: calls under way are waited for, nothing new begins.
    // After an error the next run begins with registering and witnessing again.
    PassReport run(const std::function<bool()>& isStopping);

    std::size_t callsUnderWay() const { return m_running.size() + m_looking; }

    // To be told to the database with the next round; missing leaves the switch as it stands there.
    void wantPaused(bool isPaused) { m_wantedPause = isPaused; }

    // How long a round waits for a call to end before it looks for other work.
    void setPatience(std::chrono::milliseconds patience) { m_patience = patience; }

private:
    Result<void> connect();
    Result<bool> round(PassReport& report, bool mayBegin);
    Result<void> beginWork(PassReport& report);
    Result<void> beginLooks(
        const std::shared_ptr<Provider>& provider, int slots, EngineCounts& counts);
    Result<void> beginClaims(
        const std::shared_ptr<Provider>& provider, int slots, PassReport& report);
    Result<void> retry(const std::shared_ptr<Provider>& provider, EngineCounts& counts);
    Result<void> takeFinished(EngineCounts& counts, std::chrono::milliseconds patience);
    void match(PassReport& report);
    Result<void> settle(EngineCounts& counts);
    std::set<Uuid> idsUnderWay() const;
    int freeSlots(const ProviderProfile& profile) const;

    EngineParts m_parts;
    CallRunner& m_runner;
    ClaimStep m_claim;
    SubmitStep m_submit;
    SettleStep m_settle;
    LookStep m_look;
    WitnessStep m_witness;
    // Submissions under way, which the settling step leaves alone.
    std::set<Uuid> m_running;
    std::size_t m_looking = 0;
    std::map<std::string, int> m_busy;
    std::chrono::milliseconds m_patience{200};
    std::optional<bool> m_wantedPause;
    bool m_isConnected = false;
    bool m_isDirectoryFresh = false;
    std::optional<std::int64_t> m_matchedAtMs;
};

} // namespace onceover
