// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/matching_facts.h"

#include <QtTest>

#include <functional>
#include <map>

namespace onceover {

using namespace facts;

// Names that are not exact, and accounts, amounts and days: what links by itself, and why the rest
// waits for people.
class MatchingTiersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void identifiersAreComparedExactly_data();
    void identifiersAreComparedExactly();
    void foldedReferenceIsTheSecondTier();
    void exactNameStopsAFoldedOne();
    void cutReferenceNamesWhatBeginsLikeIt();
    void namesForPeopleNeverLink();
    void manglingOfBanks();
    void shortNumbersAreNoNames();
    void spreadsheetsDamage();
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
    static RecordFacts narrated(const char* identity, const std::string& text);
    static PaymentFacts identified(int number, const char* field, const char* value);
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

PaymentFacts MatchingTiersTest::identified(int number, const char* field, const char* value)
{
    PaymentFacts facts = payment(number);
    facts.identifiers.push_back({field, value});
    return facts;
}

void MatchingTiersTest::identifiersAreComparedExactly_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* field, const char* value, const char* reason) {
        QTest::addRow("%s %s", field, value)
            << QString::fromLatin1(field) << QString::fromLatin1(value)
            << QString::fromLatin1(reason);
    };
    row("uetr", "97ed4827-7b6f-4491-a06f-b548d5a7512d", "UNIQUE_REFERENCE");
    row("uetr", "'97ed4827-7b6f-4491-a06f-b548d5a7512d ", "UNIQUE_REFERENCE");
    row("uetr", "97ED4827-7B6F-4491-A06F-B548D5A7512D", "UNIQUE_NORMALISED_REFERENCE");
    row("uetr", "97ed4827-7b6f-4491-a06f-b548d5a7512e", "0 pairs");
    row("uetr", "97ed4827-7b6f-4491-a06f-b548d5a751", "0 pairs");
    row("uetr", "97ed4827-7b6f-4491-a06f-b548d5a7512", "UNIQUE_NORMALISED_REFERENCE");
    row("uetr", "197ed4827-7b6f-4491-a06f-b548d5a7512d", "0 pairs");
    row("customer", "97ed4827-7b6f-4491-a06f-b548d5a7512d", "UNIQUE_NORMALISED_REFERENCE");
    row("bank", "ch_3Nx1", "UNIQUE_REFERENCE");
    row("transaction_id", "ch_3Nx1", "UNIQUE_REFERENCE");
    row("transaction_id", "ch_3Nx12", "0 pairs");
    row("end_to_end_id", "NOTPROVIDED", "0 pairs");
}

void MatchingTiersTest::identifiersAreComparedExactly()
{
    QFETCH(QString, field);
    QFETCH(QString, value);
    QFETCH(QString, reason);
    PaymentFacts ours = identified(1, "uetr", "97ed4827-7b6f-4491-a06f-b548d5a7512d");
    ours.identifiers.push_back({std::string(kProviderIdField), "ch_3Nx1"});
    ours.identifiers.push_back({"end_to_end_id", "NOTPROVIDED"});
    RecordFacts facts = narrated("r", "");
    facts.references[field.toStdString()] = value.toStdString();
    QCOMPARE(only(match({facts}, {ours})), reason);
}

void MatchingTiersTest::foldedReferenceIsTheSecondTier()
{
    const std::string name = reference(1).text();
    const auto matches =
        match({narrated("r", name.substr(0, 9) + "\n" + name.substr(9))}, payments(2));
    QCOMPARE(only(matches), QStringLiteral("UNIQUE_NORMALISED_REFERENCE"));
    QVERIFY(matches[0].tier == Tier::NormalisedReference);
    QVERIFY(matches[0].fields.spelling == Spelling::Normalised);
    QCOMPARE(matches[0].fields.namedIn, std::string("text"));
}

void MatchingTiersTest::exactNameStopsAFoldedOne()
{
    const std::string name = reference(1).text();
    RecordFacts partial = record(1);
    partial.amountMinor = 100;
    const auto matches =
        match({partial, narrated("s", name.substr(0, 9) + " " + name.substr(9))}, payments(1));
    QCOMPARE(matches.size(), std::size_t{2});
    QCOMPARE(reasonOf(matches, 0), std::string("AMOUNT_PARTIAL"));
    QCOMPARE(reasonOf(matches, 1), std::string("STRONGER_NAME_COMPETES"));
}

void MatchingTiersTest::cutReferenceNamesWhatBeginsLikeIt()
{
    const std::string text = "Payment for order 4711, " + reference(1).text().substr(0, 11);
    const auto matches = match({narrated("r", text)}, payments(50));
    QCOMPARE(only(matches), QStringLiteral("UNIQUE_NORMALISED_REFERENCE"));
    QVERIFY(matches[0].fields.spelling == Spelling::Truncated);
    QVERIFY(match({narrated("r", text + "0")}, payments(50)).empty());
}

void MatchingTiersTest::namesForPeopleNeverLink()
{
    std::string name = reference(1).text();
    for (int number = 1; name.find('0') == std::string::npos; ++number)
        name = reference(number).text();
    std::string alike = name;
    alike[alike.find('0')] = 'O';
    QCOMPARE(
        only(match({narrated("r", alike)}, payments(60))), QStringLiteral("LOOK_ALIKE_REFERENCE"));
    const std::string disguised = name.substr(0, 5) + "\u200b" + name.substr(5);
    QCOMPARE(
        only(match({narrated("r", disguised)}, payments(60))),
        QStringLiteral("DISGUISED_REFERENCE"));
    // It also keeps the record from proving what it names reliably beside it.
    const auto both = match({narrated("r", alike + " " + reference(61).text())}, payments(61));
    QCOMPARE(both.size(), std::size_t{2});
    QVERIFY(!isAutomatic(both[0].reason) && !isAutomatic(both[1].reason));
}

