// SPDX-License-Identifier: GPL-3.0-or-later
#include "test_places.h"
#include "tests/unit/statements_reading.h"

#include <QtTest>

namespace onceover {

// MT940 and MT942: the re-created bug reports under tests/cases and what lies beside them.
class StatementsMtTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void casesTie_data();
    void casesTie();
    void entryDateIsOfTheYearBefore();
    void reversalMarksTurnTheSign();
    void fundsCodeIsNoMark();
    void timesInTextAreNoTags();
    void thirtiethOfFebruaryIsKept();
    void pagesBecomeOneStatement();
    void brokenSeamIsFlagged();
    void charactersFollowTheFile_data();
    void charactersFollowTheFile();
    void interimReportIsVerified();

private:
    static std::vector<std::int64_t> amountsOf(const CollectedStatement& statement)
    {
        std::vector<std::int64_t> amounts;
        for (const StatementEntry& entry : statement.entries)
            amounts.push_back(entry.amountMinor);
        return amounts;
    }
};

void StatementsMtTest::casesTie_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("statements");
    QTest::addColumn<int>("entries");
    const auto row = [](const char* file, int statements, int entries) {
        QTest::newRow(file) << file << statements << entries;
    };
    row("01-mt940-entry-date-previous-year/input.sta", 1, 1);
    row("03-mt940-reversal-marks-RC-RD/input.sta", 1, 5);
    row("04-mt940-funds-code-that-looks-like-a-mark/input.sta", 1, 3);
    row("05-mt940-86-line-starts-with-colon/input.sta", 1, 2);
    row("07-mt940-newline-inside-61-and-inside-tag/input.sta", 1, 1);
    row("09-mt940-february-30/input.sta", 1, 2);
    row("10-mt940-closing-balance-debit-and-later-date/input.sta", 2, 2);
    row("11-mt940-pages-60M-62M-one-statement/input.sta", 1, 3);
    row("13-mt940-amount-spellings/input.sta", 1, 6);
    row("17-mt940-concatenated-with-SUB-char/input.sta", 2, 0);
    row("63-wrong-file-type-and-empty-statement/near.sta", 1, 1);
}

void StatementsMtTest::casesTie()
{
    QFETCH(QString, file);
    QFETCH(int, statements);
    QFETCH(int, entries);
    const auto reading = readCase(file.toStdString());
    QVERIFY2(reading, codeOf(reading).c_str());
    QCOMPARE(static_cast<int>(reading->size()), statements);
    int counted = 0;
    for (const CollectedStatement& each : *reading) {
        QVERIFY(each.statement.format == "MT940");
        QVERIFY(each.statement.ties == true);
        counted += static_cast<int>(each.entries.size());
    }
    QCOMPARE(counted, entries);
}

void StatementsMtTest::entryDateIsOfTheYearBefore()
{
    const auto reading = readCase("01-mt940-entry-date-previous-year/input.sta");
    const StatementEntry& entry = reading->at(0).entries.at(0);
    QVERIFY(entry.bookingDate == "2025-12-30");
    QVERIFY(entry.valueDate == "2026-01-01");
    QCOMPARE(entry.amountMinor, 2798);
    QVERIFY(entry.references.at("bank") == "2025-12-30-18.02");
    const auto other = readText(mtMessage(":61:2512310102C1,00NTRFNONREF\n:62F:C260105EUR1,00\n"));
    QVERIFY(other->at(0).entries.at(0).bookingDate == "2026-01-02");
}

void StatementsMtTest::reversalMarksTurnTheSign()
{
    const auto reading = readCase("03-mt940-reversal-marks-RC-RD/input.sta");
    const std::vector<std::int64_t> expected = {-80000, 80000, 20488, -20488, 500};
    QVERIFY(amountsOf(reading->at(0)) == expected);
    std::vector<bool> reversals;
    for (const StatementEntry& entry : reading->at(0).entries)
        reversals.push_back(entry.isReversal);
    QVERIFY((reversals == std::vector<bool>{false, true, false, true, false}));
}

