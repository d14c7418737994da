// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/matching_facts.h"

#include <QtTest>

namespace onceover {

using namespace facts;

// Names that are not exact: what links by itself, and why the rest waits for people.
class MatchingNamesTest : public QObject
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

private:
    static QString only(const std::vector<RecordMatch>& matches);
    static RecordFacts narrated(const char* identity, const std::string& text);
    static PaymentFacts identified(int number, const char* field, const char* value);
};

// The one pair's reason; how many there are otherwise.
QString MatchingNamesTest::only(const std::vector<RecordMatch>& matches)
{
    return matches.size() == 1 ? QString::fromStdString(reasonOf(matches))
                               : QStringLiteral("%1 pairs").arg(matches.size());
}

RecordFacts MatchingNamesTest::narrated(const char* identity, const std::string& text)
{
    RecordFacts facts = unnamed(identity);
    facts.counterpartyAccount.clear();
    facts.text = text;
    return facts;
}

PaymentFacts MatchingNamesTest::identified(int number, const char* field, const char* value)
{
    PaymentFacts facts = payment(number);
    facts.identifiers.push_back({field, value});
    return facts;
}

void MatchingNamesTest::identifiersAreComparedExactly_data()
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

void MatchingNamesTest::identifiersAreComparedExactly()
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

void MatchingNamesTest::foldedReferenceIsTheSecondTier()
{
    const std::string name = reference(1).text();
    const auto matches =
        match({narrated("r", name.substr(0, 9) + "\n" + name.substr(9))}, payments(2));
    QCOMPARE(only(matches), QStringLiteral("UNIQUE_NORMALISED_REFERENCE"));
    QVERIFY(matches[0].tier == Tier::NormalisedReference);
    QVERIFY(matches[0].fields.spelling == Spelling::Normalised);
    QCOMPARE(matches[0].fields.namedIn, std::string("text"));
}

void MatchingNamesTest::exactNameStopsAFoldedOne()
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

void MatchingNamesTest::cutReferenceNamesWhatBeginsLikeIt()
{
    const std::string text = "Payment for order 4711, " + reference(1).text().substr(0, 11);
    const auto matches = match({narrated("r", text)}, payments(50));
    QCOMPARE(only(matches), QStringLiteral("UNIQUE_NORMALISED_REFERENCE"));
    QVERIFY(matches[0].fields.spelling == Spelling::Truncated);
    QVERIFY(match({narrated("r", text + "0")}, payments(50)).empty());
}

void MatchingNamesTest::namesForPeopleNeverLink()
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
void MatchingNamesTest::manglingOfBanks()
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
void MatchingNamesTest::shortNumbersAreNoNames()
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
void MatchingNamesTest::spreadsheetsDamage()
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

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::MatchingNamesTest)

#include "matching_names_test.moc"
