// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/act/file_bridge.h"

#include <QDialog>
#include <QHash>

class QComboBox;
class QFrame;
class QPlainTextEdit;
class QPushButton;
class QVBoxLayout;

namespace onceover {

class PlainLabel;
class ReadingBar;
class SheetModel;
class SheetView;

// What was understood of files before anything of them is stored: several side by side, how each
// is read (and read again otherwise), what it covers, its lines, and what storing it will do.
class PreviewSheet : public QDialog
{
    Q_OBJECT

public:
    // `profiles`: the names of the CSV profiles that can be chosen.
    explicit PreviewSheet(const QStringList& profiles, QWidget* parent = nullptr);

    void addFile(const QString& path);
    void showProgress(const QString& path, qint64 lines);
    void showPreview(const FilePreview& preview);
    // While one is stored, and how it ended.
    void setBusy(bool isBusy, const QString& text);
    void showStored(const QString& path, bool isDone, const QString& text);

    // The file on screen; empty path for none.
    const FilePreview& current() const { return m_current; }

    QString reasonCode() const;
    QString note() const;

    // The first file that was read is chosen as soon as it is there.
    bool isShown() const { return !m_current.fileName.isEmpty(); }

Q_SIGNALS:
    void readRequested(const onceover::FileQuestion& question);
    void storeRequested();
    void stopRequested();

private:
    void build();
    void addFiles(QVBoxLayout* layout);
    void addReading(QVBoxLayout* layout);
    void addTables(QVBoxLayout* layout);
    void addStoring(QVBoxLayout* layout);
    void addButtons(QVBoxLayout* layout);
    void choose(const QString& path);
    void showFiles();
    void showCurrent();
    void showNotices();
    void readAgain();
    QString missing() const;
    void checkComplete();
    void commit();

    QStringList m_profiles;
    QStringList m_order;
    QHash<QString, FilePreview> m_previews;
    QHash<QString, QString> m_states;
    FilePreview m_current;
    QString m_currentPath;
    bool m_isBusy = false;
    SheetModel* m_fileModel = nullptr;
    SheetView* m_fileView = nullptr;
    PlainLabel* m_facts = nullptr;
    ReadingBar* m_reading = nullptr;
    QFrame* m_refusal = nullptr;
    PlainLabel* m_refusalText = nullptr;
    QFrame* m_warning = nullptr;
    PlainLabel* m_warningText = nullptr;
    SheetModel* m_statements = nullptr;
    SheetModel* m_lines = nullptr;
    PlainLabel* m_lineCount = nullptr;
    PlainLabel* m_will = nullptr;
    QComboBox* m_reason = nullptr;
    QPlainTextEdit* m_note = nullptr;
    PlainLabel* m_hint = nullptr;
    QPushButton* m_stop = nullptr;
    QPushButton* m_close = nullptr;
    QPushButton* m_commit = nullptr;
};

} // namespace onceover
