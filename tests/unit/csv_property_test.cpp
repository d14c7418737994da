// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_proposal.h"
#include "tests/unit/csv_reading.h"

#include <QtTest>

#include <algorithm>
#include <random>

namespace onceover {

namespace {

// A movement as the writer below knows it; nothing of it comes from the reader's code.
struct Written
{
    std::int64_t amountMinor = 0;
    int year = 2026;
    int month = 1;
    int day = 1;
    std::string text;
    std::string id;
};

// A source's habits, drawn at random.
struct Habit
{
    char delimiter = ',';
    char decimal = '.';
    std::string group;
    std::string lineEnd = "\n";
    // 0 leading minus, 1 trailing minus, 2 parentheses, 3 debit and credit columns, 4 a word.
    int sign = 0;
    // "dmy", "mdy", "ymd".
    std::string order = "ymd";
    char dateMark = '-';
    bool hasMark = false;
    int preamble = 0;
    bool isUtf16 = false;
    bool isNewestFirst = false;
};

class Writer
{
public:
    explicit Writer(unsigned int seed)
        : m_random(seed)
    {}

    std::size_t below(std::size_t limit) { return m_random() % limit; }

    Habit habit()
    {
        Habit habit;
        habit.delimiter = ",;\t|"[below(4)];
        habit.decimal = ".,"[below(2)];
        const std::vector<std::string> groups = {
            "", "'", " ", "\xc2\xa0", "\xe2\x80\xaf", habit.decimal == '.' ? "," : "."};
        habit.group = groups[below(groups.size())];
        habit.lineEnd = std::vector<std::string>{"\n", "\r\n", "\r"}[below(3)];
        habit.sign = static_cast<int>(below(5));
        habit.order = std::vector<std::string>{"dmy", "mdy", "ymd"}[below(3)];
        habit.dateMark = "./-"[below(3)];
        habit.hasMark = below(3) == 0;
        habit.preamble = static_cast<int>(below(4));
        habit.isUtf16 = below(5) == 0;
        habit.isNewestFirst = below(2) == 0;
        return habit;
    }

    std::vector<Written> movements(std::size_t count)
    {
        std::vector<Written> all;
        for (std::size_t index = 0; index < count; ++index) {
            Written each;
            const std::int64_t sizes[] = {1, 99, 100, 12345, 1234567, 987654321, 123456789012};
            each.amountMinor = static_cast<std::int64_t>(
                below(7) == 0 ? 0 : sizes[below(7)] + static_cast<std::int64_t>(below(1000)));
            if (below(2) == 0)
                each.amountMinor = -each.amountMinor;
            each.month = 1 + static_cast<int>(below(12));
            each.day = 1 + static_cast<int>(below(28));
            const char* const texts[] = {
                "rent",
                "M\xc3\xbcller, Gr\xc3\xb6\xc3\x9f"
                "e",
                "say \"x\"",
                "two\nlines",
                "a;b|c\td,e",
                "",
                "'quoted'",
                "\xe9\x80\x9a\xe7\x9f\xa5"};
            each.text = texts[below(8)];
            each.id = "ID-" + std::to_string(below(1'000'000)) + "-" + std::to_string(index);
            all.push_back(each);
        }
        // One date that tells the order, as a month of ordinary business has.
        all.front().day = 28;
        all.front().month = 3;
        return all;
    }

    std::string quoted(const std::string& cell, const Habit& habit)
    {
        const bool isNeeded = cell.find_first_of("\"\r\n") != std::string::npos
                              || cell.find(habit.delimiter) != std::string::npos;
        if (!isNeeded && below(2) == 0)
            return cell;
        std::string text = "\"";
        for (const char each : cell)
            text += each == '"' ? std::string("\"\"") : std::string(1, each);
        return text + "\"";
    }

    static std::string digits(std::int64_t absoluteMinor, const Habit& habit)
    {
        std::string whole = std::to_string(absoluteMinor / 100);
        for (std::size_t position = whole.size(); position > 3 && !habit.group.empty();) {
            position -= 3;
            whole.insert(position, habit.group);
        }
        const std::string cents = std::to_string(100 + absoluteMinor % 100).substr(1);
        return whole + habit.decimal + cents;
    }

    static std::string signedText(std::int64_t amountMinor, const Habit& habit)
    {
        const std::string text = digits(amountMinor < 0 ? -amountMinor : amountMinor, habit);
        if (amountMinor >= 0)
            return text;
        return habit.sign == 1 ? text + "-" : habit.sign == 2 ? "(" + text + ")" : "-" + text;
    }

