// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/lists/source_tables.h"

#include "models/text/file_text.h"
#include "models/text/money_text.h"
#include "models/text/state_text.h"
#include "models/text/time_text.h"
#include "models/text/untrusted_text.h"

namespace onceover {

namespace {

Cell plain(const QString& text, Tone tone = Tone::Normal)
{
    return {
        text.isEmpty() ? QStringLiteral("–") : UntrustedText::line(text, 200),
        tone,
        CellKind::Text,
        {}};
}

Cell number(const QString& text, Tone tone = Tone::Normal)
{
    return {text.isEmpty() ? QStringLiteral("–") : text, tone, CellKind::Time, {}};
}

Cell moment(const QString& us)
{
    const qint64 value = us.toLongLong();
    if (value == 0)
        return {QStringLiteral("–"), Tone::Muted, CellKind::Time, {}};
    return {TimeText::compact(value), Tone::Normal, CellKind::Time, TimeText::exact(value)};
}

Cell money(const QString& minor, const QString& currency)
{
    if (minor.isEmpty())
        return {QStringLiteral("–"), Tone::Muted, CellKind::Amount, {}};
    return {MoneyText::amount(minor.toLongLong(), currency), Tone::Normal, CellKind::Amount, {}};
}

SheetRow waiting(const QStringList& of)
{
    const bool isStuck = of[4].toInt() > 0;
    return {
        of[0],
        {moment(of[3]),
         {of[1], Tone::Normal, CellKind::Code, {}},
         plain(FileText::waitingKind(of[2])),
         number(of[4], isStuck ? Tone::Danger : Tone::Muted)},
        {}};
}

// `unknown` is said where too few files came to know when the next one is due.
SheetRow source(
    const QStringList& of, const QString& late, const QString& inTime, const QString& unknown)
{
    const bool isLate = of[9] == QLatin1String("true");
    const bool hasRhythm = !of[7].isEmpty();
    const QString& state = isLate ? late : hasRhythm ? inTime : unknown;
    const Tone tone = isLate ? Tone::Warning : hasRhythm ? Tone::Good : Tone::Muted;
    return {
        of[0] + QLatin1Char('/') + of[10] + QLatin1Char('/') + of[1] + QLatin1Char('/') + of[2],
        {plain(of[0]),
         plain(of[1], Tone::Muted),
         plain(of[2], Tone::Muted),
         number(of[3]),
         plain(of[4]),
         moment(of[5]),
         number(of[6]),
         number(of[7], Tone::Muted),
         moment(of[8]),
         {state, tone, CellKind::Chip, {}}},
        {}};
}

SheetRow gap(const QStringList& of)
{
    return {
        of.join(QLatin1Char('/')),
        {plain(of[0]),
         plain(of[1], Tone::Muted),
         plain(FileText::gapKind(of[3]), Tone::Warning),
         number(of[4]),
         number(of[5]),
         money(of[6], of[2])},
        {}};
}

SheetRow expectation(const QStringList& of)
{
    const Tone tone = of[2] == QLatin1String("OVERDUE") ? Tone::Danger
                      : of[2] == QLatin1String("LATE")  ? Tone::Warning
                                                        : Tone::Muted;
    return {
        of[0],
        {{of[1], Tone::Normal, CellKind::Code, {}},
         {FileText::expectation(of[2]), tone, CellKind::Chip, {}},
         plain(StateText::direction(of[5])),
         money(of[3], of[4]),
         plain(of[6]),
         moment(of[7]),
         number(of[8]),
         moment(of[9])},
        {}};
}

} // namespace

QStringList SourceTables::columns(SideTable table)
{
    switch (table) {
    case SideTable::Waiting:
        return {tr("Came"), tr("Payment"), tr("What"), tr("Tried in vain")};
    case SideTable::Sources:
        return {
            tr("Account"),
            tr("Format"),
            tr("Currency"),
            tr("Files"),
            tr("Last file"),
            tr("Stored"),
            tr("Covered until"),
            tr("Days between"),
            tr("Next expected"),
            tr("State")};
    case SideTable::Gaps:
        return {
            tr("Account"),
            tr("Format"),
            tr("Missing"),
            tr("From"),
            tr("To"),
            tr("Balances differ by")};
    case SideTable::Expectations:
        break;
    }
    return {
        tr("Payment"),
        tr("State"),
        tr("Direction"),
        tr("Amount"),
        tr("Payee"),
        tr("Expected until"),
        tr("Statements reach"),
        tr("Next evidence")};
}

QList<SheetRow> SourceTables::rows(const SideTablePage& page)
{
    QList<SheetRow> rows;
    for (const QStringList& each : page.rows) {
        switch (page.table) {
        case SideTable::Waiting:
            rows.append(waiting(each));
            break;
        case SideTable::Sources:
            rows.append(source(each, tr("late"), tr("in time"), tr("no rhythm yet")));
            break;
        case SideTable::Gaps:
            rows.append(gap(each));
            break;
        case SideTable::Expectations:
            rows.append(expectation(each));
            break;
        }
    }
    return rows;
}

QString SourceTables::title(SideTable table)
{
    switch (table) {
    case SideTable::Waiting:
        return tr("&Waiting to take effect");
    case SideTable::Sources:
        return tr("&Sources");
    case SideTable::Gaps:
        return tr("&Missing between statements");
    case SideTable::Expectations:
        break;
    }
    return tr("&Not on a statement yet");
}

QString SourceTables::emptyText(SideTable table)
{
    switch (table) {
    case SideTable::Waiting:
        return tr("Nothing that came while nothing moved waits for its effect.");
    case SideTable::Sources:
        return tr("No statement came yet.");
    case SideTable::Gaps:
        return tr("No number, no day and no money is missing between statements.");
    case SideTable::Expectations:
        break;
    }
    return tr("The statements show every payment that the provider calls done.");
}

} // namespace onceover
