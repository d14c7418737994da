// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/case_file/case_tables.h"
#include "models/text/answer_text.h"
#include "models/text/decision_text.h"
#include "models/text/event_body_text.h"
#include "models/text/event_text.h"
#include "models/text/evidence_text.h"
#include "models/text/money_text.h"
#include "models/text/state_text.h"
#include "models/text/time_text.h"
#include "models/text/untrusted_text.h"

#include <QCoreApplication>

namespace onceover {

namespace {

QString who(const EventRow& event)
{
    if (!event.personName.isEmpty())
        return UntrustedText::line(event.personName, 80);
    return EventText::actor(event.actor) + QStringLiteral(" · ")
           + UntrustedText::line(event.login, 60);
}

Tone toneOf(const EventRow& event)
{
    if (event.kind == QLatin1String("CONTRADICTION_OPENED")
        || event.kind == QLatin1String("DUPLICATE_FOUND")
        || event.kind == QLatin1String("FATE_HAPPENED_AGAIN"))
        return Tone::Danger;
    if (event.kind == QLatin1String("FATE_IN_DOUBT") || event.kind == QLatin1String("LEASE_OVER"))
        return Tone::Warning;
    if (event.actor == QLatin1String("PERSON"))
        return Tone::Accent;
    return Tone::Normal;
}

} // namespace

Table timelineTable(const CaseFile& file)
{
    Table table;
    table.columns = {
        CaseTables::tr("Time"),
        CaseTables::tr("After"),
        CaseTables::tr("Event"),
        CaseTables::tr("Who"),
        CaseTables::tr("What")};
    std::int64_t previousUs = 0;
    for (const EventRow& event : file.events) {
        SheetRow line;
        line.id = QString::number(event.seq);
        const std::int64_t gapMs = previousUs == 0 ? 0 : (event.atUs - previousUs) / 1000;
        const QString gap = gapMs >= 60'000
                                ? QStringLiteral("+") + TimeText::age(previousUs, event.atUs)
                                : QString();
        previousUs = event.atUs;
        QString what = EventBodyText::line(event.body);
        if (event.amountMinor && !event.fromAccount.isEmpty()) {
            const QString posting = CaseTables::tr("%1: %2 → %3")
                                        .arg(
                                            MoneyText::amount(*event.amountMinor, event.currency),
                                            EvidenceText::account(event.fromAccount),
                                            EvidenceText::account(event.toAccount));
            what = what.isEmpty() ? posting : posting + QStringLiteral(" · ") + what;
        }
        line.cells = {
            {TimeText::compact(event.atUs),
             Tone::Normal,
             CellKind::Time,
             TimeText::exact(event.atUs)},
            {gap, Tone::Muted, CellKind::Time, {}},
            {EventText::kind(event.kind), toneOf(event), CellKind::Text, event.kind},
            {who(event), Tone::Muted, CellKind::Text, event.login},
            {what, Tone::Normal, CellKind::Text, UntrustedText::block(event.body, 2000)},
        };
        table.rows.append(line);
    }
    return table;
}

Table moneyTable(const CaseFile& file)
{
    Table table;
    table.columns = {
        CaseTables::tr("Time"),
        CaseTables::tr("Event"),
        CaseTables::tr("From"),
        CaseTables::tr("To"),
        CaseTables::tr("Amount")};
    for (const EventRow& event : file.events) {
        if (!event.amountMinor || event.fromAccount.isEmpty())
            continue;
        SheetRow line;
        line.id = QString::number(event.seq);
        line.cells = {
            {TimeText::compact(event.atUs),
             Tone::Normal,
             CellKind::Time,
             TimeText::exact(event.atUs)},
            {EventText::kind(event.kind), toneOf(event), CellKind::Text, event.kind},
            {EvidenceText::account(event.fromAccount), Tone::Muted, CellKind::Text, {}},
            {EvidenceText::account(event.toAccount), Tone::Normal, CellKind::Text, {}},
            {MoneyText::amount(*event.amountMinor, event.currency),
             Tone::Normal,
             CellKind::Amount,
             {}},
        };
        table.rows.append(line);
    }
    return table;
}

Table decisionTable(const CaseFile& file)
{
    Table table;
    table.columns = {
        CaseTables::tr("Time"),
        CaseTables::tr("Who"),
        CaseTables::tr("What"),
        CaseTables::tr("Reason"),
        CaseTables::tr("Note"),
        CaseTables::tr("State")};
    for (const DecisionRow& decision : file.decisions) {
        SheetRow line;
        line.id = decision.decisionId;
        const QString people = decision.approvedByName.isEmpty()
                                   ? decision.proposedByName
                                   : CaseTables::tr("%1, approved by %2")
                                         .arg(decision.proposedByName, decision.approvedByName);
        const bool isOpen = decision.state == QLatin1String("OPEN");
        line.cells = {
            {TimeText::compact(decision.proposedUs),
             Tone::Normal,
             CellKind::Time,
             TimeText::exact(decision.proposedUs)},
            {UntrustedText::line(people, 200), Tone::Normal, CellKind::Text, {}},
            {DecisionText::kind(decision.kind), Tone::Accent, CellKind::Text, {}},
            {DecisionText::reasonCode(decision.reasonCode),
             Tone::Normal,
             CellKind::Text,
             decision.reasonCode},
            {UntrustedText::line(decision.note, 1000),
             Tone::Normal,
             CellKind::Text,
             UntrustedText::block(decision.note)},
            {DecisionText::state(decision.state),
             isOpen ? Tone::Warning : Tone::Muted,
             CellKind::Chip,
             decision.endReason},
        };
        table.rows.append(line);
    }
    for (const NoteRow& note : file.notes) {
        SheetRow line;
        line.id = note.noteId;
        const QString until =
            note.untilUs ? CaseTables::tr("until %1").arg(TimeText::dateTime(*note.untilUs))
                         : QString();
        line.cells = {
            {TimeText::compact(note.atUs),
             Tone::Normal,
             CellKind::Time,
             TimeText::exact(note.atUs)},
            {UntrustedText::line(note.personName, 200), Tone::Normal, CellKind::Text, {}},
            {DecisionText::noteKind(note.kind), Tone::Normal, CellKind::Text, {}},
            {note.reasonCode.isEmpty() ? QString() : DecisionText::reasonCode(note.reasonCode),
             Tone::Normal,
             CellKind::Text,
             {}},
            {UntrustedText::line(note.note, 1000),
             Tone::Normal,
             CellKind::Text,
             UntrustedText::block(note.note)},
            {until, Tone::Muted, CellKind::Text, {}},
        };
        table.rows.append(line);
    }
    return table;
}

} // namespace onceover
