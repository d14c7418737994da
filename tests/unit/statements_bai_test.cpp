// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/statements_reading.h"

#include <QtTest>

#include <algorithm>

namespace onceover {

// BAI2: the re-created bug report under tests/cases and the shapes of other banks.
class StatementsBaiTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void caseOfSlashesAndEmptyFields();
    void controlTotalsAreHeld_data();
    void controlTotalsAreHeld();
    void missingTrailersAreFlagged();
    void fundsTypesAreRead_data();
    void fundsTypesAreRead();
    void signsFollowTheTypeCode_data();
    void signsFollowTheTypeCode();
    void recordsShareALine_data();
    void recordsShareALine();
    void textMayWrapAndContinue();
    void fixedFieldsMayContinue();
    void currenciesComeFromAccountGroupOrStandard();
    void voidGroupsCountForNothing();
    void severalAccountsAndFiles();
    void brokenRecordsAreRefused_data();
    void brokenRecordsAreRefused();

private:
    static const StatementEntry& first(const Reading& reading)
    {
        return reading->at(0).entries.at(0);
    }
};

void StatementsBaiTest::caseOfSlashesAndEmptyFields()
{
    const auto reading = readCase("61-bai2-slash-continuation-and-empty-fields/input.bai");
    QVERIFY2(reading, codeOf(reading).c_str());
    QCOMPARE(reading->size(), std::size_t{1});
    const CollectedStatement& only = reading->at(0);
    QVERIFY(only.statement.format == "BAI2");
    QVERIFY(only.statement.account == "0000000001");
    QVERIFY(only.statement.currency == "USD");
    QCOMPARE(only.statement.openingMinor.value(), 500000);
    QVERIFY(!only.statement.closingMinor);
    QCOMPARE(only.statement.creditsMinor, 200000);
    QCOMPARE(only.statement.debitsMinor, 100000);
    QVERIFY(only.statement.controlTotalsHold == true);
    QVERIFY(only.statement.warnings.empty());
    QCOMPARE(only.entries.size(), std::size_t{3});
    QCOMPARE(only.entries[0].amountMinor, 150000);
    QVERIFY(only.entries[0].text == "ORDER 1/2 A/B\nREF PAY-1/9");
    QVERIFY(only.entries[0].references.at("bank") == "BANKREF1");
    QVERIFY(only.entries[0].references.at("customer") == "CUSTREF1");
    QVERIFY(only.entries[0].valueDate == "2026-01-05");
    QCOMPARE(only.entries[1].amountMinor, 50000);
    QVERIFY(only.entries[1].text.empty());
    QCOMPARE(only.entries[2].amountMinor, -100000);
    QVERIFY(only.entries[2].text == "FEES");
}

void StatementsBaiTest::controlTotalsAreHeld_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("named");
    const auto row = [](const char* name, const char* from, const char* to, const char* named) {
        QTest::newRow(name) << QByteArray(from) << QByteArray(to) << named;
    };
    row("account total", "49,2150", "49,2151", "record 49");
    row("account records", "49,2150,4", "49,2150,5", "record 49");
    row("group total", "98,2150", "98,2151", "record 98");
    row("group accounts", "98,2150,1", "98,2150,2", "record 98");
    row("group records", "98,2150,1,6", "98,2150,1,7", "record 98");
    row("file total", "99,2150", "99,-2150", "record 99");
    row("file groups", "99,2150,1", "99,2150,0", "record 99");
    row("file records", "99,2150,1,8", "99,2150,1,", "record 99");
    row("a detail's amount", "16,165,100", "16,165,101", "record 49");
    row("a detail is missing", "16,455,50,0,,,\n", "", "record 49");
}

void StatementsBaiTest::controlTotalsAreHeld()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QString, named);
    std::string text = baiFile("16,165,100,0,,,\n16,455,50,0,,,\n", 150, 2);
    QVERIFY(readText(text)->at(0).statement.controlTotalsHold == true);
    const auto at = text.find(from.toStdString());
    QVERIFY(at != std::string::npos);
    text.replace(at, static_cast<std::size_t>(from.size()), to.toStdString());
    const auto reading = readText(text);
    // A trailer whose numbers cannot be read is no trailer.
    if (!reading) {
        QVERIFY(reading.error().field == "99" && reading.error().line > 0);
        return;
    }
    const Statement& statement = reading->at(0).statement;
    QVERIFY(statement.controlTotalsHold == false);
    const auto warning = std::find_if(
        statement.warnings.begin(), statement.warnings.end(), [](const StatementWarning& each) {
            return each.code == "statement.control_totals_differ";
        });
    QVERIFY(warning != statement.warnings.end());
    QVERIFY2(
        warning->message.find(named.toStdString()) != std::string::npos, warning->message.c_str());
    QVERIFY(warning->line > 0);
}

