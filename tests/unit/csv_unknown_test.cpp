// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_proposal.h"
#include "backend/statements/statement_printer.h"
#include "tests/unit/csv_reading.h"

#include <QtTest>

#include <sstream>

#include <nlohmann/json.hpp>

namespace onceover {

namespace {

// The amounts of a file that no profile is known for, with the currency where the file names one
// and a "?" behind what does not tie; or why it is refused, and where.
QString readUnknown(const std::string& text, const CsvOptions& options = {})
{
    const auto profile = proposedCsvProfile(TextSource(text), options);
    const auto shown = [](const Refusal& refusal) {
        return QString::fromStdString(
            refusal.code.substr(refusal.code.find('.') + 1) + " " + std::to_string(refusal.line)
            + " " + refusal.field);
    };
    if (!profile)
        return shown(profile.error());
    const auto reading = readCsvText(text, *profile, options);
    if (!reading)
        return shown(reading.error());
    QString all;
    for (const CollectedStatement& each : *reading) {
        for (const StatementEntry& entry : each.entries)
            all += QString::number(entry.amountMinor)
                   + (entry.status == EntryStatus::Booked    ? ""
                      : entry.status == EntryStatus::Pending ? "p"
                                                             : "i")
                   + ' ';
        all += QString::fromStdString(each.statement.currency) + ' ';
        all += !each.statement.ties ? "" : *each.statement.ties ? "ties " : "? ";
    }
    return all.simplified();
}

} // namespace

// Files that no profile is known for: read where their columns say everything, else refused with
// the question that a person has to answer.
class CsvUnknownTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsCertainIsRead_data();
    void whatIsCertainIsRead();
    void whatIsOpenIsAsked_data();
    void whatIsOpenIsAsked();
    void answersAreTaken();
    void theCommandSaysThatItProposed();
};

