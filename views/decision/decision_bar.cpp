// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/decision/decision_bar.h"

#include "views/decision/case_actions.h"
#include "views/plain_label.h"
#include "views/theme.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

namespace onceover {

DecisionBar::DecisionBar(CaseActions* actions, QWidget* parent)
    : QFrame(parent)
    , m_actions(actions)
    , m_noticeFrame(new QFrame(this))
    , m_notice(new PlainLabel(m_noticeFrame))
    , m_whyNot(new PlainLabel(this))
{
    setObjectName(QStringLiteral("bar"));
    setAccessibleName(tr("Decisions"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 8, 14, 10);
    layout->setSpacing(8);
    auto* notice = new QHBoxLayout(m_noticeFrame);
    notice->setContentsMargins(10, 6, 10, 6);
    m_notice->setWrapped();
    notice->addWidget(m_notice);
    m_noticeFrame->setVisible(false);
    layout->addWidget(m_noticeFrame);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(6);
    addDecisions(buttons);
    buttons->addStretch(1);
    layout->addLayout(buttons);
    m_whyNot->setObjectName(QStringLiteral("whyNot"));
    m_whyNot->setFont(Theme::small());
    m_whyNot->setTone(Tone::Muted);
    m_whyNot->setWrapped();
    m_whyNot->setAccessibleName(tr("Why a decision cannot be given"));
    // A row of its own: beside the decisions it would push the list off a small screen.
    auto* work = new QHBoxLayout;
    work->setSpacing(6);
    addWork(work);
    work->addWidget(m_whyNot, 1);
    layout->addLayout(work);
    connect(m_actions, &CaseActions::updated, this, &DecisionBar::showWhyNot);
    showWhyNot();
}

void DecisionBar::showWhyNot()
{
    QStringList reasons;
    QHash<QString, QStringList> verbs;
    for (const CaseCommand command : m_actions->order()) {
        const QString why = m_actions->whyNot(command);
        if (why.isEmpty() || !CaseActions::isDecision(command))
            continue;
        if (!verbs.contains(why))
            reasons << why;
        verbs[why] << m_actions->action(command)->text().remove(QChar(0x2026));
    }
    QStringList lines;
    for (const QString& why : reasons)
        lines << tr("%1 – %2").arg(verbs.value(why).join(QStringLiteral(", ")), why);
    m_whyNot->setText(lines.join(QLatin1Char('\n')));
}

void DecisionBar::addDecisions(QHBoxLayout* layout)
{
    for (const CaseCommand command : m_actions->order()) {
        if (!CaseActions::isDecision(command))
            continue;
        QAction* action = m_actions->action(command);
        auto* button = new QPushButton(action->text(), this);
        button->setObjectName(QStringLiteral("decision%1").arg(static_cast<int>(command)));
        button->setAutoDefault(false);
        if (command == CaseCommand::Approve)
            button->setProperty("emphasis", QStringLiteral("primary"));
        const auto follow = [this, command, button, action] {
            button->setVisible(action->isVisible());
            button->setEnabled(action->isEnabled());
            button->setToolTip(action->toolTip());
            button->setAccessibleDescription(m_actions->whyNot(command));
        };
        connect(action, &QAction::changed, button, follow);
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        follow();
        layout->addWidget(button);
    }
}

void DecisionBar::addWork(QHBoxLayout* layout)
{
    for (const CaseCommand command : m_actions->order()) {
        if (CaseActions::isDecision(command))
            continue;
        auto* button = new QToolButton(this);
        button->setDefaultAction(m_actions->action(command));
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setFocusPolicy(Qt::TabFocus);
        button->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
        const auto follow = [button] {
            button->setVisible(button->defaultAction()->isVisible());
        };
        connect(button->defaultAction(), &QAction::changed, button, follow);
        follow();
        layout->addWidget(button);
    }
}

void DecisionBar::showNotice(const QString& text, bool isBad)
{
    m_noticeFrame->setObjectName(isBad ? QStringLiteral("dangerNotice") : QStringLiteral("notice"));
    m_noticeFrame->style()->unpolish(m_noticeFrame);
    m_noticeFrame->style()->polish(m_noticeFrame);
    m_notice->setText(text);
    m_notice->setAccessibleName(text);
    m_noticeFrame->setVisible(!text.isEmpty());
}

} // namespace onceover
