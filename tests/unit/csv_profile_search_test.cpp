// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_header_word.h"
#include "backend/statements/csv/csv_profile_search.h"
#include "backend/statements/statement_printer.h"
#include "tests/unit/csv_reading.h"

#include <QtTest>

#include <sstream>

#include <nlohmann/json.hpp>

namespace onceover {

namespace {

const char* const kIng =
    "\"Datum\";\"Naam / Omschrijving\";\"Rekening\";\"Tegenrekening\";\"Code\";\"Af "
    "Bij\";\"Bedrag (EUR)\";\"MutatieSoort\";\"Mededelingen\"\n"
    "\"20260116\";\"J. Jansen\";\"NL99INGB9999999999\";\"\";\"OV\";\"Af\";"
    "\"1.234,56\";\"Overschrijving\";\"huur\"\n";

std::string found(const std::string& text, const CsvOptions& options = {})
{
    const auto profile = findCsvProfile(TextSource(text), options);
    return profile ? profile->name : profile.error().code;
}

// What the command prints, one object a line.
std::vector<nlohmann::json> printed(
    const std::string& path, const ReadingChoice& choice, int& exitCode)
{
    std::ostringstream out;
    std::ostringstream err;
    exitCode = printStatement(path, true, out, err, choice);
    std::vector<nlohmann::json> lines;
    std::istringstream text(out.str());
    for (std::string line; std::getline(text, line);)
        lines.push_back(nlohmann::json::parse(line, nullptr, false));
    return lines;
}

std::string written(const QTemporaryDir& folder, const char* name, const std::string& text)
{
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly)
        || file.write(text.data(), static_cast<qint64>(text.size())) < 0)
        qFatal("cannot write %s", name);
    return folder.filePath(name).toStdString();
}

} // namespace

// A CSV file chooses its profile by its columns; where it does not, a person names one.
class CsvProfileSearchTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void headersSayWhatTheyAre_data();
    void headersSayWhatTheyAre();
    void columnsChooseTheProfile();
    void whatWouldLeaveMoneyOutDoesNotFit();
    void unknownColumnsAreNamed();
    void profilesAreNamedOrReadFromFiles();
    void aFileIsPrintedByItsProfile();
    void otherFormatsKeepTheirRefusal();
};

void CsvProfileSearchTest::headersSayWhatTheyAre_data()
{
    QTest::addColumn<QString>("header");
    QTest::addColumn<QString>("role");
    const auto row = [](const char* header, const char* role) {
        QTest::newRow(header) << QString::fromUtf8(header) << role;
    };
    row("CreditDebet", "direction");
    row("Credit Card", "text");
    row("Creditor", "counterparty");
    row("Buchungstag", "booked");
    row("BUCHUNGSTEXT", "text");
    row("W\xc3\x84HRUNG", "currency");
    row("D\xc3\x89"
        "BIT CHF",
        "debit");
    row("  Running\xc2\xa0 Balance ", "balance");
    row("\xe6\xae\x8b\xe9\xab\x98", "balance");
    row("Gr\xc3\xb6\xc3\x9f"
        "e",
        "");
    row("", "");
}

void CsvProfileSearchTest::headersSayWhatTheyAre()
{
    QFETCH(QString, header);
    QFETCH(QString, role);
    QCOMPARE(QString::fromStdString(roleOfHeader(header.toStdString())), role);
}

void CsvProfileSearchTest::columnsChooseTheProfile()
{
    QCOMPARE(found(kIng), std::string("ing-nl"));
    // The same columns under any delimiter, in any encoding and behind a mark.
    std::string tabs = kIng;
    std::replace(tabs.begin(), tabs.end(), ';', '\t');
    QCOMPARE(found("\xef\xbb\xbf" + tabs), std::string("ing-nl"));
    const QString wide = QString::fromUtf8(kIng);
    QCOMPARE(
        found(std::string(
            reinterpret_cast<const char*>(wide.utf16()),
            2 * static_cast<std::size_t>(wide.size()))),
        std::string("ing-nl"));
    // Of two that fit, the one that reads more of the file.
    QCOMPARE(
        found("Date,Label,Amount,D/C,Balance\n2026-01-16,rent,5.00,D,1.00\n"),
        std::string("sheet-debit-credit"));
    QCOMPARE(found("Date,Label,Currency,Amount\n2026-01-16,rent,EUR,5.00\n"), std::string("sheet"));
}

void CsvProfileSearchTest::whatWouldLeaveMoneyOutDoesNotFit()
{
    // Without these columns, "sheet" would make a credit of a debit, or money of what is pending.
    for (const char* column : {"Sign", "Credit/Debit", "Debit", "Fee", "Status"})
        QCOMPARE(
            found("Date,Label,Amount," + std::string(column) + "\n2026-01-16,rent,5.00,D\n"),
            std::string("statement.profile_unknown"));
}

