// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/queue/queue_rows.h"

#include "models/text/decision_text.h"
#include "models/text/money_text.h"
#include "models/text/state_text.h"
#include "models/text/time_text.h"
#include "models/text/untrusted_text.h"

#include <QCoreApplication>

namespace onceover {

namespace {

Cell taken(const PaymentRow& payment, const QString& myPersonId, std::int64_t nowUs)
{
    if (!payment.takenBy.isEmpty()) {
        const QString since = payment.takenUs ? TimeText::dateTime(*payment.takenUs) : QString();
        const bool isMine = payment.takenBy == myPersonId;
        return {
            isMine ? QueueRows::tr("you") : UntrustedText::line(payment.takenByName, 80),
            isMine ? Tone::Accent : Tone::Normal,
            CellKind::Text,
            QueueRows::tr("Taken %1").arg(since)};
    }
    if (payment.deferredUntilUs && *payment.deferredUntilUs > nowUs)
        return {
            QueueRows::tr("deferred, %1").arg(TimeText::until(*payment.deferredUntilUs, nowUs)),
            Tone::Muted,
            CellKind::Text,
            TimeText::dateTime(*payment.deferredUntilUs)};
    return {
        QStringLiteral("–"),
        Tone::Muted,
        CellKind::Text,
        QueueRows::tr("Nobody has taken this case")};
}

Cell decision(const PaymentRow& payment, const QString& myPersonId)
{
    if (payment.openDecisionId.isEmpty())
        return {
            QStringLiteral("–"),
            Tone::Muted,
            CellKind::Text,
            QueueRows::tr("No decision is waiting")};
    const QString kind = DecisionText::kind(payment.openDecisionKind);
    const bool isMine = payment.openProposedBy == myPersonId;
    return {
        kind,
        isMine ? Tone::Muted : Tone::Warning,
        CellKind::Chip,
        isMine ? QueueRows::tr("%1: proposed by you, waits for a second person").arg(kind)
               : QueueRows::tr("%1: waits for a second person").arg(kind)};
}

} // namespace

QStringList QueueRows::columns()
{
    return {
        QueueRows::tr("Age"),
        QueueRows::tr("State"),
        QueueRows::tr("Why"),
        QueueRows::tr("Amount"),
        QueueRows::tr("Payee"),
        QueueRows::tr("Provider"),
        QueueRows::tr("Taken by"),
        QueueRows::tr("Decision"),
        QueueRows::tr("Reference")};
}

Cell QueueRows::state(const PaymentRow& payment)
{
    Tone tone = Tone::Normal;
    if (payment.status == QLatin1String("SUCCEEDED"))
        tone = Tone::Good;
    else if (payment.status == QLatin1String("UNKNOWN"))
        tone = Tone::Warning;
    else if (payment.status == QLatin1String("REVIEW"))
        tone = Tone::Danger;
    else if (payment.status == QLatin1String("FAILED"))
        tone = Tone::Muted;
    if (!payment.holdReason.isEmpty())
        return {
            StateText::caseKind(QStringLiteral("HELD")),
            Tone::Warning,
            CellKind::Text,
            payment.status};
    return {StateText::status(payment.status), tone, CellKind::Text, payment.status};
}

Cell QueueRows::why(const PaymentRow& payment)
{
    if (!payment.holdReason.isEmpty())
        return {
            StateText::holdReason(payment.holdReason),
            Tone::Warning,
            CellKind::Chip,
            StateText::holdSentence(payment.holdReason)};
    if (payment.status == QLatin1String("REVIEW")) {
        const bool isHard =
            payment.hasContradiction || payment.reviewReason == QLatin1String("CONTRADICTION");
        return {
            StateText::reviewReason(payment.reviewReason),
            isHard ? Tone::Danger : Tone::Warning,
            CellKind::Chip,
            StateText::reviewSentence(payment.reviewReason)};
    }
    if (payment.status == QLatin1String("UNKNOWN"))
        return {
            StateText::unknownReason(payment.unknownReason),
            Tone::Accent,
            CellKind::Chip,
            StateText::unknownSentence(payment.unknownReason)};
    if (payment.status == QLatin1String("FAILED"))
        return {
            StateText::failureKind(payment.failureKind),
            Tone::Muted,
            CellKind::Chip,
            payment.failureKind};
    if (payment.status == QLatin1String("SUCCEEDED"))
        return {StateText::basis(payment.basis), Tone::Good, CellKind::Chip, payment.basis};
    return {QStringLiteral("–"), Tone::Muted, CellKind::Text, payment.status};
}

QList<SheetRow> QueueRows::of(const QueuePage& page, const QString& myPersonId)
{
    QList<SheetRow> rows;
    rows.reserve(page.rows.size());
    for (const PaymentRow& payment : page.rows) {
        SheetRow row;
        row.id = payment.paymentId;
        const QString age = TimeText::age(payment.createdUs, page.readUs);
        const QString amount = MoneyText::amount(payment.amountMinor, payment.currency);
        const QString payee = UntrustedText::line(payment.payee, 200);
        const bool looksAlike = UntrustedText::mixesScripts(payment.payee);
        const Cell reason = why(payment);
        row.cells = {
            {age, Tone::Normal, CellKind::Time, TimeText::dateTime(payment.createdUs)},
            state(payment),
            reason,
            {amount, Tone::Normal, CellKind::Amount, {}},
            {payee,
             looksAlike ? Tone::Warning : Tone::Normal,
             CellKind::Text,
             looksAlike ? QueueRows::tr("%1: letters of several scripts, look closely").arg(payee)
                        : payee},
            {UntrustedText::line(payment.provider, 80), Tone::Muted, CellKind::Text, {}},
            taken(payment, myPersonId, page.readUs),
            decision(payment, myPersonId),
            {payment.reference, Tone::Muted, CellKind::Code, {}},
        };
        row.summary = QueueRows::tr("%1 to %2, %3, %4, age %5")
                          .arg(amount, payee, StateText::status(payment.status), reason.text, age);
        rows.append(row);
    }
    return rows;
}

} // namespace onceover
