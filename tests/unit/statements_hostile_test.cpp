// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/sha256.h"
#include "backend/statements/statement_printer.h"
#include "tests/unit/statements_reading.h"

#include <QtTest>

#include <fstream>
#include <sstream>

#include <sys/stat.h>
#include <unistd.h>

namespace onceover {

// Files that lie, break off, or were made to do harm.
class StatementsHostileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyTruncationIsRefused();
    void piecesOfAnySizeGiveTheSame();
    void amountsAreStrict_data();
    void amountsAreStrict();
    void brokenFieldsAreRefused_data();
    void brokenFieldsAreRefused();
    void emptyShellsAreRefused_data();
    void emptyShellsAreRefused();
    void sizesAreLimited_data();
    void sizesAreLimited();
    void fileSizeAndCancelEndTheParse();
    void encodingsAreReadOrRefused();
    void sumsThatOverflowAreRefused();
    void onlyRegularFilesAreOpened();
    void digestIsOfTheParsedBytes();
    void refusedFilePrintsNoStatement();
    void terminalControlsAreNotPrinted();

private:
    static std::string path(const std::string& name)
    {
        return s_folder.filePath(QString::fromStdString(name)).toStdString();
    }

    static std::string write(const std::string& name, const std::string& content);

    static inline QTemporaryDir s_folder;
};

std::string StatementsHostileTest::write(const std::string& name, const std::string& content)
{
    std::ofstream file(path(name), std::ios::binary);
    file << content;
    return path(name);
}

void StatementsHostileTest::everyTruncationIsRefused()
{
    const std::string whole =
        euroStatement(balance("OPBD", "0.00") + entryWith({}) + balance("CLBD", "10.00"));
    QVERIFY(readText(whole));
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const auto reading = readText(whole.substr(0, length));
        QVERIFY2(!reading, std::to_string(length).c_str());
    }
    QVERIFY(codeOf(readText(whole.substr(0, whole.size() - 5))) == "statement.truncated");
    QVERIFY(codeOf(readText(whole + "<more/>")) == "statement.not_well_formed");
}

void StatementsHostileTest::piecesOfAnySizeGiveTheSame()
{
    const std::string whole =
        euroStatement(entryWith("<AddtlNtryInf>Tilžės &amp; g.\n   149 &#x4ED8;</AddtlNtryInf>"));
    for (const std::size_t piece : {1U, 2U, 3U, 7U, 255U, 257U, 1U << 20U}) {
        const auto reading = readText(whole, piece);
        QVERIFY2(reading, codeOf(reading).c_str());
        QCOMPARE(
            QString::fromStdString(reading->at(0).entries.at(0).text),
            QString::fromUtf8("Tilžės & g. 149 付"));
    }
}

void StatementsHostileTest::amountsAreStrict_data()
{
    QTest::addColumn<QString>("amount");
    QTest::addColumn<QString>("currency");
    // Minor units, or -1 for a refusal.
    QTest::addColumn<qint64>("expected");
    QTest::newRow("plain") << "12.50"
                           << "EUR" << qint64{1250};
    QTest::newRow("one decimal") << "1.7"
                                 << "EUR" << qint64{170};
    QTest::newRow("five decimals, zeros") << "8.85000"
                                          << "EUR" << qint64{885};
    QTest::newRow("five decimals") << "8.85001"
                                   << "EUR" << qint64{-1};
    QTest::newRow("leading zeros") << "000000000000329.56"
                                   << "EUR" << qint64{32956};
    QTest::newRow("blanks around") << "\n  7 "
                                   << "EUR" << qint64{700};
    QTest::newRow("no whole part") << ".5"
                                   << "EUR" << qint64{50};
    QTest::newRow("no fraction") << "5."
                                 << "EUR" << qint64{500};
    QTest::newRow("only a point") << "."
                                  << "EUR" << qint64{-1};
    QTest::newRow("yen") << "1500"
                         << "JPY" << qint64{1500};
    QTest::newRow("yen with zeros") << "1500.00"
                                    << "JPY" << qint64{1500};
    QTest::newRow("half a yen") << "1500.5"
                                << "JPY" << qint64{-1};
    QTest::newRow("dinar") << "1.255"
                           << "KWD" << qint64{1255};
    QTest::newRow("no currency, two decimals") << "13010.00"
                                               << "XXX" << qint64{1301000};
    QTest::newRow("largest") << "92233720368547758.07"
                             << "EUR" << qint64{9223372036854775807};
    QTest::newRow("too large") << "92233720368547758.08"
                               << "EUR" << qint64{-1};
    QTest::newRow("minus") << "-1.00"
                           << "EUR" << qint64{-1};
    QTest::newRow("minus zero") << "-0"
                                << "EUR" << qint64{-1};
    QTest::newRow("plus") << "+1.00"
                          << "EUR" << qint64{-1};
    QTest::newRow("comma") << "1,00"
                           << "EUR" << qint64{-1};
    QTest::newRow("grouped") << "1.234.56"
                             << "EUR" << qint64{-1};
    QTest::newRow("exponent") << "1e3"
                              << "EUR" << qint64{-1};
    QTest::newRow("blank within") << "1 000"
                                  << "EUR" << qint64{-1};
    QTest::newRow("Arabic digits") << QString::fromUtf8("١٢") << "EUR" << qint64{-1};
    QTest::newRow("nothing") << ""
                             << "EUR" << qint64{-1};
    QTest::newRow("lower-case currency") << "1.00"
                                         << "eur" << qint64{-1};
    QTest::newRow("symbol") << "1.00" << QString::fromUtf8("€") << qint64{-1};
}

