// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/sheet/accessible_cell.h"

#include "views/sheet/accessible_sheet.h"

namespace onceover {

AccessibleCell::AccessibleCell(QTableView* view, const QModelIndex& index)
    : AccessiblePart(view)
    , m_index(index)
{}

bool AccessibleCell::isPlaced() const
{
    return view() != nullptr && m_index.isValid() && m_index.model() == view()->model();
}

bool AccessibleCell::isValid() const
{
    return isPlaced();
}

QString AccessibleCell::text(QAccessible::Text kind) const
{
    if (!isPlaced())
        return {};
    switch (kind) {
    case QAccessible::Name:
        return m_index.data(Qt::AccessibleTextRole).toString();
    case QAccessible::Description:
        return AccessibleSheet::summaryOf(*view(), m_index.row());
    case QAccessible::Value:
        return m_index.data(Qt::DisplayRole).toString();
    default:
        return {};
    }
}

QRect AccessibleCell::rect() const
{
    return isPlaced() ? seenOf(view()->viewport(), view()->visualRect(m_index)) : QRect();
}

QAccessible::State AccessibleCell::state() const
{
    QAccessible::State state;
    if (!isPlaced()) {
        state.invalid = true;
        state.invisible = true;
        return state;
    }
    state.selectable = true;
    state.focusable = true;
    state.multiSelectable = true;
    state.readOnly = true;
    state.selected = isSelected();
    state.focused = view()->hasFocus() && view()->currentIndex() == m_index;
    state.invisible =
        view()->isColumnHidden(m_index.column()) || view()->isRowHidden(m_index.row());
    state.offscreen = rect().isEmpty();
    return state;
}

bool AccessibleCell::isSelected() const
{
    return isPlaced() && view()->selectionModel() != nullptr
           && view()->selectionModel()->isSelected(m_index);
}

QList<QAccessibleInterface*> AccessibleCell::columnHeaderCells() const
{
    const auto* sheet = dynamic_cast<const AccessibleSheet*>(isPlaced() ? parent() : nullptr);
    return sheet == nullptr
               ? QList<QAccessibleInterface*>()
               : QList<QAccessibleInterface*>{sheet->heading(Qt::Horizontal, m_index.column())};
}

QList<QAccessibleInterface*> AccessibleCell::rowHeaderCells() const
{
    const auto* sheet = dynamic_cast<const AccessibleSheet*>(isPlaced() ? parent() : nullptr);
    return sheet == nullptr
               ? QList<QAccessibleInterface*>()
               : QList<QAccessibleInterface*>{sheet->heading(Qt::Vertical, m_index.row())};
}

int AccessibleCell::columnIndex() const
{
    return isPlaced() ? m_index.column() : -1;
}

int AccessibleCell::rowIndex() const
{
    return isPlaced() ? m_index.row() : -1;
}

} // namespace onceover
