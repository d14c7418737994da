// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/money.h"
#include "backend/statements/csv/csv_identifier.h"
#include "backend/statements/settlement_sum.h"
#include "backend/statements/zoned_moment.h"
#include "test_places.h"
#include "tests/unit/csv_reading.h"

#include <QtTest>

#include <nlohmann/json.hpp>

namespace onceover {

namespace {

// A profile of a date and an amount, with these fields beside them.
CsvProfile plain(const std::string& columns, const std::string& more = "")
{
    return profileOf(
        R"({"profile":1,"name":"case","columns":{)" + columns + R"(,"references":{}})" + more
        + "}");
}

std::string caseText(const std::string& name)
{
    QFile file(QStringLiteral(ONCEOVER_SOURCE_DIR "/tests/cases/") + QString::fromStdString(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

std::vector<std::int64_t> amountsOf(const Reading& reading)
{
    std::vector<std::int64_t> amounts;
    for (const CollectedStatement& each : *reading) {
        for (const StatementEntry& entry : each.entries)
            amounts.push_back(entry.amountMinor);
    }
    return amounts;
}

std::vector<std::string> daysOf(const Reading& reading)
{
    std::vector<std::string> days;
    for (const StatementEntry& entry : reading->at(0).entries)
        days.push_back(entry.bookingDate);
    return days;
}

using Amounts = std::vector<std::int64_t>;

} // namespace

// The re-created bug reports about CSV under tests/cases, each against the outcome its EXPECTED.md
// names.
class CsvCasesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void preambleAndMarksAreNoRows();
    void utf16IsRead_data();
    void utf16IsRead();
    void blanksAndApostrophesGroupThousands();
    void theColumnDecidesTheDecimalMark();
    void scientificNotationIsExactOrFlagged();
    void mangledIdentifiersAreDamaged();
    void theColumnDecidesTheDateOrder();
    void daysStayAndTimesAreFlagged();
    void refundsCountInTheNet();
    void providersMinorUnitsAreCompared();
    void payoutIsGrossLessFeesRefundsAndCarry();
    void emptyAndForeignFilesAreNamed();
};

void CsvCasesTest::preambleAndMarksAreNoRows()
{
    const auto reading =
        readCsvCase("36-csv-bom-and-preamble-lines/input.csv", shippedProfile("dkb-de"));
    QVERIFY2(reading, codeOf(reading).c_str());
    QCOMPARE(amountsOf(reading), (Amounts{123456, -999}));
    const CollectedStatement& only = reading->at(0);
    QCOMPARE(only.entries[0].line, 5);
    QVERIFY(only.statement.account == "DE93999999990000000001");
    QCOMPARE(only.statement.closingMinor.value(), 122457);
    QVERIFY(only.entries[0].bookingDate == "2026-01-05");
    QVERIFY(only.entries[0].references.at("customer") == "PAY-1");
    QVERIFY(hasWarning(only.statement, "statement.two_digit_years"));
}

void CsvCasesTest::utf16IsRead_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("little endian") << "input.csv";
    QTest::newRow("big endian") << "input-be.csv";
    QTest::newRow("no mark") << "input-nobom.csv";
}

void CsvCasesTest::utf16IsRead()
{
    QFETCH(QString, file);
    const auto reading =
        readCsvCase("37-csv-utf16-le-bank-export/" + file.toStdString(), shippedProfile("bank-hu"));
    QVERIFY2(reading, codeOf(reading).c_str());
    QCOMPARE(amountsOf(reading), (Amounts{-1480000, 500000}));
    QVERIFY(reading->at(0).entries[0].currency == "HUF");
    QCOMPARE(daysOf(reading), (std::vector<std::string>{"2026-01-05", "2026-01-06"}));
}

void CsvCasesTest::blanksAndApostrophesGroupThousands()
{
    const std::string text = caseText("39-csv-nbsp-thousands/input.csv");
    const CsvProfile profile = plain(
        R"("booked":{"fixed":"2026-01-01"},"amount":"amount","currency":{"fixed":"EUR"})",
        R"(,"numbers":{"decimal":","},"dates":{"order":"ymd"})");
    const auto all = readCsvText(text, profile);
    QVERIFY(codeOf(all) == "statement.amount");
    QCOMPARE(all.error().line, 7);
    QVERIFY(all.error().field == "amount");
    const auto good = readCsvText(text.substr(0, text.find("6;\"1 234 56\"")), profile);
    QVERIFY2(good, codeOf(good).c_str());
    QCOMPARE(amountsOf(good), Amounts(5, 123456789));
    QCOMPARE(good->at(0).statement.creditsMinor, 617283945);
}

void CsvCasesTest::theColumnDecidesTheDecimalMark()
{
    const std::string numbers = R"(,"numbers":{"decimal":"decide"},"dates":{"order":"dmy"})";
    const std::string folder = "41-csv-one-or-three-digits-after-separator/";
    const auto dots = readCsvCase(
        folder + "a.csv",
        plain(R"("booked":"Date","amount":"Montant","currency":{"fixed":"EUR"})", numbers));
    QVERIFY2(dots, codeOf(dots).c_str());
    QCOMPARE(amountsOf(dots), (Amounts{-11070, -11662, -10978}));
    const CsvProfile dutch =
        plain(R"("booked":"Datum","amount":"Betrag","currency":{"fixed":"EUR"})", numbers);
    const auto commas = readCsvCase(folder + "b.csv", dutch);
    QVERIFY2(commas, codeOf(commas).c_str());
    QCOMPARE(amountsOf(commas), (Amounts{-300000, 135590, -10000, -1499}));
    const auto open = readCsvCase(folder + "c.csv", dutch);
    QVERIFY(codeOf(open) == "statement.decimal_mark_undecided");
    QVERIFY(open.error().field == "Betrag");
    CsvOptions said;
    said.decimal = ',';
    const auto comma = readCsvCase(folder + "c.csv", dutch, said);
    QVERIFY2(comma, codeOf(comma).c_str());
    QCOMPARE(amountsOf(comma), (Amounts{300000, 125000}));
    // Three decimals of a currency that has two are never cut down.
    said.decimal = '.';
    QVERIFY(codeOf(readCsvCase(folder + "c.csv", dutch, said)) == "statement.amount_looks_grouped");
}

void CsvCasesTest::scientificNotationIsExactOrFlagged()
{
    const std::string text = caseText("42-csv-scientific-notation/input.csv");
    const std::string columns =
        R"("booked":{"fixed":"2026-01-01"},"amount":"amount","currency":{"fixed":"EUR"})";
    const std::string dates = R"("dates":{"order":"ymd"})";
    const CsvProfile exact =
        plain(columns, R"(,"numbers":{"decimal":".","scientific":"exact"},)" + dates);
    const auto reading = readCsvText(text.substr(0, text.find("4,1e400")), exact);
    QVERIFY2(reading, codeOf(reading).c_str());
    QCOMPARE(amountsOf(reading), (Amounts{-1, 12345600, 12345700}));
    QVERIFY(hasWarning(reading->at(0).statement, "statement.amount_scientific"));
    QVERIFY(hasWarning(reading->at(0).statement, "statement.amount_rounded"));
    QVERIFY(reading->at(0).entries[1].status == EntryStatus::Booked);
    // What a spreadsheet shortened proves nothing.
    QVERIFY(reading->at(0).entries[2].status == EntryStatus::Info);
    QCOMPARE(reading->at(0).statement.creditsMinor, 12345600);
    for (const char* hostile :
         {"1e400", "NaN", "inf", "0x10", "1e", "e5", "1e5e5", "12e3", "1E+400"}) {
        const auto refused = readCsvText("row,amount\n1," + std::string(hostile) + "\n", exact);
        QVERIFY2(!refused, hostile);
        QCOMPARE(refused.error().line, 2);
    }
    const CsvProfile strict = plain(columns, R"(,"numbers":{"decimal":"."},)" + dates);
    QVERIFY(codeOf(readCsvText(text, strict)) == "statement.amount_scientific");
}

void CsvCasesTest::mangledIdentifiersAreDamaged()
{
    const CsvProfile profile = profileOf(
        R"({"profile":1,"name":"case","columns":{"booked":{"fixed":"2026-01-01"},"amount":"amount",
            "currency":{"fixed":"EUR"},"references":{"customer":"ref"}},
            "numbers":{"decimal":"."},"dates":{"order":"ymd"}})");
    const auto reading = readCsvCase("43-csv-excel-mangled-identifiers/input.csv", profile);
    QVERIFY2(reading, codeOf(reading).c_str());
    const auto& entries = reading->at(0).entries;
    const auto is = [&](std::size_t index, std::string_view key, const char* value) {
        const auto found = entries[index].references.find(key);
        return found != entries[index].references.end() && found->second == value;
    };
    QVERIFY(is(0, "customer", "10"));
    QVERIFY(is(1, "damaged", "9912140633506420"));
    QVERIFY(is(2, "damaged", "9.91214E+15"));
    QVERIFY(is(3, "damaged", "2.19E+26"));
    QVERIFY(is(4, "damaged", "03-Jan"));
    QVERIFY(is(5, "customer", "000123"));
    QVERIFY(is(6, "customer", "=HYPERLINK(\"http://127.0.0.1/x\",\"pay\")"));
    for (std::size_t index = 1; index < 5; ++index)
        QVERIFY(entries[index].references.count("customer") == 0);
    // One number whose last digits are not zeros, and the column was never in a spreadsheet.
    const auto whole =
        readCsvText("ref,amount\n9912140633506420,1.00\n9912140633506421,1.00\n", profile);
    QVERIFY(whole && whole->at(0).entries[0].references.count("customer") == 1);
    // Identifiers that only look like it.
    for (const char* good : {"219E24", "3-1", "0010", "12E4567", "A1-Jan", "2E+", "Jan-2026-01"})
        QVERIFY2(!isMangledIdentifier(good), good);
}

