// SPDX-License-Identifier: GPL-3.0-or-later
// What is selected in an AccessibleSheet. Selections here are whole rows.
#include "views/sheet/accessible_sheet.h"

#include <algorithm>

namespace onceover {

namespace {

const QItemSelectionModel* selectionOf(const QTableView* view)
{
    return view == nullptr ? nullptr : view->selectionModel();
}

} // namespace

int AccessibleSheet::selectedCellCount() const
{
    const auto* selection = selectionOf(view());
    return selection == nullptr ? 0 : static_cast<int>(selection->selectedIndexes().size());
}

QList<QAccessibleInterface*> AccessibleSheet::selectedCells() const
{
    QList<QAccessibleInterface*> cells;
    if (const auto* selection = selectionOf(view())) {
        for (const QModelIndex& index : selection->selectedIndexes())
            cells << cellOf(index);
    }
    return cells;
}

QList<int> AccessibleSheet::selectedColumns() const
{
    QList<int> columns;
    if (const auto* selection = selectionOf(view())) {
        for (const QModelIndex& index : selection->selectedColumns())
            columns << index.column();
    }
    std::sort(columns.begin(), columns.end());
    return columns;
}

QList<int> AccessibleSheet::selectedRows() const
{
    QList<int> rows;
    if (const auto* selection = selectionOf(view())) {
        for (const QModelIndex& index : selection->selectedRows())
            rows << index.row();
    }
    std::sort(rows.begin(), rows.end());
    return rows;
}

int AccessibleSheet::selectedColumnCount() const
{
    return static_cast<int>(selectedColumns().size());
}

int AccessibleSheet::selectedRowCount() const
{
    return static_cast<int>(selectedRows().size());
}

bool AccessibleSheet::isColumnSelected(int column) const
{
    const auto* selection = selectionOf(view());
    return selection != nullptr && indexAt(0, column).isValid()
           && selection->isColumnSelected(column);
}

bool AccessibleSheet::isRowSelected(int row) const
{
    const auto* selection = selectionOf(view());
    return selection != nullptr && indexAt(row, 0).isValid() && selection->isRowSelected(row);
}

bool AccessibleSheet::setRowSelected(int row, bool isSelected)
{
    const QModelIndex index = indexAt(row, 0);
    if (!index.isValid() || view()->selectionModel() == nullptr)
        return false;
    view()->selectionModel()->select(
        index,
        (isSelected ? QItemSelectionModel::Select : QItemSelectionModel::Deselect)
            | QItemSelectionModel::Rows);
    return true;
}

bool AccessibleSheet::selectRow(int row)
{
    return setRowSelected(row, true);
}

bool AccessibleSheet::unselectRow(int row)
{
    return setRowSelected(row, false);
}

bool AccessibleSheet::selectColumn(int column)
{
    Q_UNUSED(column)
    return false;
}

bool AccessibleSheet::unselectColumn(int column)
{
    Q_UNUSED(column)
    return false;
}

QAccessibleInterface* AccessibleSheet::caption() const
{
    return nullptr;
}

QAccessibleInterface* AccessibleSheet::summary() const
{
    return nullptr;
}

} // namespace onceover
