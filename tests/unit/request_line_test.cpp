// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/exit_code.h"
#include "app/core/request_file.h"

#include <QTest>

#include <sstream>

using namespace onceover;

// What the intake refuses before the database sees it, and where it says the fault lies.
class RequestLineTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lineIsRefused_data();
    void lineIsRefused();
    void lineIsTaken_data();
    void lineIsTaken();
    void lengthIsLimited();
    void fileIsReadLineByLine();
    void markStandsBeforeTheFirstLineOnly();
    void endlessLineIsNotHeld();
    void errorsHaveTheirExitCodes_data();
    void errorsHaveTheirExitCodes();
};

void RequestLineTest::lineIsRefused_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("field");
    const auto row = [](const char* name, QByteArray line, const char* code, const char* field) {
        QTest::newRow(name) << line.replace('\'', '"') << QByteArray(code) << QByteArray(field);
    };
    row("member twice", "{'payee':'a','payee':'b'}", "intake.twice", "payee");
    row("twice, escaped", "{'payee':'a','paye\\u0065':'b'}", "intake.twice", "payee");
    row("twice in metadata", "{'metadata':{'a':1,'a':2}}", "intake.twice", "a");
    row("unknown member", "{'amount':1}", "intake.unknown_member", "amount");
    row("other case", "{'Payee':'a'}", "intake.unknown_member", "Payee");
    row("1.0", "{'amount_minor':1.0}", "intake.fraction", "amount_minor");
    row("1e3", "{'amount_minor':1e3}", "intake.fraction", "amount_minor");
    row("1E3", "{'amount_minor':1E3}", "intake.fraction", "amount_minor");
    row("fraction in metadata", "{'metadata':{'x':0.1}}", "intake.fraction", "metadata");
    row("too large", "{'amount_minor':9223372036854775808}", "intake.number", "amount_minor");
    row("far too large", "{'amount_minor':99999999999999999999}", "intake.number", "amount_minor");
    row("1e999", "{'amount_minor':1e999}", "intake.not_json", "amount_minor");
    row("NaN", "{'amount_minor':NaN}", "intake.not_json", "amount_minor");
    row("hexadecimal", "{'amount_minor':0x10}", "intake.not_json", "amount_minor");
    row("leading zero", "{'amount_minor':010}", "intake.not_json", "amount_minor");
    row("leading plus", "{'amount_minor':+1}", "intake.not_json", "amount_minor");
    row("null", "{'payee':null}", "intake.type", "payee");
    row("boolean", "{'payee':true}", "intake.type", "payee");
    row("object", "{'payee':{}}", "intake.nested", "payee");
    row("list", "{'payee':['a']}", "intake.nested", "payee");
    row("NUL escaped", "{'payee':'a\\u0000b'}", "intake.nul", "payee");
    row("NUL in a name", "{'metadata':{'a\\u0000b':1}}", "intake.nul", "metadata");
    row("NUL raw", QByteArray("{'payee':'a\0b'}", 15), "intake.not_json", "payee");
    row("control character", "{'payee':'a\nb'}", "intake.not_json", "payee");
    row("invalid UTF-8", "{'payee':'\xff'}", "intake.not_json", "payee");
    row("overlong UTF-8", "{'payee':'\xc0\xaf'}", "intake.not_json", "payee");
    row("half a character", "{'payee':'\xe2\x82'}", "intake.not_json", "payee");
    row("surrogate as UTF-8", "{'payee':'\xed\xa0\x80'}", "intake.not_json", "payee");
    row("half a surrogate pair", "{'payee':'\\ud800'}", "intake.not_json", "payee");
    row("comment", "{'payee':'a' /* b */}", "intake.not_json", "payee");
    row("comma at the end", "{'payee':'a',}", "intake.not_json", "payee");
    row("two objects", "{'payee':'a'}{'payee':'b'}", "intake.not_json", "payee");
    row("half an object", "{'payee':'a'", "intake.not_json", "payee");
    row("a list", "[{'payee':'a'}]", "intake.nested", "");
    row("a text", "'payee'", "intake.no_object", "");
    row("a number", "1", "intake.no_object", "");
    row("nothing but words", "hello", "intake.not_json", "");
    row("byte order mark", "\xef\xbb\xbf{'payee':'a'}", "intake.not_json", "");
    row("deep",
        "{'metadata':" + QByteArray(40, '[') + QByteArray(40, ']') + "}",
        "intake.nested",
        "metadata");
    row("very deep", "{'metadata':" + QByteArray(500'000, '['), "intake.nested", "metadata");
}

void RequestLineTest::lineIsRefused()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, field);
    const auto checked = checkRequestLine(line.toStdString());
    QVERIFY(!checked);
    QCOMPARE(QByteArray::fromStdString(checked.error().code), code);
    QCOMPARE(QByteArray::fromStdString(checked.error().field), field);
    QVERIFY(!checked.error().message.empty());
}

