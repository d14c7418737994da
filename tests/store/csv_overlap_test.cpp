// SPDX-License-Identifier: GPL-3.0-or-later
// Exports of one account that were cut, overlap and come in any order, against a history that is
// known: what is stored is what they showed, no money twice, no line dropped; or the file is
// refused, and only where nothing tells an equal line from the same one.
#include "tests/store/csv_world.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>

using namespace onceover;

namespace {

struct Line
{
    int day = 0;
    int amount = 0;
    int balance = 0;
    std::string text;

    std::string content() const
    {
        return std::to_string(day) + "|" + std::to_string(amount) + "|" + text;
    }
};

enum class Form
{
    Plain,
    Balance,
    Keyed,
};

// An export of the lines [first, last).
struct Export
{
    int first = 0;
    int last = 0;
};

std::string decimal(int minor, char mark)
{
    const int positive = std::abs(minor);
    const std::string cents = std::to_string(positive % 100);
    return std::to_string(positive / 100) + mark + (cents.size() < 2 ? "0" : "") + cents;
}

std::string dayText(int day)
{
    return "202601" + std::string(day < 10 ? "0" : "") + std::to_string(day);
}

int below(std::mt19937& random, int bound)
{
    return static_cast<int>(random() % static_cast<unsigned>(bound));
}

class History
{
public:
    History(std::mt19937& random, Form form, int number)
        : m_form(form)
        , m_account("NL00INGB" + std::to_string(1000000000 + number))
    {
        int balance = 10000;
        for (int day = 1; day <= 5; ++day) {
            const int count = below(random, 4);
            for (int index = 0; index < count; ++index) {
                const int amounts[] = {-100, 100, -100, 250};
                Line line{day, amounts[below(random, 4)], 0, random() % 2 == 0 ? "fee" : "rent"};
                balance += line.amount;
                line.balance = balance;
                m_lines.push_back(line);
            }
        }
    }

    const std::vector<Line>& lines() const { return m_lines; }

    const std::string& account() const { return m_account; }

    std::string text(const Export& of, bool isNewestFirst) const
    {
        std::string text =
            m_form == Form::Keyed
                ? "balance_transaction_id,created_utc,currency,gross,fee,net,"
                  "reporting_category,description\n"
                : "Datum;Naam / Omschrijving;Rekening;Tegenrekening;Code;Af Bij;"
                  "Bedrag (EUR);MutatieSoort;Mededelingen"
                      + std::string(m_form == Form::Balance ? ";Saldo na mutatie" : "") + "\n";
        for (int step = of.first; step < of.last; ++step)
            text += row(isNewestFirst ? of.last - 1 - (step - of.first) : step);
        return text;
    }

private:
    std::string row(int index) const
    {
        const Line& line = m_lines[static_cast<std::size_t>(index)];
        if (m_form == Form::Keyed)
            return "txn_" + m_account + std::to_string(index) + ",2026-01-0"
                   + std::to_string(line.day) + " 10:00:00,eur," + (line.amount < 0 ? "-" : "")
                   + decimal(line.amount, '.') + ",0.00," + (line.amount < 0 ? "-" : "")
                   + decimal(line.amount, '.') + ",charge," + line.text + "\n";
        std::string text = dayText(line.day) + ";Somebody;" + m_account + ";;DV;"
                           + (line.amount < 0 ? "Af" : "Bij") + ";" + decimal(line.amount, ',')
                           + ";Diversen;" + line.text;
        if (m_form == Form::Balance)
            text += ";" + decimal(line.balance, ',');
        return text + "\n";
    }

    Form m_form;
    std::string m_account;
    std::vector<Line> m_lines;
};

// What an outsider who sees only the two exports may doubt: both are cut within one day, one at its
// beginning and one at its end, and show equal lines there.
bool isDoubtful(const History& history, const Export& one, const Export& other)
{
    const auto& lines = history.lines();
    const auto dayOf = [&](int index) {
        return lines[static_cast<std::size_t>(index)].day;
    };
    const auto contents = [&](const Export& of, std::optional<int> day) {
        std::multiset<std::string> found;
        for (int index = of.first; index < of.last; ++index) {
            if (!day || dayOf(index) == *day)
                found.insert(lines[static_cast<std::size_t>(index)].content());
        }
        return found;
    };
    if (contents(one, {}) == contents(other, {}))
        return false;
    const int oneFirst = dayOf(one.first);
    const int oneLast = dayOf(one.last - 1);
    const int otherFirst = dayOf(other.first);
    const int otherLast = dayOf(other.last - 1);
    for (int day = std::max(oneFirst, otherFirst); day <= std::min(oneLast, otherLast); ++day) {
        const bool isWhole =
            (oneFirst < day && day < oneLast) || (otherFirst < day && day < otherLast);
        const bool isSameSide =
            (oneFirst < day && otherFirst < day) || (day < oneLast && day < otherLast);
        if (isWhole || isSameSide)
            continue;
        const auto mine = contents(one, day);
        const auto theirs = contents(other, day);
        if (std::any_of(mine.begin(), mine.end(), [&](const std::string& each) {
                return theirs.count(each) > 0;
            }))
            return true;
    }
    return false;
}

struct Counts
{
    int stored = 0;
    int refused = 0;
    int lines = 0;
};

} // namespace

class CsvOverlapTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void whatIsStoredIsWhatWasShown_data();
    void whatIsStoredIsWhatWasShown();

private:
    void round(std::mt19937& random, Form form, int number, Counts& counts);
    std::string storedOf(const History& history, Form form);

    std::optional<CsvWorld> m_world;
};

void CsvOverlapTest::initTestCase()
{
    m_world.emplace();
}

std::string CsvOverlapTest::storedOf(const History& history, Form form)
{
    const std::string where = form == Form::Keyed
                                  ? "external_id like 'ref:txn\\_" + history.account() + "%'"
                                  : "owner_name = '" + history.account() + "'";
    return m_world->cell(
        "select string_agg(line, ',' order by line collate \"C\") from (select extract(day from "
        "booked_on)::int || '|' || case "
        "direction when 'IN' then amount_minor else -amount_minor end || '|' || "
        "split_part(narrative, "
        "' ', 1) as line from onceover.records where "
        + where + ") x");
}

void CsvOverlapTest::whatIsStoredIsWhatWasShown_data()
{
    QTest::addColumn<int>("form");
    QTest::newRow("no balances, no references") << static_cast<int>(Form::Plain);
    QTest::newRow("running balances") << static_cast<int>(Form::Balance);
    QTest::newRow("references") << static_cast<int>(Form::Keyed);
}

void CsvOverlapTest::round(std::mt19937& random, Form form, int number, Counts& counts)
{
    const History history(random, form, number);
    const int size = static_cast<int>(history.lines().size());
    if (size < 2)
        return;
    std::vector<Export> accepted;
    std::set<int> shown;
    for (int file = 0; file < 4; ++file) {
        Export next{below(random, size), 0};
        next.last = next.first + 1 + below(random, size - next.first);
        // A day of which the middle is in no file cannot be told from one that its balances close.
        if (form == Form::Balance && !shown.empty()) {
            next.first = std::min(next.first, *shown.rbegin() + 1);
            next.last = std::max({next.last, *shown.begin(), next.first + 1});
        }
        const std::string text = history.text(next, random() % 2 == 0);
        const CsvWorld::Answer answer = m_world->import(text);
        const bool isStored = answer.outcome == "STORED" || answer.outcome == "SAME_FILE";
        const bool isDoubted =
            std::any_of(accepted.begin(), accepted.end(), [&](const Export& each) {
                return isDoubtful(history, next, each);
            });
        if (!isStored) {
            QVERIFY2(
                answer.outcome == "import.cut_day",
                (answer.outcome + ": " + answer.message).c_str());
            QVERIFY2(isDoubted && form != Form::Keyed, text.c_str());
            ++counts.refused;
            continue;
        }
        QVERIFY2(!isDoubted || form != Form::Plain, text.c_str());
        ++counts.stored;
        // Two exports of exactly the same lines are one, whatever an onlooker knows.
        const bool isRepeat =
            std::any_of(accepted.begin(), accepted.end(), [&](const Export& each) {
                return history.text(each, false) == history.text(next, false)
                       || history.text(each, true) == history.text(next, true);
            });
        accepted.push_back(next);
        for (int index = next.first; index < next.last && !isRepeat; ++index)
            shown.insert(index);
        std::vector<std::string> wanted;
        for (const int index : shown)
            wanted.push_back(history.lines()[static_cast<std::size_t>(index)].content());
        std::sort(wanted.begin(), wanted.end());
        std::string all;
        for (const std::string& each : wanted)
            all += (all.empty() ? "" : ",") + each;
        const std::string stored = storedOf(history, form);
        std::string trace;
        for (const Export& each : accepted)
            trace += "\n" + history.text(each, false);
        QVERIFY2(stored == all, (stored + " instead of " + all + trace).c_str());
        counts.lines += next.last - next.first;
    }
}

void CsvOverlapTest::whatIsStoredIsWhatWasShown()
{
    QFETCH(int, form);
    const int rounds = qEnvironmentVariableIntValue("ONCEOVER_CSV_IMPORT_ROUNDS");
    const int seed = qEnvironmentVariableIntValue("ONCEOVER_SEED");
    std::mt19937 random(static_cast<unsigned>(seed + form));
    Counts counts;
    for (int number = 0; number < (rounds > 0 ? rounds : 40); ++number) {
        round(random, static_cast<Form>(form), form * 1'000'000 + number, counts);
        if (QTest::currentTestFailed()) {
            qInfo("round %d", number);
            return;
        }
    }
    qInfo(
        "%d exports stored with %d lines, %d refused as undecided",
        counts.stored,
        counts.lines,
        counts.refused);
    QVERIFY(counts.stored > 50);
    QVERIFY((counts.refused > 0) == (static_cast<Form>(form) != Form::Keyed));
}

QTEST_GUILESS_MAIN(CsvOverlapTest)
#include "csv_overlap_test.moc"
