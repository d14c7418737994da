// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sheet/sheet_model.h"
#include "views/sheet/accessible_sheet.h"
#include "views/sheet/sheet_view.h"

#include <QAccessible>
#include <QHeaderView>
#include <QRegularExpression>
#include <QTest>

#include <memory>
#include <random>

using namespace onceover;

namespace {

SheetRow rowOf(const QString& id, const QString& summary = {})
{
    SheetRow row;
    row.id = id;
    row.summary = summary;
    row.cells = {
        {id, Tone::Normal, CellKind::Code, {}},
        {QStringLiteral("12.00"), Tone::Normal, CellKind::Amount, {}},
        {QStringLiteral("late"), Tone::Warning, CellKind::Chip, {}}};
    return row;
}

QList<SheetRow> rowsOf(const QStringList& ids)
{
    QList<SheetRow> rows;
    for (const QString& id : ids)
        rows << rowOf(id);
    return rows;
}

// The bridge of Qt 6.4.2 asks like this, and uses every answer unseen.
void askLikeTheBridge(QAccessibleInterface* table)
{
    QAccessibleTableInterface* cells = table->tableInterface();
    QVERIFY(cells != nullptr);
    for (int index = -2; index <= table->childCount() + 2; ++index) {
        QAccessibleInterface* child = table->child(index);
        QVERIFY2(child != nullptr, qPrintable(QString::number(index)));
        QVERIFY(child->tableCellInterface() != nullptr);
        QVERIFY(child->isValid());
        QCOMPARE(child->parent(), table);
        QCOMPARE(child->tableCellInterface()->table(), table);
        const bool isInside = index >= 0 && index < table->childCount();
        QCOMPARE(table->indexOfChild(child), isInside ? index : -1);
        if (!isInside)
            QVERIFY(child->state().invisible && child->text(QAccessible::Name).isEmpty());
        child->rect();
        child->role();
        // GetRowColumnExtentsAtIndex: without the headings' row and column.
        if (const int columns = cells->columnCount(); columns > 0) {
            QAccessibleInterface* cell = cells->cellAt(index / columns, index % columns);
            QVERIFY(cell != nullptr);
            QVERIFY(cell->tableCellInterface() != nullptr);
            cell->tableCellInterface()->isSelected();
        }
    }
    for (int row = -2; row <= cells->rowCount() + 2; ++row) {
        for (int column = -2; column <= cells->columnCount() + 2; ++column) {
            QAccessibleInterface* cell = cells->cellAt(row, column);
            QVERIFY(cell != nullptr);
            QVERIFY(cell->tableCellInterface() != nullptr);
            const bool isInside =
                row >= 0 && row < cells->rowCount() && column >= 0 && column < cells->columnCount();
            QCOMPARE(cell->tableCellInterface()->rowIndex(), isInside ? row : -1);
            QCOMPARE(cell->tableCellInterface()->columnIndex(), isInside ? column : -1);
            QCOMPARE(
                cell->tableCellInterface()->isSelected(), isInside && cells->isRowSelected(row));
        }
        cells->rowDescription(row);
        cells->columnDescription(row);
        cells->isColumnSelected(row);
    }
    QCOMPARE(cells->selectedCells().size(), cells->selectedCellCount());
    QCOMPARE(cells->selectedRows().size(), cells->selectedRowCount());
}

} // namespace

class AccessibleSheetTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { QAccessible::setActive(true); }

    void init()
    {
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support|QStandardPaths)")));
        m_model = std::make_unique<SheetModel>(
            QStringList{QStringLiteral("Id"), QStringLiteral("Amount"), QStringLiteral("Why")});
        m_view = std::make_unique<SheetView>(QStringLiteral("Payments"));
        m_view->setSheet(m_model.get());
        m_view->resize(500, 300);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }

    void cleanup()
    {
        m_view.reset();
        m_model.reset();
    }

    void everySheetHasTheSafeTable()
    {
        QVERIFY(dynamic_cast<AccessibleSheet*>(table()) != nullptr);
        QCOMPARE(table()->role(), QAccessible::Table);
        QCOMPARE(table()->text(QAccessible::Name), QStringLiteral("Payments"));
        const SheetView bare(QStringLiteral("Without a model"));
        askLikeTheBridge(QAccessible::queryAccessibleInterface(const_cast<SheetView*>(&bare)));
    }

    void everyQuestionIsAnswered()
    {
        askLikeTheBridge(table());
        m_model->setRows(rowsOf({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")}));
        askLikeTheBridge(table());
        m_view->selectId(QStringLiteral("b"));
        m_view->setColumnHidden(1, true);
        askLikeTheBridge(table());
        QCOMPARE(table()->tableInterface()->selectedRows(), QList<int>{1});
        QVERIFY(table()->tableInterface()->cellAt(0, 1)->state().invisible);
        QVERIFY(table()->tableInterface()->selectRow(2));
        QVERIFY(!table()->tableInterface()->selectRow(3));
        QVERIFY(table()->tableInterface()->unselectRow(1));
        QCOMPARE(table()->tableInterface()->selectedRows(), QList<int>{2});
    }

    void aRowIsSummarised()
    {
        m_model->setRows(
            {rowOf(QStringLiteral("a"), QStringLiteral("Payment a, 12 minutes over")),
             rowOf(QStringLiteral("b"))});
        QAccessibleTableInterface* cells = table()->tableInterface();
        QCOMPARE(cells->rowDescription(0), QStringLiteral("Payment a, 12 minutes over"));
        QCOMPARE(cells->rowDescription(1), QStringLiteral("Id: b, Amount: 12.00, Why: late"));
        QAccessibleInterface* cell = cells->cellAt(1, 1);
        QCOMPARE(cell->text(QAccessible::Name), QStringLiteral("Amount: 12.00"));
        QCOMPARE(cell->text(QAccessible::Description), cells->rowDescription(1));
        const auto titles = cell->tableCellInterface()->columnHeaderCells();
        QCOMPARE(titles.size(), 1);
        QCOMPARE(titles.first()->text(QAccessible::Name), QStringLiteral("Amount"));
        const auto rows = cell->tableCellInterface()->rowHeaderCells();
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows.first()->text(QAccessible::Name), cells->rowDescription(1));
        m_view->horizontalHeader()->moveSection(2, 0);
        m_view->setColumnHidden(1, true);
        QCOMPARE(cells->rowDescription(1), QStringLiteral("Why: late, Id: b"));
    }

    void theCurrentCellHasTheFocus()
    {
        m_model->setRows(rowsOf({QStringLiteral("a"), QStringLiteral("b")}));
        m_view->selectId(QStringLiteral("b"));
        QCOMPARE(table()->focusChild(), table()->tableInterface()->cellAt(1, 0));
        const QPoint middle = table()->focusChild()->rect().center();
        QCOMPARE(table()->childAt(middle.x(), middle.y()), table()->focusChild());
    }

    void aCellGoesWithItsRowAndEndsWithIt()
    {
        m_model->setRows(rowsOf({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")}));
        QAccessibleTableInterface* cells = table()->tableInterface();
        QAccessibleInterface* cell = cells->cellAt(1, 0);
        const QAccessible::Id id = QAccessible::uniqueId(cell);
        m_model->setRows(rowsOf({QStringLiteral("new"), QStringLiteral("a"), QStringLiteral("b")}));
        QCOMPARE(cells->cellAt(2, 0), cell);
        QCOMPARE(cell->tableCellInterface()->rowIndex(), 2);
        QCOMPARE(cell->text(QAccessible::Value), QStringLiteral("b"));
        m_model->setRows(rowsOf({QStringLiteral("new"), QStringLiteral("a")}));
        tellOf(QAccessibleTableModelChangeEvent::RowsRemoved);
        QVERIFY(QAccessible::accessibleInterface(id) == nullptr);
        askLikeTheBridge(table());
        const QAccessible::Id first = QAccessible::uniqueId(cells->cellAt(0, 0));
        QAccessibleInterface* lasting = cells->cellAt(0, 0);
        m_model->reset({QStringLiteral("Only")}, {});
        QVERIFY(QAccessible::accessibleInterface(first) == nullptr || !lasting->isValid());
        tellOf(QAccessibleTableModelChangeEvent::ModelReset);
        QVERIFY(QAccessible::accessibleInterface(first) == nullptr);
        askLikeTheBridge(table());
    }

    void nothingOutlivesTheTable()
    {
        m_model->setRows(rowsOf({QStringLiteral("a")}));
        QList<QAccessible::Id> ids;
        for (int index = -1; index < table()->childCount(); ++index)
            ids << QAccessible::uniqueId(table()->child(index));
        m_view.reset();
        for (const QAccessible::Id id : ids)
            QVERIFY(QAccessible::accessibleInterface(id) == nullptr);
    }

    void aModelThatGoesFirstLeavesAnEmptyTable()
    {
        m_model->setRows(rowsOf({QStringLiteral("a")}));
        askLikeTheBridge(table());
        m_model.reset();
        askLikeTheBridge(table());
    }

    void anyChangeOfRowsIsFollowed()
    {
        std::mt19937 random(20'240'229);
        QStringList ids;
        for (int i = 0; i < 12; ++i)
            ids << QStringLiteral("p%1").arg(i);
        for (int round = 0; round < 60; ++round) {
            std::shuffle(ids.begin(), ids.end(), random);
            m_model->setRows(rowsOf(ids.mid(0, static_cast<int>(random() % 13))));
            askLikeTheBridge(table());
            for (int row = 0; row < m_model->rowCount(); ++row)
                QCOMPARE(
                    table()->tableInterface()->cellAt(row, 0)->text(QAccessible::Value),
                    m_model->idAt(row));
        }
    }

private:
    // As QAbstractItemView does while an assistive program listens; the offscreen platform has
    // none.
    void tellOf(QAccessibleTableModelChangeEvent::ModelChangeType type) const
    {
        QAccessibleTableModelChangeEvent event(m_view.get(), type);
        table()->tableInterface()->modelChange(&event);
    }

    QAccessibleInterface* table() const
    {
        return QAccessible::queryAccessibleInterface(m_view.get());
    }

    std::unique_ptr<SheetModel> m_model;
    std::unique_ptr<SheetView> m_view;
};

QTEST_MAIN(AccessibleSheetTest)
#include "accessible_sheet_test.moc"
