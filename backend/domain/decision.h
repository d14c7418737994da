// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/uuid.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// What people may decide about a payment.
enum class DecisionKind
{
    // It happened: SUCCEEDED.
    Confirm,
    // It is settled as not paid: FAILED, "decided, not proven" while an attempt stays POSSIBLE.
    Reject,
    // It is sent once more. Always two people.
    Resend,
    // A held payment may be sent. Always two people.
    Release,
    // A payment that waits is not sent. One person.
    Cancel,
    // A payment that waits is not sent until two people release it. One person.
    Hold,
};

inline constexpr DecisionKind kDecisionKinds[] = {
    DecisionKind::Confirm,
    DecisionKind::Reject,
    DecisionKind::Resend,
    DecisionKind::Release,
    DecisionKind::Cancel,
    DecisionKind::Hold,
};

// "CONFIRM", "REJECT", "RESEND", "RELEASE", "CANCEL", "HOLD".
std::string_view toText(DecisionKind kind);
std::optional<DecisionKind> decisionKindFromText(std::string_view text);

// The closed lists of reason codes; the table onceover.reason_codes holds the same. Every decision
// also needs a note in words.
const std::vector<std::string_view>& reasonCodes(DecisionKind kind);
// WORKING, TAKE_OVER (from somebody else, with a note), REOPEN (a settled payment, with a note).
const std::vector<std::string_view>& takeReasonCodes();
const std::vector<std::string_view>& deferReasonCodes();

// Characters (code points) that a note may have at most.
inline constexpr std::size_t kMaxNoteLength = 4096;

// Which key a resend travels under. Nothing is preselected.
enum class ResendGeneration
{
    // The same provider key and the byte-equal body: a provider with living keys collapses it.
    Same,
    // A new key: a second charge if the first happened after all.
    New,
};

struct ResendOptions
{
    ResendGeneration generation = ResendGeneration::Same;
    // People close the attempts whose sender may still send; without it a resend is refused while
    // one is open.
    bool closesOpenAttempts = false;
};

struct Proposal
{
    // Made by the client, once per decision: repeating it is a read.
    Uuid decisionId;
    Uuid paymentId;
    DecisionKind kind = DecisionKind::Confirm;
    std::string reasonCode;
    std::string note;
    // Present exactly for Resend.
    std::optional<ResendOptions> resend;
    // caseDigest() of what the screen shows, and the payment's version on it.
    std::string digest;
    std::int64_t version = 0;
};

} // namespace onceover
