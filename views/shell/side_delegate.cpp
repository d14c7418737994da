// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shell/side_delegate.h"

#include "views/theme.h"

#include <QIcon>
#include <QPainter>

namespace onceover {

namespace {

constexpr int kHeightPx = 34;
constexpr int kGroupGapPx = 14;

} // namespace

QSize SideDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const int gap = index.data(StartsGroupRole).toBool() ? kGroupGapPx : 0;
    return {option.rect.width(), kHeightPx + gap};
}

void SideDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme::Colours& colours = Theme::colours();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    QRect rect = option.rect;
    if (index.data(StartsGroupRole).toBool()) {
        painter->setPen(colours.border);
        painter->drawLine(
            rect.left() + 14,
            rect.top() + kGroupGapPx / 2,
            rect.right() - 14,
            rect.top() + kGroupGapPx / 2);
        rect.setTop(rect.top() + kGroupGapPx);
    }
    rect.adjust(6, 1, -6, -1);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    if (isSelected || option.state.testFlag(QStyle::State_MouseOver)) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(isSelected ? colours.selection : colours.hover);
        painter->drawRoundedRect(rect, 5, 5);
    }
    if (option.state.testFlag(QStyle::State_HasFocus)
        && option.state.testFlag(QStyle::State_Active)) {
        painter->setPen(colours.accent);
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(rect, 5, 5);
    }
    const QIcon icon = index.data(Qt::DecorationRole).value<QIcon>();
    icon.paint(painter, QRect(rect.left() + 8, rect.center().y() - 8, 18, 18));
    const QString count = index.data(CountRole).toString();
    painter->setFont(isSelected ? Theme::strong() : Theme::body());
    const int countWidth =
        count.isEmpty() ? 0 : painter->fontMetrics().horizontalAdvance(count) + 10;
    const QRect text = rect.adjusted(34, 0, -8 - countWidth, 0);
    painter->setPen(colours.text);
    painter->drawText(
        text,
        Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        painter->fontMetrics().elidedText(
            index.data(Qt::DisplayRole).toString(), Qt::ElideRight, text.width()));
    painter->setPen(isSelected ? colours.text : colours.muted);
    painter->drawText(rect.adjusted(0, 0, -10, 0), Qt::AlignRight | Qt::AlignVCenter, count);
    painter->restore();
}

} // namespace onceover
