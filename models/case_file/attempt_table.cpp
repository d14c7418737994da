// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/case_file/case_tables.h"
#include "models/text/answer_text.h"
#include "models/text/evidence_text.h"
#include "models/text/state_text.h"
#include "models/text/time_text.h"
#include "models/text/untrusted_text.h"

#include <QCoreApplication>

namespace onceover {

namespace {

const AttemptRow* attemptOf(const CaseFile& file, const PermitRow& permit)
{
    for (const AttemptRow& attempt : file.attempts) {
        if (attempt.attemptId == permit.attemptId)
            return &attempt;
    }
    return nullptr;
}

Cell fateOf(const AttemptRow& attempt)
{
    const Tone tone = attempt.fate == QLatin1String("POSSIBLE")   ? Tone::Warning
                      : attempt.fate == QLatin1String("HAPPENED") ? Tone::Good
                                                                  : Tone::Muted;
    return {StateText::fate(attempt.fate), tone, CellKind::Chip, {}};
}

Cell answerOf(const AttemptRow& attempt)
{
    if (attempt.answer.isEmpty())
        return {CaseTables::tr("no answer recorded"), Tone::Warning, CellKind::Text, {}};
    QString text = AnswerText::answer(attempt.answer);
    if (!attempt.answerReason.isEmpty())
        text += QStringLiteral(" (%1)").arg(
            UntrustedText::line(AnswerText::reason(attempt.answerReason), 200));
    QString detail = text;
    if (attempt.httpStatus > 0)
        detail += CaseTables::tr(" · HTTP %1").arg(attempt.httpStatus);
    detail += CaseTables::tr(" · %1 request bytes").arg(attempt.requestBytes);
    return {text, Tone::Normal, CellKind::Text, detail};
}

Cell closedOf(const AttemptRow& attempt)
{
    if (attempt.closedHow.isEmpty())
        return {CaseTables::tr("open: may still send"), Tone::Danger, CellKind::Text, {}};
    return {
        EvidenceText::closure(attempt.closedHow),
        Tone::Muted,
        CellKind::Text,
        attempt.closedUs ? TimeText::exact(*attempt.closedUs) : QString()};
}

} // namespace

Table attemptTable(const CaseFile& file)
{
    Table table;
    table.columns = {
        CaseTables::tr("No."),
        CaseTables::tr("Ground"),
        CaseTables::tr("Provider key"),
        CaseTables::tr("Sent"),
        CaseTables::tr("Answer"),
        CaseTables::tr("Fate"),
        CaseTables::tr("Sender")};
    for (const PermitRow& permit : file.permits) {
        SheetRow line;
        line.id = permit.permitId;
        const AttemptRow* attempt = attemptOf(file, permit);
        line.cells = {
            {QString::number(permit.ordinal), Tone::Muted, CellKind::Time, {}},
            {EvidenceText::ground(permit.ground),
             Tone::Normal,
             CellKind::Text,
             TimeText::exact(permit.grantedUs)},
            {permit.providerKey, Tone::Normal, CellKind::Code, {}},
        };
        if (attempt == nullptr) {
            const bool isOpen = permit.usedAs == QLatin1String("OPEN");
            const QString use = EvidenceText::permitUse(permit.usedAs);
            line.cells.append({QStringLiteral("–"), Tone::Muted, CellKind::Time, {}});
            line.cells.append(
                {isOpen ? CaseTables::tr("not sent yet") : use,
                 Tone::Muted,
                 CellKind::Text,
                 permit.useReason});
            line.cells.append({use, isOpen ? Tone::Accent : Tone::Muted, CellKind::Chip, {}});
            line.cells.append({QStringLiteral("–"), Tone::Muted, CellKind::Text, {}});
        } else {
            const std::int64_t sentUs = attempt->startedUs.value_or(attempt->claimedUs);
            line.cells.append(
                {TimeText::compact(sentUs), Tone::Normal, CellKind::Time, TimeText::exact(sentUs)});
            line.cells.append(answerOf(*attempt));
            line.cells.append(fateOf(*attempt));
            line.cells.append(closedOf(*attempt));
        }
        table.rows.append(line);
    }
    return table;
}

} // namespace onceover
