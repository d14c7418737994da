// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shell/main_window.h"

#include "models/case_file/case_model.h"
#include "models/lists/list_tables.h"
#include "models/lists/witness_sentences.h"
#include "models/queue/queue_list.h"
#include "models/read/reader.h"
#include "models/text/error_text.h"
#include "models/text/time_text.h"
#include "views/case/case_view.h"
#include "views/decision/decision_bar.h"
#include "views/decision/decision_flow.h"
#include "views/files/files_flow.h"
#include "views/files/files_page.h"
#include "views/queue/list_page.h"
#include "views/sheet/sheet_page.h"
#include "views/sheet/sheet_view.h"
#include "views/shell/cheat_sheet.h"
#include "views/shell/environment_strip.h"
#include "views/theme.h"

#include <QMenuBar>
#include <QScreen>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace onceover {

namespace {

constexpr int kSideRows = 500;

ListKind listOf(SideList::Place place)
{
    switch (place) {
    case SideList::Place::SecondApprover:
        return ListKind::SecondApprover;
    case SideList::Place::AllCases:
        return ListKind::AllCases;
    case SideList::Place::Watched:
        return ListKind::Watched;
    case SideList::Place::Held:
        return ListKind::Held;
    case SideList::Place::Payments:
        return ListKind::Payments;
    case SideList::Place::WaitingOnMe:
    case SideList::Place::Orphans:
    case SideList::Place::Imports:
    case SideList::Place::Ledger:
    case SideList::Place::Events:
        break;
    }
    return ListKind::WaitingOnMe;
}

QString emptyTextOf(SideList::Place place)
{
    switch (place) {
    case SideList::Place::WaitingOnMe:
        return MainWindow::tr("Nothing waits on you.");
    case SideList::Place::SecondApprover:
        return MainWindow::tr("No proposal waits for your approval.");
    case SideList::Place::AllCases:
        return MainWindow::tr("There are no cases.");
    case SideList::Place::Watched:
        return MainWindow::tr("No payment's outcome is unknown.");
    case SideList::Place::Held:
        return MainWindow::tr("No payment is held.");
    case SideList::Place::Payments:
    case SideList::Place::Orphans:
    case SideList::Place::Imports:
    case SideList::Place::Ledger:
    case SideList::Place::Events:
        break;
    }
    return MainWindow::tr("There are no payments yet.");
}

} // namespace

MainWindow::MainWindow(const DeskPlace& place, Reader* reader, QWidget* parent)
    : QMainWindow(parent)
    , m_place(place)
    , m_memory(LayoutMemory::defaultFile(), place.layoutOwner)
    , m_reader(reader)
    , m_strip(new EnvironmentStrip(place, this))
    , m_places(new SideList(this))
    , m_pages(new QStackedWidget(this))
    , m_split(new QSplitter(Qt::Horizontal, this))
    , m_list(new QueueList(reader, this))
    , m_listPage(new ListPage(m_list, this))
    , m_case(new CaseModel(reader, this))
    , m_caseView(new CaseView(m_case, this))
    , m_orphans(new SheetModel(ListTables::orphanColumns(), this))
    , m_ledger(new SheetModel(ListTables::ledgerColumns(), this))
    , m_events(new SheetModel(ListTables::eventColumns(), this))
{
    setWindowTitle(
        tr("%1 · %2 · Onceover").arg(EnvironmentStrip::environmentName(place), place.profileName));
    setWindowIcon(QIcon(QStringLiteral(":/icons/onceover.svg")));
    build();
    buildActions();
    connectReader();
    m_places->go(SideList::Place::WaitingOnMe);
    m_listPage->focusTable();
    m_memory.restore(*this);
}

MainWindow::~MainWindow()
{
    m_memory.save(*this);
}

void MainWindow::build()
{
    auto* central = new QWidget(this);
    auto* layout = new QVBoxLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_strip);
    auto* body = new QHBoxLayout;
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(0);
    auto* side = new QVBoxLayout;
    side->setContentsMargins(0, 10, 0, 10);
    side->addWidget(m_places);
    body->addLayout(side);
    m_split->setObjectName(QStringLiteral("list_and_case"));
    m_split->addWidget(m_listPage);
    m_split->addWidget(m_caseView);
    m_split->setStretchFactor(0, 1);
    m_split->setStretchFactor(1, 1);
    m_split->setChildrenCollapsible(false);
    m_split->setSizes({680, 660});
    m_pages->addWidget(m_split);
    buildPages();
    body->addWidget(m_pages, 1);
    layout->addLayout(body, 1);
    setCentralWidget(central);
    // A window larger than the screen would hide what is in doubt at its right edge.
    const QSize available = screen()->availableGeometry().size() - QSize(4, 32);
    resize(QSize(1560, 940).boundedTo(available));
    connect(m_places, &SideList::placeChanged, this, &MainWindow::showPlace);
    connect(m_listPage, &ListPage::chosen, m_case, &CaseModel::open);
    connect(m_listPage, &ListPage::openRequested, this, [this](const QString& id) {
        m_case->open(id);
        m_caseView->tabs()->currentWidget()->setFocus(Qt::OtherFocusReason);
    });
}

