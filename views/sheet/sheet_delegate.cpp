// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/sheet/sheet_delegate.h"

#include "models/sheet/sheet_model.h"
#include "views/theme.h"

#include <QPainter>

namespace onceover {

namespace {

constexpr int kPaddingPx = 8;

void drawBackground(QPainter* painter, const QStyleOptionViewItem& option)
{
    const Theme::Colours& colours = Theme::colours();
    if (option.state.testFlag(QStyle::State_Selected))
        painter->fillRect(option.rect, colours.selection);
    else if (option.state.testFlag(QStyle::State_MouseOver))
        painter->fillRect(option.rect, colours.hover);
    QColor line = colours.border;
    line.setAlpha(110);
    painter->setPen(line);
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
}

void drawChip(QPainter* painter, const QRect& rect, const QString& text, Tone tone)
{
    const QFontMetrics metrics(painter->font());
    const int width = std::min(metrics.horizontalAdvance(text) + 16, rect.width());
    const int height = metrics.height() + 4;
    const QRect chip(rect.left(), rect.center().y() - height / 2 + 1, width, height);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(Theme::soft(tone));
    painter->drawRoundedRect(chip, 4, 4);
    painter->setPen(Theme::text(tone));
    painter->drawText(
        chip.adjusted(7, 0, -5, 0),
        Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        metrics.elidedText(text, Qt::ElideRight, chip.width() - 13));
}

} // namespace

void SheetDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    drawBackground(painter, option);
    const auto tone = static_cast<Tone>(index.data(SheetModel::ToneRole).toInt());
    const auto kind = static_cast<CellKind>(index.data(SheetModel::KindRole).toInt());
    const QString text = index.data(Qt::DisplayRole).toString();
    const QRect rect = option.rect.adjusted(kPaddingPx, 0, -kPaddingPx, 0);
    if (kind == CellKind::Chip) {
        painter->setFont(Theme::small());
        drawChip(painter, rect, text, tone);
    } else {
        painter->setFont(
            kind == CellKind::Code     ? Theme::code()
            : kind == CellKind::Amount ? Theme::strong()
                                       : Theme::body());
        painter->setPen(Theme::text(tone));
        const QFontMetrics metrics(painter->font());
        const auto alignment = Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt());
        painter->drawText(
            rect,
            static_cast<int>(alignment) | Qt::TextSingleLine,
            metrics.elidedText(text, Qt::ElideRight, rect.width()));
    }
    // The row that the keys act on, also without colour: a bar at its left edge while the table has
    // the focus.
    if (option.state.testFlag(QStyle::State_Selected) && option.state.testFlag(QStyle::State_Active)
        && index.column() == 0)
        painter->fillRect(
            QRect(option.rect.topLeft(), QSize(3, option.rect.height())), Theme::colours().accent);
    painter->restore();
}

} // namespace onceover
