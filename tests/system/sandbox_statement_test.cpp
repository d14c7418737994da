// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/system/sandbox_process.h"

#include <QTest>
#include <QXmlStreamReader>

namespace onceover {

class SandboxStatementTest : public QObject
{
    Q_OBJECT

private:
    SandboxProcess m_sandbox;

    // The texts of all elements of that name, in order; empty where the document is not
    // well-formed.
    static QStringList texts(const QByteArray& xml, const char* name)
    {
        QStringList found;
        QXmlStreamReader reader(xml);
        while (!reader.atEnd()) {
            if (reader.readNext() == QXmlStreamReader::StartElement
                && reader.name() == QLatin1String(name))
                found << reader.readElementText();
        }
        return reader.hasError() ? QStringList() : found;
    }

    QByteArray statement(const QByteArray& parameters) const
    {
        const WireAnswer answer = m_sandbox.get(
            "/admin/statement?account=DE89370400440532013000&date=2026-03-02&" + parameters);
        return answer.status == 200 && answer.whole ? answer.body : QByteArray();
    }

    bool pay(
        const QByteArray& provider,
        const QByteArray& reference,
        int amountMinor,
        const QByteArray& currency) const
    {
        return m_sandbox
                   .post(
                       '/' + provider + "/v1/charges",
                       SandboxProcess::chargeBody(reference, amountMinor, currency))
                   .status
               == 201;
    }

private Q_SLOTS:

    void initTestCase()
    {
        QVERIFY(m_sandbox.start());
        QVERIFY(pay("legacy", "EURONE", 1234, "EUR"));
        QVERIFY(pay("wire", "EURTWO", 5, "EUR"));
        QVERIFY(pay("legacy", "YEN", 1234, "JPY"));
        QVERIFY(pay("legacy", "DINAR", 1234, "KWD"));
    }

    void amountsFollowTheExponent_data()
    {
        QTest::addColumn<QByteArray>("currency");
        QTest::addColumn<QStringList>("amounts"); // opening, closing, then twice per entry
        const auto text = [](const char* amounts) {
            return QString::fromLatin1(amounts).split(QLatin1Char(' '));
        };
        QTest::newRow("EUR") << QByteArray("EUR") << text("20.00 7.61 12.34 12.34 0.05 0.05");
        QTest::newRow("JPY") << QByteArray("JPY") << text("2000 766 1234 1234");
        QTest::newRow("KWD") << QByteArray("KWD") << text("2.000 0.766 1.234 1.234");
        QTest::newRow("none") << QByteArray("CHF") << text("20.00 20.00");
    }

    void amountsFollowTheExponent()
    {
        QFETCH(QByteArray, currency);
        QFETCH(QStringList, amounts);
        QCOMPARE(texts(statement("opening=2000&currency=" + currency), "Amt"), amounts);
    }

    void referencesAndParties()
    {
        const QByteArray xml = statement("currency=EUR&providers=legacy");
        QCOMPARE(texts(xml, "EndToEndId"), QStringList{QStringLiteral("EURONE")});
        QCOMPARE(texts(xml, "Nm"), QStringList{QStringLiteral("Søhne & <Co>")});
        const QStringList own = texts(xml, "AcctSvcrRef");
        QCOMPARE(own.size(), 2);
        QCOMPARE(own[0], own[1]);
        QVERIFY(own[0].size() <= 35 && own[0] != QStringLiteral("EURONE"));
    }

    void anOverdrawnAccountIsADebitBalance()
    {
        const QByteArray xml = statement("currency=JPY&opening=1000");
        QCOMPARE(
            texts(xml, "Amt").mid(0, 2),
            (QStringList{QStringLiteral("1000"), QStringLiteral("234")}));
        QCOMPARE(
            texts(xml, "CdtDbtInd").mid(0, 2),
            (QStringList{QStringLiteral("CRDT"), QStringLiteral("DBIT")}));
    }

    void omittedAndUnrelatedEntriesStillTie()
    {
        const QByteArray xml = statement("currency=EUR&opening=2000&omit=EURONE,OTHER&extra=2");
        QCOMPARE(
            texts(xml, "EndToEndId"),
            (QStringList{
                QStringLiteral("EURTWO"),
                QStringLiteral("NOTPROVIDED"),
                QStringLiteral("NOTPROVIDED")}));
        // 20.00 − 0.05 + 1013.70 − 5.20
        QCOMPARE(
            texts(xml, "Amt").mid(0, 2),
            (QStringList{QStringLiteral("20.00"), QStringLiteral("1028.45")}));
        QCOMPARE(
            texts(xml, "Sum"), (QStringList{QStringLiteral("1013.70"), QStringLiteral("5.25")}));
    }

    void theCommandGivesTheSameBytes()
    {
        int exitCode = -1;
        const QByteArray printed = m_sandbox.run(
            QStringLiteral("statement"),
            {QStringLiteral("--account=DE89370400440532013000"),
             QStringLiteral("--date=2026-03-02"),
             QStringLiteral("--currency"),
             QStringLiteral("EUR"),
             QStringLiteral("--opening"),
             QStringLiteral("-7")},
            &exitCode);
        QCOMPARE(exitCode, 0);
        QCOMPARE(printed, statement("currency=EUR&opening=-7"));
        QVERIFY(!printed.isEmpty());
    }

    void badParametersAreRefused_data()
    {
        QTest::addColumn<QByteArray>("parameters");
        for (const char* parameters :
             {"currency=EURO", "currency=EUR&opening=1.5", "currency=EUR&nonsense=1", ""})
            QTest::addRow("%s", parameters) << QByteArray(parameters);
    }

    void badParametersAreRefused()
    {
        QFETCH(QByteArray, parameters);
        QCOMPARE(
            m_sandbox.get("/admin/statement?account=X&date=2026-02-28&" + parameters).status, 422);
        QCOMPARE(
            m_sandbox.get("/admin/statement?account=X&date=2026-02-30&currency=EUR").status, 422);
    }
};

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::SandboxStatementTest)
#include "sandbox_statement_test.moc"
