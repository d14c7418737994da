// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/case_file/case_tables.h"
#include "models/case_file/profile_facts.h"
#include "models/text/answer_text.h"
#include "models/text/evidence_text.h"
#include "models/text/money_text.h"
#include "models/text/time_text.h"
#include "models/text/untrusted_text.h"

#include <QCoreApplication>

namespace onceover {

namespace {

QString says(const EvidenceRow& row)
{
    QString text;
    if (row.kind == QLatin1String("ANSWER"))
        text = AnswerText::answer(row.state);
    else if (row.kind == QLatin1String("FOUND"))
        text = row.state.isEmpty() ? EvidenceText::kind(row.kind)
                                   : EvidenceText::recordState(row.state);
    else
        text = EvidenceText::kind(row.kind);
    if (row.amountMinor && !row.currency.isEmpty())
        text += QLatin1Char(' ') + MoneyText::amount(*row.amountMinor, row.currency);
    if (!row.reason.isEmpty())
        text +=
            QStringLiteral(" (%1)").arg(UntrustedText::line(AnswerText::reason(row.reason), 200));
    return text;
}

Cell follows(const EvidenceRow& row)
{
    if (row.provesAbsence)
        return {CaseTables::tr("proves that it did not happen"), Tone::Good, CellKind::Text, {}};
    if (row.kind == QLatin1String("ABSENT"))
        return {CaseTables::tr("cannot prove absence"), Tone::Warning, CellKind::Text, {}};
    if (row.kind == QLatin1String("INCONCLUSIVE") || row.kind == QLatin1String("QUERY_FAILED"))
        return {CaseTables::tr("decides nothing"), Tone::Muted, CellKind::Text, {}};
    if (row.kind == QLatin1String("FOUND")) {
        const bool isCharge =
            row.state == QLatin1String("SUCCEEDED") || row.state == QLatin1String("BOOKED");
        return isCharge
                   ? Cell{CaseTables::tr("shows that it happened"), Tone::Good, CellKind::Text, {}}
                   : Cell{
                       CaseTables::tr("shows no finished charge"), Tone::Muted, CellKind::Text, {}};
    }
    if (row.state == QLatin1String("SUCCEEDED"))
        return {CaseTables::tr("says that it happened"), Tone::Good, CellKind::Text, {}};
    if (row.state == QLatin1String("NOT_SENT"))
        return {CaseTables::tr("nothing left us"), Tone::Good, CellKind::Text, {}};
    if (row.state.startsWith(QLatin1String("REJECTED")))
        return {CaseTables::tr("says that it did not happen"), Tone::Normal, CellKind::Text, {}};
    return {CaseTables::tr("sent, outcome unknown"), Tone::Warning, CellKind::Text, {}};
}

SheetRow silentSource(const char* code)
{
    SheetRow row;
    row.id = QLatin1String("none-") + QLatin1String(code);
    row.cells = {
        {EvidenceText::source(QLatin1String(code)), Tone::Muted, CellKind::Text, {}},
        {CaseTables::tr("none yet"), Tone::Muted, CellKind::Time, {}},
        {QStringLiteral("–"), Tone::Muted, CellKind::Time, {}},
        {QStringLiteral("–"), Tone::Muted, CellKind::Text, {}},
        {QStringLiteral("–"), Tone::Muted, CellKind::Text, {}},
    };
    return row;
}

// Sources that this provider has and that have said nothing: silence is a fact too.
void addSilentSources(QList<SheetRow>& rows, const CaseFile& file)
{
    const ProfileFacts profile = ProfileFacts::fromJson(file.profile);
    const auto has = [&file](const char* source) {
        for (const EvidenceRow& row : file.evidence) {
            if (row.source == QLatin1String(source))
                return true;
        }
        return false;
    };
    if (profile.queryByKey && !has("QUERY"))
        rows.append(silentSource("QUERY"));
    if (profile.list && !has("LIST"))
        rows.append(silentSource("LIST"));
    if (profile.webhook && !has("WEBHOOK"))
        rows.append(silentSource("WEBHOOK"));
    if (profile.settlementFile && !has("SETTLEMENT"))
        rows.append(silentSource("SETTLEMENT"));
    if (profile.bankStatement && !has("BANK"))
        rows.append(silentSource("BANK"));
}

} // namespace

Table evidenceTable(const CaseFile& file)
{
    Table table;
    table.columns = {
        CaseTables::tr("Source"),
        CaseTables::tr("When"),
        CaseTables::tr("Could see until"),
        CaseTables::tr("Says"),
        CaseTables::tr("Therefore")};
    for (const EvidenceRow& row : file.evidence) {
        SheetRow line;
        line.id = row.evidenceId;
        QString source = EvidenceText::source(row.source);
        if (row.isHuman)
            source += QStringLiteral(" · ") + CaseTables::tr("entered by a person");
        line.cells = {
            {source,
             Tone::Normal,
             CellKind::Text,
             CaseTables::tr("Recorded by %1").arg(row.recordedBy)},
            {TimeText::compact(row.answeredUs),
             Tone::Normal,
             CellKind::Time,
             TimeText::exact(row.answeredUs)},
            {row.couldSeeUntilUs ? TimeText::compact(*row.couldSeeUntilUs) : QStringLiteral("–"),
             row.couldSeeUntilUs ? Tone::Normal : Tone::Muted,
             CellKind::Time,
             row.couldSeeUntilUs
                 ? TimeText::exact(*row.couldSeeUntilUs)
                 : CaseTables::tr("This source does not say what it could have seen")},
            {says(row), Tone::Normal, CellKind::Text, {}},
            follows(row),
        };
        table.rows.append(line);
    }
    addSilentSources(table.rows, file);
    return table;
}

} // namespace onceover
