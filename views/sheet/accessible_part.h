// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QPointer>
#include <QTableView>

namespace onceover {

// A place of a table as a screen reader meets it. This class itself is the place that is nowhere:
// valid, invisible and empty. Qt 6.4's AT-SPI bridge uses the answer to any row and column it is
// asked for without looking whether there is one, so a null one ends the program.
// Owned by Qt's cache of accessible objects; GUI thread.
class AccessiblePart : public QAccessibleInterface, public QAccessibleTableCellInterface
{
public:
    explicit AccessiblePart(QTableView* view);

    // Where indices outside the table and vanished cells are not.
    virtual bool isPlaced() const { return false; }

    bool isValid() const override;
    // None: these are no QObjects.
    QObject* object() const override;
    QWindow* window() const override;
    QAccessibleInterface* parent() const override;
    QAccessibleInterface* child(int index) const override;
    QAccessibleInterface* childAt(int x, int y) const override;
    int childCount() const override;
    int indexOfChild(const QAccessibleInterface* child) const override;
    QString text(QAccessible::Text kind) const override;
    void setText(QAccessible::Text kind, const QString& text) override;
    QRect rect() const override;
    QAccessible::Role role() const override;
    QAccessible::State state() const override;
    void* interface_cast(QAccessible::InterfaceType type) override;

    bool isSelected() const override;
    QList<QAccessibleInterface*> columnHeaderCells() const override;
    QList<QAccessibleInterface*> rowHeaderCells() const override;
    int columnIndex() const override;
    int rowIndex() const override;
    int columnExtent() const override;
    int rowExtent() const override;
    QAccessibleInterface* table() const override;

protected:
    // Null when the table is gone.
    QTableView* view() const { return m_view.data(); }

    // In global pixels; empty where nothing of it is in the widget's sight.
    static QRect seenOf(const QWidget* widget, const QRect& rect);

private:
    QPointer<QTableView> m_view;
};

} // namespace onceover