    static std::string date(const Written& each, const Habit& habit)
    {
        const auto two = [](int number) {
            return std::to_string(100 + number).substr(1);
        };
        const std::string year = std::to_string(each.year);
        const std::string mark(1, habit.dateMark);
        if (habit.order == "ymd")
            return year + mark + two(each.month) + mark + two(each.day);
        return habit.order == "dmy" ? two(each.day) + mark + two(each.month) + mark + year
                                    : two(each.month) + mark + two(each.day) + mark + year;
    }

    std::string file(const std::vector<Written>& movements, const Habit& habit)
    {
        std::string text = habit.hasMark ? "\xef\xbb\xbf" : "";
        for (int line = 0; line < habit.preamble; ++line)
            text += quoted("Printed by the bank", habit) + habit.delimiter + "x" + habit.lineEnd;
        const std::string d(1, habit.delimiter);
        text += "Reference" + d + "Date" + d + "Text" + d;
        text += (habit.sign == 3   ? "Debit" + d + "Credit"
                 : habit.sign == 4 ? "D/C" + d + "Amount"
                                   : "Amount")
                + d + "Balance" + habit.lineEnd;
        std::int64_t sumMinor = 0;
        for (const Written& each : movements)
            sumMinor += each.amountMinor;
        std::int64_t balanceMinor = habit.isNewestFirst ? 5000 + sumMinor : 5000;
        for (const Written& each : movements) {
            balanceMinor += habit.isNewestFirst ? 0 : each.amountMinor;
            const bool isDebit = each.amountMinor < 0;
            const std::string plain = digits(isDebit ? -each.amountMinor : each.amountMinor, habit);
            text += quoted(each.id, habit) + d + quoted(date(each, habit), habit) + d
                    + quoted(each.text, habit) + d;
            if (habit.sign == 3)
                text += (isDebit ? quoted(plain, habit) + d : d + quoted(plain, habit));
            else if (habit.sign == 4)
                text += (isDebit ? "D" : "C") + d + quoted(plain, habit);
            else
                text += quoted(signedText(each.amountMinor, habit), habit);
            text += d + quoted(signedText(balanceMinor, habit), habit) + habit.lineEnd;
            balanceMinor -= habit.isNewestFirst ? each.amountMinor : 0;
        }
        return habit.isUtf16
                   ? QByteArray(
                         reinterpret_cast<const char*>(QString::fromStdString(text).utf16()),
                         QString::fromStdString(text).size() * 2)
                         .toStdString()
                   : text;
    }

private:
    std::mt19937 m_random;
};

CsvProfile profileFor(const Habit& habit)
{
    const std::string money = habit.sign == 3   ? R"("debit":"Debit","credit":"Credit")"
                              : habit.sign == 4 ? R"("amount":"Amount","direction":"D/C")"
                                                : R"("amount":"Amount")";
    return profileOf(
        R"({"profile":1,"name":"drawn","columns":{"booked":"Date","text":"Text","balance":"Balance",)"
        + money
        + R"(,"currency":{"fixed":"EUR"},"account":{"fixed":"A"},"references":{"account_servicer":"Reference"}})"
        + (habit.sign == 4 ? R"(,"directions":{"credit":"C","debit":"D"})" : "") + "}");
}

std::string collapsedText(const std::string& text)
{
    return QString::fromStdString(text).simplified().toStdString();
}

} // namespace

// Files written by an independent writer in every habit that is drawn, read back: values equal.
class CsvPropertyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsWrittenIsRead();
    void joinedFilesAreTheSumOfTheirParts();
    void mappingsAreProposedOrAsked();
};

