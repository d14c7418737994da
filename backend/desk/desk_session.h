// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/desk/desk.h"
#include "backend/domain/desk_store.h"

#include <memory>

namespace onceover {

// The desk over a store. It refuses what is malformed before anything is sent (reason codes, notes,
// digests) and turns every doubt into Unknown.
class DeskSession : public Desk
{
public:
    explicit DeskSession(std::unique_ptr<DeskStore> store);

    CommandAnswer propose(const Proposal& proposal) override;
    CommandAnswer proposeProfile(const ProfileProposal& proposal) override;
    CommandAnswer proposeMatchRules(const MatchRulesProposal& proposal) override;
    CommandAnswer proposeCore(const CoreProposal& proposal) override;
    CommandAnswer proposeUpload(const UploadProposal& proposal) override;
    CommandAnswer approve(const Approval& approval) override;
    CommandAnswer withdraw(const Withdrawal& withdrawal) override;
    CommandAnswer take(const Take& take) override;
    CommandAnswer endTake(const EndTake& endTake) override;
    CommandAnswer defer(const Deferral& deferral) override;
    CommandAnswer enquire(const Enquiry& enquiry) override;
    CommandAnswer addNote(const CaseNote& note) override;
    CommandAnswer readCommand(const Uuid& commandId) override;
    CommandAnswer readDecision(const Uuid& decisionId) override;

private:
    CommandAnswer run(const DeskCommand& command);

    std::unique_ptr<DeskStore> m_store;
};

} // namespace onceover
