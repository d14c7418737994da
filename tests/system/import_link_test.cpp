// SPDX-License-Identifier: GPL-3.0-or-later
// What a bank's line proves: payments that were really sent to the sandbox and lost their answers,
// and statements through onceover-core import.
#include "tests/system/lost_payments.h"
#include "tests/system/statement_text.h"

#include <QJsonArray>
#include <QTest>

using namespace onceover;
using namespace onceover::camt;

class ImportLinkTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aBookedLineProvesItsPayment();
    void whatALineIsWorth_data();
    void whatALineIsWorth();
    void aBundleProvesEachPartThatItTells();
    void aReversalAfterProofIsAContradiction();
    void aSecondLineIsADuplicate();
    void theSandboxesOwnStatementSettles();
    void theSameMoneyInTwoMessagesCountsOnce_data();
    void theSameMoneyInTwoMessagesCountsOnce();
    void aSecondLineBesideANotificationIsADuplicate();
    void whatIsPendingIsSuperseded();
    void textFormatsProveByTheirReference_data();
    void textFormatsProveByTheirReference();

private:
    QString orphansOf(const QByteArray& account);

    // A payment of 12.50 EUR that was sent and lost its answer.
    QString lost();
    CoreAnswer import(const QByteArray& bytes);
    QByteArray account();

    LostPayments m_lost;
    int m_accounts = 0;
};

void ImportLinkTest::initTestCase()
{
    const CoreAnswer made = m_lost.start();
    QVERIFY2(made.exitCode == 0, made.described().constData());
}

QString ImportLinkTest::lost()
{
    return m_lost.reference();
}

CoreAnswer ImportLinkTest::import(const QByteArray& bytes)
{
    return m_lost.core().run(
        {QStringLiteral("import"), m_lost.core().write(QStringLiteral("bank.xml"), bytes)});
}

// Each test's statements belong to an account of their own.
QByteArray ImportLinkTest::account()
{
    return "TEST" + QByteArray::number(1'000'000 + ++m_accounts);
}

void ImportLinkTest::aBookedLineProvesItsPayment()
{
    const QString reference = lost();
    QVERIFY(!reference.isEmpty());
    const CoreAnswer answer =
        import(fileOf(stated("P", account(), line("12.50", named(reference.toLatin1())))));
    QCOMPARE(answer.number("linked"), 1);
    const QJsonObject payment = m_lost.core().passUntil(reference, "SUCCEEDED", 5);
    QCOMPARE(payment[QStringLiteral("status")].toString(), QStringLiteral("SUCCEEDED"));
    QCOMPARE(payment[QStringLiteral("basis")].toString(), QStringLiteral("BANK"));
    QCOMPARE(payment[QStringLiteral("finality")].toString(), QStringLiteral("SETTLED"));
}

void ImportLinkTest::whatALineIsWorth_data()
{
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<int>("linked");
    QTest::addColumn<int>("candidates");
    QTest::addColumn<QString>("status");
    const auto unknown = QStringLiteral("UNKNOWN");
    const auto review = QStringLiteral("REVIEW");
    const char* booked = "<Sts>BOOK</Sts>";
    QTest::newRow("pending") << line("12.50", named("%1"), "DBIT", "<Sts>PDNG</Sts>") << 0 << 0
                             << unknown;
    QTest::newRow("info") << line("12.50", named("%1"), "DBIT", "<Sts>INFO</Sts>") << 0 << 0
                          << unknown;
    QTest::newRow("credit for money out")
        << line("12.50", named("%1"), "CRDT", booked) << 0 << 1 << review;
    QTest::newRow("wrong amount") << line("12.49", named("%1")) << 0 << 1 << review;
    QTest::newRow("reversal alone")
        << line("12.50", named("%1"), "DBIT", "<RvslInd>true</RvslInd><Sts>BOOK</Sts>") << 0 << 1
        << review;
    QTest::newRow("two lines with one reference")
        << line("12.50", named("%1")) + line("12.50", named("%1")) << 0 << 2 << review;
    QTest::newRow("one line with two references")
        << line("12.50", details(transaction("%1 %2"))) << 0 << 2 << review;
    QTest::newRow("bundle whose parts have no amounts")
        << line("12.50", details(transaction("%1") + transaction("OTHER"))) << 0 << 1 << review;
    QTest::newRow("bundle that does not add up")
        << line("30.00", details(transaction("%1", "12.50") + transaction("OTHER", "12.50"))) << 0
        << 1 << review;
    QTest::newRow("part of a word") << line("12.50", named("X%1")) << 0 << 0 << unknown;
}

