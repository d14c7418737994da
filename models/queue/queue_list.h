// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/snapshots.h"
#include "models/sheet/sheet_model.h"

#include <QObject>
#include <QSet>

namespace onceover {

class Reader;

// One list of payments as a person works through it. A refresh changes rows in place and takes away
// what is settled, but never pushes new rows under the cursor: they are counted, and shown when the
// person asks. GUI thread.
class QueueList : public QObject
{
    Q_OBJECT

public:
    static constexpr int kPageRows = 200;

    explicit QueueList(Reader* reader, QObject* parent = nullptr);

    SheetModel* model() { return m_model; }

    ListKind list() const { return m_list; }

    void open(ListKind list, const QueueFilter& filter);
    void refresh();
    void showNew();
    void loadMore();
    void setPerson(const QString& personId);
    // The row that must stay although it no longer belongs to the list; empty for none.
    void setKept(const QString& paymentId);

    // A page as read; public so that a list can be shown without a reader.
    void apply(const QueuePage& page);

    bool hasMore() const { return m_hasMore; }

    bool isLoaded() const { return m_isLoaded; }

    // Pages that can still be fetched count as "more", not as new.
    int newCount() const { return m_newCount; }

Q_SIGNALS:
    void loaded();
    void newCountChanged(int count);

private:
    int wantedRows() const;
    void keepOpenRow(QList<SheetRow>& rows) const;

    Reader* m_reader;
    SheetModel* m_model;
    ListKind m_list = ListKind::WaitingOnMe;
    QueueFilter m_filter;
    QString m_person;
    QString m_kept;
    QSet<QString> m_shown;
    quint64 m_token = 0;
    int m_pages = 1;
    int m_newCount = 0;
    bool m_hasMore = false;
    bool m_isLoaded = false;
    bool m_takesAll = true;
};

} // namespace onceover
