// SPDX-License-Identifier: GPL-3.0-or-later
// What a bank's line proves: payments that were really sent to the sandbox and lost their answers,
// and statements through onceover-core import.
#include "tests/support/shipped_profile.h"
#include "tests/system/core_process.h"
#include "tests/system/sandbox_process.h"
#include "tests/system/statement_text.h"

#include <QTest>

#include <memory>

#include <nlohmann/json.hpp>

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

private:
    // A payment of 12.50 EUR that was sent and lost its answer.
    QString lost();
    CoreAnswer import(const QByteArray& bytes);
    QByteArray account();

    std::unique_ptr<SandboxProcess> m_sandbox;
    std::unique_ptr<CoreProcess> m_core;
    int m_payments = 0;
    int m_accounts = 0;
};

void ImportLinkTest::initTestCase()
{
    m_sandbox = std::make_unique<SandboxProcess>();
    QVERIFY(m_sandbox->start());
    auto profile = nlohmann::ordered_json::parse(shippedProfileText("sandbox-legacy"));
    profile["base_url"] = "http://127.0.0.1:" + std::to_string(m_sandbox->port()) + "/legacy";
    profile["times"]["exhausted_after_ms"] = 86'400'000;
    m_core = std::make_unique<CoreProcess>();
    const CoreAnswer made = m_core->create({QByteArray::fromStdString(profile.dump())});
    QVERIFY2(made.exitCode == 0, made.described().constData());
}

QString ImportLinkTest::lost()
{
    ++m_payments;
    const QString number = QString::number(m_payments);
    m_sandbox->addFault(
        quoted("{'match':{'payee':'Payee ") + number.toLatin1()
        + quoted("'},'fault':'charge_then_drop'}"));
    const QString reference = m_core->accept(
        {{QStringLiteral("source"), QStringLiteral("erp")},
         {QStringLiteral("idempotency_key"), QStringLiteral("bill-") + number},
         {QStringLiteral("kind"), QStringLiteral("PAYMENT")},
         {QStringLiteral("direction"), QStringLiteral("OUT")},
         {QStringLiteral("payee"), QStringLiteral("Payee ") + number},
         {QStringLiteral("payee_account"), QStringLiteral("DE89370400440532013000")},
         {QStringLiteral("amount_minor"), 1250},
         {QStringLiteral("currency"), QStringLiteral("EUR")},
         {QStringLiteral("provider"), QStringLiteral("sandbox-legacy")}});
    const QJsonObject payment = m_core->passUntil(reference, "UNKNOWN", 3);
    return payment[QStringLiteral("status")] == QLatin1String("UNKNOWN") ? reference : QString();
}

CoreAnswer ImportLinkTest::import(const QByteArray& bytes)
{
    return m_core->run(
        {QStringLiteral("import"), m_core->write(QStringLiteral("bank.xml"), bytes)});
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
    const QJsonObject payment = m_core->passUntil(reference, "SUCCEEDED", 5);
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
    const QJsonObject payment =
        m_core->passUntil(reference, status.toLatin1().constData(), status == u"REVIEW" ? 5 : 2);
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
            m_core->passUntil(reference, "SUCCEEDED", 5)[QStringLiteral("basis")].toString(),
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
    m_core->passUntil(reference, "SUCCEEDED", 5);
    const CoreAnswer back = import(fileOf(stated(
        "R2",
        iban,
        line(
            "12.50",
            named(reference.toLatin1()),
            "CRDT",
            "<RvslInd>true</RvslInd><Sts>BOOK</Sts>"))));
    QCOMPARE(back.number("candidates"), 1);
    const QJsonObject payment = m_core->payment(reference);
    QCOMPARE(payment[QStringLiteral("status")].toString(), QStringLiteral("REVIEW"));
    QCOMPARE(
        payment[QStringLiteral("contradictions")][0][QStringLiteral("kind")].toString(),
        QStringLiteral("RETURNED"));
}

void ImportLinkTest::aSecondLineIsADuplicate()
{
    const QString reference = lost();
    const QByteArray iban = account();
    for (const char* id : {"U1", "U2"})
        QCOMPARE(
            import(fileOf(stated(id, iban, line("12.50", named(reference.toLatin1())))))
                .number("linked"),
            1);
    const QJsonObject payment = m_core->passUntil(reference, "REVIEW", 5);
    QCOMPARE(payment[QStringLiteral("status")].toString(), QStringLiteral("REVIEW"));
    QCOMPARE(
        payment[QStringLiteral("contradictions")][0][QStringLiteral("kind")].toString(),
        QStringLiteral("DUPLICATE"));
    QCOMPARE(
        m_core->rows(
            "select count(*)::text as cell from (select record_id from onceover.record_owners "
            "group by record_id having count(*) > 1) twice",
            {QStringLiteral("cell")})[0][0],
        QStringLiteral("0"));
}

void ImportLinkTest::theSandboxesOwnStatementSettles()
{
    const QString reference = lost();
    int exitCode = -1;
    const QByteArray bytes = m_sandbox->run(
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
    const QJsonObject payment = m_core->passUntil(reference, "SUCCEEDED", 5);
    QCOMPARE(payment[QStringLiteral("basis")].toString(), QStringLiteral("BANK"));
}

QTEST_GUILESS_MAIN(ImportLinkTest)

#include "import_link_test.moc"