// The corpus: 56-match-truncated-and-mangled-reference.
void MatchingTiersTest::manglingOfBanks()
{
    const std::vector<const char*> names = {
        "ORDER-2026/ABC-0001",
        "SUBSCRIPTION-2026-00000000000000042-RENEWAL-7",
        "EVENT-00005",
        "XK90-1",
        "539007547034",
        "MARKETPLACE-PAYOUT-2026-01-BATCH-0001",
        "MARKETPLACE-PAYOUT-2026-01-BATCH-0002"};
    std::vector<PaymentFacts> attempts;
    for (const char* name : names)
        attempts.push_back(identified(static_cast<int>(attempts.size()) + 1, "customer", name));
    const auto told = [&attempts](const char* text) {
        std::string all;
        for (const RecordMatch& each : match({narrated("L", text)}, attempts))
            all += std::string(attempts[each.payment].identifiers[0].value) + " "
                   + std::string(toText(each.reason)) + ";";
        return QString::fromStdString(all);
    };
    QCOMPARE(
        told("ORDER 2026 ab c 0001"),
        QStringLiteral("ORDER-2026/ABC-0001 UNIQUE_NORMALISED_REFERENCE;"));
    QCOMPARE(
        told("SUBSCRIPTION-2026-00000000000000042"),
        QStringLiteral(
            "SUBSCRIPTION-2026-00000000000000042-RENEWAL-7 UNIQUE_NORMALISED_REFERENCE;"));
    QCOMPARE(told("EVENT-0005"), QStringLiteral("EVENT-00005 LOOK_ALIKE_REFERENCE;"));
    QCOMPARE(told("XK9O-1"), QStringLiteral("XK90-1 LOOK_ALIKE_REFERENCE;"));
    QCOMPARE(
        told("RF18 5390 0754 7034"), QStringLiteral("539007547034 UNIQUE_NORMALISED_REFERENCE;"));
    QVERIFY(told("RF19 X390 0754 7034").isEmpty());
    QCOMPARE(told("MARKETPLACE-PAYOUT-2026-01-BATCH-00").count("RECORD_NAMES_SEVERAL"), 2);
}

// The corpus: 55-match-reference-as-substring.
void MatchingTiersTest::shortNumbersAreNoNames()
{
    std::vector<PaymentFacts> attempts = {
        identified(1, "customer", "14"),
        identified(2, "customer", "45 RE34Y U0000 00000 02019 00014"),
        identified(3, "customer", "45 RE34Y U0000 00000 02019 00022")};
    for (const char* text : {"Levbet TEST AB (1814)", "14", "no 14", "00014"})
        QVERIFY2(
            match({narrated("L1", text)}, {attempts[0]}).empty() || QByteArray(text) == "14"
                || QByteArray(text) == "00014",
            text);
    const auto matches = match({narrated("L2", "45 RE34Y U0000 00000 02019 00014")}, attempts);
    QCOMPARE(only(matches), QStringLiteral("UNIQUE_NORMALISED_REFERENCE"));
    QCOMPARE(matches[0].payment, std::size_t{1});
}

// The corpus: 43-csv-excel-mangled-identifiers.
void MatchingTiersTest::spreadsheetsDamage()
{
    const std::vector<PaymentFacts> attempts = {
        identified(1, "customer", "0010"),
        identified(2, "customer", "9912140633506421"),
        identified(3, "customer", "219E24"),
        identified(4, "customer", "3-1"),
        identified(5, "customer", "000123")};
    const auto told = [&attempts](const char* value, bool showsAccount) {
        RecordFacts facts = unnamed("r");
        if (!showsAccount)
            facts.counterpartyAccount.clear();
        facts.references["customer"] = value;
        std::set<std::string> reasons;
        for (const RecordMatch& each : match({facts}, attempts))
            reasons.emplace(toText(each.reason));
        return reasons;
    };
    using Reasons = std::set<std::string>;
    QVERIFY(told("10", false) == Reasons{"LOOK_ALIKE_REFERENCE"});
    QVERIFY(told("0010", false) == Reasons{"UNIQUE_REFERENCE"});
    QVERIFY(told("9912140633506420", false).empty());
    QVERIFY(told("9912140633506420", true) == Reasons{"DAMAGED_REFERENCE"});
    QVERIFY(told("9.91214E+15", true) == Reasons{"DAMAGED_REFERENCE"});
    QVERIFY(told("2.19E+26", true) == Reasons{"DAMAGED_REFERENCE"});
    QVERIFY(told("03-Jan", true) == Reasons{"DAMAGED_REFERENCE"});
    QVERIFY(told("219E24", false) == Reasons{"UNIQUE_REFERENCE"});
    QVERIFY(told("'000123", false) == Reasons{"UNIQUE_REFERENCE"});
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
    row("never sent", "NEVER_SENT");
    row("has its record", "0 pairs");
    row("no send known", "0 pairs");
}

void MatchingTiersTest::everyPartOfTheThirdTierIsNeeded()
{
    QFETCH(QString, what);
    QFETCH(QString, reason);
    RecordFacts line = unnamed("r");
    PaymentFacts ours = payment(1);
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
        {"before the window",
         [&] {
             line.bookedOn = day("2026-11-01");
         }},
        {"never sent",
         [&] {
             ours.sends = ours.possibleSends = 0;
         }},
        {"has its record",
         [&] {
             ours.recordCount = 1;
         }},
        {"no send known", [&] {
             ours.firstSentUs.reset();
         }}};
    changes.at(what)();
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
