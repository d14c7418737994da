// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/snapshots.h"
#include "views/decision/case_actions.h"
#include "views/decision/decision_sheet.h"

#include <QObject>
#include <QPointer>

#include <functional>

// The moc of Qt 6.4 stumbles over headers of C++20.
#ifndef Q_MOC_RUN
#    include "models/decide/draft_command.h"
#endif

namespace onceover {

class CaseModel;
class DecisionBar;
class DeskBridge;

// From an action to its end: opens the sheet, gives the command bound to the facts on screen, and
// says what it came to: done, refused (why) or unknown, which is read again. One command at a time;
// nothing moves on by itself afterwards.
class DecisionFlow : public QObject
{
    Q_OBJECT

public:
    // `newId` makes an id for each command, once, when its sheet opens.
    DecisionFlow(
        CaseModel* model, DeskBridge* bridge, std::function<Uuid()> newId, QWidget* window);

    CaseActions* actions() { return m_actions; }

    DecisionBar* bar() { return m_bar; }

    // Not empty: nothing can be decided, and why (stale facts, a fence).
    void setBlocked(const QString& why);
    void setPerson(const CaseCommands::Person& person);
    void run(CaseCommand command);

    DecisionSheet* sheet() { return m_sheet; }

Q_SIGNALS:
    // A command was done: what is on screen is to be read again.
    void done();

private:
    void update();
    void openSheet(CaseCommand command);
    void commit();
    void submit(const DeskCommand& command);
    void showAnswer(const CommandAnswer& answer);

    CaseModel* m_model;
    DeskBridge* m_bridge;
    std::function<Uuid()> m_newId;
    QWidget* m_window;
    CaseActions* m_actions;
    DecisionBar* m_bar;
    QPointer<DecisionSheet> m_sheet;
    CaseCommands::Person m_person;
    QString m_blockedWhy;
    Uuid m_commandId;
    QString m_draftPayment;
    CommandDraft m_draft;
};

} // namespace onceover
