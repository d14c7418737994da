// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/case_file/consequences.h"

#include "backend/domain/decision.h"
#include "models/case_file/case_summary.h"
#include "models/text/decision_text.h"
#include "models/text/money_text.h"
#include "models/text/time_text.h"
#include "models/text/untrusted_text.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace onceover {

namespace {

QStringList codes(const std::vector<std::string_view>& list)
{
    QStringList result;
    for (const std::string_view code : list)
        result << QString::fromLatin1(code.data(), static_cast<qsizetype>(code.size()));
    return result;
}

QString amountAndPayee(const CaseFile& file)
{
    const CaseSummary summary(file);
    return summary.amount() + QLatin1Char(' ') + summary.payee();
}

Consequences confirming(const CaseFile& file)
{
    Consequences result;
    const QString amount = CaseSummary(file).amount();
    result.heading = ConsequenceText::tr("Confirm as paid: %1").arg(amountAndPayee(file));
    result.verb = ConsequenceText::tr("Confirm paid");
    result.willHappen << ConsequenceText::tr(
        "The payment counts as succeeded, by people's decision.")
                      << ConsequenceText::tr("Its source is told that it is paid.");
    result.willNotHappen
        << ConsequenceText::tr(
               "Nothing is sent. What happened at the provider is not changed by it.")
        << ConsequenceText::tr(
               "Evidence that says otherwise later opens a contradiction; it is not overwritten.");
    result.largestLoss =
        ConsequenceText::tr(
            "If it was not paid after all: the payee misses %1 and nobody tries again.")
            .arg(amount);
    result.reasonCodes = codes(reasonCodes(DecisionKind::Confirm));
    return result;
}

Consequences rejecting(const CaseFile& file)
{
    Consequences result;
    const CaseSummary summary(file);
    result.heading = ConsequenceText::tr("Reject as not paid: %1").arg(amountAndPayee(file));
    result.verb = ConsequenceText::tr("Reject: not paid");
    result.willHappen << ConsequenceText::tr("The payment counts as failed: decided, not proven.")
                      << ConsequenceText::tr(
                             "Its source is told so, and may decide to pay in another way.");
    if (summary.profile().lateWindowMs > 0)
        result.willHappen << ConsequenceText::tr(
                                 "The provider is watched for another %1 all the same.")
                                 .arg(TimeText::span(summary.profile().lateWindowMs));
    result.willNotHappen
        << ConsequenceText::tr("Nothing is sent and nothing is called back at the provider.")
        << ConsequenceText::tr(
               "The attempts stay possible in the ledger until evidence settles them.");
    result.largestLoss =
        ConsequenceText::tr(
            "If it was paid after all: %1 is gone, and may be paid a second time in another way.")
            .arg(summary.amount());
    result.reasonCodes = codes(reasonCodes(DecisionKind::Reject));
    return result;
}

Consequences resending(const CaseFile& file)
{
    Consequences result;
    const CaseSummary summary(file);
    result.heading = ConsequenceText::tr("Propose to send once more: %1").arg(amountAndPayee(file));
    result.verb = ConsequenceText::tr("Propose resend");
    result.willHappen << ConsequenceText::tr(
        "A second person has to approve. Then exactly one more request is sent.");
    result.willNotHappen
        << ConsequenceText::tr("Nothing is sent before the approval.")
        << ConsequenceText::tr(
               "The payment is not sent again by the machine after that, whatever the answer is.");
    result.largestLoss =
        summary.possibleCount() > 0
            ? ConsequenceText::tr(
                  "If an earlier attempt moved the money: %1 is paid once more for nothing.")
                  .arg(summary.amount())
            : ConsequenceText::tr("%1, if the evidence of absence is wrong.").arg(summary.amount());
    result.reasonCodes = codes(reasonCodes(DecisionKind::Resend));
    return result;
}

Consequences releasing(const CaseFile& file)
{
    Consequences result;
    const QString amount = CaseSummary(file).amount();
    result.heading = ConsequenceText::tr("Propose to release: %1").arg(amountAndPayee(file));
    result.verb = ConsequenceText::tr("Propose release");
    result.willHappen << ConsequenceText::tr(
        "A second person has to approve. Then the payment is sent like any other.");
    result.willNotHappen << ConsequenceText::tr("Nothing is sent before the approval.");
    result.largestLoss =
        (file.payment.holdReason == QLatin1String("SUSPECTED_DOUBLE")
             ? ConsequenceText::tr("If it is a double: %1 is paid twice.")
             : ConsequenceText::tr("If what it was held for is true: %1 is paid wrongly."))
            .arg(amount);
    result.reasonCodes = codes(reasonCodes(DecisionKind::Release));
    return result;
}

Consequences cancelling(const CaseFile& file)
{
    Consequences result;
    result.heading = ConsequenceText::tr("Cancel before sending: %1").arg(amountAndPayee(file));
    result.verb = ConsequenceText::tr("Cancel payment");
    result.willHappen
        << ConsequenceText::tr("The payment is not sent; it counts as failed: cancelled.")
        << ConsequenceText::tr("The same request of the source is answered the same from now on.");
    result.willNotHappen << ConsequenceText::tr(
        "Nothing is called back at the provider: nothing was sent under this permit.");
    result.largestLoss =
        ConsequenceText::tr("If it was owed: the payee is not paid until the source asks anew.");
    result.reasonCodes = codes(reasonCodes(DecisionKind::Cancel));
    return result;
}

Consequences holding(const CaseFile& file)
{
    Consequences result;
    result.heading = ConsequenceText::tr("Hold before sending: %1").arg(amountAndPayee(file));
    result.verb = ConsequenceText::tr("Hold");
    result.willHappen << ConsequenceText::tr(
        "The payment is not sent until two people release it, or one cancels it.");
    result.willNotHappen << ConsequenceText::tr(
        "Nothing is called back at the provider: nothing was sent under this permit.");
    result.largestLoss = ConsequenceText::tr("If it is due: the payee waits until it is released.");
    result.reasonCodes = codes(reasonCodes(DecisionKind::Hold));
    return result;
}

Consequences ofProposal(CaseCommand command, const CaseFile& file)
{
    Consequences result;
    const auto open = ConsequenceText::openProposal(file);
    const QString kind = open ? open->kind : QString();
    if (kind == QLatin1String("CONFIRM"))
        result = confirming(file);
    else if (kind == QLatin1String("REJECT"))
        result = rejecting(file);
    else if (kind == QLatin1String("RESEND"))
        result = resending(file);
    else if (kind == QLatin1String("RELEASE"))
        result = releasing(file);
    else
        result = cancelling(file);
    result.reasonCodes.clear();
    result.needsNote = false;
    const QString what = DecisionText::kind(kind) + QStringLiteral(": ") + amountAndPayee(file);
    if (command == CaseCommand::Withdraw) {
        result = Consequences();
        result.heading = ConsequenceText::tr("Withdraw the proposal “%1”").arg(what);
        result.verb = ConsequenceText::tr("Withdraw");
        result.willHappen << ConsequenceText::tr(
            "The proposal ends and stays on the record as withdrawn.");
        result.willNotHappen << ConsequenceText::tr("No money moves. The case stays where it is.");
        return result;
    }
    result.heading = ConsequenceText::tr("Approve “%1”").arg(what);
    result.verb = ConsequenceText::tr("Approve");
    if (kind == QLatin1String("RESEND")) {
        result.willHappen = QStringList{
            ConsequenceText::tr("One more request is sent as soon as a core takes it.")};
        result.willNotHappen =
            QStringList{ConsequenceText::tr("It cannot be taken back once a core has claimed it.")};
    } else if (kind == QLatin1String("RELEASE")) {
        result.willHappen =
            QStringList{ConsequenceText::tr("The payment is sent as soon as a core takes it.")};
        result.willNotHappen =
            QStringList{ConsequenceText::tr("It cannot be taken back once a core has claimed it.")};
    }
    return result;
}

Consequences working(CaseCommand command, const CaseFile& file)
{
    Consequences result;
    const QString what = amountAndPayee(file);
    switch (command) {
    case CaseCommand::Take: {
        const QString& status = file.payment.status;
        const bool isSettled =
            status == QLatin1String("SUCCEEDED") || status == QLatin1String("FAILED");
        result.heading = isSettled ? ConsequenceText::tr("Look at it again: %1").arg(what)
                                   : ConsequenceText::tr("Take over: %1").arg(what);
        result.verb = isSettled ? ConsequenceText::tr("Reopen") : ConsequenceText::tr("Take over");
        result.willHappen << ConsequenceText::tr(
            "The case is yours; nobody else decides on it meanwhile.");
        result.willNotHappen << ConsequenceText::tr("No money moves.");
        result.reasonCodes =
            QStringList{isSettled ? QStringLiteral("REOPEN") : QStringLiteral("TAKE_OVER")};
        break;
    }
    case CaseCommand::Defer:
        result.heading = ConsequenceText::tr("Defer: %1").arg(what);
        result.verb = ConsequenceText::tr("Defer");
        result.willHappen << ConsequenceText::tr(
            "The case leaves “Waiting on me” until the date, or until new evidence arrives.");
        result.willNotHappen << ConsequenceText::tr("No money moves. The machine goes on looking.");
        result.reasonCodes = codes(deferReasonCodes());
        break;
    case CaseCommand::Enquire:
        result.heading = ConsequenceText::tr("Enquiry with the provider: %1").arg(what);
        result.verb = ConsequenceText::tr("Record enquiry");
        result.willHappen << ConsequenceText::tr(
            "The record shows that the provider was asked, how and what.");
        result.willNotHappen << ConsequenceText::tr(
            "No money moves, and no message is sent by this program.");
        break;
    case CaseCommand::Note:
    case CaseCommand::EndTake:
    case CaseCommand::Confirm:
    case CaseCommand::Reject:
    case CaseCommand::Resend:
    case CaseCommand::Release:
    case CaseCommand::CancelPayment:
    case CaseCommand::Hold:
    case CaseCommand::Approve:
    case CaseCommand::Withdraw:
        result.heading = ConsequenceText::tr("Note: %1").arg(what);
        result.verb = ConsequenceText::tr("Add note");
        result.willHappen << ConsequenceText::tr(
            "The note stands on the record for everybody who opens the case.");
        break;
    }
    return result;
}

} // namespace

