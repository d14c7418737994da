// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace onceover::simulation {

// One defence of the protocol that a run can do without. Every run but those that prove that the
// simulator can see has all of them.
enum class Defence
{
    None,
    // A look that finds nothing makes the attempt id void.
    VoidOnLook,
    // A lease that is over closes nothing.
    LeaseClosesNothing,
    // Once an attempt ended by absence, the generation stays.
    GenerationStays,
    // Right before the call the attempt is read again.
    CheckBeforeCall,
    // An attempt is made ready for its call once.
    ReadyOnce,
    // A permit is used once: no time that passes gives a claimed payment back.
    PermitUsedOnce,
    // Evidence since the permit revokes it, and the claim compares once more.
    EvidenceRevokes,
    // A resend takes another person's approval.
    SecondPerson,
    // An approval is bound to the facts of the proposal.
    DigestCompared,
    // A payment fails by itself only when every attempt ended.
    AllAttempts,
    // What people closed counts for people only.
    PeopleCloseForPeople,
    // No automatic permit after REVIEW.
    NothingAfterReview,
    // An announced call is no proof of not sent.
    ReadyIsDoubt,
    // Absence is a ground only while the key lives.
    KeyOutlives,
    // Absence needs a question late enough for processing and visibility.
    AbsenceHorizon,
    // Doubt about the commit of a claim means no call, at the claim and when it is read again.
    DoubtMeansNoCall,
    // CALLING is on the disk before the first byte.
    JournalSynced,
    // A fenced database moves nothing.
    Fence,
    // A cancelled payment's permit is revoked.
    CancelRevokes,
    // After every start of the server nothing moves before the journals are found.
    CheckAfterStart,
    // What was stored while nothing moved takes effect later.
    SettleStored,
};

inline constexpr int kDefenceCount = 22;

std::string_view toText(Defence defence);
std::optional<Defence> defenceFromText(std::string_view text);

} // namespace onceover::simulation
