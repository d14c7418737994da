// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace onceover {

class PlainLabel;
class SheetModel;
class SheetView;

// A page that is one table with a title, a line of explanation and what to say while it is empty.
class SheetPage : public QWidget
{
    Q_OBJECT

public:
    SheetPage(
        const QString& title,
        const QString& explanation,
        SheetModel* model,
        QWidget* parent = nullptr);

    SheetView* table() { return m_table; }

    // For a page inside another one, whose tab says the title already.
    void hideTitle();
    void setNote(const QString& note);
    void setEmptyText(const QString& text);

private:
    void showState();

    SheetModel* m_model;
    PlainLabel* m_title;
    PlainLabel* m_note;
    PlainLabel* m_empty;
    SheetView* m_table;
};

} // namespace onceover
