// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/verdict.h"

#include <cstdint>
#include <optional>
#include <string>

namespace onceover {

inline constexpr std::int64_t kSecond = 1'000'000;
// The only attempt was closed at this time; longest processing 30 s, visibility lag 10 s.
inline constexpr std::int64_t kClosedUs = 1'000'000 * kSecond;

inline Uuid idOf(std::uint8_t number)
{
    return Uuid::version7(number, {});
}

inline ProviderProfile queryProfile()
{
    ProviderProfile profile;
    profile.name = "bank";
    profile.keyCollapses = true;
    profile.queryByKey = true;
    profile.queryAuthoritative = true;
    profile.visibilityLagMs = 10'000;
    profile.longestProcessingMs = 30'000;
    profile.exhaustedAfterMs = 3'600'000;
    profile.processingSlaMs = 600'000;
    profile.lateWindowMs = 86'400'000;
    profile.lookDelaysMs = {1'000, 5'000, 60'000};
    return profile;
}

inline AttemptFacts unknownAttempt(std::uint8_t number = 1)
{
    AttemptFacts attempt;
    attempt.attemptId = idOf(number);
    attempt.providerKey = "REFERENCE-1";
    attempt.closedBy = ClosedBy::Core;
    attempt.claimedAtUs = kClosedUs - 5 * kSecond;
    attempt.closedAtUs = kClosedUs;
    attempt.answer = Answer::Unknown;
    return attempt;
}

inline LookFacts oneUnknown()
{
    LookFacts facts;
    facts.reference = "REFERENCE";
    facts.status = PaymentStatus::Unknown;
    facts.direction = "OUT";
    facts.amountMinor = 1250;
    facts.currency = "EUR";
    facts.attempts = {unknownAttempt()};
    return facts;
}

inline Evidence absentSeenUntil(std::int64_t couldSeeUntilUs, std::optional<Uuid> attempt = idOf(1))
{
    Evidence evidence;
    evidence.attemptId = attempt;
    evidence.source = EvidenceSource::Query;
    evidence.kind = EvidenceKind::Absent;
    evidence.askedAtUs = couldSeeUntilUs + 10 * kSecond;
    evidence.couldSeeUntilUs = couldSeeUntilUs;
    return evidence;
}

inline LinkedRecord charge(
    std::uint8_t number, const std::string& state, std::int64_t amountMinor = 1250)
{
    LinkedRecord record;
    record.recordId = idOf(number);
    record.layer = Layer::Charge;
    record.state = state;
    record.amountMinor = amountMinor;
    record.currency = "EUR";
    record.direction = "OUT";
    record.providerKey = "REFERENCE-1";
    return record;
}

inline Evidence foundRecord(
    std::uint8_t number, const std::string& state, std::optional<Uuid> attempt = idOf(1))
{
    Evidence evidence;
    evidence.attemptId = attempt;
    evidence.source = EvidenceSource::Query;
    evidence.kind = EvidenceKind::Found;
    evidence.state = state;
    evidence.recordId = idOf(number);
    evidence.askedAtUs = kClosedUs + 60 * kSecond;
    return evidence;
}

} // namespace onceover
