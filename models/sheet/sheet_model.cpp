// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sheet/sheet_model.h"

#include <QSet>

#include <algorithm>

namespace onceover {

SheetModel::SheetModel(QStringList columns, QObject* parent)
    : QAbstractTableModel(parent)
    , m_columns(std::move(columns))
{}

void SheetModel::reset(QStringList columns, QList<SheetRow> rows)
{
    if (columns == m_columns) {
        setRows(rows);
        return;
    }
    beginResetModel();
    m_columns = std::move(columns);
    m_rows = std::move(rows);
    endResetModel();
}

void SheetModel::dropMissing(const QList<SheetRow>& rows)
{
    QSet<QString> wanted;
    for (const SheetRow& row : rows)
        wanted.insert(row.id);
    for (int at = static_cast<int>(m_rows.size()) - 1; at >= 0; --at) {
        if (wanted.contains(m_rows.at(at).id))
            continue;
        beginRemoveRows({}, at, at);
        m_rows.removeAt(at);
        endRemoveRows();
    }
}

void SheetModel::place(int at, const SheetRow& row)
{
    const int found = rowOf(row.id);
    if (found < 0) {
        beginInsertRows({}, at, at);
        m_rows.insert(at, row);
        endInsertRows();
        return;
    }
    // Everything before `at` is in place already, so that the row can only stand here or further
    // down.
    if (found > at) {
        beginMoveRows({}, found, found, {}, at);
        m_rows.move(found, at);
        endMoveRows();
    }
    if (m_rows.at(at) != row) {
        m_rows[at] = row;
        Q_EMIT dataChanged(index(at, 0), index(at, columnCount() - 1));
    }
}

void SheetModel::setRows(const QList<SheetRow>& rows)
{
    if (rows == m_rows)
        return;
    dropMissing(rows);
    for (int at = 0; at < rows.size(); ++at)
        place(at, rows.at(at));
}

QString SheetModel::idAt(int row) const
{
    return row >= 0 && row < m_rows.size() ? m_rows.at(row).id : QString();
}

int SheetModel::rowOf(const QString& id) const
{
    const auto found = std::find_if(
        m_rows.begin(), m_rows.end(), [&id](const SheetRow& row) { return row.id == id; });
    return found == m_rows.end() ? -1 : static_cast<int>(std::distance(m_rows.begin(), found));
}

int SheetModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int SheetModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant SheetModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= m_rows.size())
        return {};
    const SheetRow& row = m_rows.at(index.row());
    if (role == IdRole)
        return row.id;
    if (role == SummaryRole)
        return row.summary;
    if (index.column() >= row.cells.size())
        return {};
    const Cell& cell = row.cells.at(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return cell.text;
    case Qt::AccessibleTextRole:
        return m_columns.value(index.column()) + QStringLiteral(": ") + cell.text;
    case Qt::AccessibleDescriptionRole:
        return row.summary;
    case Qt::ToolTipRole:
        // A tool tip guesses whether it is HTML; escaped text in a paragraph is never taken for
        // anything else.
        return QStringLiteral("<p>%1</p>")
            .arg((cell.toolTip.isEmpty() ? cell.text : cell.toolTip).toHtmlEscaped());
    case Qt::TextAlignmentRole:
        return cell.kind == CellKind::Amount || cell.kind == CellKind::Time
                   ? static_cast<int>(Qt::AlignRight | Qt::AlignVCenter)
                   : static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
    case ToneRole:
        return static_cast<int>(cell.tone);
    case KindRole:
        return static_cast<int>(cell.kind);
    default:
        return {};
    }
}

QVariant SheetModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
        return m_columns.value(section);
    if (role == Qt::TextAlignmentRole && !m_rows.isEmpty() && section < m_rows.first().cells.size())
        return data(index(0, section), role);
    return {};
}

} // namespace onceover
