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

// The question by the database's clock: it was asked after the facts were read there, and this
// machine's clock may be wrong by any amount. A later time would prove more than was asked.
void setTimes(
    NewEvidence& evidence, const QueryAnswer& answer, std::int64_t readAtUs, std::int64_t lagUs)
{
    evidence.askedAtUs = std::min(answer.askedAtUs, readAtUs);
    evidence.answeredAtUs =
        evidence.askedAtUs + std::max<std::int64_t>(answer.answeredAtUs - answer.askedAtUs, 0);
    if (answer.visibleUntilUs)
        evidence.couldSeeUntilUs = std::min(*answer.visibleUntilUs, evidence.askedAtUs - lagUs);
}

NewEvidence evidenceOf(
    const QueryAnswer& answer, const Uuid& id, std::int64_t readAtUs, std::int64_t lagUs)
{
    NewEvidence evidence;
    evidence.evidenceId = id;
    evidence.source = EvidenceSource::Query;
    evidence.reason = answer.reason;
    setTimes(evidence, answer, readAtUs, lagUs);
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

bool isRefusedVerdict(const Error& error)
{
    return error.effect() == Effect::None && error.code().rfind("verdict.", 0) == 0;
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
        if (auto stored = store(look.facts, answer, look.provider->profile()); !stored)
            return stored;
    }
    // Read again: the database decides what the answers are worth, and other evidence may have
    // arrived meanwhile.
    const auto facts = m_parts.store.lookFacts(look.facts.paymentId);
    if (!facts)
        return Failure(facts.error());
    return conclude(*facts, look.provider->profile(), counts);
}

Result<void> LookStep::store(
    const LookFacts& facts, const KeyAnswer& answer, const ProviderProfile& profile)
{
    const std::int64_t lagUs = profile.visibilityLagMs * 1000;
    const std::vector<Uuid> named = attemptsOf(facts, answer.providerKey);
    std::vector<NewEvidence> observations;
    if (answer.answer.kind == QueryKind::Found) {
        for (const ChargeRecord& record : answer.answer.records) {
            NewEvidence evidence =
                evidenceOf(answer.answer, m_parts.ids.next(), facts.nowUs, lagUs);
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
            NewEvidence evidence =
                evidenceOf(answer.answer, m_parts.ids.next(), facts.nowUs, lagUs);
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

Result<std::string> LookStep::apply(const LookFacts& facts, const Verdict& verdict)
{
    return m_parts.store.applyVerdict(
        m_parts.core, facts.paymentId, facts.evidenceVersion, asApplied(verdict));
}

Result<void> LookStep::conclude(
    const LookFacts& facts, const ProviderProfile& profile, EngineCounts& counts)
{
    Verdict verdict = judge(facts, profile, facts.nowUs);
    const bool isOpen =
        facts.status == PaymentStatus::Unknown || facts.status == PaymentStatus::Review;
    if (isOpen && moves(verdict.kind)) {
        auto status = apply(facts, verdict);
        if (!status && status.error().code() == "verdict.stale")
            // Evidence came in between and asked for a look of its own.
            return {};
        if (!status && isRefusedVerdict(status.error())) {
            // What the database does not find proven waits, and goes to people in time.
            verdict = judgeUnproven(facts, profile, facts.nowUs);
            status =
                moves(verdict.kind) ? apply(facts, verdict) : Result<std::string>(std::string());
        }
        if (status)
            counts.settledByLook += *status == "SUCCEEDED" || *status == "FAILED" ? 1 : 0;
        else if (!isRefusedVerdict(status.error()))
            return Failure(status.error());
    }
    return m_parts.store.scheduleLook(m_parts.core, facts.paymentId, verdict);
}

} // namespace onceover
