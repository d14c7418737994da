// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/statements_reading.h"

#include <QtTest>

namespace onceover {

// What stands twice where there is one: neither the first nor the last may win in silence.
class StatementsRepeatedTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void repeatedElementsAreRefused_data();
    void repeatedElementsAreRefused();
    void repeatsThatSayNoOtherMoneyAreRead_data();
    void repeatsThatSayNoOtherMoneyAreRead();
    void repeatedBalancesOfBai();
    void correctionsAndDeletionsAreMarked();
};

void StatementsRepeatedTest::repeatedElementsAreRefused_data()
{
    QTest::addColumn<QString>("inside");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* name, const std::string& inside, const char* code) {
        QTest::newRow(name) << QString::fromStdString(inside) << code;
    };
    const char* repeated = "statement.field_repeated";
    const auto detail = [](const std::string& inside) {
        return entryWith("<NtryDtls><TxDtls>" + inside + "</TxDtls></NtryDtls>");
    };
    const std::string amount = R"(<Amt Ccy="EUR">1.00</Amt>)";
    const std::string out = "<CdtDbtInd>DBIT</CdtDbtInd>";
    row("amount", entryWith(amount), repeated);
    row("the same amount", entryWith(R"(<Amt Ccy="EUR">10.00</Amt>)"), repeated);
    row("direction", entryWith(out), repeated);
    row("status", entryWith("<Sts><Cd>PDNG</Cd></Sts>"), repeated);
    row("status code",
        "<Ntry>" + amount + out + "<Sts><Cd>BOOK</Cd><Cd>PDNG</Cd></Sts></Ntry>",
        repeated);
    row("reversal mark", entryWith("<RvslInd>true</RvslInd><RvslInd>false</RvslInd>"), repeated);
    row("detail's amount", detail(amount + amount), repeated);
    row("detail's direction", detail(out + out), repeated);
    row("detail's amounts",
        detail(
            "<AmtDtls><TxAmt>" + amount + "</TxAmt></AmtDtls><AmtDtls><TxAmt>" + amount
            + "</TxAmt></AmtDtls>"),
        repeated);
    row("transaction's amounts",
        detail("<AmtDtls><TxAmt>" + amount + "</TxAmt><TxAmt>" + amount + "</TxAmt></AmtDtls>"),
        repeated);
    row("instructed amount",
        detail("<AmtDtls><InstdAmt>" + amount + amount + "</InstdAmt></AmtDtls>"),
        repeated);
    row("charge's amount",
        entryWith("<Chrgs><Rcrd>" + amount + amount + "</Rcrd></Chrgs>"),
        repeated);
    row("charge's direction",
        entryWith("<Chrgs><Rcrd>" + amount + out + out + "</Rcrd></Chrgs>"),
        repeated);
    row("account", "<Acct><Id><IBAN>NL69TEST0000000002</IBAN></Id></Acct>", repeated);
    row("identifier", "<Id>S2</Id>", repeated);
    const std::string opening = balance("OPBD", "5.00");
    const auto twice = [&](const std::string& what) {
        std::string text = opening;
        const std::size_t at = text.find(what);
        return text.insert(at, what);
    };
    row("balance's amount", twice(R"(<Amt Ccy="EUR">5.00</Amt>)"), repeated);
    row("balance's direction", twice("<CdtDbtInd>CRDT</CdtDbtInd>"), repeated);
    row("balance's kind", twice("<Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp>"), repeated);
    const char* balances = "statement.balance_repeated";
    row("openings", opening + balance("OPBD", "10.00"), balances);
    row("previous closings", balance("PRCD", "1.00") + balance("PRCD", "2.00"), balances);
    row("closings", opening + balance("CLBD", "9.99") + balance("CLBD", "4.99"), balances);
    std::string debit = balance("CLBD", "5.00");
    debit.replace(debit.find("CRDT"), 4, "DBIT");
    row("closings by their sign", balance("CLBD", "5.00") + debit, balances);
}

void StatementsRepeatedTest::repeatedElementsAreRefused()
{
    QFETCH(QString, inside);
    QFETCH(QString, code);
    QCOMPARE(QString::fromStdString(codeOf(readText(euroStatement(inside.toStdString())))), code);
}

void StatementsRepeatedTest::repeatsThatSayNoOtherMoneyAreRead_data()
{
    QTest::addColumn<QString>("inside");
    const auto row = [](const char* name, const std::string& inside) {
        QTest::newRow(name) << QString::fromStdString(inside);
    };
    const std::string amount = R"(<Amt Ccy="EUR">1.00</Amt>)";
    row("two entries", entryWith({}) + entryWith({}));
    row("two details",
        entryWith(
            "<NtryDtls><TxDtls>" + amount + "</TxDtls><TxDtls>" + amount + "</TxDtls></NtryDtls>"));
    row("two records of charges",
        entryWith("<Chrgs><Rcrd>" + amount + "</Rcrd><Rcrd>" + amount + "</Rcrd></Chrgs>"));
    row("charges twice", entryWith("<Chrgs>" + amount + "</Chrgs><Chrgs>" + amount + "</Chrgs>"));
    row("one balance twice", balance("OPBD", "5.00") + balance("OPBD", "5.00"));
    row("balances of two days", balance("CLBD", "5.00") + balance("CLBD", "6.00", "2026-01-17"));
    row("other balances", balance("CLAV", "5.00") + balance("CLAV", "6.00"));
    row("a day and its time",
        entryWith("<BookgDt><Dt>2026-01-16</Dt><DtTm>2026-01-16T08:00:00</DtTm></BookgDt>"));
}

void StatementsRepeatedTest::repeatsThatSayNoOtherMoneyAreRead()
{
    QFETCH(QString, inside);
    QCOMPARE(codeOf(readText(euroStatement(inside.toStdString()))), std::string("(read)"));
}

void StatementsRepeatedTest::repeatedBalancesOfBai()
{
    const auto file = [](const std::string& balances, std::int64_t sum) {
        return readText(baiFile({}, 0, 0, "03,77,USD," + balances + "/\n", sum));
    };
    const std::string refused = "statement.balance_repeated";
    QCOMPARE(codeOf(file("010,1000,,,010,999,,", 1999)), refused);
    QCOMPARE(codeOf(file("015,1000,,,015,999,,", 1999)), refused);
    QCOMPARE(codeOf(file("010,1000,,,010,1000,,", 2000)), std::string("(read)"));
    QCOMPARE(codeOf(file("010,1000,,,015,999,,", 1999)), std::string("(read)"));
    QCOMPARE(codeOf(file("045,1000,,,045,999,,", 1999)), std::string("(read)"));
}

void StatementsRepeatedTest::correctionsAndDeletionsAreMarked()
{
    for (const char* status : {"1", "2", "3", "4"}) {
        std::string text = baiFile("16,165,100,0,,,/\n", 100, 1);
        text.replace(text.find("02,US,BANK,1"), 12, std::string("02,US,BANK,") + status);
        const auto reading = readText(text);
        QVERIFY2(reading, codeOf(reading).c_str());
        const Statement& statement = reading->at(0).statement;
        const bool isCorrection = *status == '3';
        QCOMPARE(statement.isOverEarlier, *status == '2' || isCorrection);
        QCOMPARE(hasWarning(statement, "statement.group_corrects"), isCorrection);
    }
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::StatementsRepeatedTest)
#include "statements_repeated_test.moc"
