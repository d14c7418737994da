// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/case_file/case_tables.h"
#include "models/text/evidence_text.h"
#include "models/text/money_text.h"
#include "models/text/state_text.h"
#include "models/text/time_text.h"
#include "models/text/untrusted_text.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

namespace onceover {

namespace {

// Word and sign beside the colour, so that the comparison is read without it.
Cell compared(const QString& text, bool isMissing, bool isEqual)
{
    if (isMissing)
        return {CaseTables::tr("– missing"), Tone::Muted, CellKind::Text, {}};
    return isEqual ? Cell{text + CaseTables::tr("  ✓ equal"), Tone::Good, CellKind::Text, {}}
                   : Cell{text + CaseTables::tr("  ≠ differs"), Tone::Danger, CellKind::Text, {}};
}

struct Column
{
    RecordRow record;
    QString title;
    QString standing;
    QString competing;
    QString reason;
};

Cell amountCell(const PaymentRow& payment, const RecordRow& record)
{
    const bool isEqual =
        record.amountMinor == payment.amountMinor && record.currency == payment.currency;
    Cell cell = compared(MoneyText::amount(record.amountMinor, record.currency), false, isEqual);
    std::int64_t delta = 0;
    if (!isEqual && record.currency == payment.currency
        && !__builtin_sub_overflow(record.amountMinor, payment.amountMinor, &delta))
        cell.text += CaseTables::tr(" by %1").arg(MoneyText::amount(delta, payment.currency));
    return cell;
}

Cell referenceCell(const PaymentRow& payment, const RecordRow& record)
{
    const QString shown = record.reference.isEmpty() ? record.providerKey : record.reference;
    const bool isEqual = record.reference == payment.reference
                         || record.providerKey.startsWith(payment.reference + QLatin1Char('-'));
    return compared(UntrustedText::line(shown, 200), shown.isEmpty(), isEqual);
}

// Why it waits for people. By its name alone a line was compared before reasons had codes.
QString reasonOf(const CandidateRow& candidate)
{
    const QJsonObject fields = QJsonDocument::fromJson(candidate.fields.toUtf8()).object();
    if (!candidate.ownerPaymentId.isEmpty())
        return EvidenceText::matchReason(QStringLiteral("RECORD_TAKEN"));
    if (fields.contains(QStringLiteral("reason")))
        return EvidenceText::matchReason(fields.value(QStringLiteral("reason")).toString());
    if (fields.contains(QStringLiteral("rivals")))
        return EvidenceText::matchReason(QStringLiteral("PAYMENT_NAMED_BY_SEVERAL"));
    return fields.contains(QStringLiteral("names"))
               ? EvidenceText::matchReason(QStringLiteral("RECORD_NAMES_SEVERAL"))
               : QString();
}

QList<Column> columnsOf(const CaseFile& file)
{
    QList<Column> columns;
    for (const RecordRow& record : file.records)
        columns.append(
            {record,
             CaseTables::tr("Linked: %1").arg(EvidenceText::layer(record.layer)),
             EvidenceText::role(record.role),
             QString(),
             QString()});
    for (const CandidateRow& candidate : file.candidates) {
        const QString competing =
            candidate.paymentsCompeting > 1
                ? CaseTables::tr("explains %1 payments").arg(candidate.paymentsCompeting)
                : QString();
        columns.append(
            {candidate.record,
             CaseTables::tr("Candidate: %1").arg(EvidenceText::layer(candidate.record.layer)),
             CaseTables::tr("by %1").arg(EvidenceText::tier(candidate.tier)),
             competing,
             reasonOf(candidate)});
    }
    return columns;
}

class FieldRows
{
public:
    FieldRows(const PaymentRow& payment, const QList<Column>& columns)
        : m_payment(payment)
        , m_columns(columns)
    {}

    template <typename CellOf>
    void add(const QString& id, const QString& name, const QString& ours, CellOf cellOf)
    {
        SheetRow row;
        row.id = id;
        row.cells = {
            {name, Tone::Muted, CellKind::Text, {}}, {ours, Tone::Normal, CellKind::Text, {}}};
        for (const Column& column : m_columns)
            row.cells.append(cellOf(column));
        m_rows.append(row);
    }