void CsvProfileSearchTest::unknownColumnsAreNamed()
{
    const auto profile = findCsvProfile(
        TextSource("Export of my bank\n\nDate;Purpose;Amount;Colour\n2026-01-16;rent;5.00;red\n"),
        {});
    QVERIFY(!profile);
    QCOMPARE(profile.error().code, std::string("statement.profile_unknown"));
    QCOMPARE(profile.error().line, 3);
    QVERIFY(profile.error().message.find("Date, Purpose, Amount, Colour") != std::string::npos);
    for (const char* none : {"nothing here\nis a table\n", "1,2,3\n4,5,6\n", "a;b\nc;d\n"})
        QCOMPARE(found(none), std::string("statement.no_columns"));
    QCOMPARE(found(""), std::string("statement.empty_file"));
}

void CsvProfileSearchTest::profilesAreNamedOrReadFromFiles()
{
    QVERIFY(csvProfileNamed("ing-nl"));
    const auto missing = csvProfileNamed("ing");
    QVERIFY(!missing && missing.error().code == "statement.profile_missing");
    QVERIFY(missing.error().message.find("ing-nl") != std::string::npos);
    QTemporaryDir folder;
    const auto own = csvProfileNamed(written(
        folder, "own.json", R"({"profile":1,"name":"own","columns":{"booked":"d","amount":"a"}})"));
    QVERIFY(own && own->name == "own");
    const auto wrong = csvProfileNamed(written(
        folder,
        "wrong.json",
        R"({"profile":1,"name":"own","columns":{"booked":"d","amuont":"a"}})"));
    QVERIFY(!wrong && wrong.error().code == "statement.profile");
    QVERIFY(wrong.error().message.find("columns.amuont") != std::string::npos);
    QVERIFY(!csvProfileNamed(folder.filePath("none.json").toStdString()));
    QVERIFY(!csvProfileNamed(written(folder, "large.json", std::string(70'000, ' '))));
}

void CsvProfileSearchTest::aFileIsPrintedByItsProfile()
{
    QTemporaryDir folder;
    const std::string path = written(folder, "ing.csv", kIng);
    int exitCode = 0;
    const auto lines = printed(path, {}, exitCode);
    QCOMPARE(exitCode, kStatementRead);
    QCOMPARE(lines.size(), std::size_t{2});
    QCOMPARE(lines[0]["format"].get<std::string>(), std::string("csv:ing-nl"));
    QCOMPARE(lines[0]["debits_minor"].get<std::int64_t>(), 123456);
    QCOMPARE(lines[0]["account"].get<std::string>(), std::string("NL99INGB9999999999"));
    QVERIFY(lines[0]["ties"].is_null() && lines[0]["opening_minor"].is_null());
    QCOMPARE(lines[1]["amount_minor"].get<std::int64_t>(), -123456);
    QCOMPARE(lines[1]["booking_date"].get<std::string>(), std::string("2026-01-16"));
    QCOMPARE(lines[1]["status"].get<std::string>(), std::string("BOOKED"));
    // A person's profile is used whatever the columns say, and refuses what it does not fit.
    ReadingChoice choice;
    choice.csvProfile = shippedProfile("sheet");
    const auto refused = printed(path, choice, exitCode);
    QCOMPARE(exitCode, kStatementRefused);
    QCOMPARE(refused[0]["type"].get<std::string>(), std::string("refusal"));
    QCOMPARE(refused[0]["code"].get<std::string>(), std::string("statement.header_missing"));
    // What a person says about the file reaches the reading.
    choice.csvProfile = shippedProfile("sheet");
    choice.csv.dateOrder = DateOrder::MonthDayYear;
    choice.csv.currency = "KWD";
    choice.csv.decimal = ',';
    const auto said = printed(
        written(folder, "sheet.csv", "Date;Label;Amount\n03/08/2026;a;1,250\n"), choice, exitCode);
    QCOMPARE(exitCode, kStatementRead);
    QCOMPARE(said[1]["amount_minor"].get<std::int64_t>(), 1250);
    QCOMPARE(said[1]["currency"].get<std::string>(), std::string("KWD"));
    QCOMPARE(said[1]["booking_date"].get<std::string>(), std::string("2026-03-08"));
}

void CsvProfileSearchTest::otherFormatsKeepTheirRefusal()
{
    QTemporaryDir folder;
    int exitCode = 0;
    for (const char* text : {"PK\x03\x04 zip", "%PDF-1.4\n", "hello world\nno table\n"}) {
        const auto lines = printed(written(folder, "x", text), {}, exitCode);
        QCOMPARE(exitCode, kStatementRefused);
        QCOMPARE(lines[0]["code"].get<std::string>(), std::string("statement.unsupported_format"));
    }
    const auto empty = printed(written(folder, "empty", ""), {}, exitCode);
    QCOMPARE(empty[0]["code"].get<std::string>(), std::string("statement.empty_file"));
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::CsvProfileSearchTest)

#include "csv_profile_search_test.moc"
