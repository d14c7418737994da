// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/engine/look_step.h"

#include <algorithm>
#include <set>
#include <string>

namespace onceover {

namespace {

// The provider's clock may differ from ours by so much where a question names a time.
constexpr std::int64_t kClockMarginUs = 300'000'000;

std::set<std::string> keysOf(const LookFacts& facts)
{
    std::set<std::string> keys;
    for (const AttemptFacts& attempt : facts.attempts)
        keys.insert(attempt.providerKey);
    return keys;
}

std::vector<Uuid> attemptsOf(const LookFacts& facts, const std::string& providerKey)
{
    std::vector<Uuid> ids;
    for (const AttemptFacts& attempt : facts.attempts) {
        if (attempt.providerKey == providerKey)
            ids.push_back(attempt.attemptId);
    }
    return ids;
}

std::int64_t firstClaimUs(const LookFacts& facts)
{
    std::int64_t first = facts.nowUs;
    for (const AttemptFacts& attempt : facts.attempts)
        first = std::min(first, attempt.claimedAtUs);
    return first - kClockMarginUs;
}

NewEvidence evidenceOf(const QueryAnswer& answer, const Uuid& id)
{
    NewEvidence evidence;
    evidence.evidenceId = id;
    evidence.source = EvidenceSource::Query;
    evidence.reason = answer.reason;
    evidence.askedAtUs = answer.askedAtUs;
    evidence.answeredAtUs = answer.answeredAtUs;
    evidence.couldSeeUntilUs = answer.visibleUntilUs;
    evidence.bodyExcerpt = answer.bodyExcerpt;
    evidence.bodySha256 = answer.bodySha256;
    switch (answer.kind) {
    case QueryKind::Found:
        evidence.kind = EvidenceKind::Found;
        break;
    case QueryKind::Absent:
        evidence.kind = EvidenceKind::Absent;
        break;
    case QueryKind::Inconclusive:
        evidence.kind = EvidenceKind::Inconclusive;
        break;
    case QueryKind::QueryFailed:
        evidence.kind = EvidenceKind::QueryFailed;
        break;
    }
    return evidence;
}

// The database's own names for why a payment goes to people.
Verdict asApplied(const Verdict& verdict)
{
    Verdict applied = verdict;
    if (verdict.reason == "key_expired")
        applied.reason = "KEY_EXPIRED";
    else if (verdict.reason == "attempt_open")
        applied.reason = "EARLIER_ATTEMPT_OPEN";
    else if (verdict.reason == "amount_differs")
        applied.reason = "PARTIAL";
    return applied;
}

bool moves(VerdictKind kind)
{
    return kind != VerdictKind::Wait && kind != VerdictKind::Processing;
}

} // namespace

Result<bool> LookStep::begin(
    const Uuid& paymentId, const std::shared_ptr<Provider>& provider, EngineCounts& counts)
{
    auto facts = m_parts.store.lookFacts(paymentId);
    if (!facts)
        return Failure(facts.error());
    ++counts.looked;
    if (!provider->profile().queryByKey || facts->attempts.empty()) {
        if (auto concluded = conclude(*facts, provider->profile(), counts); !concluded)
            return Failure(concluded.error());
        return false;
    }
    m_runner.start([provider, facts = std::move(*facts)] {
        FinishedLook look;
        look.provider = provider;
        look.facts = facts;
        for (const std::string& key : keysOf(facts))
            look.answers.push_back(
                {key, provider->queryByKey(key, facts.reference, firstClaimUs(facts))});
        return FinishedCall{provider->profile().name, std::move(look)};
    });
    return true;
}

Result<void> LookStep::finish(const FinishedLook& look, EngineCounts& counts)
{
    for (const KeyAnswer& answer : look.answers) {
        if (auto stored = store(look.facts, answer); !stored)
            return stored;
    }
    // Read again: the database decides what the answers are worth, and other evidence may have
    // arrived meanwhile.
    const auto facts = m_parts.store.lookFacts(look.facts.paymentId);
    if (!facts)
        return Failure(facts.error());
    return conclude(*facts, look.provider->profile(), counts);
}

Result<void> LookStep::store(const LookFacts& facts, const KeyAnswer& answer)
{
    const std::vector<Uuid> named = attemptsOf(facts, answer.providerKey);
    std::vector<NewEvidence> observations;
    if (answer.answer.kind == QueryKind::Found) {
        for (const ChargeRecord& record : answer.answer.records) {
            NewEvidence evidence = evidenceOf(answer.answer, m_parts.ids.next());
            // A record names the attempt only where no other attempt travelled under its key.
            if (named.size() == 1 && record.providerKey == answer.providerKey)
                evidence.attemptId = named.front();
            evidence.state = record.state;
            evidence.record = record;
            observations.push_back(std::move(evidence));
        }
    } else {
        // Nothing under this key says it of every attempt that travelled under it.
        for (const Uuid& attemptId : named) {
            NewEvidence evidence = evidenceOf(answer.answer, m_parts.ids.next());
            evidence.attemptId = attemptId;
            observations.push_back(std::move(evidence));
        }
    }
    for (const NewEvidence& evidence : observations) {
        const auto recorded = m_parts.store.recordEvidence(m_parts.core, facts.paymentId, evidence);
        if (!recorded)
            return Failure(recorded.error());
    }
    return {};
}

Result<void> LookStep::conclude(
    const LookFacts& facts, const ProviderProfile& profile, EngineCounts& counts)
{
    const Verdict verdict = judge(facts, profile, facts.nowUs);
    const bool isOpen =
        facts.status == PaymentStatus::Unknown || facts.status == PaymentStatus::Review;
    if (isOpen && moves(verdict.kind)) {
        const auto status = m_parts.store.applyVerdict(
            m_parts.core, facts.paymentId, facts.evidenceVersion, asApplied(verdict));
        if (status) {
            counts.settledByLook += *status == "SUCCEEDED" || *status == "FAILED" ? 1 : 0;
        } else if (
            status.error().effect() == Effect::Possible
            || status.error().code().rfind("verdict.", 0) != 0) {
            return Failure(status.error());
        }
        // A refused verdict (stale, not proven to the database) waits for the next look.
    }
    return m_parts.store.scheduleLook(m_parts.core, facts.paymentId, verdict);
}

} // namespace onceover