void RequestLineTest::lineIsTaken_data()
{
    QTest::addColumn<QByteArray>("line");
    const auto row = [](const char* name, QByteArray line) {
        QTest::newRow(name) << line.replace('\'', '"');
    };
    row("nothing in it, the database says what is missing", "{}");
    row("largest amount", "{'amount_minor':9223372036854775807}");
    row("negative amount, the database refuses it", "{'amount_minor':-1}");
    row("amount as text, the database refuses it", "{'amount_minor':'1'}");
    row("metadata", "{'metadata':{'source':'x','list':[1,null,true,{'a':'b'}]}}");
    row("names may repeat at other depths", "{'payee':'a','metadata':{'payee':'b'}}");
    row("characters beyond the first plane", "{'payee':'\xf0\x9f\x8f\xa6 \\ud83c\\udfe6'}");
    row("blanks", " \t{ 'payee' : 'a' } ");
}

void RequestLineTest::lineIsTaken()
{
    QFETCH(QByteArray, line);
    const auto checked = checkRequestLine(line.toStdString());
    QVERIFY2(checked.has_value(), checked ? "" : checked.error().message.c_str());
    // What was checked is what the database gets.
    QCOMPARE(QByteArray::fromStdString(*checked), line);
}

void RequestLineTest::lengthIsLimited()
{
    const std::string start = "{\"payee\":\"";
    const std::string end = "\"}";
    const auto ofLength = [&](std::size_t length) {
        return start + std::string(length - start.size() - end.size(), 'x') + end;
    };
    QVERIFY(checkRequestLine(ofLength(kMaxRequestLine)));
    const auto longer = checkRequestLine(ofLength(kMaxRequestLine + 1));
    QVERIFY(!longer);
    QCOMPARE(longer.error().code, std::string("intake.too_long"));
}

void RequestLineTest::fileIsReadLineByLine()
{
    std::istringstream stream("{\"payee\":\"a\"}\r\n\n  \t\r\nbroken\n{\"payee\":\"b\"}");
    const auto lines = readRequestFile(stream);
    QVERIFY(!stream.bad());
    QCOMPARE(lines.size(), std::size_t{3});
    QCOMPARE(lines[0].number, std::int64_t{1});
    QCOMPARE(lines[0].request, std::string("{\"payee\":\"a\"}"));
    QCOMPARE(lines[1].number, std::int64_t{4});
    QCOMPARE(lines[1].refusal->code, std::string("intake.not_json"));
    QCOMPARE(lines[2].number, std::int64_t{5});
    QCOMPARE(lines[2].request, std::string("{\"payee\":\"b\"}"));
    std::istringstream empty("");
    QVERIFY(readRequestFile(empty).empty());
}

void RequestLineTest::markStandsBeforeTheFirstLineOnly()
{
    std::istringstream stream("\xef\xbb\xbf{}\n\xef\xbb\xbf{}\n");
    const auto lines = readRequestFile(stream);
    QCOMPARE(lines.size(), std::size_t{2});
    QCOMPARE(lines[0].request, std::string("{}"));
    QVERIFY(lines[1].refusal.has_value());
}

void RequestLineTest::endlessLineIsNotHeld()
{
    std::istringstream stream(std::string(3 * kMaxRequestLine, 'x') + "\n{}\n");
    const auto lines = readRequestFile(stream);
    QCOMPARE(lines.size(), std::size_t{2});
    QCOMPARE(lines[0].refusal->code, std::string("intake.too_long"));
    QVERIFY(lines[0].request.empty());
    QCOMPARE(lines[1].number, std::int64_t{2});
    QCOMPARE(lines[1].request, std::string("{}"));
}

void RequestLineTest::errorsHaveTheirExitCodes_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("away") << QByteArray("database.away") << 69;
    QTest::newRow("fenced") << QByteArray("fence.not_armed") << 69;
    QTest::newRow("unsafe server") << QByteArray("database.unsafe_settings") << 69;
    QTest::newRow("cluster") << QByteArray("cluster.start") << 69;
    QTest::newRow("refused input") << QByteArray("intake.twice") << 65;
    QTest::newRow("other session") << QByteArray("database.other_login") << 78;
    QTest::newRow("pooler") << QByteArray("database.pooler") << 78;
    QTest::newRow("settings") << QByteArray("settings.connection_file") << 78;
    QTest::newRow("schema") << QByteArray("schema.newer") << 78;
    QTest::newRow("no right") << QByteArray("database.refused") << 77;
    QTest::newRow("nobody") << QByteArray("person.unknown") << 77;
    QTest::newRow("no machine") << QByteArray("machine.unknown") << 77;
    QTest::newRow("journal") << QByteArray("journal.locked") << 73;
    QTest::newRow("file") << QByteArray("file.create") << 73;
    QTest::newRow("reading") << QByteArray("file.read") << 74;
    QTest::newRow("ours") << QByteArray("store.unexpected") << 70;
}

void RequestLineTest::errorsHaveTheirExitCodes()
{
    QFETCH(QByteArray, code);
    QFETCH(int, exitCode);
    const std::string name = code.toStdString();
    QCOMPARE(static_cast<int>(exitCodeOf(Error::notHappened(name, ""))), exitCode);
    // Whatever went wrong: what may have happened is in doubt.
    QCOMPARE(static_cast<int>(exitCodeOf(Error::possible(name, ""))), 75);
}

QTEST_GUILESS_MAIN(RequestLineTest)

#include "request_line_test.moc"
