// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace onceover {

// Draws a place with its icon, its name and, at the right edge, its count.
class SideDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    enum Role
    {
        CountRole = Qt::UserRole + 1,
        StartsGroupRole,
    };

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index)
        const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace onceover