void CsvCasesTest::theColumnDecidesTheDateOrder()
{
    const CsvProfile profile = plain(
        R"("booked":"date","amount":"amount","currency":{"fixed":"EUR"})",
        R"(,"numbers":{"decimal":"."})");
    const std::string folder = "44-csv-ambiguous-day-month/";
    const auto decided = readCsvCase(folder + "a.csv", profile);
    QVERIFY2(decided, codeOf(decided).c_str());
    QCOMPARE(daysOf(decided), (std::vector<std::string>{"2026-08-03", "2026-06-10", "2026-06-26"}));
    const auto open = readCsvCase(folder + "b.csv", profile);
    QVERIFY(codeOf(open) == "statement.date_order_undecided");
    QVERIFY(open.error().field == "date");
    CsvOptions said;
    said.dateOrder = DateOrder::MonthDayYear;
    const auto asked = readCsvCase(folder + "b.csv", profile, said);
    QVERIFY(asked && daysOf(asked) == (std::vector<std::string>{"2026-03-08", "2026-10-06"}));
    const auto contradictory = readCsvCase(folder + "c.csv", profile);
    QVERIFY(codeOf(contradictory) == "statement.date_order_contradicts");
    QCOMPARE(contradictory.error().line, 3);
    // What a person says does not overrule the file.
    QVERIFY(
        codeOf(readCsvCase(folder + "a.csv", profile, said)) == "statement.date_order_contradicts");
}

