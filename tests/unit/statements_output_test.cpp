// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/entry_identities.h"
#include "backend/statements/statement_file.h"
#include "backend/statements/statement_json.h"
#include "tests/unit/statements_reading.h"

#include <QtTest>

#include <fstream>

#include <sys/resource.h>

namespace onceover {

// What others rely on: the names of lines, the machine-readable surface, and memory that does not
// grow with the file.
class StatementsOutputTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void identitiesSurviveOverlapAndRepeats();
    void jsonNamesAreTheContract();
    void largeFileStaysSmallInMemory();
    void changingFilesAreRefused_data();
    void changingFilesAreRefused();
};

void StatementsOutputTest::identitiesSurviveOverlapAndRepeats()
{
    const auto entry = [](const char* reference) {
        return entryWith(
            "<BookgDt><Dt>2026-01-16</Dt></BookgDt><AcctSvcrRef>" + std::string(reference)
            + "</AcctSvcrRef>");
    };
    const auto names = [](const std::string& text) {
        const auto reading = readText(text);
        EntryIdentities identities;
        for (const StatementEntry& each : reading->at(0).entries)
            identities.add(each);
        std::vector<std::string> result;
        for (const StatementEntry& each : reading->at(0).entries)
            result.push_back(identities.of(reading->at(0).statement, each, "digest"));
        return result;
    };
    const auto first = names(euroStatement(entry("A") + entry("B") + entry("TAX") + entry("TAX")));
    const auto second = names(euroStatement(entry("B") + entry("C")));
    QVERIFY(first[1] == second[0]);
    QVERIFY(first[2] != first[3]);
    QVERIFY(first[0] != first[1]);
}

void StatementsOutputTest::jsonNamesAreTheContract()
{
    const auto reading = readText(euroStatement(balance("OPBD", "1.00") + entryWith({})));
    const auto object = [](const std::string& line) {
        return QJsonDocument::fromJson(QByteArray::fromStdString(line)).object();
    };
    const auto statement = object(StatementJson::line(reading->at(0).statement));
    QCOMPARE(statement["type"].toString(), QStringLiteral("statement"));
    QCOMPARE(statement["format"].toString(), QStringLiteral("camt.053"));
    QCOMPARE(statement["account"].toString(), QStringLiteral("NL69TEST0000000001"));
    QCOMPARE(statement["opening_minor"].toInt(), 100);
    QVERIFY(statement["closing_minor"].isNull());
    QVERIFY(statement.contains("closing_minor") && statement.contains("ties"));
    QVERIFY(statement["ties"].isNull());
    QCOMPARE(statement["entries"].toInt(), 1);
    QCOMPARE(statement["credits_minor"].toInt(), 1000);
    QCOMPARE(statement["debits_minor"].toInt(), 0);
    const auto entry = object(StatementJson::line(reading->at(0).entries.at(0)));
    QCOMPARE(entry["type"].toString(), QStringLiteral("entry"));
    QCOMPARE(entry["amount_minor"].toInt(), 1000);
    QCOMPARE(entry["status"].toString(), QStringLiteral("BOOKED"));
    QVERIFY(entry["booking_date"].isNull() && entry.contains("value_date"));
    QVERIFY(
        entry["reversal"].isBool() && entry["references"].isObject() && entry["text"].isString());
}

void StatementsOutputTest::largeFileStaysSmallInMemory()
{
    class Counter final : public StatementSink
    {
    public:
        bool entry(const StatementEntry& entry) override
        {
            sumMinor += entry.amountMinor;
            return true;
        }

        bool statement(const Statement& statement) override
        {
            last = statement;
            return true;
        }

        std::int64_t sumMinor = 0;
        Statement last;
    };

    constexpr int kEntries = 60'000;
    const auto peakKiB = [] {
        rusage usage = {};
        ::getrusage(RUSAGE_SELF, &usage);
        return usage.ru_maxrss;
    };
    const auto before = peakKiB();
    Counter counter;
    StatementReader parser(counter);
    const std::string whole =
        euroStatement(balance("OPBD", "0.00") + balance("CLBD", "600000.00") + "@");
    const auto mark = whole.find('@');
    parser.feed(std::string_view(whole).substr(0, mark));
    const std::string entry =
        entryWith("<NtryDtls><TxDtls><Refs><EndToEndId>PAY-000000001</EndToEndId></Refs><RmtInf>"
                  "<Ustrd>a line of ordinary text</Ustrd></RmtInf></TxDtls></NtryDtls>\n");
    for (int number = 0; number < kEntries; ++number)
        parser.feed(entry);
    parser.feed(std::string_view(whole).substr(mark + 1));
    const auto refusal = parser.finish();
    QVERIFY2(!refusal, refusal ? refusal->message.c_str() : "");
    QCOMPARE(counter.last.entryCount, kEntries);
    QCOMPARE(counter.sumMinor, std::int64_t{60'000'000});
    QVERIFY(counter.last.ties == true);
#if defined(__SANITIZE_ADDRESS__)
    constexpr bool kKeepsFreedMemory = true;
#elif defined(__has_feature)
    // AddressSanitizer holds freed memory back, so that only the requirement itself can be checked.
    constexpr bool kKeepsFreedMemory =
        __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
    constexpr bool kKeepsFreedMemory = false;
#endif
    constexpr long kAllowedKiB = (kKeepsFreedMemory ? 200L : 50L) * 1024;
    QVERIFY2(peakKiB() - before < kAllowedKiB, std::to_string(peakKiB() - before).c_str());
}

void StatementsOutputTest::changingFilesAreRefused_data()
{
    QTest::addColumn<std::string>("text");
    QTest::newRow("camt") << euroStatement(entryWith({}));
    QTest::newRow("MT940") << std::string(
        ":20:S\n:25:A\n:28C:1\n:60F:C260116EUR1,\n:61:260116C1,NTRFX\n:61:260116C0,NTRFY\n:61:"
        "260116C0,NTRFZ\n:62F:C260116EUR2,\n-\n");
}

// Somebody writes on while the file is read: what was read is no file that ever was.
void StatementsOutputTest::changingFilesAreRefused()
{
    class Writer final : public StatementSink
    {
    public:
        bool entry(const StatementEntry&) override
        {
            if (!path.empty())
                std::ofstream(path, std::ios::app) << "\n";
            return true;
        }

        bool statement(const Statement&) override { return true; }

        std::string path;
    };

    QFETCH(std::string, text);
    QTemporaryDir folder;
    const std::string path = folder.filePath("statement").toStdString();
    std::ofstream(path) << text;
    const auto file = StatementFile::open(path);
    QVERIFY(file);
    Writer writer;
    const auto quiet = file->parse(writer);
    QVERIFY2(quiet, quiet ? "" : quiet.error().message.c_str());
    writer.path = path;
    const auto read = file->parse(writer);
    QVERIFY(!read && read.error().code == "statement.file_changed");
}

} // namespace onceover

Q_DECLARE_METATYPE(std::string)

QTEST_GUILESS_MAIN(onceover::StatementsOutputTest)

#include "statements_output_test.moc"
