// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sheet/sheet_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <random>

using namespace onceover;

namespace {

SheetRow rowOf(const QString& id, const QString& text)
{
    SheetRow row;
    row.id = id;
    row.cells = {
        {id, Tone::Normal, CellKind::Code, {}}, {text, Tone::Normal, CellKind::Amount, {}}};
    return row;
}

QList<SheetRow> rowsOf(std::initializer_list<const char*> ids)
{
    QList<SheetRow> rows;
    for (const char* id : ids)
        rows.append(rowOf(QLatin1String(id), QStringLiteral("x")));
    return rows;
}

} // namespace

class SheetModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void changesOnlyWhatDiffers()
    {
        SheetModel model({QStringLiteral("Id"), QStringLiteral("Amount")});
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRows(rowsOf({"a", "b", "c"}));
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        model.setRows(rowsOf({"a", "b", "c"}));
        QCOMPARE(changed.size() + inserted.size() + removed.size(), 0);
        QList<SheetRow> rows = rowsOf({"a", "b", "d"});
        rows[1] = rowOf(QStringLiteral("b"), QStringLiteral("y"));
        model.setRows(rows);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(inserted.size(), 1);
        QCOMPARE(removed.size(), 1);
        QCOMPARE(reset.size(), 0);
    }

    void keepsAPersistentRowThroughMoves()
    {
        SheetModel model({QStringLiteral("Id"), QStringLiteral("Amount")});
        model.setRows(rowsOf({"a", "b", "c", "d"}));
        const QPersistentModelIndex c = model.index(2, 0);
        model.setRows(rowsOf({"d", "c", "a", "e"}));
        QVERIFY(c.isValid());
        QCOMPARE(c.row(), 1);
        QCOMPARE(c.data().toString(), QStringLiteral("c"));
    }

    void arrivesAtAnyOrder()
    {
        SheetModel model({QStringLiteral("Id"), QStringLiteral("Amount")});
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        std::mt19937 random(20261130);
        for (int round = 0; round < 300; ++round) {
            QList<SheetRow> rows;
            for (int id = 0; id < 12; ++id) {
                if (random() % 3 != 0)
                    rows.append(rowOf(QString::number(id), QString::number(random() % 2)));
            }
            std::shuffle(rows.begin(), rows.end(), random);
            model.setRows(rows);
            QVERIFY2(model.rows() == rows, qPrintable(QStringLiteral("round %1").arg(round)));
        }
    }

    void toolTipsNeverBecomeMarkup()
    {
        SheetModel model({QStringLiteral("Id")});
        SheetRow row;
        row.id = QStringLiteral("a");
        row.cells = {
            {QStringLiteral("<img src='/etc/passwd'><b>x</b>"), Tone::Normal, CellKind::Text, {}}};
        model.setRows({row});
        const QString tip = model.index(0, 0).data(Qt::ToolTipRole).toString();
        QCOMPARE(tip, QStringLiteral("<p>&lt;img src='/etc/passwd'&gt;&lt;b&gt;x&lt;/b&gt;</p>"));
    }
};

QTEST_GUILESS_MAIN(SheetModelTest)
#include "sheet_model_test.moc"
