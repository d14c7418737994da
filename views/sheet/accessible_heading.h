// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/sheet/accessible_part.h"

namespace onceover {

// The title of a column, or what a row says as a whole. Rows have no title on the screen; for a
// screen reader the summary is it, read out whenever the row changes. Section -1 is the corner.
class AccessibleHeading : public AccessiblePart
{
public:
    AccessibleHeading(QTableView* view, Qt::Orientation orientation, int section);

    bool isPlaced() const override;
    bool isValid() const override;
    QString text(QAccessible::Text kind) const override;
    QRect rect() const override;
    QAccessible::Role role() const override;
    QAccessible::State state() const override;
    // -1 in the headings' own row or column.
    int columnIndex() const override;
    int rowIndex() const override;

private:
    bool isCorner() const { return m_section < 0; }

    Qt::Orientation m_orientation;
    int m_section;
};

} // namespace onceover