void StatementsHostileTest::amountsAreStrict()
{
    QFETCH(QString, amount);
    QFETCH(QString, currency);
    QFETCH(qint64, expected);
    const auto reading = readText(euroStatement(
        "<Ntry><Amt Ccy=\"" + currency.toStdString() + "\">" + amount.toStdString()
        + "</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts></Ntry>"));
    if (expected < 0) {
        QVERIFY(!reading);
        QVERIFY2(reading.error().code.starts_with("statement."), reading.error().code.c_str());
        QVERIFY(reading.error().field == "Ntry/Amt");
        QVERIFY(reading.error().line > 0);
        return;
    }
    QVERIFY2(reading, codeOf(reading).c_str());
    QCOMPARE(reading->at(0).entries.at(0).amountMinor, std::int64_t{expected});
}

void StatementsHostileTest::brokenFieldsAreRefused_data()
{
    const auto entry = [](const char* inside) {
        return QString::fromStdString("<Ntry>" + std::string(inside) + "</Ntry>");
    };
    QTest::addColumn<QString>("inside");
    QTest::addColumn<QString>("code");
    QTest::newRow("no amount") << entry("<CdtDbtInd>CRDT</CdtDbtInd>") << "statement.field_missing";
    QTest::newRow("no direction") << entry("<Amt Ccy=\"EUR\">1</Amt>") << "statement.field_missing";
    QTest::newRow("wrong direction")
        << entry("<Amt Ccy=\"EUR\">1</Amt><CdtDbtInd>C</CdtDbtInd>") << "statement.direction";
    QTest::newRow("wrong reversal mark")
        << QString::fromStdString(entryWith("<RvslInd>maybe</RvslInd>")) << "statement.flag";
    QTest::newRow("no date") << QString::fromStdString(
        entryWith("<BookgDt><Dt>16.01.2026</Dt></BookgDt>"))
                             << "statement.date";
    QTest::newRow("month 13") << QString::fromStdString(
        entryWith("<BookgDt><Dt>2026-13-01</Dt></BookgDt>"))
                              << "statement.date";
    QTest::newRow("long identifier")
        << QString::fromStdString(entryWith("<NtryRef>" + std::string(1025, 'A') + "</NtryRef>"))
        << "statement.identifier_length";
    QTest::newRow("balance without amount")
        << "<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><CdtDbtInd>CRDT</CdtDbtInd></Bal>"
        << "statement.field_missing";
    QTest::newRow("undefined entity")
        << QString::fromStdString(entryWith("<AddtlNtryInf>&x;</AddtlNtryInf>"))
        << "statement.not_well_formed";
}

void StatementsHostileTest::brokenFieldsAreRefused()
{
    QFETCH(QString, inside);
    QFETCH(QString, code);
    QCOMPARE(QString::fromStdString(codeOf(readText(euroStatement(inside.toStdString())))), code);
}

