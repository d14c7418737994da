// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/core_decision.h"
#include "backend/domain/decision.h"
#include "backend/domain/file_decision.h"
#include "backend/domain/uuid.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace onceover {

// The people's commands. Each carries an id made by the client once, when the person opened the
// dialog; the database binds it to person and content for ever.

struct ProfileProposal
{
    Uuid decisionId;
    std::string provider;
    // The profile file's bytes; their SHA-256 is what two people approve.
    std::string body;
    std::string note;
};

// Rules of matching (onceover.match_rule_books); their SHA-256 is what two people approve.
struct MatchRulesProposal
{
    Uuid decisionId;
    std::string body;
    std::string note;
};

struct Approval
{
    Uuid commandId;
    Uuid decisionId;
    // Of what the approver's own screen shows: caseDigest(), or a profile's SHA-256.
    std::string digest;
};

// By the proposer, or by an approver who turns the proposal down.
struct Withdrawal
{
    Uuid commandId;
    Uuid decisionId;
    std::string why;
};

struct Take
{
    Uuid commandId;
    Uuid paymentId;
    std::string reasonCode;
    std::string note;
};

struct EndTake
{
    Uuid commandId;
    Uuid paymentId;
};

struct Deferral
{
    Uuid commandId;
    Uuid paymentId;
    // Unix microseconds; missing ends a deferral.
    std::optional<std::int64_t> untilUs;
    std::string reasonCode;
    std::string note;
};

// The provider was asked; the note says how and what.
struct Enquiry
{
    Uuid commandId;
    Uuid paymentId;
    std::string note;
};

struct CaseNote
{
    Uuid commandId;
    Uuid paymentId;
    std::string note;
};

using DeskCommand = std::variant<
    Proposal,
    ProfileProposal,
    CoreProposal,
    UploadProposal,
    MatchRulesProposal,
    Approval,
    Withdrawal,
    Take,
    EndTake,
    Deferral,
    Enquiry,
    CaseNote>;

// The id under which the command can be read again; a proposal's is its decision id.
const Uuid& commandId(const DeskCommand& command);

} // namespace onceover
