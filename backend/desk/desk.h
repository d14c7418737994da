// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/command_answer.h"
#include "backend/domain/desk_command.h"

namespace onceover {

// What one person can do, under that person's own login. Calls block and belong to one thread (the
// desk's). Repeating a command with the same id and content is a read.
class Desk
{
public:
    virtual ~Desk() = default;

    // What one person may decide alone takes effect here (state IN_FORCE); else OPEN.
    virtual CommandAnswer propose(const Proposal& proposal) = 0;
    virtual CommandAnswer proposeProfile(const ProfileProposal& proposal) = 0;
    virtual CommandAnswer proposeMatchRules(const MatchRulesProposal& proposal) = 0;
    // Always two people; state OPEN.
    virtual CommandAnswer proposeCore(const CoreProposal& proposal) = 0;
    // Always two people; state OPEN.
    virtual CommandAnswer proposeUpload(const UploadProposal& proposal) = 0;
    virtual CommandAnswer approve(const Approval& approval) = 0;
    virtual CommandAnswer withdraw(const Withdrawal& withdrawal) = 0;
    virtual CommandAnswer take(const Take& take) = 0;
    virtual CommandAnswer endTake(const EndTake& endTake) = 0;
    virtual CommandAnswer defer(const Deferral& deferral) = 0;
    virtual CommandAnswer enquire(const Enquiry& enquiry) = 0;
    virtual CommandAnswer addNote(const CaseNote& note) = 0;

    // After Unknown: Done if the command was committed, Refused("command.void") if it was not and
    // never can be, Unknown while the database is away. Ask again until it is known.
    virtual CommandAnswer readCommand(const Uuid& commandId) = 0;
    // The same for a proposal, with the decision's state and the payment's status as they are now.
    virtual CommandAnswer readDecision(const Uuid& decisionId) = 0;
};

} // namespace onceover