void CsvPropertyTest::whatIsWrittenIsRead()
{
    const int rounds = qEnvironmentVariableIsSet("ONCEOVER_CSV_ROUNDS")
                           ? qEnvironmentVariableIntValue("ONCEOVER_CSV_ROUNDS")
                           : 300;
    std::int64_t rows = 0;
    for (int round = 0; round < rounds; ++round) {
        Writer writer(static_cast<unsigned int>(round) + 1);
        const Habit habit = writer.habit();
        auto movements = writer.movements(2 + writer.below(30));
        // A debit of nothing cannot be told from a credit of nothing.
        const std::string text = writer.file(movements, habit);
        const auto reading = readCsvText(text, profileFor(habit), {}, 1 + writer.below(100));
        QVERIFY2(
            reading,
            reading ? ""
                    : (std::to_string(round) + " " + reading.error().code + " "
                       + reading.error().field + " " + reading.error().message + "\n" + text)
                          .c_str());
        QCOMPARE(reading->size(), std::size_t{1});
        const CollectedStatement& only = reading->at(0);
        QCOMPARE(only.entries.size(), movements.size());
        std::int64_t sumMinor = 0;
        for (std::size_t index = 0; index < movements.size(); ++index) {
            const StatementEntry& entry = only.entries[index];
            const Written& each = movements[index];
            QCOMPARE(entry.amountMinor, each.amountMinor);
            Habit iso;
            iso.order = "ymd";
            QCOMPARE(entry.bookingDate, Writer::date(each, iso));
            QCOMPARE(entry.text, collapsedText(each.text));
            QCOMPARE(entry.references.at("account_servicer"), each.id);
            sumMinor += each.amountMinor;
            ++rows;
        }
        QVERIFY2(only.statement.ties == true, text.c_str());
        QCOMPARE(only.statement.creditsMinor - only.statement.debitsMinor, sumMinor);
        QCOMPARE(only.statement.closingMinor.value(), 5000 + sumMinor);
        QCOMPARE(only.statement.openingMinor.value(), 5000);
    }
    qInfo("%d files, %lld rows", rounds, static_cast<long long>(rows));
}

void CsvPropertyTest::joinedFilesAreTheSumOfTheirParts()
{
    for (unsigned int round = 1; round <= 60; ++round) {
        Writer writer(round);
        Habit habit = writer.habit();
        habit.isUtf16 = false;
        habit.preamble = 0;
        habit.isNewestFirst = false;
        const auto movements = writer.movements(12);
        const std::string whole = writer.file(movements, habit);
        const std::vector<Written> firstHalf(movements.begin(), movements.begin() + 6);
        const std::vector<Written> secondHalf(movements.begin() + 6, movements.end());
        const std::string joined = writer.file(firstHalf, habit) + writer.file(secondHalf, habit);
        const auto once = readCsvText(whole, profileFor(habit));
        const auto twice = readCsvText(joined, profileFor(habit));
        QVERIFY2(once && twice, joined.c_str());
        for (std::size_t index = 0; index < movements.size(); ++index)
            QCOMPARE(
                twice->at(0).entries.at(index).amountMinor,
                once->at(0).entries.at(index).amountMinor);
    }
}

void CsvPropertyTest::mappingsAreProposedOrAsked()
{
    int proposed = 0;
    int asked = 0;
    for (unsigned int round = 1; round <= 150; ++round) {
        Writer writer(round);
        const Habit habit = writer.habit();
        auto movements = writer.movements(5 + writer.below(20));
        // Without a date that tells its order, the order is asked for and never guessed.
        const bool isOpen = round % 3 == 0 && habit.order != "ymd";
        for (Written& each : movements) {
            each.day = isOpen ? 1 + each.day % 12 : each.day;
            each.month = isOpen && each.month == each.day ? each.month % 12 + 1 : each.month;
        }
        const std::string text = writer.file(movements, habit);
        CsvOptions options;
        options.currency = "EUR";
        const auto proposal = proposeCsvMapping(TextSource(text), options);
        QVERIFY2(proposal, text.c_str());
        QCOMPARE(proposal->layout.delimiter, habit.delimiter);
        QVERIFY2(
            proposal->questions.empty(),
            (proposal->questions.empty() ? "" : proposal->questions[0].message + "\n" + text)
                .c_str());
        QCOMPARE(proposal->refusal.has_value(), isOpen);
        if (isOpen) {
            QCOMPARE(proposal->refusal->code, std::string("statement.date_order_undecided"));
            ++asked;
            continue;
        }
        const auto reading = readCsvText(text, profileOf(proposal->profileJson), options);
        QVERIFY2(reading, (proposal->profileJson + text).c_str());
        QCOMPARE(reading->at(0).entries.size(), movements.size());
        for (std::size_t index = 0; index < movements.size(); ++index)
            QCOMPARE(reading->at(0).entries[index].amountMinor, movements[index].amountMinor);
        ++proposed;
    }
    qInfo("%d mappings proposed, %d asked about", proposed, asked);
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::CsvPropertyTest)

#include "csv_property_test.moc"
