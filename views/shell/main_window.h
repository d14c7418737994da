// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/snapshots.h"
#include "views/shell/desk_place.h"
#include "views/shell/layout_memory.h"
#include "views/shell/side_list.h"

#include <QMainWindow>

#include <functional>

class QSplitter;
class QStackedWidget;
class QTimer;

namespace onceover {

class CaseModel;
class CaseView;
class DecisionFlow;
class EnvironmentStrip;
class FilesFlow;
class FilesPage;
class ListPage;
class QueueList;
class Reader;
class SheetModel;
class SheetPage;

// The console's window: the strip, the places, a list and the case beside it. It reads; what a
// person can do about a case is added from outside, and in audit mode is not there.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    MainWindow(const DeskPlace& place, Reader* reader, QWidget* parent = nullptr);
    // Remembers how it was arranged.
    ~MainWindow() override;

    EnvironmentStrip* strip() { return m_strip; }

    SideList* places() { return m_places; }

    CaseModel* caseModel() { return m_case; }

    CaseView* caseView() { return m_caseView; }

    ListPage* listPage() { return m_listPage; }

    // Adds what a person can do about a case: the bar, the menu, the keys. Never called in audit
    // mode.
    void attach(DecisionFlow* flow);
    void attach(FilesFlow* flow);

    FilesPage* filesPage() { return m_filesPage; }

    // Null before the first pulse.
    const Snapshot<DeskPulse>& pulse() const { return m_pulse; }

    void openPayment(const QString& paymentId);
    void refresh();

Q_SIGNALS:
    void pulseShown();

private:
    QString blockedWhy() const;
    void build();
    void buildPages();
    void buildActions();
    void connectReader();
    QAction* addCommand(
        const QString& text, const QKeySequence& keys, const std::function<void()>& run);
    void showPlace(SideList::Place place);
    void showPulse(const Snapshot<DeskPulse>& pulse);
    void showConnection(const QString& why);
    void requestPage();
    void showHelp();
    void flipZone();

    DeskPlace m_place;
    LayoutMemory m_memory;
    Reader* m_reader;
    EnvironmentStrip* m_strip;
    SideList* m_places;
    QStackedWidget* m_pages;
    QSplitter* m_split;
    QueueList* m_list;
    ListPage* m_listPage;
    CaseModel* m_case;
    CaseView* m_caseView;
    SheetModel* m_orphans;
    SheetModel* m_ledger;
    SheetModel* m_events;
    SheetPage* m_orphanPage = nullptr;
    FilesPage* m_filesPage = nullptr;
    SheetPage* m_ledgerPage = nullptr;
    SheetPage* m_eventPage = nullptr;
    Snapshot<DeskPulse> m_pulse;
    QString m_lastWhy;
};

} // namespace onceover
