// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/sheet/sheet_view.h"

#include "models/sheet/sheet_model.h"
#include "views/sheet/accessible_sheet.h"
#include "views/sheet/sheet_delegate.h"
#include "views/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>

namespace onceover {

SheetView::SheetView(const QString& accessibleName, QWidget* parent)
    : QTableView(parent)
{
    AccessibleSheet::install();
    setAccessibleName(accessibleName);
    setItemDelegate(new SheetDelegate(this));
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setShowGrid(false);
    setWordWrap(false);
    setTextElideMode(Qt::ElideRight);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    setMouseTracking(true);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(Theme::kRowHeightPx);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setMinimumSectionSize(40);
    connect(this, &QTableView::activated, this, [this](const QModelIndex& index) {
        if (m_sheet != nullptr)
            Q_EMIT opened(m_sheet->idAt(index.row()));
    });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
        if (value == verticalScrollBar()->maximum())
            Q_EMIT endReached();
    });
}

void SheetView::setSheet(SheetModel* sheet)
{
    m_sheet = sheet;
    setModel(sheet);
    const auto settle = [this] {
        // Without a current row a screen reader that enters the table finds nothing to say.
        if (!currentIndex().isValid() && model()->rowCount() > 0)
            selectionModel()->setCurrentIndex(model()->index(0, 0), QItemSelectionModel::NoUpdate);
        fit();
    };
    connect(sheet, &QAbstractItemModel::rowsInserted, this, settle);
    connect(sheet, &QAbstractItemModel::rowsRemoved, this, settle);
    connect(sheet, &QAbstractItemModel::modelReset, this, settle);
}

QString SheetView::currentId() const
{
    return m_sheet != nullptr && currentIndex().isValid() ? m_sheet->idAt(currentIndex().row())
                                                          : QString();
}

void SheetView::selectId(const QString& id)
{
    const int row = m_sheet == nullptr ? -1 : m_sheet->rowOf(id);
    if (row < 0)
        return;
    const QModelIndex index = m_sheet->index(row, 0);
    selectionModel()->setCurrentIndex(
        index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(index);
}

void SheetView::setColumnWidths(const QList<int>& widths, int stretchColumn)
{
    horizontalHeader()->setStretchLastSection(false);
    for (int column = 0; column < widths.size(); ++column) {
        if (column == stretchColumn)
            horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
        else
            setColumnWidth(column, widths.at(column));
    }
}

void SheetView::setFlexibleColumn(int column, int minimumPx)
{
    horizontalHeader()->setStretchLastSection(false);
    m_flexibleColumn = column;
    m_flexibleMinimumPx = minimumPx;
    flex();
}

void SheetView::flex()
{
    if (m_flexibleColumn < 0 || model() == nullptr)
        return;
    int others = 0;
    for (int column = 0; column < model()->columnCount(); ++column) {
        if (column != m_flexibleColumn && !isColumnHidden(column))
            others += columnWidth(column);
    }
    setColumnWidth(m_flexibleColumn, std::max(m_flexibleMinimumPx, viewport()->width() - others));
}

void SheetView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    flex();
}

void SheetView::setFitsRows(int maxRows)
{
    m_maxRows = maxRows;
    fit();
}

void SheetView::fit()
{
    if (m_maxRows > 0)
        updateGeometry();
}

QSize SheetView::sizeHint() const
{
    if (m_maxRows == 0 || model() == nullptr)
        return QTableView::sizeHint();
    const int rows = std::min(std::max(model()->rowCount(), 1), m_maxRows);
    return {
        QTableView::sizeHint().width(),
        rows * Theme::kRowHeightPx + horizontalHeader()->sizeHint().height() + 2};
}

void SheetView::keyboardSearch(const QString& search)
{
    Q_UNUSED(search)
}

void SheetView::step(int rows)
{
    if (model() == nullptr || model()->rowCount() == 0)
        return;
    const int row = std::clamp(currentIndex().row() + rows, 0, model()->rowCount() - 1);
    selectionModel()->setCurrentIndex(
        model()->index(row, 0), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void SheetView::copySelection() const
{
    QStringList lines;
    const QItemSelection selection = selectionModel()->selection();
    QList<int> rows;
    for (const QItemSelectionRange& range : selection) {
        for (int row = range.top(); row <= range.bottom(); ++row)
            rows.append(row);
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    for (const int row : rows) {
        QStringList cells;
        for (int column = 0; column < model()->columnCount(); ++column) {
            if (!isColumnHidden(column))
                cells << model()
                             ->index(row, column)
                             .data()
                             .toString()
                             .replace(QLatin1Char('\t'), QLatin1Char(' '));
        }
        lines << cells.join(QLatin1Char('\t'));
    }
    if (!lines.isEmpty())
        QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

void SheetView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
        return;
    }
    if (event->modifiers() == Qt::NoModifier
        && (event->key() == Qt::Key_J || event->key() == Qt::Key_K)) {
        step(event->key() == Qt::Key_J ? 1 : -1);
        return;
    }
    QTableView::keyPressEvent(event);
}

void SheetView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    const QString id = currentId();
    if (id == m_lastId)
        return;
    m_lastId = id;
    Q_EMIT currentIdChanged(id);
}

} // namespace onceover
