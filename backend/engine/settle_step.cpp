// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/engine/settle_step.h"

#include <algorithm>

namespace onceover {

namespace {

constexpr std::size_t kMaxBatch = 50;
constexpr std::int64_t kFirstWaitMs = 1'000;
constexpr std::int64_t kLongestWaitMs = 300'000;

AttemptResult resultOf(const OpenAttempt& open)
{
    AttemptResult result;
    result.attemptId = open.intent.attemptId;
    if (open.calling)
        result.paymentId = open.calling->paymentId;
    result.result = *open.result;
    return result;
}

// Whether an error concerns this one attempt and not the database as a whole.
bool isOfOneAttempt(const Error& error)
{
    return error.effect() == Effect::None && error.code().rfind("attempt.", 0) == 0;
}

} // namespace

void SettleStep::takeResult(const FinishedSubmission& finished)
{
    if (m_parts.journal.append(JournalResult{finished.attemptId, finished.result}))
        return;
    // The journal is dead, and this process is the only witness left.
    AttemptResult result;
    result.attemptId = finished.attemptId;
    result.result = finished.result;
    m_unwitnessed.push_back(std::move(result));
}

SettleStep::OpenWork SettleStep::openWork(const std::set<Uuid>& underWay) const
{
    std::set<Uuid> unwitnessed;
    for (const AttemptResult& result : m_unwitnessed)
        unwitnessed.insert(result.attemptId);
    OpenWork work;
    for (OpenAttempt& open : m_parts.journal.openAttempts()) {
        const Uuid& id = open.intent.attemptId;
        if (underWay.count(id) + m_skipped.count(id) + m_deferred.count(id) + unwitnessed.count(id)
                > 0
            || isPostponed(id))
            continue;
        (open.result ? work.withResult : work.without).push_back(std::move(open));
    }
    return work;
}

Result<EngineCounts> SettleStep::run(const std::set<Uuid>& underWay)
{
    EngineCounts counts;
    m_isStoringOnly = false;
    m_deferred.clear();
    const OpenWork work = openWork(underWay);
    if (auto recorded = recordAll(work.withResult, counts); !recorded)
        return Failure(recorded.error());
    for (const OpenAttempt& open : work.without) {
        if (auto ended = end(open, counts); !ended)
            return Failure(ended.error());
    }
    return counts;
}

Result<void> SettleStep::storeResults(const std::set<Uuid>& underWay)
{
    EngineCounts ignored;
    m_isStoringOnly = true;
    return recordAll(openWork(underWay).withResult, ignored);
}

Result<void> SettleStep::recordAll(const std::vector<OpenAttempt>& open, EngineCounts& counts)
{
    std::vector<AttemptResult> waiting;
    for (const AttemptResult& result : m_unwitnessed) {
        if (!isPostponed(result.attemptId))
            waiting.push_back(result);
    }
    for (const OpenAttempt& attempt : open)
        waiting.push_back(resultOf(attempt));
    while (!waiting.empty()) {
        std::vector<AttemptResult> round;
        std::vector<AttemptResult> later;
        std::set<Uuid> payments;
        for (AttemptResult& result : waiting) {
            // One result for a payment in a round; an unknown payment has a round's name of its
            // own.
            const Uuid& subject = result.paymentId.isNull() ? result.attemptId : result.paymentId;
            const bool fits = round.size() < kMaxBatch && payments.insert(subject).second;
            (fits ? round : later).push_back(std::move(result));
        }
        if (auto recorded = recordRound(round, counts); !recorded)
            return recorded;
        waiting = std::move(later);
    }
    return {};
}

Result<void> SettleStep::recordRound(const std::vector<AttemptResult>& round, EngineCounts& counts)
{
    const auto recorded = m_parts.store.recordResults(m_parts.core, round);
    if (!recorded)
        return Failure(recorded.error());
    std::vector<JournalRecord> records;
    for (const RecordedResult& outcome : *recorded) {
        const bool isRefused = outcome.outcome == "REFUSED";
        if (outcome.outcome == "STORED" || (isRefused && m_isStoringOnly)) {
            m_deferred.insert(outcome.attemptId);
            continue;
        }
        if (isRefused) {
            postpone(outcome.attemptId);
            ++counts.refused;
            continue;
        }
        m_refused.erase(outcome.attemptId);
        records.emplace_back(JournalRecorded{outcome.attemptId});
        if (m_parts.journal.isPoisoned())
            m_skipped.insert(outcome.attemptId);
        ++counts.recorded;
        m_unwitnessed.erase(
            std::remove_if(
                m_unwitnessed.begin(),
                m_unwitnessed.end(),
                [&](const AttemptResult& known) { return known.attemptId == outcome.attemptId; }),
            m_unwitnessed.end());
    }
    // A journal that cannot take this is poisoned, which stops the claims; the results are safe.
    if (!m_parts.journal.isPoisoned() && !records.empty()) {
        if (auto written = m_parts.journal.appendAll(records); !written)
            return Failure(written.error());
    }
    return {};
}

void SettleStep::postpone(const Uuid& attemptId)
{
    Refusal& refusal = m_refused[attemptId];
    refusal.waitMs = std::clamp(refusal.waitMs * 2, kFirstWaitMs, kLongestWaitMs);
    refusal.untilBootMs = m_parts.clock.bootTimeMs() + refusal.waitMs;
}

bool SettleStep::isPostponed(const Uuid& attemptId) const
{
    const auto refused = m_refused.find(attemptId);
    return refused != m_refused.end() && m_parts.clock.bootTimeMs() < refused->second.untilBootMs;
}

Result<void> SettleStep::end(const OpenAttempt& open, EngineCounts& counts)
{
    const bool mayHaveBeenCalled = open.calling.has_value() || open.isCallingUncertain;
    if (open.calling)
        return abandon(open, true, "core_stopped", counts);
    const auto look = m_parts.store.lookUpAttempt(m_parts.core, open.intent.attemptId);
    if (!look)
        return Failure(look.error());
    if (*look == AttemptLook::Claimed)
        return abandon(
            open, mayHaveBeenCalled, mayHaveBeenCalled ? "core_stopped" : "not_called", counts);
    return m_parts.journal.append(JournalAbandoned{open.intent.attemptId, kNotClaimedCode});
}

Result<void> SettleStep::abandon(
    const OpenAttempt& open, bool wasCalled, const char* why, EngineCounts& counts)
{
    const Uuid& id = open.intent.attemptId;
    // The boot that this process runs in, not the one it finds written: that nothing was sent is
    // known only by a machine that has run without a break since the claim.
    const auto status =
        m_parts.store.abandon(m_parts.core, id, m_parts.core.bootId, wasCalled, why);
    if (!status) {
        if (!isOfOneAttempt(status.error()))
            return Failure(status.error());
        postpone(id);
        ++counts.refused;
        return {};
    }
    ++counts.abandoned;
    return m_parts.journal.append(JournalAbandoned{id, why});
}

} // namespace onceover