void StatementsMtTest::fundsCodeIsNoMark()
{
    const auto reading = readCase("04-mt940-funds-code-that-looks-like-a-mark/input.sta");
    const std::vector<std::int64_t> expected = {-21239, 0, -36928};
    QVERIFY(amountsOf(reading->at(0)) == expected);
    QVERIFY(reading->at(0).entries.at(0).bookingDate.empty());
    QVERIFY(reading->at(0).entries.at(0).valueDate == "2026-03-12");
}

void StatementsMtTest::timesInTextAreNoTags()
{
    const auto reading = readCase("05-mt940-86-line-starts-with-colon/input.sta");
    const auto& entries = reading->at(0).entries;
    QVERIFY(entries.at(0).text.find("T03:46:08 Karten") != std::string::npos);
    QVERIFY(entries.at(0).text.find("20:44:45") != std::string::npos);
    QVERIFY(entries.at(1).text.starts_with(": my reference for payment"));
    for (const char* line :
         {":12:11 KASSE",
          ":20:44:45",
          ":25:30 UHR",
          ":28:01",
          ":13:45:08",
          ":KO:NR:4711",
          "-",
          ":21:30",
          ":26:37 Fo",
          ":08:15"}) {
        const auto folded = readText(mtMessage(
            ":61:2601050105C1,00NTRFNONREF\n:86:text before\n" + std::string(line)
            + "\ntext behind\n:62F:C260105EUR1,00\n-\n"));
        QVERIFY2(folded, line);
        QCOMPARE(folded->size(), std::size_t{1});
        const std::string& text = folded->at(0).entries.at(0).text;
        QVERIFY2(text.find(line) != std::string::npos, text.c_str());
        QVERIFY2(text.find("text behind") != std::string::npos, text.c_str());
        QVERIFY(folded->at(0).statement.ties == true);
    }
}

void StatementsMtTest::thirtiethOfFebruaryIsKept()
{
    const auto reading = readCase("09-mt940-february-30/input.sta");
    const auto& entries = reading->at(0).entries;
    QVERIFY(entries.at(0).valueDate == "2026-02-28");
    QVERIFY(entries.at(0).printedValueDate == "260230");
    QVERIFY(entries.at(1).valueDate == "2025-02-28");
    QVERIFY(entries.at(1).printedValueDate == "250229");
    QVERIFY(entries.at(1).bookingDate == "2026-03-01");
    QVERIFY(hasWarning(reading->at(0).statement, "statement.date_adjusted"));
}

void StatementsMtTest::pagesBecomeOneStatement()
{
    const auto reading = readCase("11-mt940-pages-60M-62M-one-statement/input.sta");
    const Statement& statement = reading->at(0).statement;
    QCOMPARE(statement.openingMinor.value(), 1000);
    QCOMPARE(statement.closingMinor.value(), 4500);
    QCOMPARE(statement.creditsMinor, 3500);
    QCOMPARE(statement.pageCount, 2);
    QCOMPARE(statement.tiedPages, 2);
    QVERIFY(!statement.isLastPage);
    const auto later = readCase("10-mt940-closing-balance-debit-and-later-date/input.sta");
    QCOMPARE(later->at(0).statement.closingMinor.value(), -25000);
    QVERIFY(later->at(0).statement.closingDate == "2026-01-07");
    QCOMPARE(later->at(1).statement.openingMinor.value(), -25000);
    QCOMPARE(later->at(1).statement.closingMinor.value(), -30000);
    QVERIFY(later->at(1).statement.isLastPage == false);
    QVERIFY(hasWarning(later->at(1).statement, "statement.first_page_missing"));
}

