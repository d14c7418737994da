// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/case_file/case_tables.h"
#include "models/case_file/profile_facts.h"
#include "models/text/answer_text.h"
#include "models/text/evidence_text.h"
#include "models/text/money_text.h"
#include "models/text/time_text.h"
#include "models/text/untrusted_text.h"

#include <QCoreApplication>

#include <algorithm>

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

// Where accounts disagree, neither of them may look like the good news.
Cell contradicted(const EvidenceRow& row)
{
    const bool saysAbsent = row.provesAbsence || row.state.startsWith(QLatin1String("REJECTED"))
                            || row.state == QLatin1String("DECLINED");
    if (saysAbsent)
        return {
            CaseTables::tr("one side: did not happen"),
            Tone::Danger,
            CellKind::Text,
            CaseTables::tr("Says that it did not happen; another source says that it did")};
    if (row.state == QLatin1String("SUCCEEDED") || row.state == QLatin1String("BOOKED"))
        return {
            CaseTables::tr("other side: happened"),
            Tone::Danger,
            CellKind::Text,
            CaseTables::tr("Says that it happened; another source says that it did not")};
    return follows(row);
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

bool saysTheSame(const EvidenceRow& one, const EvidenceRow& other)
{
    return one.attemptId == other.attemptId && one.source == other.source && one.kind == other.kind
           && one.state == other.state && one.reason == other.reason
           && one.recordId == other.recordId && one.amountMinor == other.amountMinor
           && one.currency == other.currency && one.isHuman == other.isHuman
           && one.provesAbsence == other.provesAbsence;
}

// The hour is what differs within one day; the whole of it is in the tool tip.
QString shortTime(std::int64_t us, std::int64_t readUs)
{
    const QString text = TimeText::compact(us);
    const QString day = text.section(QLatin1Char(' '), 0, 0);
    return TimeText::compact(readUs).startsWith(day) ? text.section(QLatin1Char(' '), 1)
                                                     : text.chopped(3);
}

// One observation, or several that changed nothing and say the same.
struct Look
{
    const EvidenceRow* first;
    const EvidenceRow* last;
    int count = 1;
};

// By the time of the answer. Nothing that changed the case is ever merged, and nothing is merged
// across it.
QList<Look> looksOf(const CaseFile& file, bool isWhole)
{
    QList<const EvidenceRow*> sorted;
    for (const EvidenceRow& row : file.evidence)
        sorted.append(&row);
    std::stable_sort(
        sorted.begin(), sorted.end(), [](const EvidenceRow* one, const EvidenceRow* other) {
            return one->answeredUs < other->answeredUs;
        });
    QList<Look> looks;
    qsizetype runStart = 0;
    for (const EvidenceRow* row : sorted) {
        bool isMerged = false;
        for (qsizetype at = runStart; !isWhole && !row->isMaterial && at < looks.size(); ++at) {
            if (!saysTheSame(*looks[at].first, *row))
                continue;
            looks[at].last = row;
            ++looks[at].count;
            isMerged = true;
            break;
        }
        if (!isMerged)
            looks.append(Look{row, row});
        if (row->isMaterial)
            runStart = looks.size();
    }
    return looks;
}

SheetRow lineOf(const Look& look, std::int64_t readUs, bool isContradicted)
{
    const EvidenceRow& row = *look.last;
    const Tone tone = row.isMaterial ? Tone::Normal : Tone::Muted;
    QString source = EvidenceText::source(row.source);
    if (row.isHuman)
        source += QStringLiteral(" · ") + CaseTables::tr("entered by a person");
    if (look.count > 1)
        source += QStringLiteral("  ×%1").arg(look.count);
    const QString when =
        look.count > 1
            ? CaseTables::tr("%n look(s) that say the same, %1 to %2", nullptr, look.count)
                  .arg(TimeText::exact(look.first->answeredUs), TimeText::exact(row.answeredUs))
            : TimeText::exact(row.answeredUs);
    Cell therefore = isContradicted ? contradicted(row) : follows(row);
    if (row.isMaterial)
        therefore.kind = CellKind::Chip;
    else
        therefore.tone = Tone::Muted;
    if (therefore.toolTip.isEmpty())
        therefore.toolTip =
            therefore.text
            + (row.isMaterial ? QString()
                              : QStringLiteral(" · ") + CaseTables::tr("changed nothing"));
    SheetRow line;
    // The first of them: the row stays where it is when another look says the same.
    line.id = look.first->evidenceId;
    line.cells = {
        {source, tone, CellKind::Text, CaseTables::tr("Recorded by %1").arg(row.recordedBy)},
        {shortTime(row.answeredUs, readUs), tone, CellKind::Time, when},
        {row.couldSeeUntilUs ? shortTime(*row.couldSeeUntilUs, readUs) : QStringLiteral("–"),
         row.couldSeeUntilUs ? tone : Tone::Muted,
         CellKind::Time,
         row.couldSeeUntilUs ? TimeText::exact(*row.couldSeeUntilUs)
                             : CaseTables::tr("This source does not say what it could have seen")},
        {says(row), tone, CellKind::Text, {}},
        therefore,
    };
    return line;
}

} // namespace

Table evidenceTable(const CaseFile& file, bool isWhole)
{
    Table table;
    table.columns = {
        CaseTables::tr("Source"),
        CaseTables::tr("When"),
        CaseTables::tr("Could see until"),
        CaseTables::tr("Says"),
        CaseTables::tr("Therefore")};
    const bool isContradicted = file.payment.hasContradiction || !file.contradictions.isEmpty();
    for (const Look& look : looksOf(file, isWhole))
        table.rows.append(lineOf(look, file.readUs, isContradicted));
    addSilentSources(table.rows, file);
    return table;
}

int repeatedLooks(const CaseFile& file)
{
    return static_cast<int>(file.evidence.size() - looksOf(file, false).size());
}

} // namespace onceover
