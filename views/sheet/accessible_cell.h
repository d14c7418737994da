// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/sheet/accessible_part.h"

#include <QPersistentModelIndex>

namespace onceover {

// A cell of a table. It goes with its row when rows come and go, and is invalid once the row is
// gone.
class AccessibleCell : public AccessiblePart
{
public:
    AccessibleCell(QTableView* view, const QModelIndex& index);

    bool isPlaced() const override;
    bool isValid() const override;
    // The name is the cell's; the description is the summary of its row.
    QString text(QAccessible::Text kind) const override;
    QRect rect() const override;
    QAccessible::State state() const override;
    bool isSelected() const override;
    QList<QAccessibleInterface*> columnHeaderCells() const override;
    QList<QAccessibleInterface*> rowHeaderCells() const override;
    int columnIndex() const override;
    int rowIndex() const override;

private:
    QPersistentModelIndex m_index;
};

} // namespace onceover
