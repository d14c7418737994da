// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/verdict.h"

#include "backend/domain/case_reading.h"
#include "backend/domain/text_table.h"

#include <algorithm>

namespace onceover {

namespace {

constexpr std::int64_t kUsPerMs = 1000;
constexpr std::int64_t kDayMs = 24 * 60 * 60 * 1000;

constexpr TextTable<VerdictKind, 7> kKinds{{
    {VerdictKind::Happened, "HAPPENED"},
    {VerdictKind::NotHappened, "NOT_HAPPENED"},
    {VerdictKind::Processing, "PROCESSING"},
    {VerdictKind::Wait, "WAIT"},
    {VerdictKind::Ambiguous, "AMBIGUOUS"},
    {VerdictKind::Contradiction, "CONTRADICTION"},
    {VerdictKind::Exhausted, "EXHAUSTED"},
}};

struct Finding
{
    VerdictKind kind;
    std::string reason;
};

// Reads the facts once and answers the questions of the rules. Holds references only for the length
// of one judgement.
class Judgement
{
public:
    Judgement(const LookFacts& facts, const ProviderProfile& profile, std::int64_t nowUs)
        : m_facts(facts)
        , m_profile(profile)
        , m_nowUs(nowUs)
        , m_case(facts, profile)
    {}

    Verdict verdict() const;
    Verdict unproven() const;

private:
    std::optional<Finding> contradiction() const;
    std::optional<Finding> presence() const;
    std::optional<Finding> ending() const;
    std::optional<Finding> processing() const;
    Finding waiting() const;
    Verdict of(const Finding& finding) const;
    std::vector<AbsenceCondition> conditions() const;
    std::optional<std::int64_t> nextLookUs(VerdictKind kind) const;
    std::optional<std::int64_t> sweepUs() const;

