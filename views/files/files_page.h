// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/snapshots.h"

#include <QWidget>

class QDragEnterEvent;
class QDropEvent;
class QHBoxLayout;
class QTabWidget;

namespace onceover {

class Reader;
class SheetModel;
class SheetPage;
class SheetView;

// Statement files, whoever brought them, and beside them what their sources owe. It reads; what a
// person can do about files is attached from outside, and in audit mode is not there.
class FilesPage : public QWidget
{
    Q_OBJECT

public:
    explicit FilesPage(Reader* reader, QWidget* parent = nullptr);

    // Asks for what is on screen.
    void request();
    // A person's controls; from then on files can be dropped here.
    void attach(QWidget* bar);

    SheetView* table();
    // Which list is on screen; 0 are the files.
    void showTab(int index);

Q_SIGNALS:
    void currentFileChanged(const QString& fileId);
    void fileOpened(const QString& fileId);
    void paymentRequested(const QString& paymentId);
    void filesDropped(const QStringList& paths);
    void filesShown();

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildTabs();
    void addSideTable(SideTable table, const QString& explanation, const QList<int>& widths);
    void showSideTable(const SideTablePage& page);

    Reader* m_reader;
    QHBoxLayout* m_head;
    QTabWidget* m_tabs;
    SheetModel* m_files;
    SheetPage* m_filePage;
    QList<SheetModel*> m_sideTables;
};

} // namespace onceover