void CsvUnknownTest::whatIsCertainIsRead_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* text, const char* expected) {
        QTest::newRow(name) << QString::fromUtf8(text) << expected;
    };
    row("signed amounts",
        "Date,Description,Amount\n2026-01-16,rent,-1000.00\n2026-01-17,pay,2500.5\n",
        "-100000 250050");
    row("decimal comma, day first, semicolons",
        "Buchungstag;Verwendungszweck;Betrag;W\xc3\xa4hrung\n31.01.2026;Miete;-1.000,00;EUR\n01.02."
        "2026;Lohn;2.500,50;EUR\n",
        "-100000 250050 EUR");
    row("month first, tabs",
        "Date\tMemo\tAmount (USD)\n01/31/2026\ta\t-5.00\n02/01/2026\tb\t(7.50)\n",
        "-500 -750 USD");
    row("columns for each way",
        "Date|Details|Paid out|Paid "
        "in|Balance\n2026-01-16|a|10.00||90.00\n2026-01-17|b||5.00|95.00\n",
        "-1000 500 ties");
    row("debits with a minus",
        "Date,Text,Debit,Credit\n2026-01-16,a,-10.00,\n2026-01-17,b,,5.00\n",
        "-1000 500");
    row("a column without a credit", "Date,Text,Debit,Credit\n2026-01-16,a,10.00,\n", "-1000");
    row("words for the way",
        "Date,Text,Amount,D/C\n2026-01-16,a,10.00,D\n2026-01-17,b,5.00,C\n",
        "-1000 500");
    row("words under another header",
        "Date,Text,Amount,Transaction Type\n2026-01-16,a,10.00,debit\n2026-01-17,b,5.00,credit\n",
        "-1000 500");
    row("Soll und Haben",
        "Buchungsdatum;Text;Betrag;S/H\n16.01.2026;a;10,00;S\n17.01.2026;b;5,00;H\n",
        "-1000 500");
    row("lines before the header, sums behind the rows",
        "My "
        "Bank\nAccount:,1234567\nCurrency:,EUR\n\nDate,Text,Amount\n2026-01-16,a,-10.00\n2026-01-"
        "17,b,5.00\nTotal,,-5.00\n",
        "-1000 500 EUR");
    row("balances before and behind",
        "Opening "
        "balance;;100,00\nDate;Text;Amount\n2026-01-16;a;-10,00\n2026-01-17;b;5,00\nClosing "
        "balance;;95,00\n",
        "-1000 500 ties");
    row("a balance that does not follow is said",
        "Date,Text,Amount,Balance\n2026-01-16,a,-10.00,90.00\n2026-01-17,b,5.00,99.00\n",
        "-1000 500 ?");
    row("the newest line first",
        "Date,Text,Amount,Balance\n2026-01-17,b,5.00,95.00\n2026-01-16,a,-10.00,90.00\n2026-01-15,"
        "c,1.00,100.00\n",
        "500 -1000 100 ties");
    row("purchases that the balance shows to be debits",
        "Date,Text,Amount,Balance\n2026-01-16,a,10.00,-10.00\n2026-01-17,b,5.00,-15.00\n2026-01-18,"
        "c,-3.00,-12.00\n",
        "-1000 -500 300 ties");
    row("deposits alone, as the balance shows",
        "Date,Text,Amount,Balance\n2026-01-16,a,10.00,10.00\n2026-01-17,b,5.00,15.00\n2026-01-18,c,"
        "3.00,18.00\n",
        "1000 500 300 ties");
    row("the account's own amount beside the foreign one",
        "Date,Payee,Amount (EUR),Amount (Foreign Currency),Type Foreign "
        "Currency\n2026-01-16,a,-10.00,-11.00,USD\n2026-01-17,b,5.00,,\n",
        "-1000 500 EUR");
    row("two amounts, of which the balance follows one",
        "Date,Text,Amount 1,Amount "
        "2,Balance\n2026-01-16,a,-9.00,-10.00,90.00\n2026-01-17,b,4.00,5.00,95.00\n2026-01-18,c,1."
        "00,2.00,97.00\n",
        "-1000 500 200 ties");
    row("states",
        "Date,Text,Amount,Status\n2026-01-16,a,-10.00,Completed\n2026-01-17,b,5.00,Pending\n2026-"
        "01-18,c,7.00,Declined\n",
        "-1000 500p 700i");
    row("yen in groups",
        "Date,Text,Amount,Currency\n2026-01-16,a,\"-1,250\",JPY\n2026-01-17,b,\"3,000\",JPY\n",
        "-1250 3000 JPY");
    row("dinars",
        "Date,Text,Amount,Currency\n2026-01-16,a,\"-1,250.500\",KWD\n2026-01-17,b,3.000,KWD\n",
        "-1250500 3000 KWD");
    row("codes in the cells",
        "Date,Text,Amount\n2026-01-16,a,\"JPY -1,250\"\n2026-01-17,b,JPY 80\n",
        "-1250 80 JPY");
    row("Swiss thousands",
        "Datum;Text;Belastung;Gutschrift\n16.01.2026;a;1'234.50;\n17.01.2026;b;;5.00\n",
        "-123450 500");
    row("the order of days is that of the value dates",
        "Date,Value "
        "date,Text,Amount\n03/02/2026,13/02/2026,a,-1.00\n04/02/2026,05/02/2026,b,2.00\n",
        "-100 200");
    row("quotes and lines within cells",
        "Date,Text,Amount\n2026-01-16,\"a, \"\"b\"\"\nc\",\"-1,000.00\"\n2026-01-17,\"d\",2.00\n",
        "-100000 200");
    row("in Polish",
        "Data operacji;Opis;Kwota;Waluta\n2026-01-16;a;-1 234,50;PLN\n2026-01-17;b;5,00;PLN\n",
        "-123450 500 PLN");
    row("without a header, one column with signs",
        "2026/3/22,DEPOSIT,50.00\n2026/3/23,TRANSFER,-10.00\n",
        "5000 -1000");
    row("letters for the way",
        "Datum;Text;Betrag\n16.01.2026;a;1.234,50 S\n17.01.2026;b;5,00 H\n",
        "-123450 500");
    row("lakhs",
        "Date,Narration,Withdrawal,Deposit\n16/01/2026,a,\"12,34,567.00\",\n17/01/"
        "2026,b,,\"1,000.00\"\n",
        "-123456700 100000");
    row("names with underscores, two days",
        "transaction_date,posted_date,description,amount\n01/30/2026,01/31/2026,a,-5.00\n02/01/"
        "2026,02/02/2026,b,7.00\n",
        "-500 700");
    row("a file for spreadsheets",
        "sep=;\nDatum;Omschrijving;Bedrag\n16-01-2026;a;-10,00\n17-01-2026;b;5,00\n",
        "-1000 500");
    row("a balance in its own column",
        "Date,Text,Amount,Balance\n2026-01-16,Opening balance,,100.00\n2026-01-17,b,-5.00,95.00\n",
        "-500 ties");
    row("a header alone", "Date,Amount,Text\n", "");
    row("without a header, proven by balances",
        "16.01.2026;a;-10,00;90,00;EUR\n17.01.2026;b;5,00;95,00;EUR\n18.01.2026;c;2,00;97,00;EUR\n",
        "-1000 500 200 EUR ties");
}

