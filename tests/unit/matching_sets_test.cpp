// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/matching_facts.h"

#include <QtTest>

#include <functional>
#include <map>

namespace onceover {

using namespace facts;

// Identical payments are settled together only where nothing else can be: as many records, each
// sent exactly once and closed, every day covered, nobody outside.
class MatchingSetsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void closedSetIsSettled();
    void everyConditionOfASetIsNeeded_data();
    void everyConditionOfASetIsNeeded();
    void sentTwiceAndOnceIsNoSet();
    void missingRecordMovesNothing();

private:
    static std::vector<RecordFacts> lines(int count);
};

std::vector<RecordFacts> MatchingSetsTest::lines(int count)
{
    std::vector<RecordFacts> all;
    for (int number = 1; number <= count; ++number)
        all.push_back(unnamed("line " + std::to_string(number)));
    return all;
}

void MatchingSetsTest::closedSetIsSettled()
{
    const auto matches = match(lines(3), payments(3));
    QCOMPARE(matches.size(), std::size_t{3});
    std::set<std::size_t> settled;
    for (const RecordMatch& each : matches) {
        QVERIFY(each.reason == MatchReason::ClosedSet);
        QCOMPARE(each.paymentCount, std::size_t{3});
        settled.insert(each.payment);
    }
    QCOMPARE(settled.size(), std::size_t{3});
}

void MatchingSetsTest::everyConditionOfASetIsNeeded_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* what, const char* reason) {
        QTest::newRow(what) << QString::fromLatin1(what) << QString::fromLatin1(reason);
    };
    row("one record less", "SET_COUNTS_DIFFER");
    row("one payment less", "SET_COUNTS_DIFFER");
    row("a payment sent twice", "SET_SENT_MORE_THAN_ONCE");
    row("a sender that may still send", "SET_NOT_CLOSED");
    row("a gap in the statements", "SET_COVERAGE_INCOMPLETE");
    row("a record outside one window", "SET_WINDOWS_DIFFER");
    row("a payment that a line names", "STRONGER_NAME_COMPETES");
    row("a line that names another", "NAMES_ANOTHER");
    row("a damaged line", "DAMAGED_REFERENCE");
    row("a payment that was never sent", "NEVER_SENT");
    row("one that may have been charged again", "SECOND_CHARGE_POSSIBLE");
    row("rules without sets", "PAYMENTS_COMPETE");
}

void MatchingSetsTest::everyConditionOfASetIsNeeded()
{
    QFETCH(QString, what);
    QFETCH(QString, reason);
    std::vector<RecordFacts> records = lines(3);
    std::vector<PaymentFacts> ours = payments(3);
    MatchRules each = rules();
    std::vector<CoveredDays> covered = everyDay();
    const std::map<QString, std::function<void()>> changes = {
        {"one record less",
         [&] {
             records.pop_back();
         }},
        {"one payment less",
         [&] {
             ours.pop_back();
         }},
        {"a payment sent twice",
         [&] {
             ours[1].sends = ours[1].possibleSends = 2;
         }},
        {"a sender that may still send",
         [&] {
             ours[1].isClosed = false;
         }},
        {"a gap in the statements",
         [&] {
             covered[0].from = day("2026-11-03");
         }},
        {"a record outside one window",
         [&] {
             records[1].bookedOn = day("2026-11-20");
         }},
        {"a payment that a line names",
         [&] {
             records.push_back(record(2));
             records.back().amountMinor = 7;
         }},
        {"a line that names another",
         [&] {
             records[1].text = reference(77).text();
         }},
        {"a damaged line",
         [&] {
             records[1].references["customer"] = "9.9E+15";
         }},
        {"a payment that was never sent",
         [&] {
             ours[1].sends = ours[1].possibleSends = 0;
         }},
        {"one that may have been charged again",
         [&] {
             ours[1].recordCount = 1;
             ours[1].sends = ours[1].possibleSends = 2;
         }},
        {"rules without sets", [&] {
             each.settlesSets = false;
         }}};
    changes.at(what)();
    const auto matches = matchLayer(records, ours, book(each), covered);
    std::set<std::string> reasons;
    for (const RecordMatch& found : matches) {
        QVERIFY(!isAutomatic(found.reason));
        reasons.emplace(toText(found.reason));
    }
    QVERIFY2(reasons.count(reason.toStdString()) == 1, reasonOf(matches).c_str());
}

// FAULTS.md section 0, scenario 9: A sent twice, B once, two records.
void MatchingSetsTest::sentTwiceAndOnceIsNoSet()
{
    std::vector<PaymentFacts> ours = payments(2);
    ours[0].sends = ours[0].possibleSends = 2;
    QVERIFY(linksOf(match(lines(2), ours), lines(2), ours).empty());
    // Even where the first send is known not to have happened: people see the history.
    ours[0].possibleSends = 1;
    QVERIFY(linksOf(match(lines(2), ours), lines(2), ours).empty());
}

void MatchingSetsTest::missingRecordMovesNothing()
{
    const auto matches = match(lines(2), payments(3));
    QCOMPARE(matches.size(), std::size_t{6});
    for (const RecordMatch& each : matches) {
        QVERIFY(each.reason == MatchReason::SetCountsDiffer);
        // Two records, three payments: one record is missing.
        QCOMPARE(each.paymentCount, std::size_t{3});
        QCOMPARE(each.recordCount, std::size_t{2});
    }
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::MatchingSetsTest)

#include "matching_sets_test.moc"
