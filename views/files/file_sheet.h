// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/snapshots.h"

#include <QDialog>

class QComboBox;
class QFrame;
class QPlainTextEdit;
class QPushButton;
class QVBoxLayout;

namespace onceover {

class PlainLabel;
class SheetModel;

// One person's file as two people decide on it: hash, reading, what it covers, its first lines, and
// what accepting it does. A file that is only stored is proposed here; one that waits is approved
// or turned down. Cancel is the default, and Enter alone gives no command.
class FileSheet : public QDialog
{
    Q_OBJECT

public:
    // `whyNot`: why this person cannot approve it; empty where they can.
    FileSheet(const Snapshot<UploadFile>& file, const QString& whyNot, QWidget* parent = nullptr);

    // The facts that the sheet speaks of; the decision is bound to them.
    const Snapshot<UploadFile>& file() const { return m_file; }

    // Else it is proposed.
    bool isApproval() const { return !m_file->openDecisionId.isEmpty(); }

    QString reasonCode() const;
    QString note() const;
    void setBusy(bool isBusy, const QString& text);
    void showRefusal(const QString& text);

Q_SIGNALS:
    void committed();
    // The note says why.
    void turnedDown();

private:
    void build();
    void addFacts(QVBoxLayout* layout);
    void addTables(QVBoxLayout* layout);
    void addWords(QVBoxLayout* layout);
    void addButtons(QVBoxLayout* layout);
    QString missing() const;
    void checkComplete();
    void commit();

    Snapshot<UploadFile> m_file;
    QString m_whyNot;
    bool m_isBusy = false;
    SheetModel* m_statements;
    SheetModel* m_lines;
    QComboBox* m_reason = nullptr;
    QPlainTextEdit* m_note = nullptr;
    QFrame* m_notice = nullptr;
    PlainLabel* m_noticeText = nullptr;
    PlainLabel* m_hint = nullptr;
    QPushButton* m_turnDown = nullptr;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_commit = nullptr;
};

} // namespace onceover