void ImportLinkTest::whatALineIsWorth()
{
    QFETCH(QByteArray, lines);
    QFETCH(int, linked);
    QFETCH(int, candidates);
    QFETCH(QString, status);
    const QString reference = lost();
    QVERIFY(!reference.isEmpty());
    lines.replace("%1", reference.toLatin1());
    if (lines.contains("%2"))
        lines.replace("%2", lost().toLatin1());
    const QByteArray bytes = fileOf(stated("W", account(), lines));
    const CoreAnswer answer = import(bytes);
    QVERIFY2(answer.exitCode == 0, answer.described().constData());
    QCOMPARE(answer.number("linked"), linked);
    QCOMPARE(answer.number("candidates"), candidates);
    // Linking again finds nothing new.
    QCOMPARE(import(bytes).number("candidates"), 0);
    const QJsonObject payment = m_lost.core().passUntil(
        reference, status.toLatin1().constData(), status == u"REVIEW" ? 5 : 2);
    QCOMPARE(payment[QStringLiteral("status")].toString(), status);
}

void ImportLinkTest::aBundleProvesEachPartThatItTells()
{
    const QString first = lost();
    const QString second = lost();
    const CoreAnswer answer = import(fileOf(stated(
        "V",
        account(),
        line(
            "25.00",
            details(
                transaction(first.toLatin1(), "12.50")
                + transaction(second.toLatin1(), "12.50"))))));
    QCOMPARE(answer.number("records"), 2);
    QCOMPARE(answer.number("linked"), 2);
    for (const QString& reference : {first, second})
        QCOMPARE(
            m_lost.core().passUntil(reference, "SUCCEEDED", 5)[QStringLiteral("basis")].toString(),
            QStringLiteral("BANK"));
}

void ImportLinkTest::aReversalAfterProofIsAContradiction()
{
    const QString reference = lost();
    const QByteArray iban = account();
    QCOMPARE(
        import(fileOf(stated("R1", iban, line("12.50", named(reference.toLatin1())))))
            .number("linked"),
        1);
    m_lost.core().passUntil(reference, "SUCCEEDED", 5);
    const CoreAnswer back = import(fileOf(stated(
        "R2",
        iban,
        line(
            "12.50",
            named(reference.toLatin1()),
            "CRDT",
            "<RvslInd>true</RvslInd><Sts>BOOK</Sts>"))));
    QCOMPARE(back.number("candidates"), 1);
    const QJsonObject payment = m_lost.core().payment(reference);
    QCOMPARE(payment[QStringLiteral("status")].toString(), QStringLiteral("REVIEW"));
    QCOMPARE(
        payment[QStringLiteral("contradictions")][0][QStringLiteral("kind")].toString(),
        QStringLiteral("RETURNED"));
}

void ImportLinkTest::aSecondLineIsADuplicate()
{
    const QString reference = lost();
    const QByteArray iban = account();
    for (const char* number : {"1", "2"})
        QCOMPARE(
            import(fileOf(stated(
                       "U",
                       iban,
                       QByteArray("<ElctrncSeqNb>") + number + "</ElctrncSeqNb>"
                           + line("12.50", named(reference.toLatin1())))))
                .number("linked"),
            1);
    const QJsonObject payment = m_lost.core().passUntil(reference, "REVIEW", 5);
    QCOMPARE(payment[QStringLiteral("status")].toString(), QStringLiteral("REVIEW"));
    QCOMPARE(
        payment[QStringLiteral("contradictions")][0][QStringLiteral("kind")].toString(),
        QStringLiteral("DUPLICATE"));
    QCOMPARE(
        m_lost.core().rows(
            "select count(*)::text as cell from (select record_id from onceover.record_owners "
            "group by record_id having count(*) > 1) twice",
            {QStringLiteral("cell")})[0][0],
        QStringLiteral("0"));
}

