// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/look_facts.h"
#include "backend/domain/provider_profile.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace onceover {

// Answers the questions that the rules of a verdict ask of the facts, in whatever order those
// stand. Holds references: facts and profile outlive it.
class CaseReading
{
public:
    CaseReading(const LookFacts& facts, const ProviderProfile& profile);

    // Distinct charges under our key that were ever seen in this state; of states that end by
    // themselves, those that have not.
    std::size_t countCharges(std::string_view state) const;
    bool isSomethingUnderWay() const;
    bool hasBankProof() const;
    bool hasOtherAmount() const;
    bool hasTwoInOneLayer() const;
    // One charge, or one attempt's, was seen both succeeded and declined.
    bool isFlipped() const;
    bool answerIs(Answer answer) const;
    bool happened() const;
    bool isAbsent(const AttemptFacts& attempt) const;
    bool isDeclined(const AttemptFacts& attempt) const;
    bool allClosedByCore() const;
    // Every attempt is known not to have happened.
    bool allEnded() const;
    // Some source is authoritative and searchable by our key.
    bool canProveAbsence() const;
    std::int64_t latestEndUs() const;
    // Absence needs a source that would have shown whatever was executed by this time.
    std::int64_t absenceHorizonUs() const;

private:
    using ChargeStates = std::map<Uuid, std::set<std::string>>;

    ChargeStates readCharges() const;
    bool namesUs(const LinkedRecord& record) const;
    bool isEqual(const LinkedRecord& record) const;

    const LookFacts& m_facts;
    const ProviderProfile& m_profile;
    ChargeStates m_charges;
};

} // namespace onceover
