// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/case_file/case_commands.h"

#include <QAction>
#include <QHash>
#include <QObject>

namespace onceover {

// The commands on a case as actions with their keys; the buttons, the menu and the list of keys are
// made from them. Not made at all in audit mode.
class CaseActions : public QObject
{
    Q_OBJECT

public:
    explicit CaseActions(QObject* parent = nullptr);

    QAction* action(CaseCommand command) const
    {
        return m_actions.value(static_cast<int>(command));
    }

    const QList<CaseCommand>& order() const { return m_order; }

    static bool isDecision(CaseCommand command);

    // Why a command that belongs to the case cannot be given; empty where it can.
    QString whyNot(CaseCommand command) const { return m_whyNot.value(static_cast<int>(command)); }

    // Without a case everything is off. `blockedWhy` not empty: everything is off for this reason.
    void update(
        const CaseFile* file, const CaseCommands::Person& person, const QString& blockedWhy);

Q_SIGNALS:
    void triggered(onceover::CaseCommand command);
    void updated();

private:
    void add(CaseCommand command, const QString& text, const QString& keys, const QString& icon);
    void nameTake(const CaseFile* file, const CaseCommands::Person& person);

    QHash<int, QAction*> m_actions;
    QHash<int, QString> m_whyNot;
    QList<CaseCommand> m_order;
};

} // namespace onceover
