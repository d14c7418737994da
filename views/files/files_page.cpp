// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/files/files_page.h"

#include "models/files/file_tables.h"
#include "models/lists/source_tables.h"
#include "models/read/reader.h"
#include "models/sheet/sheet_model.h"
#include "views/plain_label.h"
#include "views/sheet/sheet_page.h"
#include "views/sheet/sheet_view.h"
#include "views/theme.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QTabWidget>
#include <QUrl>
#include <QVBoxLayout>

namespace onceover {

namespace {

constexpr int kRows = 500;
constexpr SideTable kSideTables[] = {
    SideTable::Sources, SideTable::Gaps, SideTable::Expectations, SideTable::Waiting};

QString withoutMark(QString title)
{
    return title.remove(QLatin1Char('&'));
}

QStringList localPaths(const QMimeData* data)
{
    QStringList paths;
    for (const QUrl& url : data->urls()) {
        if (url.isLocalFile())
            paths << url.toLocalFile();
    }
    return paths;
}

} // namespace

FilesPage::FilesPage(Reader* reader, QWidget* parent)
    : QWidget(parent)
    , m_reader(reader)
    , m_head(new QHBoxLayout)
    , m_tabs(new QTabWidget(this))
    , m_files(new SheetModel(FileTables::fileColumns(), this))
    , m_filePage(new SheetPage(
          tr("Statement files"),
          tr("Statement files with what they could have seen. Absence is only as good as "
             "coverage."),
          m_files,
          this))
{
    setObjectName(QStringLiteral("surface"));
    setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_head->setContentsMargins(14, 12, 14, 8);
    auto* title = new PlainLabel(tr("Statement files"), this);
    title->setFont(Theme::title());
    m_head->addWidget(title);
    m_head->addStretch(1);
    layout->addLayout(m_head);
    layout->addWidget(m_tabs, 1);
    buildTabs();
    connect(m_reader, &Reader::importsRead, this, [this](const auto& page) {
        m_files->setRows(FileTables::files(*page));
        Q_EMIT filesShown();
    });
    connect(
        m_reader, &Reader::sideTableRead, this, [this](const auto& page) { showSideTable(*page); });
    connect(m_tabs, &QTabWidget::currentChanged, this, &FilesPage::request);
}

void FilesPage::buildTabs()
{
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Lists about statement files"));
    m_filePage->hideTitle();
    m_filePage->setEmptyText(tr("No file came yet."));
    SheetView* files = m_filePage->table();
    files->setObjectName(QStringLiteral("imports"));
    files->setColumnWidths({104, 190, 84, 150, 180, 104, 176, 66, 62, 82, 82, 50, 130, 120}, -1);
    files->setFlexibleColumn(1, 150);
    m_tabs->addTab(m_filePage, tr("Fi&les"));
    connect(files, &SheetView::currentIdChanged, this, &FilesPage::currentFileChanged);
    connect(files, &SheetView::opened, this, &FilesPage::fileOpened);
    addSideTable(
        SideTable::Sources,
        tr("Each account in one format: its last file, and when the next one is due by its own "
           "rhythm."),
        {230, 110, 80, 60, 260, 120, 120, 110, 130, 110});
    addSideTable(
        SideTable::Gaps,
        tr("Numbers, days or money that no statement shows between two that came."),
        {230, 130, 120, 150, 150, 220});
    addSideTable(
        SideTable::Expectations,
        tr("Payments that the provider calls done and no statement shows yet. Late is no "
           "exception: the statements do not reach that far."),
        {190, 270, 80, 150, 200, 130, 130, 130});
    addSideTable(
        SideTable::Waiting,
        tr("What came while nothing moved is stored and has no effect yet; its payments wait "
           "for it."),
        {130, 210, 220, 120});
}

void FilesPage::addSideTable(SideTable table, const QString& explanation, const QList<int>& widths)
{
    auto* model = new SheetModel(SourceTables::columns(table), this);
    auto* page = new SheetPage(withoutMark(SourceTables::title(table)), explanation, model, this);
    page->hideTitle();
    page->setEmptyText(SourceTables::emptyText(table));
    page->table()->setColumnWidths(widths, static_cast<int>(widths.size()) - 1);
    m_tabs->addTab(page, SourceTables::title(table));
    m_sideTables.append(model);
    if (table == SideTable::Expectations)
        connect(page->table(), &SheetView::opened, this, &FilesPage::paymentRequested);
}

void FilesPage::request()
{
    const int index = m_tabs->currentIndex();
    if (index <= 0)
        m_reader->requestImports(kRows);
    else
        m_reader->requestSideTable(kSideTables[index - 1], kRows);
}

void FilesPage::showSideTable(const SideTablePage& page)
{
    for (int index = 0; index < m_sideTables.size(); ++index) {
        if (kSideTables[index] == page.table)
            m_sideTables[index]->setRows(SourceTables::rows(page));
    }
}

void FilesPage::attach(QWidget* bar)
{
    m_head->addWidget(bar);
    setAcceptDrops(true);
}

SheetView* FilesPage::table()
{
    return m_filePage->table();
}

void FilesPage::showTab(int index)
{
    m_tabs->setCurrentIndex(index);
}

void FilesPage::dragEnterEvent(QDragEnterEvent* event)
{
    if (!localPaths(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void FilesPage::dropEvent(QDropEvent* event)
{
    const QStringList paths = localPaths(event->mimeData());
    if (paths.isEmpty())
        return;
    event->acceptProposedAction();
    Q_EMIT filesDropped(paths);
}

} // namespace onceover
