// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/queue/list_page.h"

#include "models/queue/filter_text.h"
#include "models/queue/queue_list.h"
#include "models/queue/queue_rows.h"
#include "views/plain_label.h"
#include "views/sheet/sheet_view.h"
#include "views/theme.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <chrono>

namespace onceover {

namespace {

// No statement for every key: the filter is read when the typing rests.
constexpr std::chrono::milliseconds kTypingRestMs{300};

} // namespace

ListPage::ListPage(QueueList* list, QWidget* parent)
    : QWidget(parent)
    , m_list(list)
    , m_title(new PlainLabel(this))
    , m_count(new PlainLabel(this))
    , m_filter(new QLineEdit(this))
    , m_newBar(new QFrame(this))
    , m_newText(new PlainLabel(m_newBar))
    , m_empty(new PlainLabel(this))
    , m_table(new SheetView(tr("Payments"), this))
{
    build();
    connect(m_list, &QueueList::loaded, this, &ListPage::showState);
    connect(m_list, &QueueList::newCountChanged, this, &ListPage::showNewCount);
    connect(m_table, &SheetView::currentIdChanged, this, [this](const QString& id) {
        m_list->setKept(id);
        Q_EMIT chosen(id);
    });
    connect(m_table, &SheetView::opened, this, &ListPage::openRequested);
    connect(m_table, &SheetView::endReached, m_list, &QueueList::loadMore);
}

QWidget* ListPage::buildHead()
{
    auto* head = new QWidget(this);
    auto* layout = new QVBoxLayout(head);
    layout->setContentsMargins(14, 12, 14, 10);
    layout->setSpacing(8);
    auto* titles = new QHBoxLayout;
    m_title->setFont(Theme::title());
    m_count->setTone(Tone::Muted);
    titles->addWidget(m_title);
    titles->addWidget(m_count);
    titles->addStretch(1);
    layout->addLayout(titles);
    m_filter->setObjectName(QStringLiteral("filter"));
    m_filter->setAccessibleName(tr("Filter"));
    m_filter->setPlaceholderText(
        tr("Any id, payee or account · provider:stripe currency:EUR state:UNKNOWN why:deadline"));
    m_filter->setClearButtonEnabled(true);
    m_filter->addAction(Theme::icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    layout->addWidget(m_filter);
    auto* rest = new QTimer(this);
    rest->setSingleShot(true);
    rest->setInterval(kTypingRestMs);
    connect(rest, &QTimer::timeout, this, &ListPage::applyFilter);
    connect(m_filter, &QLineEdit::textEdited, rest, qOverload<>(&QTimer::start));
    connect(m_filter, &QLineEdit::returnPressed, this, [this, rest] {
        rest->stop();
        applyFilter();
        focusTable();
    });
    return head;
}

void ListPage::build()
{
    setObjectName(QStringLiteral("surface"));
    setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildHead());
    m_newBar->setObjectName(QStringLiteral("notice"));
    auto* bar = new QHBoxLayout(m_newBar);
    bar->setContentsMargins(14, 4, 8, 4);
    auto* show = new QPushButton(tr("&Show"), m_newBar);
    connect(show, &QPushButton::clicked, m_list, &QueueList::showNew);
    bar->addWidget(m_newText);
    bar->addWidget(show);
    bar->addStretch(1);
    m_newBar->setVisible(false);
    layout->addWidget(m_newBar);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setTone(Tone::Muted);
    m_empty->setWrapped();
    m_empty->setVisible(false);
    m_empty->setMinimumHeight(160);
    layout->addWidget(m_empty);
    m_table->setObjectName(QStringLiteral("payments"));
    m_table->setSheet(m_list->model());
    // All of them fit beside a case on a screen of 1366 pixels.
    m_table->setColumnWidths({48, 92, 122, 110, 160, 92, 72, 74, 146}, -1);
    m_table->setFlexibleColumn(QueueRows::Payee, 76);
    layout->addWidget(m_table, 1);
}

void ListPage::open(ListKind list, const QString& title, const QString& emptyText)
{
    m_title->setText(title);
    m_count->clear();
    m_table->setAccessibleName(title);
    m_emptyText = emptyText;
    m_filter->clear();
    // Which columns tell something depends on the list; in the others the state is what everything
    // is about.
    const bool isPayments = list == ListKind::Payments;
    m_table->setColumnHidden(QueueRows::State, !isPayments);
    m_table->setColumnHidden(QueueRows::Taken, isPayments || list == ListKind::Watched);
    m_table->setColumnHidden(QueueRows::Decision, isPayments || list == ListKind::Watched);
    m_table->setColumnHidden(QueueRows::Reference, !isPayments && list != ListKind::Watched);
    m_table->setFlexibleColumn(QueueRows::Payee, 76);
    m_choosesFirst = true;
    m_list->open(list, QueueFilter());
}

void ListPage::applyFilter()
{
    m_choosesFirst = true;
    m_list->open(m_list->list(), FilterText::parse(m_filter->text()));
}

void ListPage::showState()
{
    const int rows = m_list->model()->rowCount();
    m_count->setText(
        m_list->hasMore() ? tr("first %n", nullptr, rows) : tr("%n payment(s)", nullptr, rows));
    m_empty->setVisible(rows == 0);
    m_empty->setText(m_filter->text().isEmpty() ? m_emptyText : tr("Nothing matches this filter."));
    chooseFirst();
}

void ListPage::chooseFirst()
{
    if (!m_choosesFirst)
        return;
    m_choosesFirst = false;
    if (m_list->model()->rowCount() > 0)
        m_table->selectId(m_list->model()->idAt(0));
    else
        Q_EMIT chosen(QString());
}

void ListPage::showNewCount(int count)
{
    // Nothing can jump under the cursor of an empty list, and "nothing waits" would be untrue.
    if (count > 0 && m_list->model()->rowCount() == 0) {
        m_choosesFirst = true;
        m_list->showNew();
        return;
    }
    m_newText->setText(tr("%n new", nullptr, count));
    m_newBar->setVisible(count > 0);
}

void ListPage::filterBy(const QString& text)
{
    m_filter->setText(text);
    applyFilter();
}

void ListPage::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void ListPage::focusTable()
{
    m_table->setFocus(Qt::ShortcutFocusReason);
}

QString ListPage::currentId() const
{
    return m_table->currentId();
}

void ListPage::select(const QString& paymentId)
{
    m_table->selectId(paymentId);
}

} // namespace onceover
