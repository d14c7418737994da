// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/matching_facts.h"

#include <QtTest>

#include <functional>
#include <map>

namespace onceover {

using namespace facts;

// Accounts, amounts and days without a name: what links by itself, and why the rest waits for
// people.
class MatchingTiersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void accountAmountAndWindowLinkWhenAlone();
    void everyPartOfTheThirdTierIsNeeded_data();
    void everyPartOfTheThirdTierIsNeeded();
    void guardIsWiderThanTheWindow();
    void settledPaymentWithoutRecordCompetes();
    void paymentSentTwiceMayHaveBeenChargedTwice();
    void recordThatNamesAnotherIsNotGuessed();
    void strongerNameKeepsThePaymentFromGuesses();
    void takenRecordIsToldAndNeverLinked();
    void linkedByNameIsOutOfTheWay();
    void rulesMayLeaveATierToPeople();
    void manyAlikeAreCountedAndListedInProportion();

private:
    static QString only(const std::vector<RecordMatch>& matches);
    static void changeLine(RecordFacts& line, const QString& what);
    static void changePayment(PaymentFacts& ours, const QString& what);
    static RecordFacts narrated(const char* identity, const std::string& text);
};

// The one pair's reason; how many there are otherwise.
QString MatchingTiersTest::only(const std::vector<RecordMatch>& matches)
{
    return matches.size() == 1 ? QString::fromStdString(reasonOf(matches))
                               : QStringLiteral("%1 pairs").arg(matches.size());
}

RecordFacts MatchingTiersTest::narrated(const char* identity, const std::string& text)
{
    RecordFacts facts = unnamed(identity);
    facts.counterpartyAccount.clear();
    facts.text = text;
    return facts;
}

void MatchingTiersTest::changeLine(RecordFacts& line, const QString& what)
{
    const std::map<QString, std::function<void()>> changes = {
        {"no account",
         [&] {
             line.counterpartyAccount.clear();
         }},
        {"other account",
         [&] {
             line.counterpartyAccount.back() = '2';
         }},
        {"a cent more",
         [&] {
             line.amountMinor += 1;
         }},
        {"other currency",
         [&] {
             line.currency = "USD";
         }},
        {"other direction",
         [&] {
             line.direction = Direction::In;
         }},
        {"no day",
         [&] {
             line.bookedOn.reset();
         }},
        {"pending",
         [&] {
             line.isBooked = false;
         }},
        {"reversal",
         [&] {
             line.isReversal = true;
         }},
        {"bundle",
         [&] {
             line.isBundle = true;
         }},
        {"notification",
         [&] {
             line.isNotificationOnly = true;
         }},
        {"taken",
         [&] {
             line.isTaken = true;
         }},
        {"after the guard",
         [&] {
             line.bookedOn = day("2026-12-01");
         }},
        {"after the window",
         [&] {
             line.bookedOn = day("2026-11-10");
         }},
        {"before the window", [&] {
             line.bookedOn = day("2026-11-01");
         }}};
    changes.at(what)();
}

void MatchingTiersTest::changePayment(PaymentFacts& ours, const QString& what)
{
    const std::map<QString, std::function<void()>> changes = {
        {"payment: never sent",
         [&] {
             ours.sends = ours.possibleSends = 0;
         }},
        {"payment: has its record",
         [&] {
             ours.recordCount = 1;
         }},
        {"payment: no send known", [&] {
             ours.firstSentUs.reset();
         }}};
    changes.at(what)();
}

void MatchingTiersTest::accountAmountAndWindowLinkWhenAlone()
{
    const auto matches = match({unnamed("r")}, payments(1));
    QCOMPARE(only(matches), QStringLiteral("UNIQUE_ACCOUNT_AND_AMOUNT"));
    QVERIFY(matches[0].tier == Tier::AccountAmountWindow);
    QVERIFY(matches[0].fields.payeeAccount == Comparison::Equal);
    QVERIFY(matches[0].fields.isAccountNormalised);
    QVERIFY(matches[0].fields.window == Comparison::Equal);
    QVERIFY(matches[0].fields.reference == Comparison::Missing);
}

void MatchingTiersTest::everyPartOfTheThirdTierIsNeeded_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* what, const char* reason) {
        QTest::newRow(what) << QString::fromLatin1(what) << QString::fromLatin1(reason);
    };
    row("no account", "0 pairs");
    row("other account", "0 pairs");
    row("a cent more", "0 pairs");
    row("other currency", "0 pairs");
    row("other direction", "0 pairs");
    row("no day", "0 pairs");
    row("pending", "0 pairs");
    row("reversal", "0 pairs");
    row("bundle", "0 pairs");
    row("notification", "0 pairs");
    row("taken", "0 pairs");
    row("after the guard", "0 pairs");
    row("after the window", "OUTSIDE_WINDOW");
    row("before the window", "OUTSIDE_WINDOW");
    row("payment: never sent", "NEVER_SENT");
    row("payment: has its record", "0 pairs");
    row("payment: no send known", "0 pairs");
}

void MatchingTiersTest::everyPartOfTheThirdTierIsNeeded()
{
    QFETCH(QString, what);
    QFETCH(QString, reason);
    RecordFacts line = unnamed("r");
    PaymentFacts ours = payment(1);
    (what.startsWith(QLatin1String("payment: ")) ? changePayment(ours, what)
                                                 : changeLine(line, what));
    QCOMPARE(only(match({line}, {ours})), reason);
}

