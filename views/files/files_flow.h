// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/act/file_bridge.h"
#include "models/read/snapshots.h"

#include <QObject>
#include <QPointer>

#include <functional>

class QAction;
class QPushButton;

namespace onceover {

class DeskBridge;
class FileSheet;
class FilesPage;
class PlainLabel;
class PreviewSheet;
class Reader;

// What a person does about statement files: opens and drops them, looks at what was understood,
// stores and proposes, and decides on those of others. One command is under way at a time.
class FilesFlow : public QObject
{
    Q_OBJECT

public:
    struct Ports
    {
        Reader* reader;
        FileBridge* files;
        DeskBridge* desk;
        std::function<Uuid()> newId;
        // Names of the CSV profiles that can be chosen.
        QStringList profiles;
    };

    FilesFlow(FilesPage* page, Ports ports, QWidget* window);
    ~FilesFlow() override;

    // Why nothing can be stored or decided now; empty where it can.
    void setBlocked(const QString& why);
    void setPerson(const QString& personId, const QStringList& roles);

    void openFiles(const QStringList& paths);
    // The sheet of the file in the current row, once it is read.
    void decide();

    QList<QAction*> actions() const;

    // Null while none is open.
    PreviewSheet* previewSheet();
    FileSheet* fileSheet();

Q_SIGNALS:
    void done();

private:
    void buildBar(QWidget* window);
    void choose();
    void openPreview();
    void store();
    void showStored(const FileStored& stored);
    void showFile(const Snapshot<UploadFile>& file);
    void commit();
    void turnDown();
    void showAnswer(const CommandAnswer& answer);
    QString whyNot(const UploadFile& file) const;

    FilesPage* m_page;
    Ports m_ports;
    QWidget* m_window;
    QAction* m_open = nullptr;
    QAction* m_decide = nullptr;
    PlainLabel* m_notice = nullptr;
    QPointer<PreviewSheet> m_preview;
    QPointer<FileSheet> m_sheet;
    QString m_wantedFile;
    QString m_blockedWhy;
    QString m_personId;
    QStringList m_roles;
    // Kept over a lost answer: the same ids make a repeated order a read.
    FileOrder m_order;
};

} // namespace onceover