    void addPlain(
        const QString& id,
        const QString& name,
        const QString& ours,
        QString (*textOf)(const Column&))
    {
        add(id, name, ours, [textOf](const Column& column) {
            const QString text = textOf(column);
            return Cell{
                text.isEmpty() ? QStringLiteral("–") : text,
                text.isEmpty() ? Tone::Muted : Tone::Normal,
                CellKind::Text,
                {}};
        });
    }

    QList<SheetRow> take()
    {
        const PaymentRow& payment = m_payment;
        add(QStringLiteral("amount"),
            CaseTables::tr("Amount"),
            MoneyText::amount(payment.amountMinor, payment.currency),
            [&payment](const Column& column) { return amountCell(payment, column.record); });
        add(QStringLiteral("direction"),
            CaseTables::tr("Direction"),
            StateText::direction(payment.direction),
            [&payment](const Column& column) {
                return compared(
                    StateText::direction(column.record.direction),
                    column.record.direction.isEmpty(),
                    column.record.direction == payment.direction);
            });
        add(QStringLiteral("reference"),
            CaseTables::tr("Reference"),
            payment.reference,
            [&payment](const Column& column) { return referenceCell(payment, column.record); });
        add(QStringLiteral("account"),
            CaseTables::tr("Payee's account"),
            UntrustedText::line(payment.payeeAccount, 100),
            [&payment](const Column& column) {
                return compared(
                    UntrustedText::line(column.record.payeeAccount, 100),
                    column.record.payeeAccount.isEmpty(),
                    column.record.payeeAccount == payment.payeeAccount);
            });
        addPlain(
            QStringLiteral("state"),
            CaseTables::tr("State"),
            StateText::status(payment.status),
            [](const Column& column) { return EvidenceText::recordState(column.record.state); });
        addPlain(
            QStringLiteral("booked"),
            CaseTables::tr("Booked, value date"),
            TimeText::dateTime(payment.createdUs),
            [](const Column& column) {
                return column.record.bookedOn
                       + (column.record.valueOn.isEmpty()
                              ? QString()
                              : QStringLiteral(", ") + column.record.valueOn);
            });
        addPlain(
            QStringLiteral("narrative"),
            CaseTables::tr("Text"),
            UntrustedText::line(payment.payee, 200),
            [](const Column& column) { return UntrustedText::line(column.record.narrative, 500); });
        addPlain(
            QStringLiteral("owner"),
            CaseTables::tr("Shown by"),
            QString(),
            [](const Column& column) {
                return UntrustedText::line(
                    column.record.ownerName + QStringLiteral(" · ") + column.record.externalId,
                    300);
            });
        addStanding();
        return m_rows;
    }

private:
    void addStanding()
    {
        addPlain(
            QStringLiteral("standing"),
            CaseTables::tr("Stands as"),
            QString(),
            [](const Column& column) { return column.standing; });
        addPlain(
            QStringLiteral("reason"),
            CaseTables::tr("Left to people"),
            QString(),
            [](const Column& column) { return column.reason; });
        add(QStringLiteral("competing"),
            CaseTables::tr("Competing"),
            QString(),
            [](const Column& column) {
                return column.competing.isEmpty()
                           ? Cell{QStringLiteral("–"), Tone::Muted, CellKind::Text, {}}
                           : Cell{column.competing, Tone::Danger, CellKind::Chip, {}};
            });
    }

    const PaymentRow& m_payment;
    const QList<Column>& m_columns;
    QList<SheetRow> m_rows;
};

} // namespace

Table comparisonTable(const CaseFile& file)
{
    const QList<Column> columns = columnsOf(file);
    Table table;
    table.columns = {CaseTables::tr("Field"), CaseTables::tr("This payment")};
    for (const Column& column : columns)
        table.columns << column.title;
    if (!columns.isEmpty())
        table.rows = FieldRows(file.payment, columns).take();
    return table;
}

} // namespace onceover