void CsvCasesTest::daysStayAndTimesAreFlagged()
{
    const CsvProfile profile = plain(
        R"("booked":"when","zone":"zone","amount":"amount","currency":{"fixed":"EUR"})",
        R"(,"numbers":{"decimal":"."})");
    const std::string text = caseText("46-csv-timezone-and-dst-dates/input.csv");
    const auto reading = readCsvText(text, profile);
    QVERIFY2(reading, codeOf(reading).c_str());
    const auto& entries = reading->at(0).entries;
    QVERIFY(entries[0].bookingDate == "2026-08-03" && entries[0].bookedAt.empty());
    QVERIFY(entries[1].bookingDate == "2026-03-29");
    QVERIFY(entries[1].bookedAt == "2026-03-29T23:30:00+02:00");
    QVERIFY(entries[2].bookingDate == "2026-10-25" && entries[2].bookedAt == "2026-10-25T02:30:00");
    QVERIFY(hasWarning(reading->at(0).statement, "statement.time_exists_twice"));
    QVERIFY(entries[3].bookingDate == "2026-03-29" && entries[3].bookedAt == "2026-03-29T02:30:00");
    QVERIFY(hasWarning(reading->at(0).statement, "statement.time_does_not_exist"));
    QVERIFY(entries[4].bookingDate == "2026-12-31");
    QVERIFY(entries[4].bookedAt == "2026-12-31T23:59:59-08:00");
    QVERIFY(hasWarning(reading->at(0).statement, "statement.date_forms_mixed"));
    QVERIFY(zonedMoment("2026-07-01", "10:00:00", "PDT").text == "2026-07-01T10:00:00-07:00");
    for (const char* several : {"CST", "IST", "BST", "XYZ", "Mars/Olympus", "Europe/"})
        QVERIFY(zonedMoment("2026-07-01", "10:00:00", several).finding == ZoneFinding::Unknown);
}