void StatementsBaiTest::missingTrailersAreFlagged()
{
    const std::string whole = baiFile("16,165,100,0,,,\n", 100, 1);
    for (const char* trailer : {"\n49,", "\n98,", "\n99,"}) {
        const auto reading = readText(whole.substr(0, whole.find(trailer) + 1));
        QVERIFY2(reading, codeOf(reading).c_str());
        QVERIFY2(reading->at(0).statement.controlTotalsHold == false, trailer);
    }
}

void StatementsBaiTest::fundsTypesAreRead_data()
{
    QTest::addColumn<QByteArray>("record");
    QTest::addColumn<QString>("bank");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("warning");
    const auto row = [](const char* name,
                        const char* record,
                        const char* bank,
                        const char* text,
                        const char* warning) {
        QTest::newRow(name) << QByteArray(record) << bank << text << warning;
    };
    row("none", "16,165,100,,B1,C1,words/", "B1", "words", "");
    row("unknown", "16,165,100,Z,B1,C1,words/", "B1", "words", "");
    row("immediate", "16,165,100,0,B1,C1,words/", "B1", "words", "");
    row("one day", "16,165,100,1,B1,C1,words", "B1", "words", "");
    row("two days", "16,165,100,2,B1,C1,a,b,c/", "B1", "a,b,c", "");
    row("value dated", "16,165,100,V,260106,1200,B1,C1,words/", "B1", "words", "");
    row("value dated, no time", "16,165,100,V,060316,,B1,C1,words   /", "B1", "words", "");
    row("three amounts", "16,165,100,S,50,25,25,B1,C1,words/", "B1", "words", "");
    row("three amounts, wrong",
        "16,165,100,S,50,25,26,B1,C1,words/",
        "B1",
        "words",
        "statement.funds_differ");
    row("three amounts, one empty", "16,165,100,S,100,,,B1,C1,/", "B1", "", "");
    row("by day", "16,165,100,D,2,0,60,1,40,B1,C1,words/", "B1", "words", "");
    row("by day, wrong",
        "16,165,100,D,2,0,60,1,41,B1,C1,words/",
        "B1",
        "words",
        "statement.funds_differ");
    row("no references", "16,165,100,0,,,/", "", "", "");
    row("no text", "16,165,100,0,B1,/", "B1", "", "");
    row("stops early", "16,165,100/", "", "", "");
}

void StatementsBaiTest::fundsTypesAreRead()
{
    QFETCH(QByteArray, record);
    QFETCH(QString, bank);
    QFETCH(QString, text);
    QFETCH(QString, warning);
    const auto reading = readText(baiFile(record.toStdString() + "\n", 100, 1));
    QVERIFY2(reading, codeOf(reading).c_str());
    const StatementEntry& entry = first(reading);
    QCOMPARE(entry.amountMinor, 100);
    const auto found = entry.references.find(kBank);
    QCOMPARE(
        found == entry.references.end() ? QString() : QString::fromStdString(found->second), bank);
    QCOMPARE(QString::fromStdString(entry.text), text);
    QVERIFY(reading->at(0).statement.controlTotalsHold == true);
    if (!warning.isEmpty())
        QVERIFY(hasWarning(reading->at(0).statement, warning.toStdString()));
    else
        QVERIFY(!hasWarning(reading->at(0).statement, "statement.funds_differ"));
}

void StatementsBaiTest::signsFollowTheTypeCode_data()
{
    QTest::addColumn<QString>("type");
    // 0 for a refusal.
    QTest::addColumn<int>("sign");
    for (const char* credit : {"100", "142", "195", "275", "399", "920", "959"})
        QTest::newRow(credit) << credit << 1;
    for (const char* debit : {"400", "409", "451", "495", "557", "699", "960"})
        QTest::newRow(debit) << debit << -1;
    for (const char* neither : {"010", "099", "701", "900", "919", "1A5"})
        QTest::newRow(neither) << neither << 0;
}

void StatementsBaiTest::signsFollowTheTypeCode()
{
    QFETCH(QString, type);
    QFETCH(int, sign);
    const auto reading = readText(baiFile("16," + type.toStdString() + ",100,0,,,/\n", 100, 1));
    if (sign == 0) {
        QVERIFY(!reading);
        QCOMPARE(reading.error().line, 4);
        return;
    }
    QVERIFY2(reading, codeOf(reading).c_str());
    QCOMPARE(first(reading).amountMinor, sign * 100);
    QVERIFY(first(reading).typeCode == type.toStdString());
}

