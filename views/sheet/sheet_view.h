// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace onceover {

class SheetModel;

// The one table of the console: fixed row height, whole rows, the current row kept by id, the
// selection copied as tab-separated text, J and K beside the arrows, and no type-ahead that would
// search the model with the letters of commands. Screen readers get AccessibleSheet.
class SheetView : public QTableView
{
    Q_OBJECT

public:
    explicit SheetView(const QString& accessibleName, QWidget* parent = nullptr);

    void setSheet(SheetModel* sheet);

    // Empty without a current row.
    QString currentId() const;
    void selectId(const QString& id);
    // Widths in pixels from the first column on; the last of them takes what is left.
    void setColumnWidths(const QList<int>& widths, int stretchColumn);
    // This column takes what the others leave, but never less than `minimumPx`.
    void setFlexibleColumn(int column, int minimumPx);
    // Grows with its rows up to `maxRows`, for tables inside a page.
    void setFitsRows(int maxRows);

    void keyboardSearch(const QString& search) override;

Q_SIGNALS:
    void currentIdChanged(const QString& id);
    void opened(const QString& id);
    // The end of the list came into sight.
    void endReached();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void resizeEvent(QResizeEvent* event) override;
    QSize sizeHint() const override;

private:
    void flex();
    void copySelection() const;
    void step(int rows);
    void fit();

    SheetModel* m_sheet = nullptr;
    QString m_lastId;
    int m_maxRows = 0;
    int m_flexibleColumn = -1;
    int m_flexibleMinimumPx = 0;
};

} // namespace onceover