    const LookFacts& m_facts;
    const ProviderProfile& m_profile;
    std::int64_t m_nowUs;
    CaseReading m_case;
};

std::optional<Finding> Judgement::contradiction() const
{
    if (m_facts.hasContradiction)
        return Finding{VerdictKind::Contradiction, "on_record"};
    if (m_case.isFlipped())
        return Finding{VerdictKind::Contradiction, "state_flipped"};
    const bool isEveryAttemptAbsent =
        !m_facts.attempts.empty() && m_case.allClosedByCore()
        && std::all_of(
            m_facts.attempts.begin(), m_facts.attempts.end(), [&](const AttemptFacts& attempt) {
                return m_case.isAbsent(attempt);
            });
    if (isEveryAttemptAbsent && m_case.happened())
        return Finding{VerdictKind::Contradiction, "absent_after_success"};
    if (isEveryAttemptAbsent && m_case.answerIs(Answer::Exists))
        return Finding{VerdictKind::Contradiction, "exists_but_absent"};
    if (m_case.happened() && !m_facts.attempts.empty() && m_case.allEnded())
        return Finding{VerdictKind::Contradiction, "charged_after_failure"};
    return std::nullopt;
}

std::optional<Finding> Judgement::presence() const
{
    if (m_case.hasTwoInOneLayer())
        return Finding{VerdictKind::Ambiguous, "duplicate_charge"};
    if (m_case.hasOtherAmount())
        return Finding{VerdictKind::Ambiguous, "amount_differs"};
    if (m_facts.candidateCount > 0)
        return Finding{VerdictKind::Ambiguous, "other_record"};
    if (m_case.countCharges("SUCCEEDED") == 1)
        return Finding{VerdictKind::Happened, "charge_found"};
    if (m_case.hasBankProof())
        return Finding{VerdictKind::Happened, "booked"};
    if (m_case.happened())
        return Finding{VerdictKind::Happened, "answered"};
    return std::nullopt;
}

// Guarantee 4: a payment fails by itself only when every attempt is closed by its own core and
// none of them can have happened.
std::optional<Finding> Judgement::ending() const
{
    if (m_facts.attempts.empty() || !m_case.allClosedByCore())
        return std::nullopt;
    if (m_case.isSomethingUnderWay())
        return std::nullopt;
    if (m_case.allEnded())
        return Finding{VerdictKind::NotHappened, "all_attempts_ended"};
    bool isAnyAbsent = false;
    for (const AttemptFacts& attempt : m_facts.attempts) {
        if (attempt.fate == Fate::NotHappened || m_case.isDeclined(attempt))
            continue;
        if (!m_case.isAbsent(attempt))
            return std::nullopt;
        isAnyAbsent = true;
    }
    return Finding{VerdictKind::NotHappened, isAnyAbsent ? "absent" : "declined"};
}

std::optional<Finding> Judgement::processing() const
{
    if (m_case.countCharges("PROCESSING") == 0 && !m_case.answerIs(Answer::Processing))
        return std::nullopt;
    if (m_nowUs < m_case.latestEndUs() + m_profile.processingSlaMs * kUsPerMs)
        return Finding{VerdictKind::Processing, "processing"};
    return Finding{VerdictKind::Exhausted, "processing_overdue"};
}

Finding Judgement::waiting() const
{
    const std::int64_t exhaustedAtUs = m_facts.exhaustedAtUs.value_or(
        m_case.latestEndUs() + m_profile.exhaustedAfterMs * kUsPerMs);
    const bool isOver = !m_facts.attempts.empty() && m_nowUs >= exhaustedAtUs;
    const VerdictKind kind = isOver ? VerdictKind::Exhausted : VerdictKind::Wait;
    if (m_facts.attempts.empty())
        return {kind, "no_attempt"};
    if (!m_case.allClosedByCore())
        return {kind, "attempt_open"};
    if (m_case.countCharges("UNRECOGNISED") > 0)
        return {kind, "state_not_recognised"};
    if (m_case.answerIs(Answer::Exists))
        return {kind, "exists_ask"};
    if (isOver && m_profile.keyLifetimeMs > 0
        && m_nowUs >= m_case.latestEndUs() + m_profile.keyLifetimeMs * kUsPerMs)
        return {kind, "key_expired"};
    return {kind, m_case.canProveAbsence() ? "nothing_proven" : "source_cannot_prove"};
}

std::vector<AbsenceCondition> Judgement::conditions() const
{
    if (m_facts.attempts.empty())
        return {};
    const bool isClosed = m_case.allClosedByCore();
    const bool canProve = m_case.canProveAbsence();
    const std::int64_t askAtUs = m_case.absenceHorizonUs() + m_profile.visibilityLagMs * kUsPerMs;
    const bool isCovered = std::all_of(
        m_facts.attempts.begin(), m_facts.attempts.end(), [&](const AttemptFacts& attempt) {
            return attempt.fate == Fate::NotHappened || m_case.isDeclined(attempt)
                   || m_case.isAbsent(attempt);
        });
    const bool isAskedLateEnough = std::any_of(
        m_facts.attempts.begin(), m_facts.attempts.end(), [&](const AttemptFacts& attempt) {
            return m_case.isAbsent(attempt);
        });
    const bool isNothingFound = !m_facts.hasContradiction && !m_case.happened()
                                && !m_case.isSomethingUnderWay()
                                && !m_case.answerIs(Answer::Exists);
    std::optional<std::int64_t> dueAtUs;
    if (isClosed && canProve)
        dueAtUs = askAtUs;
    const auto unlessMet = [&](bool isMet) {
        return isMet ? std::nullopt : dueAtUs;
    };
    return {
        {"attempts_closed", isClosed, std::nullopt},
        {"source_can_prove", canProve, std::nullopt},
        {"asked_late_enough", isAskedLateEnough, unlessMet(isAskedLateEnough)},
        {"every_attempt_covered", isCovered, unlessMet(isCovered)},
        {"nothing_found", isNothingFound, std::nullopt},
    };
}

// What settled is swept until the late window is over, for charges that only the provider knows.
std::optional<std::int64_t> Judgement::sweepUs() const
{
    if (!m_profile.queryByKey && !m_profile.list)
        return std::nullopt;
    const std::int64_t firstUs = m_case.absenceHorizonUs() + m_profile.visibilityLagMs * kUsPerMs;
    if (m_nowUs < firstUs)
        return firstUs;
    const std::int64_t lastUs = m_case.latestEndUs() + m_profile.lateWindowMs * kUsPerMs;
    if (m_nowUs >= lastUs)
        return std::nullopt;
    // Each sweep doubles the distance: late charges become rarer with time.
    const std::int64_t nextUs = m_nowUs + std::max(m_nowUs - m_case.latestEndUs(), kUsPerMs * 1000);
    return std::min(nextUs, lastUs);
}

std::optional<std::int64_t> Judgement::nextLookUs(VerdictKind kind) const
{
    if (kind == VerdictKind::Happened || kind == VerdictKind::NotHappened)
        return sweepUs();
    const auto& delays = m_profile.lookDelaysMs;
    std::int64_t delayMs = kDayMs;
    if (!delays.empty()) {
        const auto count = static_cast<std::size_t>(std::max(m_facts.lookCount, 0));
        delayMs = std::max<std::int64_t>(delays[std::min(count, delays.size() - 1)], 1);
    }
    std::int64_t nextUs = m_nowUs + delayMs * kUsPerMs;
    const std::int64_t provableUs =
        m_case.absenceHorizonUs() + m_profile.visibilityLagMs * kUsPerMs;
    if (m_case.canProveAbsence() && provableUs > m_nowUs)
        nextUs = std::min(nextUs, provableUs);
    const std::int64_t exhaustedAtUs = m_facts.exhaustedAtUs.value_or(
        m_case.latestEndUs() + m_profile.exhaustedAfterMs * kUsPerMs);
    if (kind == VerdictKind::Wait && exhaustedAtUs > m_nowUs)
        nextUs = std::min(nextUs, exhaustedAtUs);
    return nextUs;
}

Verdict Judgement::verdict() const
{
    std::optional<Finding> finding = contradiction();
    if (!finding)
        finding = presence();
    if (!finding)
        finding = ending();
    if (!finding)
        finding = processing();
    if (!finding)
        finding = waiting();
    return of(*finding);
}

Verdict Judgement::unproven() const
{
    if (m_case.happened())
        return of({VerdictKind::Ambiguous, "not_readable"});
    return of(waiting());
}

Verdict Judgement::of(const Finding& finding) const
{
    Verdict verdict;
    verdict.kind = finding.kind;
    verdict.reason = finding.reason;
    verdict.conditions = conditions();
    verdict.nextLookUs = nextLookUs(finding.kind);
    if (m_profile.queryByKey || m_profile.list)
        verdict.nextEvidenceUs = verdict.nextLookUs;
    else if (
        finding.kind != VerdictKind::Happened && finding.kind != VerdictKind::NotHappened
        && (m_profile.bankStatement || m_profile.settlementFile))
        verdict.nextEvidenceUs = (m_nowUs / (kDayMs * kUsPerMs) + 1) * kDayMs * kUsPerMs;
    return verdict;
}

} // namespace

std::string_view toText(VerdictKind kind)
{
    return textOf(kKinds, kind);
}

std::optional<VerdictKind> verdictKindFromText(std::string_view text)
{
    return valueOf(kKinds, text);
}

Verdict judge(const LookFacts& facts, const ProviderProfile& profile, std::int64_t nowUs)
{
    return Judgement(facts, profile, nowUs).verdict();
}

Verdict judgeUnproven(const LookFacts& facts, const ProviderProfile& profile, std::int64_t nowUs)
{
    return Judgement(facts, profile, nowUs).unproven();
}

} // namespace onceover
