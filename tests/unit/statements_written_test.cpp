// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/statements_reading.h"
#include "tests/unit/written_statement.h"

#include <QtTest>

#include <algorithm>

namespace onceover {

// Random statements, written by an independent writer in each format and read back: equal, in one
// piece or in many. ONCEOVER_STATEMENT_ROUNDS says how many (default 300 a format).
class StatementsWrittenTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsWrittenIsRead_data();
    void whatIsWrittenIsRead();
    void reorderedFilesGiveTheSameStatements();

private:
    using Writer = std::string (*)(const std::vector<WrittenStatement>&, std::mt19937_64&);

    static Writer writerOf(const QString& format);
    static void compare(
        const std::vector<WrittenStatement>& written,
        const Reading& reading,
        const QString& format);
    static void compareEntry(
        const WrittenEntry& written, const StatementEntry& read, const QString& format);

    static QString reference(const StatementEntry& entry, std::string_view key)
    {
        const auto found = entry.references.find(key);
        return found == entry.references.end() ? QString() : QString::fromStdString(found->second);
    }
};

StatementsWrittenTest::Writer StatementsWrittenTest::writerOf(const QString& format)
{
    if (format == QLatin1String("camt.053"))
        return writtenAsCamt;
    return format == QLatin1String("MT940") ? writtenAsMt940 : writtenAsBai2;
}

void StatementsWrittenTest::compareEntry(
    const WrittenEntry& written, const StatementEntry& read, const QString& format)
{
    QCOMPARE(read.amountMinor, written.amountMinor);
    QCOMPARE(read.isReversal, written.isReversal);
    QVERIFY(read.status == EntryStatus::Booked);
    QCOMPARE(QString::fromStdString(read.bookingDate), QString::fromStdString(written.bookingDay));
    QCOMPARE(reference(read, kCustomer), QString::fromStdString(written.customerReference));
    QCOMPARE(reference(read, kAccountServicer), QString::fromStdString(written.bankReference));
    QCOMPARE(reference(read, kEndToEndId), QString::fromStdString(written.endToEndId));
    if (format != QLatin1String("BAI2"))
        QCOMPARE(QString::fromStdString(read.valueDate), QString::fromStdString(written.valueDay));
    // Folded text may lose a blank where the bank folded behind one, nothing else.
    const auto bare = [](const std::string& text) {
        return QString::fromStdString(text).remove(QRegularExpression(QStringLiteral("\\s")));
    };
    QVERIFY2(bare(read.text).contains(bare(written.text)), read.text.c_str());
}

void StatementsWrittenTest::compare(
    const std::vector<WrittenStatement>& written, const Reading& reading, const QString& format)
{
    QVERIFY2(reading, codeOf(reading).c_str());
    QCOMPARE(reading->size(), written.size());
    for (std::size_t number = 0; number < written.size(); ++number) {
        const CollectedStatement& read = reading->at(number);
        const WrittenStatement& wanted = written[number];
        QCOMPARE(QString::fromStdString(read.statement.format), format);
        QCOMPARE(
            QString::fromStdString(read.statement.account), QString::fromStdString(wanted.account));
        QCOMPARE(
            QString::fromStdString(read.statement.currency),
            QString::fromStdString(wanted.currency));
        QCOMPARE(read.statement.openingMinor.value(), wanted.openingMinor);
        QCOMPARE(read.statement.closingMinor.value(), wanted.closingMinor());
        QVERIFY(read.statement.ties == true);
        QVERIFY(read.statement.controlTotalsHold.value_or(true));
        QCOMPARE(read.entries.size(), wanted.entries.size());
        for (std::size_t at = 0; at < wanted.entries.size(); ++at) {
            compareEntry(wanted.entries[at], read.entries[at], format);
            if (QTest::currentTestFailed())
                return;
        }
    }
}

void StatementsWrittenTest::whatIsWrittenIsRead_data()
{
    QTest::addColumn<QString>("format");
    for (const char* format : {"camt.053", "MT940", "BAI2"})
        QTest::newRow(format) << format;
}

void StatementsWrittenTest::whatIsWrittenIsRead()
{
    QFETCH(QString, format);
    bool isSet = false;
    const int chosen = qEnvironmentVariableIntValue("ONCEOVER_STATEMENT_ROUNDS", &isSet);
    const int rounds = isSet ? chosen : 300;
    std::int64_t entries = 0;
    for (int round = 0; round < rounds; ++round) {
        std::mt19937_64 random(static_cast<std::uint64_t>(round));
        const auto statements = randomStatements(random);
        std::string text = writerOf(format)(statements, random);
        if (format != QLatin1String("camt.053") && round % 2 == 1) {
            for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
                text.insert(at, 1, '\r');
        }
        const std::size_t pieces[] = {4096, 1, 7, 64};
        compare(statements, readText(text, pieces[round % 4]), format);
        if (QTest::currentTestFailed()) {
            qWarning("round %d:\n%s", round, text.c_str());
            return;
        }
        for (const WrittenStatement& statement : statements)
            entries += static_cast<std::int64_t>(statement.entries.size());
    }
    qInfo("%d files, %lld entries", rounds, static_cast<long long>(entries));
    QVERIFY(entries > rounds);
}

// The statements of a file are what they are, whatever stands before them.
void StatementsWrittenTest::reorderedFilesGiveTheSameStatements()
{
    for (std::uint64_t round = 0; round < 50; ++round) {
        for (const char* format : {"camt.053", "MT940", "BAI2"}) {
            std::mt19937_64 random(round);
            auto statements = randomStatements(random);
            std::reverse(statements.begin(), statements.end());
            std::mt19937_64 again(round + 1);
            compare(
                statements,
                readText(writerOf(QString::fromLatin1(format))(statements, again)),
                QString::fromLatin1(format));
        }
    }
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::StatementsWrittenTest)

#include "statements_written_test.moc"