Consequences ConsequenceText::of(CaseCommand command, const CaseFile& file)
{
    Consequences result;
    switch (command) {
    case CaseCommand::Confirm:
        result = confirming(file);
        break;
    case CaseCommand::Reject:
        result = rejecting(file);
        break;
    case CaseCommand::Resend:
        result = resending(file);
        break;
    case CaseCommand::Release:
        result = releasing(file);
        break;
    case CaseCommand::CancelPayment:
        result = cancelling(file);
        break;
    case CaseCommand::Hold:
        result = holding(file);
        break;
    case CaseCommand::Approve:
        result = ofProposal(command, file);
        break;
    case CaseCommand::Withdraw:
        return ofProposal(command, file);
    case CaseCommand::Take:
    case CaseCommand::EndTake:
    case CaseCommand::Defer:
    case CaseCommand::Enquire:
    case CaseCommand::Note:
        return working(command, file);
    }
    result.isAboutMoney = true;
    return result;
}

QString ConsequenceText::sameKey(const CaseFile& file)
{
    const CaseSummary summary(file);
    const MaybeUs expires = summary.keyExpiresUs();
    if (summary.isKeyUnused())
        return tr("Not possible: the newest key was never sent, because its permit was taken back. "
                  "Under it the provider would see another payment.");
    if (!summary.profile().keyCollapses)
        return tr("This provider does not collapse repeated keys: a replay is a second charge.");
    if (expires && *expires > file.readUs)
        return tr("A replay of the byte-equal request: the provider answers with the first charge "
                  "if there was one. It protects until %1 (%2).")
            .arg(TimeText::dateTime(*expires), TimeText::until(*expires, file.readUs));
    return tr("The key's protection has ended: a replay may be a second charge.");
}