// Rent of every month: the line of the first month comes late, in the window of the second alone.
void MatchingTiersTest::guardIsWiderThanTheWindow()
{
    std::vector<PaymentFacts> rents = payments(2);
    rents[1].firstSentUs = rents[1].lastSentUs = noonUs("2026-11-12");
    RecordFacts line = unnamed("r");
    line.bookedOn = day("2026-11-13");
    const auto matches = match({line}, rents);
    QCOMPARE(matches.size(), std::size_t{2});
    QVERIFY(linksOf(matches, {line}, rents).empty());
    QVERIFY(linksOf(match({line}, {rents[1]}), {line}, {rents[1]}).size() == 1);
}

// FAULTS.md section 0, scenario 8: A succeeded and is not matched yet, B never happened.
void MatchingTiersTest::settledPaymentWithoutRecordCompetes()
{
    const auto matches = match({unnamed("r")}, payments(2));
    QCOMPARE(matches.size(), std::size_t{2});
    for (const RecordMatch& each : matches) {
        QVERIFY(each.reason == MatchReason::SetCountsDiffer);
        QCOMPARE(each.paymentCount, std::size_t{2});
        QCOMPARE(each.recordCount, std::size_t{1});
    }
}

void MatchingTiersTest::paymentSentTwiceMayHaveBeenChargedTwice()
{
    std::vector<PaymentFacts> both = payments(2);
    both[0].recordCount = 1;
    QCOMPARE(linksOf(match({unnamed("r")}, both), {unnamed("r")}, both).size(), std::size_t{1});
    both[0].sends = both[0].possibleSends = 2;
    QVERIFY(linksOf(match({unnamed("r")}, both), {unnamed("r")}, both).empty());
    // The same where its first record is linked by name only now.
    both[0].recordCount = 0;
    const std::vector<RecordFacts> lines = {record(1), unnamed("r")};
    const Links links = linksOf(match(lines, both), lines, both);
    QVERIFY((links == Links{{"record 1", reference(1).text()}}));
}

void MatchingTiersTest::recordThatNamesAnotherIsNotGuessed()
{
    RecordFacts line = unnamed("r");
    line.text = reference(7).text();
    QCOMPARE(only(match({line}, payments(1))), QStringLiteral("NAMES_ANOTHER"));
}

void MatchingTiersTest::strongerNameKeepsThePaymentFromGuesses()
{
    RecordFacts partial = record(1);
    partial.amountMinor = 100;
    const auto matches = match({partial, unnamed("s")}, payments(1));
    QCOMPARE(matches.size(), std::size_t{2});
    QCOMPARE(reasonOf(matches, 0), std::string("AMOUNT_PARTIAL"));
    QCOMPARE(reasonOf(matches, 1), std::string("STRONGER_NAME_COMPETES"));
}

void MatchingTiersTest::takenRecordIsToldAndNeverLinked()
{
    RecordFacts taken = record(1);
    taken.isTaken = true;
    QCOMPARE(only(match({taken}, payments(1))), QStringLiteral("RECORD_TAKEN"));
    std::vector<PaymentFacts> proven = payments(1);
    proven[0].recordCount = 1;
    QCOMPARE(only(match({record(1)}, proven)), QStringLiteral("PAYMENT_HAS_RECORD"));
}

void MatchingTiersTest::linkedByNameIsOutOfTheWay()
{
    const std::vector<RecordFacts> lines = {record(1), unnamed("s")};
    const Links links = linksOf(match(lines, payments(2)), lines, payments(2));
    QVERIFY((links == Links{{"record 1", reference(1).text()}, {"s", reference(2).text()}}));
}

void MatchingTiersTest::rulesMayLeaveATierToPeople()
{
    MatchRules cautious = rules();
    cautious.settlesSets = false;
    cautious.isAutomatic = {true, false, false};
    const std::string name = reference(1).text();
    const std::vector<RecordFacts> lines = {
        narrated("r", name.substr(0, 9) + " " + name.substr(9)), unnamed("s"), record(3)};
    std::vector<PaymentFacts> ours = payments(3);
    ours[0].payeeAccount = "X";
    const auto matches = matchLayer(lines, ours, book(cautious));
    QCOMPARE(matches.size(), std::size_t{3});
    QCOMPARE(linksOf(matches, lines, ours).size(), std::size_t{1});
    QCOMPARE(reasonOf(matches, 0), std::string("TIER_IS_FOR_PEOPLE"));
    QCOMPARE(reasonOf(matches, 2), std::string("TIER_IS_FOR_PEOPLE"));
    // Where no rules are written, nothing links.
    cautious.provider = "another";
    QVERIFY(linksOf(matchLayer(lines, ours, book(cautious)), lines, ours).empty());
}

void MatchingTiersTest::manyAlikeAreCountedAndListedInProportion()
{
    std::vector<RecordFacts> lines;
    for (int number = 0; number < 120; ++number)
        lines.push_back(unnamed("r" + std::to_string(number)));
    const auto matches = match(lines, payments(150));
    QCOMPARE(matches.size(), lines.size() * 100);
    for (const RecordMatch& each : matches) {
        QVERIFY(each.reason == MatchReason::SetCountsDiffer);
        QCOMPARE(each.paymentCount, std::size_t{150});
        QCOMPARE(each.recordCount, std::size_t{120});
    }
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::MatchingTiersTest)

#include "matching_tiers_test.moc"
