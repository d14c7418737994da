// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/queue/queue_list.h"

#include "models/queue/queue_rows.h"
#include "models/read/reader.h"

#include <algorithm>

namespace onceover {

QueueList::QueueList(Reader* reader, QObject* parent)
    : QObject(parent)
    , m_reader(reader)
    , m_model(new SheetModel(QueueRows::columns(), this))
{
    if (m_reader != nullptr) {
        connect(
            m_reader,
            &Reader::queueRead,
            this,
            [this](quint64 token, const Snapshot<QueuePage>& page) {
                if (token == m_token)
                    apply(*page);
            });
    }
}

int QueueList::wantedRows() const
{
    return m_pages * kPageRows;
}

void QueueList::open(ListKind list, const QueueFilter& filter)
{
    m_list = list;
    m_filter = filter;
    m_pages = 1;
    m_isLoaded = false;
    m_takesAll = true;
    m_kept.clear();
    refresh();
}

void QueueList::refresh()
{
    if (m_reader != nullptr)
        m_token = m_reader->requestQueue(m_list, m_filter, QString(), wantedRows());
}

void QueueList::showNew()
{
    m_takesAll = true;
    refresh();
}

void QueueList::loadMore()
{
    if (!m_hasMore)
        return;
    ++m_pages;
    m_takesAll = true;
    refresh();
}

void QueueList::setPerson(const QString& personId)
{
    m_person = personId;
}

void QueueList::setKept(const QString& paymentId)
{
    m_kept = paymentId;
}

void QueueList::keepOpenRow(QList<SheetRow>& rows) const
{
    const auto placeOf = [&rows](const QString& id) {
        return std::find_if(
            rows.begin(), rows.end(), [&id](const SheetRow& row) { return row.id == id; });
    };
    const int keptRow = m_model->rowOf(m_kept);
    if (keptRow < 0 || placeOf(m_kept) != rows.end())
        return;
    // Before the first of those that followed it and are still there.
    auto before = rows.end();
    for (qsizetype at = keptRow + 1; at < m_model->rows().size() && before == rows.end(); ++at)
        before = placeOf(m_model->rows().at(at).id);
    rows.insert(before, m_model->rows().at(keptRow));
}

void QueueList::apply(const QueuePage& page)
{
    QueuePage shown = page;
    int newCount = 0;
    if (!m_takesAll) {
        shown.rows.clear();
        for (const PaymentRow& row : page.rows) {
            if (m_shown.contains(row.paymentId))
                shown.rows.append(row);
            else
                ++newCount;
        }
    }
    QList<SheetRow> rows = QueueRows::of(shown, m_person);
    if (!m_takesAll)
        keepOpenRow(rows);
    m_model->setRows(rows);
    m_shown.clear();
    for (const SheetRow& row : rows)
        m_shown.insert(row.id);
    m_hasMore = page.hasMore;
    m_takesAll = false;
    m_isLoaded = true;
    if (m_newCount != newCount) {
        m_newCount = newCount;
        Q_EMIT newCountChanged(newCount);
    }
    Q_EMIT loaded();
}

} // namespace onceover