QString ConsequenceText::newKey(const CaseFile& file)
{
    return tr(
        "A new charge for certain: it is paid twice if an earlier attempt (%n in doubt) happened.",
        nullptr,
        CaseSummary(file).possibleCount());
}

QString ConsequenceText::openAttempts(const CaseFile& file)
{
    const CaseSummary summary(file);
    QStringList lines;
    if (summary.possibleCount() > 0)
        lines << tr(
            "%n earlier attempt(s) may have moved the money.", nullptr, summary.possibleCount());
    if (summary.openAttemptCount() > 0)
        lines << tr(
            "The sender of %n attempt(s) may still send.", nullptr, summary.openAttemptCount());
    return lines.join(QLatin1Char(' '));
}

std::optional<DecisionRow> ConsequenceText::openProposal(const CaseFile& file)
{
    for (const DecisionRow& decision : file.decisions) {
        if (decision.state == QLatin1String("OPEN"))
            return decision;
    }
    return std::nullopt;
}

QString ConsequenceText::proposal(const DecisionRow& decision)
{
    QString text = tr("Proposed by %1, %2. Reason: %3. “%4”")
                       .arg(
                           UntrustedText::line(decision.proposedByName, 80),
                           TimeText::dateTime(decision.proposedUs),
                           DecisionText::reasonCode(decision.reasonCode),
                           UntrustedText::line(decision.note, 1000));
    const QJsonObject options = QJsonDocument::fromJson(decision.options.toUtf8()).object();
    const QString generation = options.value(QLatin1String("generation")).toString();
    if (generation == QLatin1String("same"))
        text += QLatin1Char(' ') + tr("With the same key.");
    else if (generation == QLatin1String("new"))
        text += QLatin1Char(' ') + tr("With a new key.");
    return text;
}

} // namespace onceover