void StatementsHostileTest::emptyShellsAreRefused_data()
{
    const QString space = QStringLiteral("urn:iso:std:iso:20022:tech:xsd:camt.053.001.08");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("code");
    QTest::newRow("nothing") << ""
                             << "statement.empty_file";
    QTest::newRow("blanks") << " \n\n"
                            << "statement.empty_file";
    QTest::newRow("zip") << "PK\x03\x04"
                         << "statement.unsupported_format";
    QTest::newRow("pdf") << "%PDF-1.7"
                         << "statement.unsupported_format";
    QTest::newRow("document only") << "<Document xmlns=\"" + space + "\"/>"
                                   << "statement.no_container";
    QTest::newRow("message only") << "<Document xmlns=\"" + space + "\"><BkToCstmrStmt/></Document>"
                                  << "statement.no_container";
    QTest::newRow("look-alike message")
        << "<Document xmlns=\"" + space + "\"><BkToCstmrStmtX/></Document>"
        << "statement.no_container";
    QTest::newRow("other family")
        << "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.029.001.09\"/>"
        << "statement.unsupported_format";
}

void StatementsHostileTest::emptyShellsAreRefused()
{
    QFETCH(QString, text);
    QFETCH(QString, code);
    QCOMPARE(QString::fromStdString(codeOf(readText(text.toStdString()))), code);
}

void StatementsHostileTest::sizesAreLimited_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("code");
    QByteArray attributes = "<Document";
    for (int number = 0; number < 65; ++number)
        attributes += " a" + QByteArray::number(number) + "=\"\"";
    QTest::newRow("65 attributes") << attributes + "/>"
                                   << "statement.attributes";
    QTest::newRow("one huge attribute") << "<Document a=\"" + QByteArray(1 << 20, 'x') + "\"/>"
                                        << "statement.token_length";
    QTest::newRow("huge comment") << "<Document><!--" + QByteArray(1 << 20, 'x') + "--></Document>"
                                  << "statement.token_length";
    QTest::newRow("long text") << "<Document><a>" + QByteArray((64 << 10) + 1, 'x')
                                      + "</a></Document>"
                               << "statement.text_length";
    QByteArray deep;
    for (int number = 0; number < 100'000; ++number)
        deep += "<a>";
    QTest::newRow("100,000 deep") << deep << "statement.depth";
}

void StatementsHostileTest::sizesAreLimited()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, code);
    QCOMPARE(QString::fromStdString(codeOf(readText(text.toStdString()))), code);
}

void StatementsHostileTest::fileSizeAndCancelEndTheParse()
{
    class Stopper final : public StatementSink
    {
    public:
        bool entry(const StatementEntry&) override { return ++entries < 2; }

        bool statement(const Statement&) override { return true; }

        int entries = 0;
    };

    const std::string text = euroStatement(entryWith({}) + entryWith({}) + entryWith({}));
    Stopper stopper;
    StatementReader stopped(stopper);
    stopped.feed(text);
    const auto cancelled = stopped.finish();
    QVERIFY(cancelled && cancelled->code == "statement.cancelled");
    QCOMPARE(stopper.entries, 2);

    StatementCollector collector;
    StatementLimits limits;
    limits.fileBytes = 100;
    StatementReader limited(collector, limits);
    QVERIFY(!limited.feed(text));
    QVERIFY(limited.finish()->code == "statement.file_too_large");
}

void StatementsHostileTest::encodingsAreReadOrRefused()
{
    const auto withEncoding = [](const char* name, const std::string& text) {
        std::string file = euroStatement(entryWith("<AddtlNtryInf>" + text + "</AddtlNtryInf>"));
        return file.replace(file.find("UTF-8"), 5, name);
    };
    const auto latin = readText(withEncoding("ISO-8859-15", "100 \xa4"));
    QVERIFY2(latin, codeOf(latin).c_str());
    QCOMPARE(QString::fromStdString(latin->at(0).entries[0].text), QString::fromUtf8("100 €"));
    const auto polish = readText(withEncoding("windows-1250", "\xb3\xf3"));
    QVERIFY2(polish, codeOf(polish).c_str());
    QCOMPARE(QString::fromStdString(polish->at(0).entries[0].text), QString::fromUtf8("łó"));
    QVERIFY(codeOf(readText(withEncoding("UTF-8", "\xe9t\xe9"))) == "statement.not_well_formed");
    QVERIFY(codeOf(readText(withEncoding("GB18030", "x"))) == "statement.encoding");
    QVERIFY(codeOf(readText(withEncoding("no-such-set", "x"))) == "statement.encoding");

    QString wide = QString::fromStdString(withEncoding("UTF-16", "x"));
    QStringEncoder encoder(QStringConverter::Utf16LE, QStringConverter::Flag::WriteBom);
    const QByteArray bytes = encoder(wide);
    const auto utf16 = readText(bytes.toStdString());
    QVERIFY2(utf16, codeOf(utf16).c_str());
}

