// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/lists/list_tables.h"

#include "models/text/event_body_text.h"
#include "models/text/event_text.h"
#include "models/text/evidence_text.h"
#include "models/text/money_text.h"
#include "models/text/state_text.h"
#include "models/text/time_text.h"
#include "models/text/untrusted_text.h"

namespace onceover {

namespace {

QString subjectOf(const EventRow& event)
{
    const QString kind = EventText::subject(event.subjectKind);
    return event.subjectName.isEmpty()
               ? kind
               : kind + QLatin1Char(' ') + UntrustedText::line(event.subjectName, 60);
}

} // namespace

QStringList ListTables::orphanColumns()
{
    return {
        tr("Seen"),
        tr("What"),
        tr("Shown by"),
        tr("Direction"),
        tr("Amount"),
        tr("Account"),
        tr("Booked"),
        tr("Text"),
        tr("Candidates")};
}

QList<SheetRow> ListTables::orphans(const OrphanPage& page)
{
    QList<SheetRow> rows;
    for (const RecordRow& record : page.rows) {
        SheetRow row;
        row.id = record.recordId;
        row.cells = {
            {TimeText::compact(record.seenUs),
             Tone::Normal,
             CellKind::Time,
             TimeText::exact(record.seenUs)},
            {EvidenceText::layer(record.layer), Tone::Normal, CellKind::Text, {}},
            {UntrustedText::line(record.ownerName + QStringLiteral(" · ") + record.externalId, 200),
             Tone::Muted,
             CellKind::Text,
             {}},
            {StateText::direction(record.direction), Tone::Normal, CellKind::Text, {}},
            {MoneyText::amount(record.amountMinor, record.currency),
             Tone::Normal,
             CellKind::Amount,
             {}},
            {UntrustedText::account(record.payeeAccount), Tone::Normal, CellKind::Text, {}},
            {record.bookedOn.isEmpty() ? QStringLiteral("–") : record.bookedOn,
             Tone::Normal,
             CellKind::Time,
             {}},
            {UntrustedText::line(record.narrative, 500),
             Tone::Normal,
             CellKind::Text,
             UntrustedText::block(record.narrative)},
            {QString::number(record.candidateCount), Tone::Muted, CellKind::Time, {}},
        };
        rows.append(row);
    }
    return rows;
}

QStringList ListTables::ledgerColumns()
{
    return {tr("Currency"), tr("Account"), tr("Balance")};
}

QList<SheetRow> ListTables::ledger(const LedgerSheet& sheet)
{
    QList<SheetRow> rows;
    for (const LedgerRow& each : sheet.balances) {
        const bool isDoubt = each.account == QLatin1String("in_doubt")
                             || each.account == QLatin1String("decided_not_proven");
        const bool isBad = each.account == QLatin1String("refund_due")
                           || each.account == QLatin1String("unexplained");
        const Tone tone = each.balanceMinor == 0 ? Tone::Muted
                          : isBad                ? Tone::Danger
                          : isDoubt              ? Tone::Warning
                                                 : Tone::Normal;
        SheetRow row;
        row.id = each.currency + QLatin1Char('/') + each.account;
        row.cells = {
            {each.currency, Tone::Normal, CellKind::Text, {}},
            {EvidenceText::account(each.account), tone, CellKind::Text, each.account},
            {MoneyText::amount(each.balanceMinor, each.currency), tone, CellKind::Amount, {}},
        };
        rows.append(row);
    }
    return rows;
}

QString ListTables::ledgerCheck(const LedgerSheet& sheet)
{
    QStringList broken;
    for (const LedgerCheckRow& check : sheet.checks) {
        if (!check.agrees)
            broken << tr("%1: ledger %2, possible attempts %3")
                          .arg(
                              check.currency,
                              MoneyText::number(check.ledgerMinor, check.currency),
                              MoneyText::number(check.possibleMinor, check.currency));
    }
    if (broken.isEmpty())
        return tr("✓ In transit, in doubt and decided together equal the sum over all attempts "
                  "that may have happened, in every currency.");
    return tr("✗ The ledger does not agree with the attempts. %1")
        .arg(broken.join(QStringLiteral("; ")));
}

QStringList ListTables::eventColumns()
{
    return {tr("Time"), tr("Event"), tr("Of"), tr("No."), tr("Who"), tr("What"), tr("Leaf")};
}

QList<SheetRow> ListTables::events(const EventPage& page)
{
    QList<SheetRow> rows;
    for (const EventRow& event : page.rows) {
        QString what = EventBodyText::line(event.body);
        if (event.amountMinor && !event.fromAccount.isEmpty())
            what = MoneyText::amount(*event.amountMinor, event.currency) + QStringLiteral(": ")
                   + EvidenceText::account(event.fromAccount) + QStringLiteral(" → ")
                   + EvidenceText::account(event.toAccount)
                   + (what.isEmpty() ? QString() : QStringLiteral(" · ") + what);
        const QString who = event.personName.isEmpty() ? EventText::actor(event.actor)
                                                             + QStringLiteral(" · ") + event.login
                                                       : event.personName;
        SheetRow row;
        row.id = event.subjectId + QLatin1Char('/') + QString::number(event.seq);
        row.cells = {
            {TimeText::compact(event.atUs),
             Tone::Normal,
             CellKind::Time,
             TimeText::exact(event.atUs)},
            {EventText::kind(event.kind),
             event.personName.isEmpty() ? Tone::Normal : Tone::Accent,
             CellKind::Text,
             event.kind},
            {subjectOf(event), Tone::Muted, CellKind::Text, event.subjectId},
            {QString::number(event.seq), Tone::Muted, CellKind::Time, {}},
            {UntrustedText::line(who, 80), Tone::Normal, CellKind::Text, event.login},
            {what, Tone::Normal, CellKind::Text, UntrustedText::block(event.body, 2000)},
            {event.leaf.left(12) + QStringLiteral("…"), Tone::Muted, CellKind::Code, event.leaf},
        };
        rows.append(row);
    }
    return rows;
}

} // namespace onceover
