// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/csv_reading.h"

#include <QtTest>

#include <sys/stat.h>

namespace onceover {

namespace {

const char* const kBankProfile = R"({"profile":1,"name":"bank","file":{"delimiter":","},
    "columns":{"booked":"date","text":["text"],"amount":"amount","balance":{"name":"balance","optional":true},
    "currency":{"fixed":"EUR"},"account":{"fixed":"A"},"references":{"account_servicer":{"name":"id","optional":true}}},
    "numbers":{"decimal":"."},"dates":{"order":"ymd"}})";

std::string codeWith(const std::string& text, const std::string& json = kBankProfile)
{
    return codeOf(readCsvText(text, profileOf(json)));
}

} // namespace

// Files that want to be misread: broken quoting, contradictions, caps, what is no file.
class CsvHostileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatCannotBeReadIsRefused_data();
    void whatCannotBeReadIsRefused();
    void worseThanTheStandardIsRead();
    void onlyFilesAreRead();
    void aChangingFileIsRefused();
    void capsHold();
};

void CsvHostileTest::whatCannotBeReadIsRefused_data()
{
    QTest::addColumn<QString>("rows");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("field");
    const auto row =
        [](const char* name, const char* rows, const char* code, int line, const char* field) {
            QTest::newRow(name) << rows << code << line << field;
        };
    row("text behind a quote",
        "2026-01-01,\"Firma \"X\" GmbH\",1.00\n",
        "statement.stray_quote",
        2,
        "column 2");
    row("quote never closed",
        "2026-01-01,\"a,1.00\n2026-01-02,b,2.00\n",
        "statement.unclosed_quote",
        2,
        "column 2");
    row("too few columns", "2026-01-01,a\n", "statement.missing_cells", 2, "");
    row("too many columns", "2026-01-01,a,1.00,EUR\n", "statement.extra_cells", 2, "");
    row("no date", "yesterday,a,1.00\n", "statement.date", 2, "date");
    row("empty date", ",a,1.00\n", "statement.date", 2, "date");
    row("thirteenth month", "2026-13-01,a,1.00\n", "statement.date", 2, "date");
    row("no amount", "2026-01-01,a,\n", "statement.amount", 2, "amount");
    row("words for an amount", "2026-01-01,a,one\n", "statement.amount", 2, "amount");
    row("two signs", "2026-01-01,a,-(1.00)\n", "statement.amount", 2, "amount");
    row("sign on both sides", "2026-01-01,a,-1.00-\n", "statement.amount", 2, "amount");
    row("two decimal marks", "2026-01-01,a,1.00.00\n", "statement.amount", 2, "amount");
    row("groups of two marks", "2026-01-01,a,\"1,234 567.00\"\n", "statement.amount", 2, "amount");
    row("a group too short", "2026-01-01,a,\"1,23.00\"\n", "statement.amount", 2, "amount");
    row("three decimals of two",
        "2026-01-01,a,1.234\n",
        "statement.amount_looks_grouped",
        2,
        "amount");
    row("four decimals of two", "2026-01-01,a,1.2345\n", "statement.amount", 2, "amount");
    row("another currency", "2026-01-01,a,$1.00 USD\n", "statement.amount", 2, "amount");
    row("a code of another currency",
        "2026-01-01,a,USD 1.00\n",
        "statement.currency_contradicts",
        2,
        "amount");
    row("beyond 64 bits", "2026-01-01,a,92233720368547758.08\n", "statement.amount", 2, "amount");
    row("a sum beyond 64 bits",
        "2026-01-01,a,92233720368547758.00\n2026-01-01,a,92233720368547758.00\n",
        "statement.sum_too_large",
        3,
        "");
    row("digits of another script",
        "2026-01-01,a,\xd9\xa1\xd9\xa2.00\n",
        "statement.amount",
        2,
        "amount");
}

