// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/case_file/case_commands.h"

#include "models/text/error_text.h"

#include <algorithm>

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

    bool isSettled() const
    {
        return payment.status == QLatin1String("SUCCEEDED")
               || (payment.status == QLatin1String("FAILED")
                   && payment.failureKind != QLatin1String("INVALID"));
    }
};

CommandState enabled()
{
    return {true, true, {}};
}

CommandState disabled(const QString& why)
{
    return {true, false, why};
}

// Nobody reads "refused" off a grey button: what the desk would answer, and what to do instead.
CommandState refused(const char* code)
{
    const ErrorSentences sentences = ErrorText::of(QLatin1String(code), QString(), true);
    return disabled(sentences.what + QLatin1Char(' ') + sentences.next);
}

bool showsCharge(const CaseFile& file)
{
    return !file.records.isEmpty()
           || std::any_of(
               file.attempts.begin(),
               file.attempts.end(),
               [](const AttemptRow& attempt) { return attempt.fate == QLatin1String("HAPPENED"); })
           || std::any_of(file.evidence.begin(), file.evidence.end(), [](const EvidenceRow& row) {
                  return row.isMaterial && row.kind == QLatin1String("FOUND")
                         && row.state != QLatin1String("DECLINED")
                         && row.state != QLatin1String("FAILED");
              });
}

// As the database checks a resend, in its order. An attempt whose sender may still send is no
// obstacle here: the sheet asks whether both people close it.
CommandState resending(const CaseFile& file, const CommandState& otherwise)
{
    const PaymentRow& payment = file.payment;
    if (!otherwise.isShown || !otherwise.isEnabled)
        return otherwise;
    if (payment.hasContradiction || !file.contradictions.isEmpty())
        return refused("resend.contradiction");
    if (showsCharge(file))
        return refused("resend.charge_on_record");
    const bool isOtherAmount = payment.confirmedAmountMinor.has_value()
                               && *payment.confirmedAmountMinor != payment.amountMinor;
    if (payment.reviewReason == QLatin1String("PARTIAL") || isOtherAmount)
        return refused("resend.partial");
    if (payment.sendBeforeUs && *payment.sendBeforeUs <= file.readUs)
        return refused("resend.too_late");
    if (file.profile.isEmpty())
        return refused("provider.unknown");
    return otherwise;
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
        if (command == CaseCommand::Resend)
            return resending(file, proposing(view, view.isReview()));
        return proposing(view, view.isReview());
    case CaseCommand::Release:
        return proposing(view, view.isHeld());
    case CaseCommand::CancelPayment:
        return proposing(view, view.isHeld() || view.isPending());
    case CaseCommand::Hold:
        return proposing(view, view.isPending() && !view.isHeld());
    case CaseCommand::Approve:
        return approving(view);
    case CaseCommand::Withdraw:
        return withdrawing(view);
    case CaseCommand::Take:
        return working(view, !view.isMine() && (view.isCase() || view.isSettled()));
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