void StatementsBaiTest::recordsShareALine_data()
{
    QTest::addColumn<QByteArray>("between");
    QTest::newRow("line end") << QByteArray("\n");
    QTest::newRow("returns") << QByteArray("\r\n");
    QTest::newRow("return alone") << QByteArray("\r");
    QTest::newRow("blank") << QByteArray(" ");
    QTest::newRow("blanks") << QByteArray("      ");
    QTest::newRow("nothing") << QByteArray("");
    QTest::newRow("padding and line end") << QByteArray("         \n");
}

void StatementsBaiTest::recordsShareALine()
{
    QFETCH(QByteArray, between);
    const std::string records = baiFile(
        "16,165,100,0,B1,,PAID 1/16,50 AND 2/88 OR 49,1/\n16,455,50,0,B2,,x/\n16,455,7,0,B3,,y/\n",
        157,
        3);
    std::string text;
    for (const char each : records) {
        if (each == '\n')
            text += between.toStdString();
        else
            text += each;
    }
    for (const std::size_t piece : {1U, 4096U}) {
        const auto reading = readText(text, piece);
        QVERIFY2(reading, codeOf(reading).c_str());
        QCOMPARE(reading->at(0).entries.size(), std::size_t{3});
        QVERIFY(first(reading).text == "PAID 1/16,50 AND 2/88 OR 49,1");
        QVERIFY(reading->at(0).statement.controlTotalsHold == true);
        QCOMPARE(reading->at(0).statement.creditsMinor, 100);
        QCOMPARE(reading->at(0).statement.debitsMinor, 57);
    }
}

void StatementsBaiTest::textMayWrapAndContinue()
{
    const auto wrapped =
        readText(baiFile("16,165,100,0,B1,,a long\n1111 text   /\n88,and more/\n", 100, 2));
    QVERIFY2(wrapped, codeOf(wrapped).c_str());
    QVERIFY(first(wrapped).text == "a long\n1111 text\nand more");
    QVERIFY(hasWarning(wrapped->at(0).statement, "statement.line_without_record_code"));
    QVERIFY(wrapped->at(0).statement.controlTotalsHold == true);
    const auto named =
        readText(baiFile("16,165,100,,B1,C1,ACH\n88,EREF: PAY-1\n88,DBNM: X\n", 100, 3));
    QVERIFY(first(named).references.at("end_to_end_id") == "PAY-1");
}

void StatementsBaiTest::fixedFieldsMayContinue()
{
    const auto reading =
        readText(baiFile("16,165,100,V,260106/\n88,1200,B1/\n88,C1,words/\n", 100, 3));
    QVERIFY2(reading, codeOf(reading).c_str());
    QVERIFY(first(reading).references.at("bank") == "B1");
    QVERIFY(first(reading).references.at("customer") == "C1");
    QVERIFY(first(reading).text == "words");
    QVERIFY(first(reading).valueDate == "2026-01-06");
    const auto summary = readText(baiFile(
        "16,165,100,0,,,/\n",
        100,
        2,
        "03,77,USD,010,1000,,,040,5,,V,060316,,015/\n88,1100,,,045,,,,100,100,1,0/\n",
        2205));
    QVERIFY2(summary, codeOf(summary).c_str());
    QCOMPARE(summary->at(0).statement.openingMinor.value(), 1000);
    QCOMPARE(summary->at(0).statement.closingMinor.value(), 1100);
    QVERIFY(summary->at(0).statement.ties == true);
    QVERIFY(summary->at(0).statement.controlTotalsHold == true);
}

void StatementsBaiTest::currenciesComeFromAccountGroupOrStandard()
{
    const auto yen = readText(baiFile("16,165,1500,0,,,/\n", 1500, 1, "03,77,JPY,010,,,/\n", 0));
    QVERIFY(yen->at(0).statement.currency == "JPY");
    QCOMPARE(first(yen).amountMinor, 1500);
    const std::string plain = baiFile("16,165,100,0,,,/\n", 100, 1, "03,77,,010,1000,,/\n", 1000);
    QVERIFY(readText(plain)->at(0).statement.currency == "USD");
    std::string group = plain;
    group.replace(group.find(",USD,2/"), 7, ",CAD,2/");
    QVERIFY(readText(group)->at(0).statement.currency == "CAD");
    std::string none = plain;
    none.replace(none.find(",USD,2/"), 7, ",,2/");
    const auto assumed = readText(none);
    QVERIFY(assumed->at(0).statement.currency == "USD");
    QVERIFY(hasWarning(assumed->at(0).statement, "statement.currency_assumed"));
}

