// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/sheet/accessible_sheet.h"

#include "views/sheet/accessible_cell.h"
#include "views/sheet/accessible_heading.h"
#include "views/sheet/sheet_view.h"

#include <QHeaderView>

namespace onceover {

namespace {

QAccessibleInterface* accessibleOf(const QString& className, QObject* object)
{
    Q_UNUSED(className)
    auto* view = qobject_cast<SheetView*>(object);
    return view == nullptr ? nullptr : new AccessibleSheet(view);
}

void drop(QAccessible::Id id)
{
    if (id != 0)
        QAccessible::deleteAccessibleInterface(id);
}

void dropFrom(QHash<int, QAccessible::Id>& headings, int count)
{
    for (auto it = headings.begin(); it != headings.end();) {
        if (it.key() < count) {
            ++it;
            continue;
        }
        drop(it.value());
        it = headings.erase(it);
    }
}

} // namespace

void AccessibleSheet::install()
{
    QAccessible::installFactory(accessibleOf);
}

AccessibleSheet::AccessibleSheet(QTableView* view)
    : QAccessibleWidget(view, QAccessible::Table)
{}

AccessibleSheet::~AccessibleSheet()
{
    for (const QAccessible::Id id : std::as_const(m_cells))
        drop(id);
    for (const QAccessible::Id id : std::as_const(m_columnHeadings))
        drop(id);
    for (const QAccessible::Id id : std::as_const(m_rowHeadings))
        drop(id);
    drop(m_nowhere);
}

QString AccessibleSheet::summaryOf(const QTableView& view, int row)
{
    const QAbstractItemModel* model = view.model();
    if (model == nullptr || row < 0 || row >= model->rowCount() || model->columnCount() == 0)
        return {};
    const QString summary = model->index(row, 0).data(Qt::AccessibleDescriptionRole).toString();
    if (!summary.isEmpty())
        return summary;
    QStringList cells;
    for (int visual = 0; visual < model->columnCount(); ++visual) {
        const int column = view.horizontalHeader()->logicalIndex(visual);
        const QModelIndex index = model->index(row, column);
        if (!view.isColumnHidden(column) && !index.data().toString().isEmpty())
            cells << index.data(Qt::AccessibleTextRole).toString();
    }
    return cells.join(QStringLiteral(", "));
}

QTableView* AccessibleSheet::view() const
{
    return qobject_cast<QTableView*>(object());
}

QModelIndex AccessibleSheet::indexAt(int row, int column) const
{
    const bool isInside = row >= 0 && row < rowCount() && column >= 0 && column < columnCount();
    return isInside ? view()->model()->index(row, column) : QModelIndex();
}

QAccessibleInterface* AccessibleSheet::kept(QAccessible::Id& id, const Make& make)
{
    QAccessibleInterface* known = id == 0 ? nullptr : QAccessible::accessibleInterface(id);
    if (known != nullptr)
        return known;
    QAccessibleInterface* made = make();
    id = QAccessible::registerAccessibleInterface(made);
    return made;
}

QAccessibleInterface* AccessibleSheet::nowhere() const
{
    return kept(m_nowhere, [this] { return new AccessiblePart(view()); });
}

QAccessibleInterface* AccessibleSheet::cellOf(const QModelIndex& index) const
{
    if (!index.isValid())
        return nowhere();
    // More than there are cells: some are of rows that are gone, and nobody told.
    if (m_cells.size() > static_cast<qsizetype>(rowCount()) * columnCount())
        dropVanished();
    return kept(
        m_cells[QPersistentModelIndex(index)], [&] { return new AccessibleCell(view(), index); });
}

QAccessibleInterface* AccessibleSheet::heading(Qt::Orientation orientation, int section) const
{
    const bool isColumn = orientation == Qt::Horizontal;
    if (section >= (isColumn ? columnCount() : rowCount()))
        return nowhere();
    const int known = std::max(section, -1);
    return kept((isColumn ? m_columnHeadings : m_rowHeadings)[known], [&] {
        return new AccessibleHeading(view(), orientation, known);
    });
}

QAccessibleInterface* AccessibleSheet::child(int index) const
{
    if (index < 0 || index >= childCount())
        return nowhere();
    const int row = index / (columnCount() + 1) - 1;
    const int column = index % (columnCount() + 1) - 1;
    if (row < 0)
        return heading(Qt::Horizontal, column);
    return column < 0 ? heading(Qt::Vertical, row) : cellOf(indexAt(row, column));
}

QAccessibleInterface* AccessibleSheet::childAt(int x, int y) const
{
    if (view() == nullptr || view()->model() == nullptr || !rect().contains(x, y))
        return nullptr;
    const QPoint point(x, y);
    const QHeaderView* header = view()->horizontalHeader();
    const QPoint inHeader = header->viewport()->mapFromGlobal(point);
    if (header->isVisible() && header->viewport()->rect().contains(inHeader)) {
        const int column = header->logicalIndexAt(inHeader);
        return column < 0 ? nullptr : heading(Qt::Horizontal, column);
    }
    const QModelIndex index = view()->indexAt(view()->viewport()->mapFromGlobal(point));
    return index.isValid() ? cellOf(index) : nullptr;
}

int AccessibleSheet::childCount() const
{
    return view() == nullptr || view()->model() == nullptr ? 0
                                                           : (rowCount() + 1) * (columnCount() + 1);
}

int AccessibleSheet::indexOfChild(const QAccessibleInterface* child) const
{
    const auto* part = dynamic_cast<const AccessiblePart*>(child);
    if (part == nullptr || !part->isPlaced() || part->parent() != this)
        return -1;
    return (part->rowIndex() + 1) * (columnCount() + 1) + part->columnIndex() + 1;
}

QAccessibleInterface* AccessibleSheet::focusChild() const
{
    return view() != nullptr && view()->currentIndex().isValid() ? cellOf(view()->currentIndex())
                                                                 : nullptr;
}

void* AccessibleSheet::interface_cast(QAccessible::InterfaceType type)
{
    return type == QAccessible::TableInterface ? static_cast<QAccessibleTableInterface*>(this)
                                               : QAccessibleWidget::interface_cast(type);
}

QAccessibleInterface* AccessibleSheet::cellAt(int row, int column) const
{
    return cellOf(indexAt(row, column));
}

int AccessibleSheet::columnCount() const
{
    return view() == nullptr || view()->model() == nullptr ? 0 : view()->model()->columnCount();
}

int AccessibleSheet::rowCount() const
{
    return view() == nullptr || view()->model() == nullptr ? 0 : view()->model()->rowCount();
}

QString AccessibleSheet::columnDescription(int column) const
{
    return heading(Qt::Horizontal, column)->text(QAccessible::Name);
}

QString AccessibleSheet::rowDescription(int row) const
{
    return view() == nullptr ? QString() : summaryOf(*view(), row);
}

void AccessibleSheet::modelChange(QAccessibleTableModelChangeEvent* event)
{
    Q_UNUSED(event)
    dropVanished();
}

void AccessibleSheet::dropVanished() const
{
    for (auto it = m_cells.begin(); it != m_cells.end();) {
        if (it.key().isValid() && view() != nullptr && it.key().model() == view()->model()) {
            ++it;
            continue;
        }
        drop(it.value());
        it = m_cells.erase(it);
    }
    dropFrom(m_columnHeadings, columnCount());
    dropFrom(m_rowHeadings, rowCount());
}

} // namespace onceover
