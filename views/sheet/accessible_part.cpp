// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/sheet/accessible_part.h"

#include <QWindow>

namespace onceover {

AccessiblePart::AccessiblePart(QTableView* view)
    : m_view(view)
{}

bool AccessiblePart::isValid() const
{
    return view() != nullptr;
}

QObject* AccessiblePart::object() const
{
    return nullptr;
}

QWindow* AccessiblePart::window() const
{
    return view() == nullptr ? nullptr : view()->window()->windowHandle();
}

QAccessibleInterface* AccessiblePart::parent() const
{
    return view() == nullptr ? nullptr : QAccessible::queryAccessibleInterface(view());
}

QAccessibleInterface* AccessiblePart::child(int index) const
{
    Q_UNUSED(index)
    return nullptr;
}

QAccessibleInterface* AccessiblePart::childAt(int x, int y) const
{
    Q_UNUSED(x)
    Q_UNUSED(y)
    return nullptr;
}

int AccessiblePart::childCount() const
{
    return 0;
}

int AccessiblePart::indexOfChild(const QAccessibleInterface* child) const
{
    Q_UNUSED(child)
    return -1;
}

QString AccessiblePart::text(QAccessible::Text kind) const
{
    Q_UNUSED(kind)
    return {};
}

void AccessiblePart::setText(QAccessible::Text kind, const QString& text)
{
    Q_UNUSED(kind)
    Q_UNUSED(text)
}

QRect AccessiblePart::rect() const
{
    return {};
}

QAccessible::Role AccessiblePart::role() const
{
    return QAccessible::Cell;
}

QAccessible::State AccessiblePart::state() const
{
    QAccessible::State state;
    state.invisible = true;
    return state;
}

void* AccessiblePart::interface_cast(QAccessible::InterfaceType type)
{
    return type == QAccessible::TableCellInterface
               ? static_cast<QAccessibleTableCellInterface*>(this)
               : nullptr;
}

bool AccessiblePart::isSelected() const
{
    return false;
}

QList<QAccessibleInterface*> AccessiblePart::columnHeaderCells() const
{
    return {};
}

QList<QAccessibleInterface*> AccessiblePart::rowHeaderCells() const
{
    return {};
}

int AccessiblePart::columnIndex() const
{
    return -1;
}

int AccessiblePart::rowIndex() const
{
    return -1;
}

int AccessiblePart::columnExtent() const
{
    return 1;
}

int AccessiblePart::rowExtent() const
{
    return 1;
}

QAccessibleInterface* AccessiblePart::table() const
{
    return parent();
}

QRect AccessiblePart::seenOf(const QWidget* widget, const QRect& rect)
{
    const QRect seen = rect.intersected(widget->rect());
    return seen.isEmpty() || !widget->isVisible()
               ? QRect()
               : QRect(widget->mapToGlobal(seen.topLeft()), seen.size());
}

} // namespace onceover