void MainWindow::buildPages()
{
    m_orphanPage = new SheetPage(
        SideList::titleOf(SideList::Place::Orphans),
        tr("Movements that somebody else shows and that belong to no payment of ours."),
        m_orphans,
        this);
    m_orphanPage->setEmptyText(tr("Every record belongs to a payment."));
    m_orphanPage->table()->setObjectName(QStringLiteral("orphans"));
    m_orphanPage->table()->setColumnWidths({120, 140, 280, 80, 150, 150, 110, 240, 100}, 7);
    m_filesPage = new FilesPage(m_reader, this);
    connect(m_filesPage, &FilesPage::paymentRequested, this, &MainWindow::openPayment);
    m_ledgerPage = new SheetPage(
        SideList::titleOf(SideList::Place::Ledger),
        tr("Every posting twice, once a side. What is in doubt stays visible until evidence or "
           "people settle it."),
        m_ledger,
        this);
    m_ledgerPage->setEmptyText(tr("Nothing is posted yet."));
    m_ledgerPage->table()->setObjectName(QStringLiteral("ledger"));
    m_ledgerPage->table()->setColumnWidths({120, 320, 240}, 1);
    m_eventPage = new SheetPage(
        SideList::titleOf(SideList::Place::Events),
        tr("Every event of every payment, person, file and core, newest first. Each holds the "
           "digest of the one before it."),
        m_events,
        this);
    m_eventPage->table()->setObjectName(QStringLiteral("events"));
    m_eventPage->table()->setColumnWidths({120, 190, 210, 56, 170, 400, 130}, 5);
    for (QWidget* page :
         std::initializer_list<QWidget*>{m_orphanPage, m_filesPage, m_ledgerPage, m_eventPage})
        m_pages->addWidget(page);
    connect(m_eventPage->table(), &SheetView::opened, this, [this](const QString& id) {
        openPayment(id.section(QLatin1Char('/'), 0, 0));
    });
}

QAction* MainWindow::addCommand(
    const QString& text, const QKeySequence& keys, const std::function<void()>& run)
{
    auto* action = new QAction(text, this);
    action->setShortcut(keys);
    connect(action, &QAction::triggered, this, run);
    addAction(action);
    return action;
}

void MainWindow::buildActions()
{
    QMenu* view = menuBar()->addMenu(tr("&View"));
    for (int row = 0; row < m_places->count(); ++row) {
        const QString title = SideList::titleOf(static_cast<SideList::Place>(row));
        const QKeySequence keys(QStringLiteral("Ctrl+%1").arg((row + 1) % 10));
        view->addAction(addCommand(title, keys, [this, row] { m_places->setCurrentRow(row); }));
    }
    view->addSeparator();
    view->addAction(addCommand(tr("Filter, search any id"), QKeySequence(Qt::Key_Slash), [this] {
        if (m_pages->currentWidget() != m_split)
            m_places->go(SideList::Place::Payments);
        m_listPage->focusFilter();
    }));
    view->addAction(addCommand(
        tr("To the list"), QKeySequence(Qt::Key_Escape), [this] { m_listPage->focusTable(); }));
    view->addAction(addCommand(tr("Refresh"), QKeySequence(Qt::Key_F5), [this] {
        m_list->showNew();
        refresh();
    }));
    view->addAction(addCommand(
        tr("Times in UTC or local"), QKeySequence(tr("Ctrl+U")), [this] { flipZone(); }));
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    help->addAction(addCommand(tr("Keys"), QKeySequence(Qt::Key_Question), [this] { showHelp(); }));
    QMenu* file = new QMenu(tr("&Onceover"), this);
    menuBar()->insertMenu(view->menuAction(), file);
    file->addAction(addCommand(tr("Quit"), QKeySequence::Quit, [this] { close(); }));
}

void MainWindow::connectReader()
{
    connect(m_reader, &Reader::pulseRead, this, &MainWindow::showPulse);
    connect(
        m_reader,
        &Reader::connectionChanged,
        this,
        [this](ConnectionState, const QString& why, const QString& sqlState) {
            showConnection(why.isEmpty() ? QString() : ErrorText::ofReading(sqlState, why).all());
        });
    connect(m_reader, &Reader::orphansRead, this, [this](const auto& page) {
        m_orphans->setRows(ListTables::orphans(*page));
    });
    connect(m_reader, &Reader::eventsRead, this, [this](const auto& page) {
        m_events->setRows(ListTables::events(*page));
    });
    connect(m_reader, &Reader::ledgerRead, this, [this](const auto& sheet) {
        m_ledger->setRows(ListTables::ledger(*sheet));
        m_ledgerPage->setNote(ListTables::ledgerCheck(*sheet));
    });
}