void StatementsHostileTest::sumsThatOverflowAreRefused()
{
    const std::string huge =
        "<Ntry><Amt Ccy=\"EUR\">92233720368547758.07</Amt><CdtDbtInd>CRDT</CdtDbtInd>"
        "<Sts>BOOK</Sts></Ntry>";
    QVERIFY(readText(euroStatement(huge)));
    QVERIFY(codeOf(readText(euroStatement(huge + entryWith({})))) == "statement.sum_too_large");
    QVERIFY(
        codeOf(readText(euroStatement(balance("OPBD", "1.00") + balance("CLBD", "1.00") + huge)))
        == "statement.sum_too_large");
}

void StatementsHostileTest::onlyRegularFilesAreOpened()
{
    const std::string good = write("good.xml", euroStatement(entryWith({})));
    QVERIFY(readPath(good));
    QCOMPARE(::symlink(good.c_str(), path("link.xml").c_str()), 0);
    QVERIFY(codeOf(readPath(path("link.xml"))) == "statement.symbolic_link");
    QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
    QVERIFY(codeOf(readPath(path("pipe"))) == "statement.not_a_regular_file");
    QVERIFY(codeOf(readPath("/dev/zero")) == "statement.not_a_regular_file");
    QVERIFY(codeOf(readPath(s_folder.path().toStdString())) == "statement.not_a_regular_file");
    QVERIFY(codeOf(readPath(path("absent"))) == "statement.file_missing");
    std::ostringstream out;
    std::ostringstream err;
    QCOMPARE(printStatement(path("absent"), true, out, err), kStatementNotOpened);
    QVERIFY(out.str().find("\"line\":null") != std::string::npos);
}

void StatementsHostileTest::digestIsOfTheParsedBytes()
{
    const std::string text = euroStatement(entryWith({})) + std::string(200'000, '\n');
    const auto file = StatementFile::open(write("digest.xml", text));
    QVERIFY(file);
    StatementCollector collector;
    const auto read = file->parse(collector);
    QVERIFY(read);
    QVERIFY(read->sha256 == sha256(text));
    QCOMPARE(read->bytes, static_cast<std::int64_t>(text.size()));
    QCOMPARE(read->entries, 1);
}

void StatementsHostileTest::refusedFilePrintsNoStatement()
{
    const std::string text =
        euroStatement(entryWith({}) + "<Ntry><Amt Ccy=\"EUR\">1.001</Amt></Ntry>");
    const std::string file = write("late.xml", text);
    std::ostringstream out;
    std::ostringstream err;
    QCOMPARE(printStatement(file, true, out, err), kStatementRefused);
    const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(out.str())).object();
    QCOMPARE(json["type"].toString(), QStringLiteral("refusal"));
    QCOMPARE(json["code"].toString(), QStringLiteral("statement.amount"));
    QCOMPARE(json["line"].toInt(), 3);
    QCOMPARE(json["field"].toString(), QStringLiteral("Ntry/Amt"));
    std::ostringstream noOut;
    QCOMPARE(printStatement(file, false, noOut, err), kStatementRefused);
    QVERIFY(noOut.str().empty());
    QVERIFY(err.str().find("line 3") != std::string::npos);
}

void StatementsHostileTest::terminalControlsAreNotPrinted()
{
    const std::string file = write(
        "control.xml",
        euroStatement(entryWith("<AddtlNtryInf>a&#x9b;2Jb&#x7f;&#x85;c</AddtlNtryInf>")));
    std::ostringstream out;
    std::ostringstream err;
    QCOMPARE(printStatement(file, false, out, err), kStatementRead);
    QVERIFY(out.str().find('\x7f') == std::string::npos);
    QVERIFY(out.str().find("\xc2\x9b") == std::string::npos);
    QVERIFY(out.str().find("10.00 EUR") != std::string::npos);
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::StatementsHostileTest)

#include "statements_hostile_test.moc"