void CsvCasesTest::refundsCountInTheNet()
{
    const CsvProfile profile = profileOf(
        R"({"profile":1,"name":"case","layer":"SETTLEMENT","columns":{"booked":{"fixed":"2026-01-06"},
            "gross":"gross","refund":"refund","fees":"fee","net":"net","currency":{"fixed":"EUR"},
            "account":{"fixed":"testpsp"},"references":{"customer":"ref"}},
            "numbers":{"decimal":",","conflict":"recompute"},"dates":{"order":"ymd"}})");
    const std::string folder = "48-csv-settlement-net-ignores-refund/";
    const auto reading = readCsvCase(folder + "settlement.csv", profile);
    QVERIFY2(reading, codeOf(reading).c_str());
    const Statement& statement = reading->at(0).statement;
    std::map<std::string, std::int64_t> parts;
    std::int64_t netMinor = 0;
    for (const SettlementPart& part : statement.settlement) {
        parts[part.kind] = part.amountMinor;
        netMinor += part.amountMinor;
    }
    QCOMPARE(parts["PAYMENT"], 30000);
    QCOMPARE(parts["FEE"], -600);
    QCOMPARE(parts["REFUND"], -5000);
    QCOMPARE(netMinor, 24400);
    QCOMPARE(amountsOf(reading), (Amounts{9800, 14600}));
    bool isNamed = false;
    for (const StatementWarning& warning : statement.warnings)
        isNamed = isNamed
                  || (warning.code == "statement.net_differs"
                      && warning.message.find("differ by 50.00, explained by REFUND")
                             != std::string::npos);
    QVERIFY(isNamed);
    const auto bank = readCsvCase(
        folder + "bank.csv",
        plain(
            R"("booked":"date","amount":"amount","currency":{"fixed":"EUR"})",
            R"(,"numbers":{"decimal":","})"));
    QVERIFY(bank && amountsOf(bank) == (Amounts{netMinor}));
}

void CsvCasesTest::providersMinorUnitsAreCompared()
{
    const auto json = nlohmann::json::parse(
        caseText("49-minor-units-jpy-kwd-provider-api/input.json"), nullptr, false);
    QVERIFY(!json.is_discarded());
    std::map<std::string, std::int64_t> attempts;
    for (const auto& each : json["attempts"]) {
        const auto currency = Currency::fromCode(each["currency"].get<std::string>());
        QVERIFY(currency);
        attempts[each["id"]] =
            Money::fromDecimal(each["amount"].get<std::string>(), *currency)->amountMinor();
    }
    QCOMPARE(attempts["A1"], 80);
    QCOMPARE(attempts["A3"], 18600);
    std::map<std::string, MinorComparison> found;
    for (const auto& each : json["provider"])
        found[each["for"]] =
            compareMinor(attempts[each["for"]], each["amount"].get<std::int64_t>());
    QVERIFY(found["A1"].isEqual && found["A3"].isEqual);
    QVERIFY(!found["A2"].isEqual && found["A2"].powerOfTen == 2);
    QVERIFY(!found["A4"].isEqual && found["A4"].powerOfTen == -1);
}

void CsvCasesTest::payoutIsGrossLessFeesRefundsAndCarry()
{
    const auto json = nlohmann::json::parse(
        caseText("58-match-payout-net-of-fees-refunds-and-carry/input.json"), nullptr, false);
    QVERIFY(!json.is_discarded());
    SettlementSum sum;
    for (const auto& row : json["rows"]) {
        const std::int64_t netMinor = row["net"].get<std::int64_t>();
        const std::int64_t feeMinor = row.value("fee", std::int64_t{0});
        QVERIFY(sum.add(row["type"].get<std::string>(), netMinor + feeMinor));
        QVERIFY(feeMinor == 0 || sum.add("Fee", -feeMinor));
    }
    QCOMPARE(sum.netMinor(), 11397);
    QCOMPARE(sum.remainderOf(11397).value(), 0);
    QCOMPARE(sum.remainderOf(11397 + 250).value(), 250);
    QVERIFY(sum.explains(2000) == "Refunded");
    QVERIFY(sum.explains(250).empty());
}

void CsvCasesTest::emptyAndForeignFilesAreNamed()
{
    const CsvProfile profile =
        plain(R"("booked":"Date","amount":"Amount","text":"Text","currency":{"fixed":"EUR"})");
    const auto none = readCsvCase("63-wrong-file-type-and-empty-statement/zero.csv", profile);
    QVERIFY2(none, codeOf(none).c_str());
    QCOMPARE(none->at(0).statement.entryCount, 0);
    QVERIFY(hasWarning(none->at(0).statement, "statement.no_rows"));
    for (const char* file : {"near.sta", "notbank.xml", "empty.xml"})
        QVERIFY(
            codeOf(
                readCsvCase("63-wrong-file-type-and-empty-statement/" + std::string(file), profile))
            == "statement.header_missing");
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::CsvCasesTest)

#include "csv_cases_test.moc"
