// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/statements_reading.h"

#include <QtTest>

namespace onceover {

// The shapes in which banks write MT940 and MT942, and files that are none.
class StatementsMtKindsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void amountsAreReadAsSpelt_data();
    void amountsAreReadAsSpelt();
    void joinedFilesAreTakenApart_data();
    void joinedFilesAreTakenApart();
    void structuredTextGivesReferences_data();
    void structuredTextGivesReferences();
    void chargesExplainTheEntry();
    void expectedEntriesArePending();
    void missingEndIsFlagged();
    void brokenFieldsAreRefused_data();
    void brokenFieldsAreRefused();
};

void StatementsMtKindsTest::amountsAreReadAsSpelt_data()
{
    QTest::addColumn<QString>("amount");
    QTest::addColumn<QString>("currency");
    // Minor units, or -1 for a refusal.
    QTest::addColumn<qint64>("expected");
    const auto row = [](const char* amount, const char* currency, qint64 expected) {
        QTest::newRow(amount) << amount << currency << expected;
    };
    row("1,", "EUR", 100);
    row("0,1", "EUR", 10);
    row(",50", "EUR", 50);
    row("000000001213,28", "EUR", 121328);
    row("20", "EUR", 2000);
    row("8,85000", "EUR", 885);
    row("8,855", "EUR", -1);
    row("1234.56", "EUR", 123456);
    row("1.234,56", "EUR", -1);
    row("1.234", "KWD", -1);
    row("1,255", "KWD", 1255);
    row("1500,", "JPY", 1500);
    row("1500,5", "JPY", -1);
    row("7,", "DEM", 700);
    row("92233720368547758,07", "EUR", 9223372036854775807);
    row("92233720368547758,08", "EUR", -1);
}

void StatementsMtKindsTest::amountsAreReadAsSpelt()
{
    QFETCH(QString, amount);
    QFETCH(QString, currency);
    QFETCH(qint64, expected);
    const auto reading = readText(
        ":20:T\n:25:1\n:60F:C260105" + currency.toStdString() + "0,\n:61:2601050105C"
        + amount.toStdString() + "NTRFNONREF\n");
    if (expected < 0) {
        QVERIFY(!reading);
        QVERIFY(reading.error().code == "statement.amount");
        QVERIFY(reading.error().field == ":61:");
        QCOMPARE(reading.error().line, 4);
        return;
    }
    QVERIFY2(reading, codeOf(reading).c_str());
    QCOMPARE(reading->at(0).entries.at(0).amountMinor, std::int64_t{expected});
}

void StatementsMtKindsTest::joinedFilesAreTakenApart_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("between");
    QTest::addColumn<QByteArray>("after");
    const auto row =
        [](const char* name, const char* before, const char* between, const char* after) {
            QTest::newRow(name) << QByteArray(before) << QByteArray(between) << QByteArray(after);
        };
    row("nothing", "", "", "");
    row("dash", "", "-\n", "-\n");
    row("dash and blank lines", "", "\n-\n\n", "\n-\n");
    row("DOS end of file", "", "-\n\x1a", "\x1a");
    row("DOS end without line end", "", "\x1a", "");
    row("blocks", "{1:F01ABCDEF}{2:I940ABC}{4:\n", "-}\n{1:F01ABCDEF}{2:I940ABC}{4:\n", "-}");
    row("blocks on one line", "{1:F01A}{2:O940A}{4:", "-}{5:}\n{1:F01A}{2:O940A}{3:}{4:", "-}{5:}");
    row("blocks with dollar", "{1:F01A}{4:\n", "-}$\n${1:F01A}{4:\n", "-}");
    row("old header", "0000 01BANK\n940 00\n", "-XXX\n0000 01BANK\n940 00\n", "-XXX\n");
    row("bank name", "ABNANL2A\n940\nABNANL2A\n", "-\nABNANL2A\n940\nABNANL2A\n", "-\n");
    row("pseudo tag", ":940:\n", ":940:\n", "");
    row("near miss", ":9401:\n", "\n:9401:\n", "");
    row("control characters", "\x01\n", "-\x03\n\x01", "-\x03\n");
}

