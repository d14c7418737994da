// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/entry_identities.h"
#include "backend/statements/entry_places.h"

#include <QtTest>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace onceover {

// The places of lines: however the history of an account is cut into files that overlap, a line has
// one name, and two lines never share one.
class StatementsPlacesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anyWindowGivesTheSameNames();
    void aDayThatHadNotEndedIsTheBeginningOfIt();
    void anyOrderGivesTheSameNames();
    void anotherBalanceIsAnotherPlace();
    void whoDoesNotTieNamesNothing();

private:
    struct Part
    {
        Statement statement;
        std::vector<StatementEntry> entries;
    };

    // Few amounts and one text, so that equal lines are the rule.
    static std::vector<StatementEntry> history(std::mt19937_64& random);
    static Part part(const std::vector<StatementEntry>& all, std::size_t from, std::size_t to);

    static std::vector<std::string> namesOf(const Part& part)
    {
        const auto places = placesOf(part.statement, part.entries);
        std::vector<std::string> names;
        const EntryIdentities identities;
        for (std::size_t at = 0; at < part.entries.size(); ++at)
            names.push_back(identities.of(
                part.statement,
                part.entries[at],
                "digest",
                places.empty() ? std::string_view{} : std::string_view(places[at])));
        return names;
    }

    static std::size_t dayStart(const std::vector<StatementEntry>& all, std::size_t at)
    {
        while (at > 0 && at < all.size() && all[at - 1].bookingDate == all[at].bookingDate)
            --at;
        return at;
    }
};

std::vector<StatementEntry> StatementsPlacesTest::history(std::mt19937_64& random)
{
    std::vector<StatementEntry> all;
    for (int day = 10; day < 20; ++day) {
        for (std::size_t count = random() % 6; count > 0; --count) {
            StatementEntry entry;
            entry.bookingDate = "2026-01-" + std::to_string(day);
            entry.amountMinor = random() % 2 == 0 ? 100 : -100;
            entry.currency = "EUR";
            entry.text = "words";
            all.push_back(entry);
        }
    }
    return all;
}

StatementsPlacesTest::Part StatementsPlacesTest::part(
    const std::vector<StatementEntry>& all, std::size_t from, std::size_t to)
{
    Part made;
    std::int64_t balanceMinor = 5000;
    for (std::size_t at = 0; at < to; ++at) {
        if (at == from)
            made.statement.openingMinor = balanceMinor;
        balanceMinor += all[at].amountMinor;
        if (at >= from)
            made.entries.push_back(all[at]);
    }
    made.statement.closingMinor = balanceMinor;
    made.statement.currency = "EUR";
    made.statement.ties = true;
    return made;
}

void StatementsPlacesTest::anyWindowGivesTheSameNames()
{
    int windows = 0;
    int equalLines = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        std::mt19937_64 random(seed);
        const auto all = history(random);
        if (all.empty())
            continue;
        const auto whole = namesOf(part(all, 0, all.size()));
        const std::set<std::string> distinct(whole.begin(), whole.end());
        QCOMPARE(distinct.size(), all.size());
        for (int window = 0; window < 10; ++window) {
            const std::size_t from = dayStart(all, random() % all.size());
            const std::size_t to = from + 1 + random() % (all.size() - from);
            const auto names = namesOf(part(all, from, to));
            const auto begin = whole.begin() + static_cast<std::ptrdiff_t>(from);
            QVERIFY(std::equal(names.begin(), names.end(), begin));
            ++windows;
        }
        for (std::size_t at = 1; at < all.size(); ++at)
            equalLines += all[at].bookingDate == all[at - 1].bookingDate
                          && all[at].amountMinor == all[at - 1].amountMinor;
    }
    qInfo("%d windows; %d lines equal the one before them", windows, equalLines);
    QVERIFY(windows > 1000 && equalLines > 1000);
}

void StatementsPlacesTest::aDayThatHadNotEndedIsTheBeginningOfIt()
{
    std::mt19937_64 random(7);
    const auto all = history(random);
    for (std::size_t to = 1; to <= all.size(); ++to) {
        const auto names = namesOf(part(all, 0, to));
        const auto whole = namesOf(part(all, 0, all.size()));
        QVERIFY(std::equal(names.begin(), names.end(), whole.begin()));
    }
}

// The newest line first, or a day's lines in another order: the names are those of the same lines.
void StatementsPlacesTest::anyOrderGivesTheSameNames()
{
    int moved = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        std::mt19937_64 random(seed);
        auto all = history(random);
        for (StatementEntry& entry : all)
            entry.text = random() % 2 == 0 ? "words" : "others";
        const auto wordsOf = [](const Part& part) {
            std::multiset<std::string> found;
            const auto names = namesOf(part);
            for (std::size_t at = 0; at < names.size(); ++at)
                found.insert(names[at] + "=" + part.entries[at].text);
            return found;
        };
        const Part whole = part(all, 0, all.size());
        Part newestFirst = whole;
        std::reverse(newestFirst.entries.begin(), newestFirst.entries.end());
        QCOMPARE(wordsOf(newestFirst), wordsOf(whole));
        Part shuffled = whole;
        std::shuffle(shuffled.entries.begin(), shuffled.entries.end(), random);
        QCOMPARE(wordsOf(shuffled), wordsOf(whole));
        moved += static_cast<int>(all.size());
        // A day that had not ended, listed from its end: what it showed keeps its names.
        for (std::size_t to = 1; seed % 20 == 0 && to <= all.size(); ++to) {
            Part early = part(all, 0, to);
            std::reverse(early.entries.begin(), early.entries.end());
            const auto known = wordsOf(whole);
            for (const std::string& name : wordsOf(early))
                QVERIFY(known.count(name) == 1);
        }
    }
    qInfo("%d lines in another order", moved);
    QVERIFY(moved > 3000);
}

void StatementsPlacesTest::anotherBalanceIsAnotherPlace()
{
    std::mt19937_64 random(7);
    auto all = history(random);
    all[1].amountMinor = 300;
    Part first = part(all, 0, all.size());
    Part other = first;
    *other.statement.openingMinor += 100;
    const auto names = namesOf(first);
    const std::set<std::string> known(names.begin(), names.end());
    for (const std::string& name : namesOf(other))
        QVERIFY(known.count(name) == 0);
    // What a line says belongs to its place too.
    other = first;
    other.entries[0].text = "other words";
    QVERIFY(namesOf(other)[0] != names[0]);
    QVERIFY(namesOf(other)[1] == names[1]);
}

void StatementsPlacesTest::whoDoesNotTieNamesNothing()
{
    std::mt19937_64 random(7);
    const auto all = history(random);
    const Part whole = part(all, 0, all.size());
    QVERIFY(!placesOf(whole.statement, whole.entries).empty());
    for (int kind = 0; kind < 4; ++kind) {
        Statement statement = whole.statement;
        if (kind == 0)
            statement.ties = false;
        else if (kind == 1)
            statement.ties.reset();
        else if (kind == 2)
            statement.openingMinor.reset();
        else
            statement.isInterim = true;
        QVERIFY(placesOf(statement, whole.entries).empty());
    }
    Part pending = whole;
    pending.entries[1].status = EntryStatus::Pending;
    QVERIFY(placesOf(pending.statement, pending.entries)[1].empty());
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::StatementsPlacesTest)

#include "statements_places_test.moc"
