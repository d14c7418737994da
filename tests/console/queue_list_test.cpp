// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/queue/filter_text.h"
#include "models/queue/queue_list.h"
#include "tests/console/example_case.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace onceover;

namespace {

QueuePage pageOf(std::initializer_list<const char*> ids)
{
    QueuePage page;
    page.readUs = exampleCase().readUs;
    for (const char* id : ids) {
        PaymentRow row = exampleCase().payment;
        row.paymentId = QLatin1String(id);
        page.rows.append(row);
    }
    return page;
}

QStringList idsOf(const SheetModel& model)
{
    QStringList ids;
    for (const SheetRow& row : model.rows())
        ids << row.id;
    return ids;
}

} // namespace

class QueueListTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void newRowsWaitUntilTheyAreAskedFor()
    {
        QueueList list(nullptr);
        const QAbstractItemModelTester tester(
            list.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy counted(&list, &QueueList::newCountChanged);
        list.apply(pageOf({"a", "b"}));
        list.apply(pageOf({"a", "b", "c", "d"}));
        QCOMPARE(idsOf(*list.model()), QStringList({QStringLiteral("a"), QStringLiteral("b")}));
        QCOMPARE(counted.last().first().toInt(), 2);
        list.showNew();
        list.apply(pageOf({"a", "b", "c", "d"}));
        QCOMPARE(list.model()->rowCount(), 4);
        QCOMPARE(counted.last().first().toInt(), 0);
    }

    void settledRowsGoButTheOpenOneStays()
    {
        QueueList list(nullptr);
        list.apply(pageOf({"a", "b", "c"}));
        list.setKept(QStringLiteral("b"));
        list.apply(pageOf({"c"}));
        QCOMPARE(idsOf(*list.model()), QStringList({QStringLiteral("b"), QStringLiteral("c")}));
        list.setKept(QStringLiteral("c"));
        list.apply(pageOf({"c"}));
        QCOMPARE(idsOf(*list.model()), QStringList({QStringLiteral("c")}));
    }

    void openingAnotherListForgetsTheOld()
    {
        QueueList list(nullptr);
        list.apply(pageOf({"a"}));
        list.open(ListKind::Held, QueueFilter());
        list.apply(pageOf({"z"}));
        QCOMPARE(idsOf(*list.model()), QStringList({QStringLiteral("z")}));
        QCOMPARE(list.newCount(), 0);
    }

    void filterTextBecomesTokensAndANeedle()
    {
        const QueueFilter filter = FilterText::parse(QStringLiteral(
            "  provider:stripe currency:eur state:unknown why:deadline  ACME  GmbH "));
        QCOMPARE(filter.provider, QStringLiteral("stripe"));
        QCOMPARE(filter.currency, QStringLiteral("EUR"));
        QCOMPARE(filter.status, QStringLiteral("UNKNOWN"));
        QCOMPARE(filter.reason, QStringLiteral("deadline"));
        QCOMPARE(filter.needle, QStringLiteral("ACME GmbH"));
        QVERIFY(FilterText::parse(QStringLiteral("   ")).isEmpty());
        QCOMPARE(
            FilterText::parse(QStringLiteral("provider:")).needle, QStringLiteral("provider:"));
        QCOMPARE(FilterText::parse(QStringLiteral("urn:x:1")).needle, QStringLiteral("urn:x:1"));
    }
};

QTEST_GUILESS_MAIN(QueueListTest)
#include "queue_list_test.moc"