void StatementsMtKindsTest::joinedFilesAreTakenApart()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, between);
    QFETCH(QByteArray, after);
    const std::string first = ":20:A\n:25:NL69TEST0000000001 EUR\n:28C:1\n:60F:C260105EUR1,00\n"
                              ":61:260105C1,50NTRFX//B1\n:86:one\n:62F:C260105EUR2,50\n";
    const std::string second = ":20:B\n:25:NL69TEST0000000002\n:28C:1\n:60F:D260105EUR1,00\n"
                               ":61:260105D1,50NTRFY//B2\n:86:two\n:62F:D260105EUR2,50\n";
    std::string whole =
        before.toStdString() + first + between.toStdString() + second + after.toStdString();
    for (const std::size_t piece : {1U, 3U, 4096U}) {
        for (const bool hasReturns : {false, true}) {
            std::string text = whole;
            for (std::size_t at = 0; hasReturns && (at = text.find('\n', at)) != std::string::npos;
                 at += 2)
                text.insert(at, 1, '\r');
            const auto reading = readText(text, piece);
            QVERIFY2(reading, codeOf(reading).c_str());
            QCOMPARE(reading->size(), std::size_t{2});
            QVERIFY(reading->at(0).statement.account == "NL69TEST0000000001");
            QVERIFY(reading->at(1).statement.account == "NL69TEST0000000002");
            QVERIFY(reading->at(0).statement.ties == true && reading->at(1).statement.ties == true);
            QVERIFY(reading->at(1).entries.at(0).references.at("bank") == "B2");
            QVERIFY(reading->at(0).entries.at(0).text == "one");
        }
    }
}

void StatementsMtKindsTest::structuredTextGivesReferences_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("endToEnd");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("account");
    const auto row =
        [](const char* title, const char* text, const char* e, const char* n, const char* a) {
            QTest::newRow(title) << QByteArray(text) << e << n << a;
        };
    row("German",
        "166?00GUTSCHR?20EREF+PAY-1?21SVWZ+Rechnung 7?30BANKDEFF?31DE12?32Muster?33mann",
        "PAY-1",
        "Muster mann",
        "DE12");
    row("cut within a subfield",
        "166?20EREF+ABCDEFGHIJKLMNOPQRSTUV?21WXYZ?22SVWZ+x",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "",
        "");
    row("folded within a marker", "166?20EREF+PAY-1?\n21SVWZ+x?32A\nB", "PAY-1", "AB", "");
    row("keywords in one line", "166?20EREF+PAY-1 KREF+K1 SVWZ+more", "PAY-1", "", "");
    row("other separator", "166>20EREF+PAY-1>32Name", "PAY-1", "Name", "");
    row("without code", ">20EREF+PAY-1>32Name", "PAY-1", "Name", "");
    row("no reference", "166?20EREF+NOTPROVIDED?21SVWZ+x", "", "", "");
    row("Dutch",
        "/TRTP/SEPA OVERBOEKING/IBAN/NL81/BIC/RABONL2U/NAME/A B/REMI/inv 1/EREF/PAY-1",
        "PAY-1",
        "A B",
        "NL81");
    row("Dutch counterparty",
        "/EREF/PAY-1//CNTP/NL71INGB/INGBNL2A/A BANK NV///REMI/USTD//text/",
        "PAY-1",
        "A BANK NV",
        "NL71INGB");
    row("Dutch, folded",
        "/EREF/PA\nY-1//CNTP/NL71INGB/INGBNL2\nA/A BANK///REMI/USTD//x/",
        "PAY-1",
        "A BANK",
        "NL71INGB");
    row("free", "just words PAY-1", "", "", "");
}

void StatementsMtKindsTest::structuredTextGivesReferences()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, endToEnd);
    QFETCH(QString, name);
    QFETCH(QString, account);
    const auto reading = readText(mtMessage(
        ":61:2601050105C1,00NTRFNONREF\n:86:" + text.toStdString() + "\n:62F:C260105EUR1,00\n-\n"));
    QVERIFY2(reading, codeOf(reading).c_str());
    const StatementEntry& entry = reading->at(0).entries.at(0);
    const auto found = entry.references.find(kEndToEndId);
    QCOMPARE(
        found == entry.references.end() ? QString() : QString::fromStdString(found->second),
        endToEnd);
    const StatementDetail none;
    const StatementDetail& detail = entry.details.empty() ? none : entry.details.front();
    QCOMPARE(QString::fromStdString(detail.counterpartyName), name);
    QCOMPARE(QString::fromStdString(detail.counterpartyAccount), account);
}

