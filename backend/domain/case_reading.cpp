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

bool CaseReading::namesUs(const RecordFacts& record) const
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

bool CaseReading::isEqual(const RecordFacts& record) const
{
    return record.amountMinor == m_facts.amountMinor && record.currency == m_facts.currency
           && record.direction == m_facts.direction && !record.isReversal;
}

CaseReading::ChargeStates CaseReading::readCharges() const
{
    ChargeStates charges;
    for (const RecordFacts& record : m_facts.records) {
        if (record.layer == Layer::Charge && namesUs(record))
            charges[record.recordId].insert(record.state);
    }
    for (const Evidence& seen : m_facts.evidence) {
        if (seen.kind != EvidenceKind::Found || seen.isHuman || !seen.recordId)
            continue;
        const auto charge = charges.find(*seen.recordId);
        if (charge != charges.end() && !seen.state.empty())
            charge->second.insert(seen.state);
    }
    return charges;
}

std::size_t CaseReading::countCharges(std::string_view state) const
{
    std::size_t count = 0;
    for (const auto& charge : m_charges)
        count += charge.second.count(std::string(state));
    return count;
}

bool CaseReading::hasBankProof() const
{
    return std::any_of(
        m_facts.records.begin(), m_facts.records.end(), [&](const RecordFacts& record) {
            return record.layer != Layer::Charge && record.role == "PROOF" && isEqual(record)
                   && record.state != "PENDING" && record.state != "INFO";
        });
}

bool CaseReading::hasOtherAmount() const
{
    return std::any_of(
        m_facts.records.begin(), m_facts.records.end(), [&](const RecordFacts& record) {
            return record.layer == Layer::Charge && namesUs(record) && record.state != "DECLINED"
                   && !isEqual(record);
        });
}

bool CaseReading::hasTwoInOneLayer() const
{
    return countCharges("SUCCEEDED") > 1
           || std::any_of(
               m_facts.records.begin(), m_facts.records.end(), [](const RecordFacts& record) {
                   return record.role == "DUPLICATE" && record.state != "DECLINED";
               });
}

bool CaseReading::isFlipped() const
{
    return std::any_of(m_charges.begin(), m_charges.end(), [](const auto& charge) {
        return charge.second.count("SUCCEEDED") > 0 && charge.second.count("DECLINED") > 0;
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