void CsvUnknownTest::whatIsCertainIsRead()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QCOMPARE(readUnknown(text.toStdString()), expected);
    // Whatever the line ends, the mark and the character set.
    const QString wide = "\ufeff" + text;
    QString returns = wide;
    returns.replace("\n", "\r\n");
    QCOMPARE(readUnknown(returns.toStdString()), expected);
    QCOMPARE(
        readUnknown(std::string(
            reinterpret_cast<const char*>(wide.utf16()),
            2 * static_cast<std::size_t>(wide.size()))),
        expected);
}

void CsvUnknownTest::whatIsOpenIsAsked_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* text, const char* expected) {
        QTest::newRow(name) << QString::fromUtf8(text) << expected;
    };
    row("no sign anywhere",
        "Date,Text,Amount\n2026-01-16,a,10.00\n2026-01-17,b,5.00\n",
        "mapping_undecided 1 ");
    row("words that are not known",
        "Date,Text,Amount,D/C\n2026-01-16,a,10.00,X\n2026-01-17,b,5.00,Y\n",
        "mapping_undecided 1 D/C");
    row("a state that is not known",
        "Date,Text,Amount,Status\n2026-01-16,a,-10.00,Booked\n2026-01-17,b,5.00,Limbo\n",
        "mapping_undecided 1 Status");
    row("amount beside debit and credit",
        "Date,Text,Amount,Debit,Credit\n2026-01-16,a,-10.00,10.00,\n2026-01-17,b,5.00,,5.00\n",
        "mapping_undecided 1 ");
    row("a debit alone", "Date,Text,Debit\n2026-01-16,a,10.00\n", "mapping_undecided 1 ");
    row("two amounts",
        "Date,Text,Amount 1,Amount 2\n2026-01-16,a,-9.00,-10.00\n2026-01-17,b,4.00,5.00\n",
        "mapping_undecided 1 ");
    row("two amounts that the balance follows both",
        "Date,Text,Amount 1,Amount "
        "2,Balance\n2026-01-16,a,-9.00,-9.00,91.00\n2026-01-17,b,4.00,4.00,95.00\n"
        "2026-01-18,c,1.00,1.00,96.00\n",
        "mapping_undecided 1 ");
    row("fees of which nothing says whether they are part",
        "Date,Text,Amount,Fee\n2026-01-16,a,-9.00,-1.00\n2026-01-17,b,4.00,\n",
        "mapping_undecided 1 ");
    row("no days", "Date,Text,Amount\nsoon,a,-9.00\nlater,b,4.00\n", "mapping_undecided 1 ");
    row("a line with an amount that is nothing known",
        "Date,Text,Amount\n2026-01-16,a,-9.00\nCorrection,b,4.00\n",
        "mapping_undecided 3 ");
    row("no word of the header is known",
        "Tag;Was;Wieviel\n16.01.2026;a;-10,00\n17.01.2026;b;5,00\n",
        "mapping_undecided 1 ");
    row("a balance that looks like a movement",
        "Date,Text,Amount\n2026-01-16,Opening balance,100.00\n2026-01-17,b,-5.00\n",
        "mapping_undecided 2 ");
    row("no header and no balance",
        "16.01.2026;a;-10,00;11,00\n17.01.2026;b;5,00;12,00\n18.01.2026;c;5,00;12,00\n",
        "mapping_undecided 0 ");
    row("day or month",
        "Date,Text,Amount\n03/08/2026,a,-9.00\n10/06/2026,b,4.00\n",
        "date_order_undecided 2 Date");
    row("days in both orders",
        "Date,Text,Amount\n13/01/2026,a,-9.00\n01/13/2026,b,4.00\n",
        "date_order_contradicts 3 Date");
    row("thousands or decimals",
        "Datum;Text;Betrag\n16.01.2026;a;-3.000\n17.01.2026;b;1.250\n",
        "decimal_mark_undecided 2 Betrag");
    row("both decimal marks",
        "Datum;Text;Betrag\n16.01.2026;a;-3,00\n17.01.2026;b;1.25\n",
        "decimal_mark_contradicts 3 Betrag");
    row("sign against word",
        "Date,Text,Amount,D/C\n2026-01-16,a,33.50,D\n2026-01-17,b,-1533.50,C\n",
        "direction_contradicts 3 Amount");
    row("debit and credit in one line",
        "Date,Text,Debit,Credit\n2026-01-16,a,10.00,5.00\n",
        "debit_and_credit 2 Debit");
    row("digits that a spreadsheet lost",
        "Date,Text,Amount\n2026-01-16,a,-1.23457E+05\n2026-01-17,b,5.00\n",
        "amount_scientific 2 Amount");
    row("more cells than columns",
        "Date,Text,Amount\n2026-01-16,a,-10,00\n2026-01-17,b,5.00\n",
        "extra_cells 2 ");
    row("cents of a yen",
        "Date,Text,Amount,Currency\n2026-01-16,a,-80.50,JPY\n2026-01-17,b,5.00,JPY\n",
        "amount 2 Amount");
}

