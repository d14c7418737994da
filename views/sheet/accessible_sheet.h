// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QAccessibleWidget>
#include <QHash>
#include <QPersistentModelIndex>
#include <QTableView>

#include <functional>

namespace onceover {

// A table for screen readers, in place of Qt 6.4's own, which can end the program: whatever index
// is asked for, child() and cellAt() answer with an object that has a cell interface.
// Children are numbered as QTableView numbers them in its events: a row of headings and a column
// of headings first, (rows + 1) * (columns + 1) in all. GUI thread.
class AccessibleSheet : public QAccessibleWidget, public QAccessibleTableInterface
{
public:
    explicit AccessibleSheet(QTableView* view);
    ~AccessibleSheet() override;

    // For every SheetView made from now on; may be called again.
    static void install();
    // One sentence for a row: the model's summary, or its shown cells one after another.
    static QString summaryOf(const QTableView& view, int row);

    // Section -1 is the corner.
    QAccessibleInterface* heading(Qt::Orientation orientation, int section) const;

    QAccessibleInterface* child(int index) const override;
    QAccessibleInterface* childAt(int x, int y) const override;
    int childCount() const override;
    int indexOfChild(const QAccessibleInterface* child) const override;
    QAccessibleInterface* focusChild() const override;
    void* interface_cast(QAccessible::InterfaceType type) override;

    QAccessibleInterface* caption() const override;
    QAccessibleInterface* summary() const override;
    QAccessibleInterface* cellAt(int row, int column) const override;
    int selectedCellCount() const override;
    QList<QAccessibleInterface*> selectedCells() const override;
    QString columnDescription(int column) const override;
    QString rowDescription(int row) const override;
    int selectedColumnCount() const override;
    int selectedRowCount() const override;
    int columnCount() const override;
    int rowCount() const override;
    QList<int> selectedColumns() const override;
    QList<int> selectedRows() const override;
    bool isColumnSelected(int column) const override;
    bool isRowSelected(int row) const override;
    bool selectRow(int row) override;
    bool selectColumn(int column) override;
    bool unselectRow(int row) override;
    bool unselectColumn(int column) override;
    void modelChange(QAccessibleTableModelChangeEvent* event) override;

private:
    using Make = std::function<QAccessibleInterface*()>;

    static QAccessibleInterface* kept(QAccessible::Id& id, const Make& make);

    QTableView* view() const;
    QModelIndex indexAt(int row, int column) const;
    QAccessibleInterface* nowhere() const;
    QAccessibleInterface* cellOf(const QModelIndex& index) const;
    bool setRowSelected(int row, bool isSelected);
    void dropVanished() const;

    // By the persistent index, so that a cell stays the same object while rows move around it.
    mutable QHash<QPersistentModelIndex, QAccessible::Id> m_cells;
    mutable QHash<int, QAccessible::Id> m_columnHeadings;
    mutable QHash<int, QAccessible::Id> m_rowHeadings;
    mutable QAccessible::Id m_nowhere = 0;
};

} // namespace onceover
