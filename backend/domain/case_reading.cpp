// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/case_reading.h"

#include <algorithm>

namespace onceover {

namespace {

constexpr std::int64_t kUsPerMs = 1000;

} // namespace

CaseReading::CaseReading(const LookFacts& facts, const ProviderProfile& profile)
    : m_facts(facts)
    , m_profile(profile)
    , m_charges(readCharges())
{}

bool CaseReading::namesUs(const LinkedRecord& record) const
{
    if (record.role == "PROOF" || record.role == "DUPLICATE")
        return true;
    if (!m_facts.reference.empty()
        && (record.reference == m_facts.reference
            || record.providerKey.rfind(m_facts.reference + "-", 0) == 0))
        return true;
    return std::any_of(
        m_facts.attempts.begin(), m_facts.attempts.end(), [&](const AttemptFacts& attempt) {
            return !attempt.providerKey.empty() && attempt.providerKey == record.providerKey;
        });
}

bool CaseReading::isEqual(const LinkedRecord& record) const
{
    return record.amountMinor == m_facts.amountMinor && record.currency == m_facts.currency
           && record.direction == m_facts.direction && !record.isReversal;
}

CaseReading::ChargeStates CaseReading::readCharges() const
{
    ChargeStates charges;
    for (const LinkedRecord& record : m_facts.records) {
        if (record.layer == Layer::Charge && namesUs(record))
            charges[record.recordId].insert(record.state);
    }
    for (const Evidence& seen : m_facts.evidence) {
        const bool isOfCharge =
            seen.source == EvidenceSource::Query || seen.source == EvidenceSource::List
            || seen.source == EvidenceSource::Webhook || seen.source == EvidenceSource::Probe;
        if (seen.kind != EvidenceKind::Found || seen.isHuman || seen.state.empty() || !isOfCharge)
            continue;
        // What never became a record has no identity but the attempt it names.
        if (!seen.recordId)
            charges[seen.attemptId.value_or(Uuid())].insert(seen.state);
        else if (const auto charge = charges.find(*seen.recordId); charge != charges.end())
            charge->second.insert(seen.state);
    }
    return charges;
}

std::size_t CaseReading::countCharges(std::string_view state) const
{
    const bool isFinal = state == "SUCCEEDED" || state == "DECLINED";
    return static_cast<std::size_t>(
        std::count_if(m_charges.begin(), m_charges.end(), [&](const auto& charge) {
            const auto& states = charge.second;
            const bool isEnded = states.count("SUCCEEDED") + states.count("DECLINED") > 0;
            return states.count(std::string(state)) > 0 && (isFinal || !isEnded);
        }));
}

bool CaseReading::hasBankProof() const
{
    return std::any_of(
        m_facts.records.begin(), m_facts.records.end(), [&](const LinkedRecord& record) {
            return record.layer != Layer::Charge && record.role == "PROOF" && isEqual(record)
                   && record.state != "PENDING" && record.state != "INFO";
        });
}

bool CaseReading::hasOtherAmount() const
{
    return std::any_of(
        m_facts.records.begin(), m_facts.records.end(), [&](const LinkedRecord& record) {
            return record.layer == Layer::Charge && namesUs(record) && record.state != "DECLINED"
                   && !isEqual(record);
        });
}

bool CaseReading::hasTwoInOneLayer() const
{
    return countCharges("SUCCEEDED") > 1
           || std::any_of(
               m_facts.records.begin(), m_facts.records.end(), [](const LinkedRecord& record) {
                   return record.role == "DUPLICATE" && record.state != "DECLINED";
               });
}

bool CaseReading::isFlipped() const
{
    const bool isOneChargeBoth =
        std::any_of(m_charges.begin(), m_charges.end(), [](const auto& charge) {
            return charge.second.count("SUCCEEDED") > 0 && charge.second.count("DECLINED") > 0;
        });
    return isOneChargeBoth
           || std::any_of(
               m_facts.attempts.begin(), m_facts.attempts.end(), [&](const AttemptFacts& attempt) {
                   return attempt.fate == Fate::Happened && isDeclined(attempt);
               });
}

bool CaseReading::answerIs(Answer answer) const
{
    return std::any_of(
        m_facts.attempts.begin(), m_facts.attempts.end(), [&](const AttemptFacts& attempt) {
            return attempt.answer == answer;
        });
}

bool CaseReading::happened() const
{
    return countCharges("SUCCEEDED") > 0 || hasBankProof()
           || std::any_of(
               m_facts.attempts.begin(), m_facts.attempts.end(), [](const AttemptFacts& attempt) {
                   return attempt.fate == Fate::Happened;
               });
}

bool CaseReading::allClosedByCore() const
{
    return std::all_of(
        m_facts.attempts.begin(), m_facts.attempts.end(), [](const AttemptFacts& attempt) {
            return attempt.closedBy == ClosedBy::Core;
        });
}

bool CaseReading::allEnded() const
{
    return std::all_of(
        m_facts.attempts.begin(), m_facts.attempts.end(), [](const AttemptFacts& attempt) {
            return attempt.fate == Fate::NotHappened;
        });
}

bool CaseReading::canProveAbsence() const
{
    return (m_profile.queryByKey && m_profile.queryAuthoritative) || m_profile.list;
}

std::int64_t CaseReading::latestEndUs() const
{
    std::int64_t latest = 0;
    for (const AttemptFacts& attempt : m_facts.attempts) {
        latest = std::max(
            {latest,
             attempt.claimedAtUs,
             attempt.finishedAtUs.value_or(0),
             attempt.closedAtUs.value_or(0)});
    }
    return latest;
}

std::int64_t CaseReading::absenceHorizonUs() const
{
    return latestEndUs() + m_profile.longestProcessingMs * kUsPerMs;
}

// Evidence that does not name the attempt says nothing about it while several exist.
bool CaseReading::isAbsent(const AttemptFacts& attempt) const
{
    return std::any_of(m_facts.evidence.begin(), m_facts.evidence.end(), [&](const Evidence& seen) {
        const bool isNamed =
            seen.attemptId ? *seen.attemptId == attempt.attemptId : m_facts.attempts.size() == 1;
        const bool isOurQuestion = (seen.source == EvidenceSource::Query && m_profile.queryByKey
                                    && m_profile.queryAuthoritative)
                                   || (seen.source == EvidenceSource::List && m_profile.list);
        return seen.kind == EvidenceKind::Absent && isOurQuestion && !seen.isHuman && isNamed
               && seen.couldSeeUntilUs && *seen.couldSeeUntilUs >= absenceHorizonUs();
    });
}

bool CaseReading::isDeclined(const AttemptFacts& attempt) const
{
    return std::any_of(m_facts.evidence.begin(), m_facts.evidence.end(), [&](const Evidence& seen) {
        const bool isNamed =
            seen.attemptId ? *seen.attemptId == attempt.attemptId : m_facts.attempts.size() == 1;
        return seen.kind == EvidenceKind::Found && seen.state == "DECLINED" && !seen.isHuman
               && isNamed;
    });
}

bool CaseReading::isSomethingUnderWay() const
{
    return countCharges("PROCESSING") + countCharges("UNRECOGNISED") > 0;
}

} // namespace onceover
