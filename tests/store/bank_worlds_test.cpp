// SPDX-License-Identifier: GPL-3.0-or-later
// An account's true history, told by random files in random order: statements that were cut or
// overlap, pages, the newest line first, references that a bank repeats, notifications. What is
// stored is what the statements showed, no money twice and none dropped, or the file is refused.
#include "tests/store/bank_text.h"
#include "tests/store/csv_world.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>

using namespace onceover;

namespace {

// What the bank tells beside its lines.
enum class Habit
{
    // Statements with numbers, one behind the other.
    Numbered,
    // The same, a page a message.
    Paged,
    // Windows that were asked for, with balances.
    Windows,
    // Windows of days without balances.
    Bare,
};

int below(std::mt19937& random, int bound)
{
    return static_cast<int>(random() % static_cast<unsigned>(bound));
}

struct World
{
    Habit habit = Habit::Numbered;
    std::string account;
    std::vector<BankLine> lines;
    std::vector<int> balances;
};

World worldOf(std::mt19937& random, Habit habit, int number)
{
    World world{habit, "TEST" + std::to_string(number), {}, {50000}};
    // Windows of a balance that came back to where it was cannot be told apart.
    const bool hasCredits = habit == Habit::Numbered || habit == Habit::Paged;
    // 0: none, 1: each its own, 2: one for many.
    const int references = below(random, habit == Habit::Bare ? 2 : 3);
    for (int day = 1; day <= 4; ++day) {
        for (int count = below(random, 4); count > 0; --count) {
            const int index = static_cast<int>(world.lines.size());
            const int amounts[] = {-100, -100, -250, hasCredits ? 100 : -70};
            BankLine line{day, amounts[below(random, 4)]};
            // Of equal amounts under one reference nobody can say which one a notification told.
            line.words = references == 2 || below(random, 2) == 0 ? "fee" : "rent";
            if (references == 1)
                line.servicer = "R" + std::to_string(index);
            else if (references == 2)
                line.servicer = "CARDS";
            world.lines.push_back(line);
            world.balances.push_back(world.balances.back() + line.amountMinor);
        }
    }
    return world;
}

struct Window
{
    int first = 0;
    int last = 0;
};

std::string dayOf(int day)
{
    return "2026-01-0" + std::to_string(day);
}

std::string fileOf(const World& world, const Window& window, int number, std::mt19937& random)
{
    const auto line = [&](int index) -> const BankLine& {
        return world.lines[static_cast<std::size_t>(index)];
    };
    const bool isNumbered = world.habit == Habit::Numbered || world.habit == Habit::Paged;
    BankText text;
    text.account = world.account;
    text.id = "S" + std::to_string(number);
    if (isNumbered)
        text.number = std::to_string(number);
    const int firstDay = line(window.first).day;
    const int lastDay = line(window.last - 1).day;
    if (world.habit == Habit::Bare) {
        text.from = dayOf(firstDay);
        text.to = dayOf(lastDay);
    } else {
        text.openingMinor = world.balances[static_cast<std::size_t>(window.first)];
        text.openingDay = firstDay;
        text.closingDay = lastDay;
    }
    for (int index = window.first; index < window.last; ++index)
        text.lines.push_back(line(index));
    if (world.habit == Habit::Paged) {
        text.id = "STARTUMS";
        text.number = "1/" + std::to_string(number);
        text.isContinued = window.first > 0;
        text.isCut = window.last < static_cast<int>(world.lines.size());
        return mt940Of(text);
    }
    if (below(random, 2) == 0)
        std::reverse(text.lines.begin(), text.lines.end());
    return camtOf(text);
}

std::string notificationOf(const World& world, int index, std::mt19937& random)
{
    BankText text;
    text.account = world.account;
    text.id = "N" + std::to_string(index);
    BankLine line = world.lines[static_cast<std::size_t>(index)];
    // An evening's report is booked on a later day.
    if (line.servicer != "CARDS")
        line.day = std::max(1, line.day - below(random, 3));
    text.lines = {line};
    return camtOf(text, below(random, 2) == 0 ? "052" : "054");
}

std::vector<Window> windowsOf(const World& world, std::mt19937& random)
{
    const int size = static_cast<int>(world.lines.size());
    std::vector<Window> windows;
    if (world.habit == Habit::Numbered || world.habit == Habit::Paged) {
        for (int at = 0; at < size;) {
            const int next = at + 1 + below(random, size - at);
            windows.push_back({at, next});
            at = next;
        }
        return windows;
    }
    for (int count = 0; count < 4; ++count) {
        const int first = below(random, size);
        windows.push_back({first, first + 1 + below(random, size - first)});
    }
    return windows;
}

// Whether two statements open with one balance and close with one, or a longer one spans all days
// of another: a number alone is no proof then.
bool isDoubtful(const World& world, const std::vector<Window>& windows)
{
    const auto dayAt = [&world](int index) {
        return world.lines[static_cast<std::size_t>(index)].day;
    };
    const auto balanceAt = [&world](int index) {
        return world.balances[static_cast<std::size_t>(index)];
    };
    for (const Window& one : windows) {
        const int from = dayAt(one.first);
        const int to = dayAt(one.last - 1);
        for (const Window& other : windows) {
            if (one.first == other.first)
                continue;
            if (balanceAt(one.first) == balanceAt(other.first)
                && balanceAt(one.last) == balanceAt(other.last))
                return true;
            if (to - from > 1 && from <= dayAt(other.first) && dayAt(other.last - 1) <= to)
                return true;
        }
    }
    return false;
}

struct Counts
{
    int worlds = 0;
    int stored = 0;
    int refused = 0;
    int lines = 0;
};

} // namespace

class BankWorldsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_world.emplace(); }

    void whatIsStoredIsWhatWasStated_data();
    void whatIsStoredIsWhatWasStated();

private:
    void round(std::mt19937& random, Habit habit, int number, Counts& counts);
    // "amount words" of every record that a statement shows, in order.
    std::string stated(const World& world);

    std::optional<CsvWorld> m_world;
};

void BankWorldsTest::whatIsStoredIsWhatWasStated_data()
{
    QTest::addColumn<int>("habit");
    QTest::newRow("numbered") << static_cast<int>(Habit::Numbered);
    QTest::newRow("a page a message") << static_cast<int>(Habit::Paged);
    QTest::newRow("windows with balances") << static_cast<int>(Habit::Windows);
    QTest::newRow("windows without balances") << static_cast<int>(Habit::Bare);
}

std::string BankWorldsTest::stated(const World& world)
{
    return m_world->cell(
        "select string_agg(line, ',' order by line collate \"C\") from (select distinct "
        "r.record_id, case direction when 'IN' then amount_minor else -amount_minor end || ' ' || "
        "narrative as line from onceover.record_sightings v join onceover.import_statements s "
        "using "
        "(statement_row_id) join onceover.records r using (record_id) where s.account = '"
        + world.account + "' and not onceover.is_notification(s.import_id)) x");
}

void BankWorldsTest::round(std::mt19937& random, Habit habit, int number, Counts& counts)
{
    const World world = worldOf(random, habit, number);
    if (world.lines.size() < 2)
        return;
    ++counts.worlds;

    struct File
    {
        std::string bytes;
        std::optional<Window> window;
    };

    std::vector<File> files;
    const std::vector<Window> windows = windowsOf(world, random);
    for (const Window& window : windows)
        files.push_back(
            {fileOf(world, window, static_cast<int>(files.size()) + 1, random), window});
    for (int count = below(random, 3); count > 0 && !world.lines[0].servicer.empty(); --count)
        files.push_back(
            {notificationOf(world, below(random, static_cast<int>(world.lines.size())), random),
             {}});
    std::shuffle(files.begin(), files.end(), random);
    std::set<int> shown;
    for (const File& file : files) {
        const CsvWorld::Answer answer = m_world->import(file.bytes);
        const bool isStored = answer.outcome.find("import.") != 0;
        if (!isStored) {
            QVERIFY2(
                habit == Habit::Windows || habit == Habit::Bare || isDoubtful(world, windows),
                (answer.outcome + ": " + answer.message).c_str());
            QVERIFY2(
                answer.outcome.find("import.overlap_") == 0,
                (answer.outcome + ": " + answer.message).c_str());
            ++counts.refused;
        } else {
            ++counts.stored;
        }
        if (isStored && file.window) {
            for (int index = file.window->first; index < file.window->last; ++index)
                shown.insert(index);
            counts.lines += file.window->last - file.window->first;
        }
        std::vector<std::string> wanted;
        for (const int index : shown) {
            const BankLine& line = world.lines[static_cast<std::size_t>(index)];
            wanted.push_back(std::to_string(line.amountMinor) + " " + line.words);
        }
        std::sort(wanted.begin(), wanted.end());
        std::string all;
        for (const std::string& each : wanted)
            all += (all.empty() ? "" : ",") + each;
        const std::string stored = stated(world);
        QVERIFY2(stored == all, (stored + " instead of " + all + " after " + file.bytes).c_str());
    }
}

void BankWorldsTest::whatIsStoredIsWhatWasStated()
{
    QFETCH(int, habit);
    const int rounds = qEnvironmentVariableIntValue("ONCEOVER_BANK_WORLDS");
    const int seed = qEnvironmentVariableIntValue("ONCEOVER_SEED");
    std::mt19937 random(static_cast<unsigned>(seed * 4 + habit));
    Counts counts;
    for (int number = 0; number < (rounds > 0 ? rounds : 30); ++number) {
        round(random, static_cast<Habit>(habit), 1'000'000 * (habit + 1) + number, counts);
        if (QTest::currentTestFailed()) {
            qInfo("round %d", number);
            return;
        }
    }
    qInfo(
        "%d worlds: %d files stored with %d lines of statements, %d refused",
        counts.worlds,
        counts.stored,
        counts.lines,
        counts.refused);
    QVERIFY(counts.stored > counts.worlds);
}

QTEST_GUILESS_MAIN(BankWorldsTest)

#include "bank_worlds_test.moc"