void MainWindow::showPlace(SideList::Place place)
{
    switch (place) {
    case SideList::Place::Orphans:
        m_pages->setCurrentWidget(m_orphanPage);
        break;
    case SideList::Place::Imports:
        m_pages->setCurrentWidget(m_filesPage);
        break;
    case SideList::Place::Ledger:
        m_pages->setCurrentWidget(m_ledgerPage);
        break;
    case SideList::Place::Events:
        m_pages->setCurrentWidget(m_eventPage);
        break;
    case SideList::Place::WaitingOnMe:
    case SideList::Place::SecondApprover:
    case SideList::Place::AllCases:
    case SideList::Place::Watched:
    case SideList::Place::Held:
    case SideList::Place::Payments:
        m_pages->setCurrentWidget(m_split);
        m_listPage->open(listOf(place), SideList::titleOf(place), emptyTextOf(place));
        break;
    }
    requestPage();
}

void MainWindow::requestPage()
{
    const QWidget* page = m_pages->currentWidget();
    if (page == m_orphanPage)
        m_reader->requestOrphans(kSideRows);
    else if (page == m_filesPage)
        m_filesPage->request();
    else if (page == m_ledgerPage)
        m_reader->requestLedger();
    else if (page == m_eventPage)
        m_reader->requestEvents(kSideRows);
}

void MainWindow::refresh()
{
    if (m_pages->currentWidget() == m_split) {
        m_list->refresh();
        m_case->refresh();
    } else {
        requestPage();
    }
}

void MainWindow::showPulse(const Snapshot<DeskPulse>& pulse)
{
    m_pulse = pulse;
    m_strip->showPulse(*pulse);
    m_places->showCounts(*pulse);
    m_list->setPerson(pulse->personId);
    m_caseView->setPerson(pulse->personId);
    showConnection(QString());
    refresh();
    Q_EMIT pulseShown();
}

void MainWindow::showConnection(const QString& why)
{
    const ConnectionState state = m_reader->state();
    m_lastWhy = why;
    m_strip->showConnection(state, m_reader->lastReadUs(), why);
    m_caseView->setStale(state == ConnectionState::Stale);
}

void MainWindow::openPayment(const QString& paymentId)
{
    m_places->go(SideList::Place::Payments);
    m_case->open(paymentId);
}

QString MainWindow::blockedWhy() const
{
    if (m_reader->state() != ConnectionState::Online)
        return tr("What is on screen is not live: nothing can be decided on it.");
    if (m_pulse == nullptr)
        return tr("The desk is still being read.");
    if (m_pulse->incarnationState == QLatin1String("CHECKING"))
        return WitnessSentences::everything(*m_pulse).join(u' ');
    if (m_pulse->incarnationState != QLatin1String("ARMED"))
        return tr(
            "The database is fenced: nothing is decided, and this version cannot arm it again.");
    if (m_pulse->isStandby)
        return tr("This server is a standby: nothing is decided on it.");
    if (m_pulse->personId.isEmpty() || m_pulse->isPersonDisabled)
        return tr("This login does not belong to a person who may act here.");
    return {};
}

void MainWindow::attach(DecisionFlow* flow)
{
    m_caseView->setBar(flow->bar());
    auto* menu = new QMenu(tr("&Case"), this);
    for (const CaseCommand command : flow->actions()->order()) {
        menu->addAction(flow->actions()->action(command));
        addAction(flow->actions()->action(command));
    }
    menuBar()->insertMenu(menuBar()->actions().last(), menu);
    const auto follow = [this, flow] {
        if (m_pulse != nullptr)
            flow->setPerson({m_pulse->personId, m_pulse->roles});
        flow->setBlocked(blockedWhy());
    };
    connect(m_reader, &Reader::connectionChanged, flow, follow);
    connect(this, &MainWindow::pulseShown, flow, follow);
    connect(flow, &DecisionFlow::done, this, &MainWindow::refresh);
    follow();
}

void MainWindow::attach(FilesFlow* flow)
{
    for (QAction* action : flow->actions())
        addAction(action);
    auto* menu = new QMenu(tr("&File"), this);
    menu->addActions(flow->actions());
    menuBar()->insertMenu(menuBar()->actions().last(), menu);
    const auto follow = [this, flow] {
        if (m_pulse != nullptr)
            flow->setPerson(m_pulse->personId, m_pulse->roles);
        flow->setBlocked(blockedWhy());
    };
    connect(m_reader, &Reader::connectionChanged, flow, follow);
    connect(this, &MainWindow::pulseShown, flow, follow);
    connect(flow, &FilesFlow::done, this, &MainWindow::refresh);
    follow();
}

void MainWindow::showHelp()
{
    auto* sheet = new CheatSheet(actions(), this);
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    sheet->open();
}

void MainWindow::flipZone()
{
    TimeText::setZone(
        TimeText::zone() == TimeZoneChoice::Utc ? TimeZoneChoice::Local : TimeZoneChoice::Utc);
    refresh();
    showConnection(m_lastWhy);
}

} // namespace onceover