void StatementsBaiTest::voidGroupsCountForNothing()
{
    for (const char* status : {"2", "4"}) {
        std::string text = baiFile("16,165,100,0,,,/\n", 100, 1);
        text.replace(text.find("02,US,BANK,1"), 12, "02,US,BANK," + std::string(status));
        const auto reading = readText(text);
        QVERIFY(first(reading).status == EntryStatus::Info);
        QCOMPARE(reading->at(0).statement.creditsMinor, 0);
        QVERIFY(hasWarning(reading->at(0).statement, "statement.group_void"));
    }
    std::string interim = baiFile("16,165,100,0,,,/\n", 100, 1);
    interim.replace(interim.find(",USD,2/"), 7, ",USD,3/");
    QVERIFY(readText(interim)->at(0).statement.isInterim);
}

void StatementsBaiTest::severalAccountsAndFiles()
{
    const std::string one = baiFile("16,165,100,0,,,/\n", 100, 1);
    const auto twice = readText(one + one);
    QVERIFY2(twice, codeOf(twice).c_str());
    QCOMPARE(twice->size(), std::size_t{2});
    QVERIFY(twice->at(1).statement.controlTotalsHold == true);
    QCOMPARE(twice->at(1).entries.at(0).ordinal, 2);
    const auto two = readText("01,B,U,260105,0800,1,,,2/\n02,U,B,1,260105,,USD,2/\n03,1,,010,5,,/"
                              "\n16,165,5,0,,,/\n49,10,3/\n"
                              "03,2,,010,5,,/\n49,5,2/\n98,15,2,7/\n02,U,B,1,260106,,EUR,2/"
                              "\n03,1,,010,-5,,/\n49,-5,2/\n98,-5,1,4/\n"
                              "99,10,2,13/\n");
    QVERIFY2(two, codeOf(two).c_str());
    QCOMPARE(two->size(), std::size_t{3});
    for (const CollectedStatement& each : *two)
        QVERIFY(each.statement.controlTotalsHold == true);
    QCOMPARE(two->at(2).statement.openingMinor.value(), -5);
    QVERIFY(two->at(2).statement.currency == "EUR");
    QVERIFY(two->at(2).statement.openingDate == "2026-01-06");
}

void StatementsBaiTest::brokenRecordsAreRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("field");
    const auto row =
        [](const char* name, const std::string& text, const char* code, const char* field) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << code << field;
        };
    const std::string head = "01,B,U,260105,0800,1,,,2/\n02,U,B,1,260105,,USD,2/\n";
    row("unknown record",
        "00,0004,1/2/345,06/0321,0829,001,80,1,2/\n",
        "statement.record_code",
        "00");
    row("record of nothing",
        head + "03,1,USD,010,5,,/\n17,165,100,0/\n",
        "statement.record_code",
        "17");
    row("detail without account", head + "16,165,100,0,,,/\n", "statement.record_order", "16");
    row("account without group",
        "01,B,U,260105,0800,1,,,2/\n03,1,USD,010,5,,/\n",
        "statement.record_order",
        "03");
    row("amount with a point", head + "03,1,USD,010,5.00,,/\n", "statement.amount", "03");
    row("negative detail",
        head + "03,1,USD,010,5,,/\n16,165,-100,0,,,/\n",
        "statement.amount_sign",
        "16");
    row("detail without amount",
        head + "03,1,USD,010,5,,/\n16,165,,0,,,/\n",
        "statement.amount",
        "16");
    row("funds type", head + "03,1,USD,010,5,,/\n16,165,100,Q,,,/\n", "statement.funds_type", "16");
    row("no such day", "01,B,U,261305,0800,1,,,2/\n", "statement.date", "01");
    row("no account", head + "98,0,0,2/\n99,0,1,4/\n", "statement.no_container", "");
    row("endless record",
        head + "03,1,USD,010,5,,/\n16,165,100,0,,," + std::string(70'000, 'x') + "\n88,"
            + std::string(70'000, 'x'),
        "statement.text_length",
        "16");
    row("too large a sum",
        head + "03,1,USD,010,9223372036854775807,,,015,1,,/\n",
        "statement.sum_too_large",
        "03");
}

void StatementsBaiTest::brokenRecordsAreRefused()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, code);
    QFETCH(QString, field);
    const auto reading = readText(text.toStdString());
    QCOMPARE(QString::fromStdString(codeOf(reading)), code);
    QCOMPARE(QString::fromStdString(reading.error().field), field);
    QVERIFY(reading.error().line > 0);
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::StatementsBaiTest)

#include "statements_bai_test.moc"
