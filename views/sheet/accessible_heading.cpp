// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/sheet/accessible_heading.h"

#include "views/sheet/accessible_sheet.h"

#include <QHeaderView>

namespace onceover {

AccessibleHeading::AccessibleHeading(QTableView* view, Qt::Orientation orientation, int section)
    : AccessiblePart(view)
    , m_orientation(orientation)
    , m_section(section)
{}

bool AccessibleHeading::isPlaced() const
{
    if (view() == nullptr || view()->model() == nullptr)
        return false;
    const QAbstractItemModel* model = view()->model();
    return m_section < (m_orientation == Qt::Horizontal ? model->columnCount() : model->rowCount());
}

bool AccessibleHeading::isValid() const
{
    return isPlaced();
}

QString AccessibleHeading::text(QAccessible::Text kind) const
{
    if (!isPlaced() || isCorner() || kind != QAccessible::Name)
        return {};
    return m_orientation == Qt::Horizontal
               ? view()
                     ->model()
                     ->headerData(m_section, Qt::Horizontal, Qt::AccessibleTextRole)
                     .toString()
               : AccessibleSheet::summaryOf(*view(), m_section);
}

QRect AccessibleHeading::rect() const
{
    if (!isPlaced() || isCorner())
        return {};
    if (m_orientation == Qt::Vertical)
        return seenOf(
            view()->viewport(),
            QRect(
                0,
                view()->rowViewportPosition(m_section),
                view()->viewport()->width(),
                view()->rowHeight(m_section)));
    const QHeaderView* header = view()->horizontalHeader();
    return seenOf(
        header->viewport(),
        QRect(
            header->sectionViewportPosition(m_section),
            0,
            header->sectionSize(m_section),
            header->height()));
}

QAccessible::Role AccessibleHeading::role() const
{
    return m_orientation == Qt::Horizontal ? QAccessible::ColumnHeader : QAccessible::RowHeader;
}

QAccessible::State AccessibleHeading::state() const
{
    QAccessible::State state;
    state.invalid = !isPlaced();
    state.invisible = !isPlaced() || isCorner()
                      || (m_orientation == Qt::Horizontal ? view()->isColumnHidden(m_section)
                                                          : view()->isRowHidden(m_section));
    state.offscreen = rect().isEmpty();
    return state;
}

int AccessibleHeading::columnIndex() const
{
    return m_orientation == Qt::Horizontal ? m_section : -1;
}

int AccessibleHeading::rowIndex() const
{
    return m_orientation == Qt::Vertical ? m_section : -1;
}

} // namespace onceover
