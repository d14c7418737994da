// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/engine/claim_step.h"

#include <algorithm>

namespace onceover {

Result<std::vector<Uuid>> ClaimStep::takeIds(int count)
{
    std::vector<JournalRecord> intents;
    std::vector<Uuid> fresh;
    for (auto missing = count - static_cast<int>(m_freeIds.size()); missing > 0; --missing) {
        const Uuid attemptId = m_parts.ids.next();
        fresh.push_back(attemptId);
        intents.emplace_back(
            JournalIntent{attemptId, m_parts.core.bootId, m_parts.clock.bootTimeMs()});
    }
    if (!intents.empty()) {
        if (auto written = m_parts.journal.appendAll(intents); !written)
            return Failure(written.error());
        m_freeIds.insert(fresh.begin(), fresh.end());
    }
    std::vector<Uuid> ids(m_freeIds.begin(), m_freeIds.end());
    ids.resize(std::min(ids.size(), static_cast<std::size_t>(count)));
    return ids;
}

Result<std::vector<FreshClaim>> ClaimStep::run(const ProviderProfile& profile, int count)
{
    if (m_parts.journal.isPoisoned())
        return Failure(Error::notHappened(
            "journal.poisoned", "The journal cannot be written; nothing is claimed."));
    const auto ids = takeIds(count);
    if (!ids)
        return Failure(ids.error());
    const std::int64_t begunAtBootMs = m_parts.clock.bootTimeMs();
    ClaimRequest request;
    request.provider = profile.name;
    request.attemptIds = *ids;
    request.leaseMs = profile.connectTimeoutMs + profile.answerTimeoutMs + kLeaseMarginMs;
    // Until the answer says otherwise, any of these may be claimed.
    for (const Uuid& id : *ids)
        m_freeIds.erase(id);
    const auto answer = m_parts.store.claim(m_parts.core, request);
    if (!answer) {
        if (answer.error().effect() == Effect::None)
            m_freeIds.insert(ids->begin(), ids->end());
        return Failure(answer.error());
    }
    if (answer->commit == ClaimCommit::InDoubt)
        return std::vector<FreshClaim>{};
    m_freeIds.insert(ids->begin(), ids->end());
    std::vector<FreshClaim> claims;
    for (const ClaimedAttempt& attempt : answer->attempts) {
        m_freeIds.erase(attempt.submission.attemptId);
        claims.push_back({attempt, answer->session, begunAtBootMs});
    }
    return claims;
}

} // namespace onceover