void CsvUnknownTest::whatIsOpenIsAsked()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QCOMPARE(readUnknown(text.toStdString()), expected);
}

void CsvUnknownTest::answersAreTaken()
{
    CsvOptions options;
    options.dateOrder = DateOrder::MonthDayYear;
    QCOMPARE(
        readUnknown("Date,Text,Amount\n03/08/2026,a,-9.00\n10/06/2026,b,4.00\n", options),
        QStringLiteral("-900 400"));
    options.decimal = ',';
    options.currency = "EUR";
    QCOMPARE(
        readUnknown("Datum;Text;Betrag\n01.02.2026;a;-3.000\n02.02.2026;b;1.250\n", options),
        QStringLiteral("-300000 125000 EUR"));
}

void CsvUnknownTest::theCommandSaysThatItProposed()
{
    QTemporaryDir folder;
    QFile file(folder.filePath("unknown.csv"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("Date,Text,Amount\n2026-01-16,a,-9.00\n2026-01-17,b,4.00\n");
    file.close();
    const auto printed = [&](bool mayPropose, int& exitCode) {
        ReadingChoice choice;
        choice.mayPropose = mayPropose;
        std::ostringstream out;
        std::ostringstream err;
        exitCode = printStatement(file.fileName().toStdString(), true, out, err, choice);
        return nlohmann::json::parse(out.str().substr(0, out.str().find('\n')), nullptr, false);
    };
    int exitCode = 0;
    const auto read = printed(true, exitCode);
    QCOMPARE(exitCode, kStatementRead);
    QCOMPARE(read["format"].get<std::string>(), std::string("csv:proposed"));
    QVERIFY(read["warnings"].dump().find("statement.mapping_proposed") != std::string::npos);
    // What is stored is read by a profile that somebody named.
    const auto refused = printed(false, exitCode);
    QCOMPARE(exitCode, kStatementRefused);
    QCOMPARE(refused["code"].get<std::string>(), std::string("statement.profile_unknown"));
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::CsvUnknownTest)

#include "csv_unknown_test.moc"
