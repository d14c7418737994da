// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/files/file_tables.h"

#include "models/text/evidence_text.h"
#include "models/text/file_text.h"
#include "models/text/money_text.h"
#include "models/text/time_text.h"
#include "models/text/untrusted_text.h"

namespace onceover {

namespace {

constexpr qsizetype kMaxText = 300;

Cell tiesCell(const QString& ties)
{
    const Tone tone = ties == QLatin1String("true")    ? Tone::Good
                      : ties == QLatin1String("false") ? Tone::Danger
                                                       : Tone::Muted;
    return {FileText::ties(ties), tone, CellKind::Chip, {}};
}

Cell stateCell(const QString& state)
{
    const Tone tone = state == QLatin1String("STORED") || state == QLatin1String("NOT_LINKED")
                          ? Tone::Warning
                      : state == QLatin1String("WAITS") ? Tone::Accent
                                                        : Tone::Good;
    return {FileText::state(state), tone, CellKind::Chip, {}};
}

QString covered(const QString& from, const QString& to)
{
    if (from.isEmpty() && to.isEmpty())
        return QStringLiteral("–");
    return from == to ? from : from + QStringLiteral(" … ") + to;
}

Cell count(std::int64_t number, Tone tone = Tone::Normal)
{
    return {QString::number(number), number == 0 ? Tone::Muted : tone, CellKind::Time, {}};
}

Cell money(const QString& minor, const QString& currency)
{
    bool isNumber = false;
    const qint64 value = minor.toLongLong(&isNumber);
    if (!isNumber)
        return {QStringLiteral("–"), Tone::Muted, CellKind::Amount, {}};
    return {MoneyText::amount(value, currency), Tone::Normal, CellKind::Amount, {}};
}

struct Coverage
{
    QString account;
    QString currency;
    QString from;
    QString to;
    QString opening;
    QString closing;
    QString credits;
    QString debits;
    QString entries;
    QString ties;
};

SheetRow statementRow(int number, const Coverage& of)
{
    SheetRow row;
    row.id = QString::number(number);
    row.cells = {
        {UntrustedText::line(of.account, 60), Tone::Normal, CellKind::Text, {}},
        {covered(of.from, of.to), Tone::Normal, CellKind::Text, {}},
        money(of.opening, of.currency),
        money(of.credits, of.currency),
        money(of.debits, of.currency),
        money(of.closing, of.currency),
        {of.entries, Tone::Normal, CellKind::Time, {}},
        tiesCell(of.ties)};
    return row;
}

struct Line
{
    QString id;
    QString place;
    QString bookedOn;
    qint64 amountMinor = 0;
    QString currency;
    bool isPending = false;
    QString counterparty;
    QString text;
};

SheetRow lineRow(const Line& of)
{
    SheetRow row;
    row.id = of.id;
    row.cells = {
        {of.place, Tone::Muted, CellKind::Time, {}},
        {of.bookedOn.isEmpty() ? QStringLiteral("–") : UntrustedText::line(of.bookedOn, 20),
         Tone::Normal,
         CellKind::Time,
         {}},
        {MoneyText::amount(of.amountMinor, of.currency),
         of.isPending ? Tone::Muted : Tone::Normal,
         CellKind::Amount,
         {}},
        {UntrustedText::line(of.counterparty, 80), Tone::Normal, CellKind::Text, {}},
        {UntrustedText::line(of.text, kMaxText),
         Tone::Normal,
         CellKind::Text,
         UntrustedText::block(of.text)}};
    return row;
}

} // namespace

QStringList FileTables::fileColumns()
{
    return {
        tr("Stored"),
        tr("File"),
        tr("Format"),
        tr("Account"),
        tr("Covers"),
        tr("Ties"),
        tr("State"),
        tr("Records"),
        tr("Linked"),
        tr("Candidates"),
        tr("Unmatched"),
        tr("Gaps"),
        tr("Came by"),
        tr("SHA-256")};
}

QList<SheetRow> FileTables::files(const ImportPage& page)
{
    QList<SheetRow> rows;
    for (const ImportRow& file : page.rows) {
        const bool isUpload = file.channel == QLatin1String("UPLOAD");
        SheetRow row;
        row.id = file.importId;
        row.cells = {
            {TimeText::compact(file.storedUs),
             Tone::Normal,
             CellKind::Time,
             TimeText::exact(file.storedUs)},
            {UntrustedText::line(file.fileName, 255), Tone::Normal, CellKind::Text, {}},
            {UntrustedText::line(file.format, 40), Tone::Muted, CellKind::Text, {}},
            {UntrustedText::line(file.accounts, 120), Tone::Normal, CellKind::Text, {}},
            {covered(file.fromDate, file.toDate), Tone::Normal, CellKind::Text, {}},
            file.flaggedCount > 0
                ? Cell{tr("%n flagged", nullptr, static_cast<int>(file.flaggedCount)), Tone::Danger, CellKind::Chip, {}}
                : Cell{tr("nothing flagged"), Tone::Muted, CellKind::Chip, {}},
            stateCell(file.state),
            count(file.recordCount),
            count(file.linkedCount, Tone::Good),
            count(file.candidateCount, Tone::Accent),
            count(file.unmatchedCount, Tone::Warning),
            count(file.gapCount, Tone::Warning),
            {isUpload ? UntrustedText::line(file.broughtBy, 80)
                      : EvidenceText::channel(file.channel),
             Tone::Muted,
             CellKind::Text,
             UntrustedText::line(file.broughtBy, 80)},
            {file.sha256.left(12) + QStringLiteral("…"), Tone::Muted, CellKind::Code, file.sha256}};
        rows.append(row);
    }
    return rows;
}

QStringList FileTables::statementColumns()
{
    return {
        tr("Account"),
        tr("Covers"),
        tr("Opening"),
        tr("Credits"),
        tr("Debits"),
        tr("Closing"),
        tr("Lines"),
        tr("Ties")};
}

QList<SheetRow> FileTables::statements(const UploadFile& file)
{
    QList<SheetRow> rows;
    for (const FileStatementRow& each : file.statements)
        rows.append(statementRow(
            static_cast<int>(rows.size()),
            {each.account,
             each.currency,
             each.fromDate,
             each.toDate,
             each.openingMinor,
             each.closingMinor,
             each.creditsMinor,
             each.debitsMinor,
             each.entryCount,
             each.ties}));
    return rows;
}

QList<SheetRow> FileTables::statements(const FilePreview& preview)
{
    QList<SheetRow> rows;
    for (const PreviewStatement& each : preview.statements)
        rows.append(statementRow(
            static_cast<int>(rows.size()),
            {each.account,
             each.currency,
             each.fromDate,
             each.toDate,
             each.openingMinor,
             each.closingMinor,
             each.creditsMinor,
             each.debitsMinor,
             QString::number(each.entryCount),
             each.ties}));
    return rows;
}

QStringList FileTables::lineColumns()
{
    return {tr("Line"), tr("Booked"), tr("Amount"), tr("Other side"), tr("Text")};
}

QList<SheetRow> FileTables::lines(const UploadFile& file)
{
    QList<SheetRow> rows;
    for (const FileLineRow& each : file.lines) {
        const bool isOut = each.direction == QLatin1String("OUT");
        rows.append(lineRow(
            {QStringLiteral("%1/%2").arg(each.part).arg(each.number),
             QString::number(rows.size() + 1),
             each.bookedOn,
             isOut ? -each.amountMinor : each.amountMinor,
             each.currency,
             false,
             each.payeeAccount,
             each.narrative}));
    }
    return rows;
}

QList<SheetRow> FileTables::lines(const FilePreview& preview)
{
    QList<SheetRow> rows;
    for (const PreviewLine& each : preview.lines)
        rows.append(lineRow(
            {QString::number(rows.size()),
             QString::number(each.line),
             each.bookedOn,
             each.amountMinor,
             each.currency,
             each.isPending,
             each.counterparty,
             each.text}));
    return rows;
}

} // namespace onceover
