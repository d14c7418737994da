// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/decide/draft_command.h"

#include "backend/domain/case_facts.h"
#include "models/case_file/shown_facts.h"

#include <optional>
#include <string>

namespace onceover {

namespace {

Uuid idOf(const QString& text)
{
    return Uuid::fromText(text.toStdString()).value_or(Uuid());
}

std::optional<DecisionKind> kindOf(CaseCommand command)
{
    switch (command) {
    case CaseCommand::Confirm:
        return DecisionKind::Confirm;
    case CaseCommand::Reject:
        return DecisionKind::Reject;
    case CaseCommand::Resend:
        return DecisionKind::Resend;
    case CaseCommand::Release:
        return DecisionKind::Release;
    case CaseCommand::CancelPayment:
        return DecisionKind::Cancel;
    case CaseCommand::Hold:
        return DecisionKind::Hold;
    case CaseCommand::Approve:
    case CaseCommand::Withdraw:
    case CaseCommand::Take:
    case CaseCommand::EndTake:
    case CaseCommand::Defer:
    case CaseCommand::Enquire:
    case CaseCommand::Note:
        break;
    }
    return std::nullopt;
}

Proposal proposalOf(
    DecisionKind kind,
    const Uuid& id,
    const CaseFile& file,
    const CommandDraft& draft,
    const std::string& digest)
{
    Proposal proposal;
    proposal.decisionId = id;
    proposal.paymentId = idOf(file.payment.paymentId);
    proposal.kind = kind;
    proposal.reasonCode = draft.reasonCode.toStdString();
    proposal.note = draft.note.toStdString();
    if (kind == DecisionKind::Resend) {
        ResendOptions options;
        options.generation = draft.generation == QLatin1String("same") ? ResendGeneration::Same
                                                                       : ResendGeneration::New;
        options.closesOpenAttempts = draft.closesOpenAttempts;
        proposal.resend = options;
    }
    proposal.digest = digest;
    proposal.version = file.payment.version;
    return proposal;
}

} // namespace

DeskCommand deskCommand(
    CaseCommand command, const CaseFile& file, const CommandDraft& draft, const Uuid& id)
{
    const std::string digest = caseDigest(shownFacts(file));
    const Uuid payment = idOf(file.payment.paymentId);
    const std::string note = draft.note.toStdString();
    const std::string reason = draft.reasonCode.toStdString();
    if (const auto kind = kindOf(command))
        return proposalOf(*kind, id, file, draft, digest);
    switch (command) {
    case CaseCommand::Approve:
        return Approval{id, idOf(file.payment.openDecisionId), digest};
    case CaseCommand::Withdraw:
        return Withdrawal{id, idOf(file.payment.openDecisionId), note};
    case CaseCommand::Take:
        return Take{id, payment, reason, note};
    case CaseCommand::EndTake:
        return EndTake{id, payment};
    case CaseCommand::Defer:
        return Deferral{id, payment, draft.untilUs, reason, note};
    case CaseCommand::Enquire:
        return Enquiry{id, payment, note};
    case CaseCommand::Confirm:
    case CaseCommand::Reject:
    case CaseCommand::Resend:
    case CaseCommand::Release:
    case CaseCommand::CancelPayment:
    case CaseCommand::Hold:
    case CaseCommand::Note:
        break;
    }
    return CaseNote{id, payment, note};
}

} // namespace onceover