void CsvHostileTest::whatCannotBeReadIsRefused()
{
    QFETCH(QString, rows);
    QFETCH(QString, code);
    QFETCH(int, line);
    QFETCH(QString, field);
    const auto reading =
        readCsvText("date,text,amount\n" + rows.toStdString(), profileOf(kBankProfile));
    QCOMPARE(QString::fromStdString(codeOf(reading)), code);
    QCOMPARE(reading.error().line, line);
    QCOMPARE(QString::fromStdString(reading.error().field), field);
    QVERIFY(!reading.error().message.empty());
}

void CsvHostileTest::worseThanTheStandardIsRead()
{
    const auto amounts = [](const std::string& text, const std::string& json = kBankProfile) {
        QString joined;
        const auto reading = readCsvText(text, profileOf(json), {}, 3);
        if (!reading)
            return QString::fromStdString(reading.error().code);
        for (const StatementEntry& entry : reading->at(0).entries)
            joined += QString::number(entry.amountMinor) + ' ';
        return joined.trimmed();
    };
    const std::string head = "date,text,amount\n";
    QCOMPARE(
        amounts(head + "2026-01-01, \"a\" ,\"1,234.50\"\r\n\r\n,,\r2026-01-02,b,-2"),
        QStringLiteral("123450 -200"));
    QCOMPARE(
        amounts(
            "junk\n\n" + head + "2026-01-01,\"a \"\"b\"\"\nc\",1.5-\n" + head
            + "2026-01-02,x,(3.00)\n\x1a"),
        QStringLiteral("-150 -300"));
    QCOMPARE(
        amounts(
            head
            + "2026-01-01,a,1.00 CR\n2026-01-01,a,1.00DR\n2026-01-01,a,\xe2\x82\xac "
              "5\n2026-01-01,a,\xe2\x88\x92"
              "7.00\n"),
        QStringLiteral("100 -100 500 -700"));
    QCOMPARE(amounts("DATE,Text , amount\n2026-01-01,a,.50,\n"), QStringLiteral("50"));
    std::string stray = kBankProfile;
    stray.replace(stray.find("\"delimiter\""), 11, "\"strayQuotes\":\"text\",\"delimiter\"");
    QCOMPARE(
        amounts(head + "2026-01-01,\"Firma \"X\" GmbH\",1.00\n", stray), QStringLiteral("100"));
    // A row in Indian groups, debits with and without a minus, purchases that are positive.
    const std::string two =
        R"({"profile":1,"name":"two","columns":{"booked":"d","debit":"out","credit":"in",
        "currency":{"fixed":"INR"},"references":{}},"numbers":{"decimal":".","indianGroups":true},"dates":{"order":"ymd"}})";
    QCOMPARE(
        amounts("d;out;in\n2026-01-01;12,34,567.00;\n2026-01-01;;5\n2026-01-01;0.00;6\n", two),
        QStringLiteral("-123456700 500 600"));
    QCOMPARE(
        amounts("d;out;in\n2026-01-01;-1;\n2026-01-01;-2;\n", two), QStringLiteral("-100 -200"));
    QCOMPARE(
        amounts("d;out;in\n2026-01-01;-1;\n2026-01-01;2;\n", two),
        QStringLiteral("statement.debit_credit_signs"));
    QCOMPARE(
        amounts("d;out;in\n2026-01-01;1;2\n", two), QStringLiteral("statement.debit_and_credit"));
    QCOMPARE(amounts("d;out;in\n2026-01-01;;\n", two), QStringLiteral("statement.amount"));
    // The date order and decimal mark of a column that settles neither are asked for.
    const std::string minor =
        R"({"profile":1,"name":"m","columns":{"booked":"d","amount":"a","currency":"c","references":{}},
        "numbers":{"minorUnits":true},"dates":{"order":"ymd"}})";
    QCOMPARE(
        amounts("d,a,c\n2026-01-01,18600,kwd\n2026-01-01,80,JPY\n", minor),
        QStringLiteral("18600 80"));
    QCOMPARE(amounts("d,a,c\n2026-01-01,18.600,KWD\n", minor), QStringLiteral("statement.amount"));
}