void ImportLinkTest::theSandboxesOwnStatementSettles()
{
    const QString reference = lost();
    int exitCode = -1;
    const QByteArray bytes = m_lost.sandbox().run(
        QStringLiteral("statement"),
        {QStringLiteral("--account"),
         QStringLiteral("DE02120300000000202051"),
         QStringLiteral("--currency"),
         QStringLiteral("EUR"),
         QStringLiteral("--date"),
         QStringLiteral("2026-01-16"),
         QStringLiteral("--providers"),
         QStringLiteral("legacy"),
         QStringLiteral("--opening"),
         QStringLiteral("1000000")},
        &exitCode);
    QCOMPARE(exitCode, 0);
    const CoreAnswer answer = import(bytes);
    QVERIFY2(answer.exitCode == 0, answer.described().constData());
    QVERIFY(answer.number("linked") >= 1);
    const QJsonObject payment = m_lost.core().passUntil(reference, "SUCCEEDED", 5);
    QCOMPARE(payment[QStringLiteral("basis")].toString(), QStringLiteral("BANK"));
}

QString ImportLinkTest::orphansOf(const QByteArray& account)
{
    const QByteArray sql =
        "select count(*)::text as cell from review.orphans where owner_name = '" + account + "'";
    return m_lost.core().rows(sql.constData(), {QStringLiteral("cell")}).value(0).value(0);
}

void ImportLinkTest::theSameMoneyInTwoMessagesCountsOnce_data()
{
    // %1 and %2 are two payments of 12.50; B is the bank's own reference.
    QTest::addColumn<QByteArray>("statement");
    QTest::addColumn<QByteArray>("notification");
    QTest::addColumn<int>("payments");
    QTest::addColumn<bool>("isNotificationFirst");
    const QByteArray bare = line("25.00", servicer("B"));
    const QByteArray parts = line(
        "25.00", servicer("B") + details(transaction("%1", "12.50") + transaction("%2", "12.50")));
    const QByteArray nameless = line("12.50", servicer("B"));
    const QByteArray single = line("12.50", servicer("B") + named("%1"));
    for (const bool isFirst : {false, true}) {
        const QByteArray order = isFirst ? ", notification first" : ", statement first";
        const auto row = [&](const char* name,
                             const QByteArray& statement,
                             const QByteArray& notification,
                             int payments) {
            QTest::newRow((name + order).constData())
                << statement << notification << payments << isFirst;
        };
        row("parts of a bare line", bare, parts, 2);
        row("parts in both", parts, parts, 2);
        row("name of a bare line", nameless, single, 1);
        row("name in both", single, single, 1);
        row("name in the statement", single, nameless, 1);
        row("reference in the notification", line("12.50", named("%1")), single, 1);
    }
}

void ImportLinkTest::theSameMoneyInTwoMessagesCountsOnce()
{
    QFETCH(QByteArray, statement);
    QFETCH(QByteArray, notification);
    QFETCH(int, payments);
    QFETCH(bool, isNotificationFirst);
    QStringList references;
    for (int number = 1; number <= payments; ++number) {
        references += lost();
        const QByteArray mark = "%" + QByteArray::number(number);
        statement.replace(mark, references.last().toLatin1());
        notification.replace(mark, references.last().toLatin1());
    }
    const QByteArray iban = account();
    const QByteArray day = period("2026-01-16T00:00:00", "2026-01-17T00:00:00");
    // The bank gives both messages one identification.
    QList<QByteArray> files = {
        fileOf(stated("S", iban, day + statement)),
        notificationOf(stated("S", iban, notification))};
    if (isNotificationFirst)
        files.swapItemsAt(0, 1);
    int linked = 0;
    for (const QByteArray& file : files) {
        const CoreAnswer answer = import(file);
        QVERIFY2(answer.exitCode == 0, answer.described().constData());
        linked += static_cast<int>(answer.number("linked"));
    }
    QCOMPARE(linked, payments);
    for (const QByteArray& file : files)
        QCOMPARE(import(file).number("linked"), 0);
    QCOMPARE(orphansOf(iban), QStringLiteral("0"));
    for (const QString& reference : references) {
        const QJsonObject payment = m_lost.core().passUntil(reference, "SUCCEEDED", 5);
        QCOMPARE(payment[QStringLiteral("status")].toString(), QStringLiteral("SUCCEEDED"));
        QVERIFY(payment[QStringLiteral("contradictions")].toArray().isEmpty());
    }
}