void StatementsMtKindsTest::chargesExplainTheEntry()
{
    const auto reading = readText(mtMessage(
        ":61:2601050105D12,35NRTINONREF\n/OCMT/EUR11,85//CHGS/EUR0,50/\n:62F:D260105EUR12,35\n"));
    const StatementEntry& entry = reading->at(0).entries.at(0);
    QCOMPARE(entry.amountMinor, -1235);
    QCOMPARE(entry.details.at(0).amountMinor.value(), -1185);
    QCOMPARE(entry.fees.at(0).amountMinor, -50);
    // What does not add up explains nothing.
    const auto odd = readText(mtMessage(
        ":61:2601050105D12,35NRTINONREF\n/OCMT/EUR11,00//CHGS/EUR0,50/\n:62F:D260105EUR12,35\n"));
    QCOMPARE(odd->at(0).entries.at(0).details.at(0).amountMinor.value(), -1235);
}

void StatementsMtKindsTest::expectedEntriesArePending()
{
    const auto reading =
        readText(":20:T\n:25:1\n:28C:1\n:34F:EUR0,\n:61:260520EC5,NTRFA\n:61:260520ED4,NTRFB\n"
                 ":61:260520CR3,NTRFC\n-\n");
    QVERIFY2(reading, codeOf(reading).c_str());
    const auto& entries = reading->at(0).entries;
    QVERIFY(entries.at(0).status == EntryStatus::Pending);
    QCOMPARE(entries.at(0).amountMinor, 500);
    QCOMPARE(entries.at(1).amountMinor, -400);
    QVERIFY(entries.at(2).status == EntryStatus::Booked);
}

void StatementsMtKindsTest::missingEndIsFlagged()
{
    const auto cut = readText(mtMessage(":61:2601050105C1,00NTRFNONREF\n:86:x\n"));
    QVERIFY(hasWarning(cut->at(0).statement, "statement.closing_missing"));
    QVERIFY(!cut->at(0).statement.ties);
    const auto stray = readText(mtMessage(
        ":61:2601050105C1,00NTRFNONREF\n:62F:C260105EUR1,00\n-\n:61:2601060106C9,NTRFNONREF\n"));
    QCOMPARE(stray->size(), std::size_t{1});
    QVERIFY(hasWarning(stray->at(0).statement, "statement.entry_after_end"));
    QVERIFY(stray->at(0).statement.ties == false);
}

void StatementsMtKindsTest::brokenFieldsAreRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("field");
    const auto row =
        [](const char* name, const std::string& text, const char* code, const char* field) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << code << field;
        };
    row("no mark", mtMessage(":61:26010501051,00NTRFNONREF\n"), "statement.entry_line", ":61:");
    row("no amount", mtMessage(":61:2601050105CNTRFNONREF\n"), "statement.entry_line", ":61:");
    row("no day", mtMessage(":61:261305C1,00NTRFNONREF\n"), "statement.date", ":61:");
    row("balance without mark", mtMessage(":62F:260105EUR1,00\n"), "statement.direction", ":62F:");
    row("balance without day", mtMessage(":62F:C26AA05EUR1,00\n"), "statement.date", ":62F:");
    row("balance without amount", mtMessage(":62F:C260105EUR\n"), "statement.amount", ":62F:");
    row("only a header", ":20:T\n", "statement.no_container", "");
    row("endless field",
        mtMessage(
            ":61:260105C1,NTRF\n:86:" + std::string(70'000, 'x') + "\n" + std::string(70'000, 'x')),
        "statement.text_length",
        ":86:");
    row("endless line",
        mtMessage(":86:" + std::string(300'000, 'x')),
        "statement.token_length",
        "");
}

void StatementsMtKindsTest::brokenFieldsAreRefused()
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

QTEST_GUILESS_MAIN(onceover::StatementsMtKindsTest)

#include "statements_mt_kinds_test.moc"