void StatementsMtTest::brokenSeamIsFlagged()
{
    const auto reading = readText(
        ":20:T\n:25:1\n:28C:7/1\n:60F:C260105EUR1,00\n:61:260105C1,NTRF\n:62M:C260105EUR2,00\n"
        ":20:T\n:25:1\n:28C:7/2\n:60M:C260105EUR3,00\n:61:260105D1,NTRF\n:62F:C260105EUR1,00\n");
    QVERIFY2(reading, codeOf(reading).c_str());
    QCOMPARE(reading->size(), std::size_t{1});
    QVERIFY(hasWarning(reading->at(0).statement, "statement.page_seam"));
    QVERIFY(reading->at(0).statement.ties == false);
    // Another account's page is another statement, whatever its balance.
    const auto other =
        readText(":20:T\n:25:1\n:28C:7/1\n:60F:C260105EUR1,00\n:62M:C260105EUR1,00\n-\n"
                 ":20:T\n:25:2\n:28C:7/2\n:60M:C260105EUR1,00\n:62F:C260105EUR1,00\n-\n");
    QCOMPARE(other->size(), std::size_t{2});
}

void StatementsMtTest::charactersFollowTheFile_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("chosen");
    QTest::addColumn<QString>("reason");
    QTest::newRow("utf-8") << "input-utf-8.sta"
                           << ""
                           << "valid-utf-8";
    QTest::newRow("cp1252") << "input-cp1252.sta"
                            << ""
                            << "fallback";
    QTest::newRow("cp852") << "input-cp852.sta"
                           << "cp852"
                           << "chosen";
}

void StatementsMtTest::charactersFollowTheFile()
{
    QFETCH(QString, file);
    QFETCH(QString, chosen);
    QFETCH(QString, reason);
    StatementCollector collector;
    const auto opened = StatementFile::open(
        ONCEOVER_SOURCE_DIR "/tests/cases/12-mt940-charset-guessing/" + file.toStdString());
    QVERIFY(opened);
    ReadingChoice choice;
    choice.encoding.chosen = chosen.toStdString();
    QVERIFY(opened->parse(collector, choice));
    const CollectedStatement& only = collector.statements().at(0);
    QCOMPARE(QString::fromStdString(only.statement.encodingReason), reason);
    QCOMPARE(only.entries.at(0).amountMinor, 100);
    QCOMPARE(
        QString::fromStdString(only.entries.at(0).text),
        QString::fromUtf8("Zahlung an Müller, Größe"));
}

void StatementsMtTest::interimReportIsVerified()
{
    const auto reading = readCase("15-mt942-13D-utc-offset-and-34F/input.sta");
    QVERIFY2(reading, codeOf(reading).c_str());
    const Statement& statement = reading->at(0).statement;
    QVERIFY(statement.format == "MT942");
    QVERIFY(statement.isInterim);
    QVERIFY(statement.createdAt == "2026-05-20T10:17:00+05:30");
    QVERIFY(statement.currency == "INR");
    QCOMPARE(statement.floorLimits.size(), std::size_t{2});
    QCOMPARE(statement.floorLimits[0].sign, -1);
    QCOMPARE(statement.floorLimits[1].amountMinor, 1000);
    QVERIFY(statement.controlTotalsHold == true);
    QVERIFY((amountsOf(reading->at(0)) == std::vector<std::int64_t>{-500000, 2000}));
    QVERIFY(!statement.ties && !statement.openingMinor);
    const auto wrong =
        readText(":20:T\n:25:1\n:34F:EUR0,\n:61:260520D5,NTRF\n:90D:2EUR5,\n:90C:0EUR0,\n-\n");
    QVERIFY(wrong->at(0).statement.controlTotalsHold == false);
    for (const char* time : {"2605201017-0330", "2605201017", "2605201017+1200"}) {
        const auto other = readText(
            ":20:T\n:25:1\n:28C:1\n:34F:EUR0,\n:13D:" + std::string(time)
            + "\n:61:260520D5,NTRF\n");
        QVERIFY2(other, time);
        QVERIFY(other->at(0).statement.createdAt.starts_with("2026-05-20T10:17:00"));
    }
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::StatementsMtTest)

#include "statements_mt_test.moc"
