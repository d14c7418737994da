// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/sheet/sheet_row.h"

#include <QAbstractTableModel>
#include <QStringList>

namespace onceover {

// A table of ready rows. setRows() changes only what differs, row by row and by id, so that the
// selection, the place on the screen and a screen reader's focus stay where they are. GUI thread.
class SheetModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role
    {
        IdRole = Qt::UserRole + 1,
        ToneRole,
        KindRole,
        SummaryRole,
    };

    explicit SheetModel(QStringList columns, QObject* parent = nullptr);

    // Replaces titles and rows at once; for tables whose columns depend on what is shown.
    void reset(QStringList columns, QList<SheetRow> rows);
    void setRows(const QList<SheetRow>& rows);

    const QList<SheetRow>& rows() const { return m_rows; }

    QString idAt(int row) const;
    // -1 where it is not shown.
    int rowOf(const QString& id) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void dropMissing(const QList<SheetRow>& rows);
    void place(int at, const SheetRow& row);

    QStringList m_columns;
    QList<SheetRow> m_rows;
};

} // namespace onceover
