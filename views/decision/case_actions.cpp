// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/decision/case_actions.h"

#include "views/theme.h"

#include <QIcon>
#include <QKeySequence>

namespace onceover {

CaseActions::CaseActions(QObject* parent)
    : QObject(parent)
{
    add(CaseCommand::Confirm, tr("Confirm paid…"), QStringLiteral("Ctrl+Shift+C"), QString());
    add(CaseCommand::Reject, tr("Reject: not paid…"), QStringLiteral("Ctrl+Shift+X"), QString());
    add(CaseCommand::Resend, tr("Propose resend…"), QStringLiteral("Ctrl+Shift+S"), QString());
    add(CaseCommand::Release, tr("Release…"), QStringLiteral("Ctrl+Shift+R"), QString());
    add(CaseCommand::CancelPayment,
        tr("Cancel payment…"),
        QStringLiteral("Ctrl+Shift+K"),
        QString());
    add(CaseCommand::Hold, tr("Hold…"), QStringLiteral("Ctrl+Shift+H"), QString());
    add(CaseCommand::Approve, tr("Approve…"), QStringLiteral("Ctrl+Shift+A"), QString());
    add(CaseCommand::Withdraw, tr("Withdraw…"), QStringLiteral("Ctrl+Shift+W"), QString());
    add(CaseCommand::Take, tr("Take"), QStringLiteral("T"), QStringLiteral("take"));
    add(CaseCommand::EndTake, tr("Give back"), QStringLiteral("G"), QStringLiteral("take"));
    add(CaseCommand::Defer, tr("Defer…"), QStringLiteral("D"), QStringLiteral("defer"));
    add(CaseCommand::Enquire, tr("Enquire…"), QStringLiteral("E"), QStringLiteral("enquire"));
    add(CaseCommand::Note, tr("Note…"), QStringLiteral("N"), QStringLiteral("note"));
    update(nullptr, {}, QString());
}

void CaseActions::add(
    CaseCommand command, const QString& text, const QString& keys, const QString& icon)
{
    auto* action = new QAction(text, this);
    action->setShortcut(QKeySequence(keys));
    // A key held down must not give a command twice.
    action->setAutoRepeat(false);
    if (!icon.isEmpty())
        action->setIcon(Theme::icon(icon));
    m_actions.insert(static_cast<int>(command), action);
    m_order.append(command);
    connect(action, &QAction::triggered, this, [this, command] { Q_EMIT triggered(command); });
}

bool CaseActions::isDecision(CaseCommand command)
{
    switch (command) {
    case CaseCommand::Confirm:
    case CaseCommand::Reject:
    case CaseCommand::Resend:
    case CaseCommand::Release:
    case CaseCommand::CancelPayment:
    case CaseCommand::Hold:
    case CaseCommand::Approve:
    case CaseCommand::Withdraw:
        return true;
    case CaseCommand::Take:
    case CaseCommand::EndTake:
    case CaseCommand::Defer:
    case CaseCommand::Enquire:
    case CaseCommand::Note:
        break;
    }
    return false;
}

void CaseActions::update(
    const CaseFile* file, const CaseCommands::Person& person, const QString& blockedWhy)
{
    m_whyNot.clear();
    nameTake(file, person);
    for (const CaseCommand command : m_order) {
        CommandState state;
        if (file != nullptr)
            state = CaseCommands::stateOf(command, *file, person);
        if (!blockedWhy.isEmpty()) {
            state.isEnabled = false;
            state.why = blockedWhy;
        }
        QAction* each = action(command);
        if (state.isShown && !state.isEnabled)
            m_whyNot.insert(static_cast<int>(command), state.why);
        each->setVisible(state.isShown);
        each->setEnabled(state.isShown && state.isEnabled);
        const QString keys = each->shortcut().toString(QKeySequence::NativeText);
        const QString tip = state.why.isEmpty() ? QString(each->text()).remove(QChar(0x2026))
                                                      + QStringLiteral(" (%1)").arg(keys)
                                                : state.why;
        each->setToolTip(QStringLiteral("<p>%1</p>").arg(tip.toHtmlEscaped()));
    }
    Q_EMIT updated();
}

// Taking a case from a colleague or reopening a settled payment asks for a reason; the button says
// which of them it is.
void CaseActions::nameTake(const CaseFile* file, const CaseCommands::Person& person)
{
    QString text = tr("Take");
    if (file != nullptr) {
        const PaymentRow& payment = file->payment;
        if (payment.status == QLatin1String("SUCCEEDED")
            || payment.status == QLatin1String("FAILED"))
            text = tr("Reopen…");
        else if (!payment.takenBy.isEmpty() && payment.takenBy != person.personId)
            text = tr("Take over…");
    }
    action(CaseCommand::Take)->setText(text);
}

} // namespace onceover
