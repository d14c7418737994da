// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/case/reason_panel.h"

#include "models/case_file/case_summary.h"
#include "models/text/decision_text.h"
#include "models/text/time_text.h"
#include "models/text/untrusted_text.h"
#include "views/plain_label.h"
#include "views/theme.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace onceover {

ReasonPanel::ReasonPanel(QWidget* parent)
    : QFrame(parent)
    , m_why(new PlainLabel(this))
    , m_contradictions(new PlainLabel(this))
    , m_decision(new PlainLabel(this))
    , m_conditions(new QVBoxLayout)
    , m_next(new PlainLabel(this))
{
    setObjectName(QStringLiteral("surface"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(18, 2, 18, 14);
    layout->setSpacing(24);
    QVBoxLayout* why = half(tr("Why it is here"));
    m_why->setWrapped();
    m_why->setAccessibleName(tr("Why it is here"));
    m_contradictions->setWrapped();
    m_contradictions->setTone(Tone::Danger);
    m_decision->setWrapped();
    m_decision->setChip(Tone::Warning);
    why->addWidget(m_why);
    why->addWidget(m_contradictions);
    why->addWidget(m_decision);
    why->addStretch(1);
    layout->addLayout(why, 1);
    QVBoxLayout* settle = half(tr("What would settle it by itself"));
    m_conditions->setSpacing(2);
    settle->addLayout(m_conditions);
    m_next->setWrapped();
    m_next->setTone(Tone::Muted);
    settle->addWidget(m_next);
    settle->addStretch(1);
    layout->addLayout(settle, 1);
}

QVBoxLayout* ReasonPanel::half(const QString& title)
{
    auto* column = new QVBoxLayout;
    column->setSpacing(4);
    auto* label = new PlainLabel(title, this);
    label->setFont(Theme::small());
    label->setTone(Tone::Muted);
    column->addWidget(label);
    return column;
}

void ReasonPanel::showConditions(const CaseFile& file)
{
    const CaseSummary summary(file);
    const QString onlyPeople = summary.onlyPeople();
    QList<CaseSummary::Condition> conditions;
    QStringList lines;
    // A list that can never be complete would promise what does not come.
    if (onlyPeople.isEmpty())
        conditions = summary.absenceConditions();
    else
        lines << onlyPeople;
    for (const CaseSummary::Condition& condition : conditions) {
        QString line =
            (condition.isMet ? QStringLiteral("✓  ") : QStringLiteral("○  ")) + condition.text;
        if (!condition.when.isEmpty())
            line += QStringLiteral(" · ") + condition.when;
        else if (!condition.isMet)
            line += QStringLiteral(" · ") + tr("not yet");
        lines << line;
    }
    if (lines == m_shown && m_conditions->count() == lines.size())
        return;
    m_shown = lines;
    while (QLayoutItem* item = m_conditions->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (qsizetype at = 0; at < lines.size(); ++at) {
        auto* label = new PlainLabel(lines.at(at), this);
        label->setWrapped();
        const bool isMet = at < conditions.size() && conditions.at(at).isMet;
        label->setTone(isMet ? Tone::Good : Tone::Normal);
        m_conditions->addWidget(label);
    }
}

void ReasonPanel::show(const CaseFile& file)
{
    const CaseSummary summary(file);
    m_why->setText(summary.why());
    const QStringList contradictions = summary.contradictions();
    m_contradictions->setText(
        tr("Contradiction: %1").arg(contradictions.join(QStringLiteral("; "))));
    m_contradictions->setVisible(!contradictions.isEmpty());
    m_decision->setVisible(false);
    for (const DecisionRow& decision : file.decisions) {
        if (decision.state != QLatin1String("OPEN"))
            continue;
        m_decision->setText(tr("%1 proposed by %2, %3: “%4”")
                                .arg(
                                    DecisionText::kind(decision.kind),
                                    UntrustedText::line(decision.proposedByName, 80),
                                    TimeText::dateTime(decision.proposedUs),
                                    UntrustedText::line(decision.note, 300)));
        m_decision->setVisible(true);
    }
    showConditions(file);
    QString next = summary.nextLine();
    if (next.isEmpty())
        next = tr("Nothing more is expected by itself.");
    m_next->setText(next);
}

} // namespace onceover
