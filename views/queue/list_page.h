// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/snapshots.h"

#include <QWidget>

class QLineEdit;
class QPushButton;

namespace onceover {

class PlainLabel;
class QueueList;
class SheetView;

// A list of payments: its title, the filter, the bar that says how many new ones wait, and the
// table.
class ListPage : public QWidget
{
    Q_OBJECT

public:
    explicit ListPage(QueueList* list, QWidget* parent = nullptr);

    void open(ListKind list, const QString& title, const QString& emptyText);
    void focusFilter();
    // As if the person had typed it.
    void filterBy(const QString& text);
    void focusTable();
    QString currentId() const;
    void select(const QString& paymentId);

    SheetView* table() { return m_table; }

Q_SIGNALS:
    // The case to show beside the list; empty for none.
    void chosen(const QString& paymentId);
    void openRequested(const QString& paymentId);

private:
    void build();
    QWidget* buildHead();
    void applyFilter();
    void showState();
    void showNewCount(int count);
    void chooseFirst();

    QueueList* m_list;
    PlainLabel* m_title;
    PlainLabel* m_count;
    QLineEdit* m_filter;
    QWidget* m_newBar;
    PlainLabel* m_newText;
    PlainLabel* m_empty;
    SheetView* m_table;
    QString m_emptyText;
    bool m_choosesFirst = true;
};

} // namespace onceover