void CsvHostileTest::onlyFilesAreRead()
{
    QTemporaryDir folder;
    QVERIFY(folder.isValid());
    const std::string base = folder.path().toStdString();
    QVERIFY(QFile(folder.filePath("real.csv")).open(QIODevice::WriteOnly));
    QVERIFY(QFile::link(folder.filePath("real.csv"), folder.filePath("link.csv")));
    QCOMPARE(::mkfifo((base + "/pipe.csv").c_str(), 0600), 0);
    const CsvProfile profile = profileOf(kBankProfile);
    QVERIFY(codeOf(readCsvPath(base + "/link.csv", profile)) == "statement.symbolic_link");
    QVERIFY(codeOf(readCsvPath(base + "/pipe.csv", profile)) == "statement.not_a_regular_file");
    QVERIFY(codeOf(readCsvPath("/dev/zero", profile)) == "statement.not_a_regular_file");
    QVERIFY(codeOf(readCsvPath(base, profile)) == "statement.not_a_regular_file");
    QVERIFY(codeOf(readCsvPath(base + "/none.csv", profile)) == "statement.file_missing");
    QVERIFY(codeOf(readCsvPath(base + "/real.csv", profile)) == "statement.empty_file");
}

void CsvHostileTest::aChangingFileIsRefused()
{
    // Another amount at each pass: as if somebody wrote the file while it was read.
    class Changing final : public ByteSource
    {
    public:
        tl::expected<PassedBytes, Refusal> pass(
            const std::function<bool(std::string_view)>& each) const override
        {
            return TextSource(
                       "date,text,amount\n2026-01-01,a," + std::to_string(++m_passes) + ".00\n")
                .pass(each);
        }

    private:
        mutable int m_passes = 0;
    };

    StatementCollector collector;
    const auto read = readCsv(Changing(), profileOf(kBankProfile), {}, collector);
    QVERIFY(!read);
    QVERIFY(read.error().code == "statement.file_changed");
}

void CsvHostileTest::capsHold()
{
    const std::string head = "date,text,amount\n";
    const std::string row = "2026-01-01,a,1.00\n";
    const auto codeUnder = [](const std::string& text, const CsvLimits& limits) {
        CsvOptions options;
        options.limits = limits;
        return codeOf(readCsvText(text, profileOf(kBankProfile), options));
    };
    CsvLimits limits;
    limits.rows = 3;
    QVERIFY(codeUnder(head + row + row, limits) == "(read)");
    QVERIFY(codeUnder(head + row + row + row, limits) == "statement.too_many_rows");
    limits = {};
    limits.cellBytes = 10;
    QVERIFY(codeUnder(head + "2026-01-01,aaaaaaaaaaa,1.00\n", limits) == "statement.cell_length");
    limits = {};
    limits.rowBytes = 20;
    QVERIFY(codeUnder(head + "2026-01-01,aaaaaaaaaaa,1.00\n", limits) == "statement.line_length");
    limits = {};
    limits.cells = 3;
    QVERIFY(codeUnder(head + "2026-01-01,a,1.00,,\n", limits) == "statement.too_many_columns");
    limits = {};
    limits.fileBytes = 20;
    QVERIFY(codeUnder(head + row, limits) == "statement.file_too_large");
    limits = {};
    limits.cellLines = 2;
    QVERIFY(
        codeUnder(head + "2026-01-01,\"a\nb\nc\nd\",1.00\n", limits) == "statement.unclosed_quote");
    limits = {};
    limits.passMs = -1;
    QVERIFY(codeUnder(head + row, limits) == "statement.too_slow");
    // One line without an end, of any size, costs no more than the cap.
    QVERIFY(codeWith(std::string(1'000'000, 'x')) == "statement.cell_length");
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::CsvHostileTest)

#include "csv_hostile_test.moc"
