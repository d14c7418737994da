// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/case_file/case_commands.h"

namespace onceover {

namespace {

struct View
{
    const PaymentRow& payment;
    const CaseCommands::Person& person;

    bool isReview() const { return payment.status == QLatin1String("REVIEW"); }

    bool isUnknown() const { return payment.status == QLatin1String("UNKNOWN"); }

    bool isHeld() const { return !payment.holdReason.isEmpty(); }

    bool isPending() const { return payment.status == QLatin1String("PENDING"); }

    bool hasProposal() const { return !payment.openDecisionId.isEmpty(); }

    bool isMine() const { return payment.takenBy == person.personId && !payment.takenBy.isEmpty(); }

    bool isOthers() const { return !payment.takenBy.isEmpty() && !isMine(); }

    bool is(const char* role) const { return person.roles.contains(QLatin1String(role)); }

    bool isCase() const { return isReview() || isUnknown() || isHeld(); }
};

CommandState enabled()
{
    return {true, true, {}};
}

CommandState disabled(const QString& why)
{
    return {true, false, why};
}

CommandState proposing(const View& view, bool belongs)
{
    if (!belongs)
        return {};
    if (!view.is("reviewer"))
        return disabled(CaseCommands::tr("Your login is not a reviewer's."));
    if (view.hasProposal())
        return disabled(CaseCommands::tr("A proposal is open: approve or withdraw it first."));
    if (view.isOthers())
        return disabled(CaseCommands::tr("%1 has taken this case. Take it over first.")
                            .arg(view.payment.takenByName));
    return enabled();
}

CommandState approving(const View& view)
{
    if (!view.hasProposal() || view.payment.openPeopleNeeded < 2)
        return {};
    if (view.payment.openProposedBy == view.person.personId)
        return disabled(CaseCommands::tr("You proposed this: another person has to approve it."));
    if (!view.is("approver"))
        return disabled(CaseCommands::tr("Your login is not an approver's."));
    return enabled();
}

CommandState withdrawing(const View& view)
{
    if (!view.hasProposal())
        return {};
    if (view.payment.openProposedBy != view.person.personId && !view.is("approver"))
        return disabled(CaseCommands::tr(
            "A proposal is withdrawn by its proposer or turned down by an approver."));
    return enabled();
}

CommandState working(const View& view, bool belongs)
{
    if (!belongs)
        return {};
    return view.is("reviewer") ? enabled()
                               : disabled(CaseCommands::tr("Your login is not a reviewer's."));
}

} // namespace

CommandState CaseCommands::stateOf(CaseCommand command, const CaseFile& file, const Person& person)
{
    const View view{file.payment, person};
    switch (command) {
    case CaseCommand::Confirm:
    case CaseCommand::Reject:
    case CaseCommand::Resend:
        if (view.isUnknown())
            return disabled(tr("The machine is still finding out. Take the case to decide on it."));
        return proposing(view, view.isReview());
    case CaseCommand::Release:
        return proposing(view, view.isHeld());
    case CaseCommand::CancelPayment:
        return proposing(view, view.isHeld() || view.isPending());
    case CaseCommand::Approve:
        return approving(view);
    case CaseCommand::Withdraw:
        return withdrawing(view);
    case CaseCommand::Take:
        return working(view, !view.isMine() && (view.isCase() || !view.isPending()));
    case CaseCommand::EndTake:
        return working(view, view.isMine());
    case CaseCommand::Defer:
        if (view.isOthers())
            return disabled(
                tr("%1 has taken this case. Take it over first.").arg(view.payment.takenByName));
        return working(view, view.isReview() || view.isHeld());
    case CaseCommand::Enquire:
        return working(view, view.isCase());
    case CaseCommand::Note:
        return working(view, true);
    }
    return {};
}

} // namespace onceover