void ImportLinkTest::aSecondLineBesideANotificationIsADuplicate()
{
    const QString reference = lost();
    const QByteArray iban = account();
    const QByteArray name = named(reference.toLatin1());
    const CoreAnswer told =
        import(notificationOf(stated("N", iban, line("12.50", servicer("B") + name))));
    QCOMPARE(told.number("linked"), 1);
    // The notification speaks for one of the two.
    const CoreAnswer both =
        import(fileOf(stated("S", iban, line("12.50", name) + line("12.50", name))));
    QCOMPARE(both.number("linked"), 1);
    const QJsonObject payment = m_lost.core().passUntil(reference, "REVIEW", 5);
    QCOMPARE(
        payment[QStringLiteral("contradictions")][0][QStringLiteral("kind")].toString(),
        QStringLiteral("DUPLICATE"));
}

void ImportLinkTest::whatIsPendingIsSuperseded()
{
    const QString reference = lost();
    const QByteArray iban = account();
    const auto report = [&iban](const QByteArray& inside) {
        return fileOf(stated("D", iban, inside))
            .replace("Stmt>", "Rpt>")
            .replace("BkToCstmrRpt>", "BkToCstmrAcctRpt>")
            .replace("camt.053", "camt.052");
    };
    const QByteArray name = named(reference.toLatin1());
    const CoreAnswer pending =
        import(report(line("12.40", servicer("TMP") + name, "DBIT", "<Sts><Cd>PDNG</Cd></Sts>")));
    QCOMPARE(pending.number("linked") + pending.number("candidates"), 0);
    // Booked, and without the bank's own reference: the statement could show it as another line.
    const CoreAnswer early = import(report(line("12.50", name)));
    QCOMPARE(early.number("linked") + early.number("candidates"), 0);
    const CoreAnswer booked = import(report(line("12.50", servicer("ASR") + name)));
    QCOMPARE(booked.number("linked"), 1);
    const CoreAnswer final =
        import(fileOf(stated("D", iban, line("12.50", servicer("ASR") + name))));
    QCOMPARE(final.number("linked"), 0);
    const QJsonObject payment = m_lost.core().passUntil(reference, "SUCCEEDED", 5);
    QCOMPARE(payment[QStringLiteral("status")].toString(), QStringLiteral("SUCCEEDED"));
    QVERIFY(payment[QStringLiteral("contradictions")].toArray().isEmpty());
}

void ImportLinkTest::textFormatsProveByTheirReference_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<int>("linked");
    const QByteArray head = ":20:T\n:25:%2\n:28C:1/1\n";
    QTest::newRow("MT940, structured")
        << head
               + ":60F:C260116EUR100,00\n:61:2601160116DR12,50NTRFNONREF//X1\n"
                 ":86:116?00UEBERWEISUNG?20EREF+%1?21SVWZ+Rechnung\n:62F:C260116EUR87,50\n-\n"
        << 1;
    QTest::newRow("MT940, customer reference")
        << head
               + ":60F:C260116EUR100,00\n:61:2601160116D12,50NTRF%1\n"
                 ":62F:C260116EUR87,50\n-\n"
        << 1;
    QTest::newRow("MT942") << head + ":34F:EUR0,\n:61:2601160116D12,50NTRF%1//X2\n-\n" << 0;
    const QByteArray bai =
        "01,B,U,260116,0800,1,,,2/\n02,U,B,1,260116,,EUR,%3/\n03,%2,EUR,010,10000,,,015,8750,,/\n"
        "16,495,1250,0,X3,%1,words/\n49,20000,3/\n98,20000,1,5/\n99,20000,1,7/\n";
    QTest::newRow("BAI2") << QByteArray(bai).replace("%3", "2") << 1;
    QTest::newRow("BAI2 within the day") << QByteArray(bai).replace("%3", "3") << 0;
}

void ImportLinkTest::textFormatsProveByTheirReference()
{
    QFETCH(QByteArray, file);
    QFETCH(int, linked);
    const QString reference = lost();
    file.replace("%1", reference.toLatin1()).replace("%2", account());
    const CoreAnswer answer = import(file);
    QVERIFY2(answer.exitCode == 0, answer.described().constData());
    QCOMPARE(answer.number("linked"), linked);
    const CoreAnswer again = import(file);
    QCOMPARE(again.text("outcome"), QStringLiteral("SAME_FILE"));
    QCOMPARE(again.number("linked"), 0);
    if (linked == 0)
        return;
    const QJsonObject payment = m_lost.core().passUntil(reference, "SUCCEEDED", 5);
    QCOMPARE(payment[QStringLiteral("basis")].toString(), QStringLiteral("BANK"));
}

QTEST_GUILESS_MAIN(ImportLinkTest)

#include "import_link_test.moc"
