// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/case_file/case_commands.h"
#include "models/decide/command_draft.h"
#include "models/read/snapshots.h"

#include <QDialog>

#include <optional>

class QComboBox;
class QDateTimeEdit;
class QFormLayout;
class QFrame;
class QPlainTextEdit;
class QPushButton;
class QVBoxLayout;

namespace onceover {

class PlainLabel;
class ResendChoice;
struct Consequences;

// One command as a sheet: what it does and does not do, the largest loss, a reason of a closed list
// and a note. Nothing is preselected, Cancel is the default, and Enter alone never gives a command:
// Ctrl+Enter or the verb's button does.
class DecisionSheet : public QDialog
{
    Q_OBJECT

public:
    DecisionSheet(CaseCommand command, const Snapshot<CaseFile>& file, QWidget* parent = nullptr);

    CaseCommand command() const { return m_command; }

    // The facts that the sheet speaks of; the decision is bound to them.
    const Snapshot<CaseFile>& file() const { return m_file; }

    CommandDraft draft() const;
    void setDraft(const CommandDraft& draft);
    // While the command is under way, and after it was refused.
    void setBusy(bool isBusy, const QString& text);
    void showRefusal(const QString& text);
    // The case changed under the open sheet: the new facts have to be taken over by hand.
    void showNewFacts(const Snapshot<CaseFile>& file);

Q_SIGNALS:
    void committed();

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void addFacts(QVBoxLayout* layout);
    void addList(QVBoxLayout* layout, const QString& title, PlainLabel*& label);
    void addReason(QVBoxLayout* layout);
    void addButtons(QVBoxLayout* layout);
    void fill();
    void grow();
    void checkComplete();
    void commit();
    QString missing() const;

    CaseCommand m_command;
    Snapshot<CaseFile> m_file;
    Snapshot<CaseFile> m_newer;
    bool m_isBusy = false;
    PlainLabel* m_heading = nullptr;
    PlainLabel* m_proposal = nullptr;
    PlainLabel* m_will = nullptr;
    PlainLabel* m_willNot = nullptr;
    PlainLabel* m_loss = nullptr;
    QFrame* m_lossFrame = nullptr;
    PlainLabel* m_openAttempts = nullptr;
    ResendChoice* m_resend = nullptr;
    QComboBox* m_reason = nullptr;
    QDateTimeEdit* m_until = nullptr;
    QPlainTextEdit* m_note = nullptr;
    QFrame* m_notice = nullptr;
    PlainLabel* m_noticeText = nullptr;
    QPushButton* m_useNew = nullptr;
    PlainLabel* m_hint = nullptr;
    QPushButton* m_commit = nullptr;
    QPushButton* m_cancel = nullptr;
};

} // namespace onceover
