// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/found_reference.h"
#include "tests/unit/matching_facts.h"

#include <QtTest>

namespace onceover {

using namespace facts;

// The exact-reference tier under attack: what looks like a match and is none must stay with people.
class MatchingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void endToEndIdentificationComesFirst();
    void providerKeyGivesItsGeneration_data();
    void providerKeyGivesItsGeneration();
    void partOfALongerWordIsNoReference_data();
    void partOfALongerWordIsNoReference();
    void foldedTextStillGivesTheReference_data();
    void foldedTextStillGivesTheReference();
    void lookAlikesAreNotFolded();
    void exactRecordLinksByItself();
    void everyDifferenceNeedsAPerson_data();
    void everyDifferenceNeedsAPerson();
    void payeeAccountIsComparedAndShown();
    void twoReferencesInOneLineNeedAPerson();
    void oneReferenceInTwoRecordsNeedsAPerson();
    void pendingAndReversedRecordsProveNothing();
    void strangersStayUnmatched();
};

void MatchingTest::endToEndIdentificationComesFirst()
{
    const auto found = referencesOf(
        {{"account_servicer", reference(3).text()},
         {"end_to_end_id", reference(1).text()},
         {"transaction_id", reference(2).text()}},
        reference(4).text() + " and again " + reference(1).text());
    QCOMPARE(found.size(), std::size_t{4});
    QVERIFY(found[0].reference == reference(1) && found[0].field == "end_to_end_id");
    QVERIFY(found[1].reference == reference(2) && found[1].field == "transaction_id");
    QVERIFY(found[2].reference == reference(3) && found[2].field == "account_servicer");
    QVERIFY(found[3].reference == reference(4) && found[3].field == kTextField);
}

void MatchingTest::providerKeyGivesItsGeneration_data()
{
    QTest::addColumn<QString>("after");
    QTest::addColumn<int>("generation");
    QTest::newRow("bare") << "" << 0;
    QTest::newRow("first") << "-1" << 1;
    QTest::newRow("twelfth, in text") << "-12 thank you" << 12;
    QTest::newRow("zero is none") << "-0" << 0;
    QTest::newRow("word follows") << "-1A" << 0;
    QTest::newRow("too long") << "-12345" << 0;
}

void MatchingTest::providerKeyGivesItsGeneration()
{
    QFETCH(QString, after);
    QFETCH(int, generation);
    const auto found =
        referencesOf({{"end_to_end_id", reference(1).text() + after.toStdString()}}, {});
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY(found[0].reference == reference(1));
    QCOMPARE(found[0].generation.value_or(0), generation);
}

void MatchingTest::partOfALongerWordIsNoReference_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::newRow("digit before") << "1"
                                  << "";
    QTest::newRow("digit after") << ""
                                 << "4";
    QTest::newRow("letter outside the alphabet before") << "U"
                                                        << "";
    QTest::newRow("letter outside the alphabet after") << ""
                                                       << "O";
    QTest::newRow("accented letter before") << QString::fromUtf8("É") << "";
    QTest::newRow("full-width digit after") << "" << QString::fromUtf8("４");
}

void MatchingTest::partOfALongerWordIsNoReference()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    const std::string text = before.toStdString() + reference(1).text() + after.toStdString();
    QVERIFY(referencesOf({}, text).empty());
    QVERIFY(referencesOf({{"end_to_end_id", text}}, {}).empty());
}

void MatchingTest::foldedTextStillGivesTheReference_data()
{
    const QString whole = QString::fromStdString(reference(1).text());
    QTest::addColumn<QString>("text");
    QTest::newRow("alone") << whole;
    QTest::newRow("lower case") << whole.toLower();
    QTest::newRow("among words") << "Payment for order " + whole + " of January";
    QTest::newRow("in brackets") << "(" + whole + ")";
    QTest::newRow("bank's own marks") << "EREF+" + whole + "+KREF+NONREF";
    QTest::newRow("slashes") << "/EREF/" + whole + "/REMI/";
    QTest::newRow("folded at 35") << "Payment for a customer, see " + whole.left(7) + "\r\n"
                                         + whole.mid(7) + " end";
    QTest::newRow("groups of four")
        << whole.left(4) + " " + whole.mid(4, 4) + " " + whole.mid(8, 4) + " " + whole.mid(12);
    QTest::newRow("no-break blank") << whole.left(4) + QString::fromUtf8("\u00a0") + whole.mid(4);
    QTest::newRow("Chinese around it")
        << QString::fromUtf8("付款") + whole + QString::fromUtf8("谢谢");
}

void MatchingTest::foldedTextStillGivesTheReference()
{
    QFETCH(QString, text);
    const auto found = referencesOf({}, text.toStdString());
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY(found[0].reference == reference(1));
}

void MatchingTest::lookAlikesAreNotFolded()
{
    int changed = 0;
    for (int number = 1; number <= 40; ++number) {
        std::string text = reference(number).text();
        for (char& character : text) {
            const char before = character;
            character = before == '0' ? 'O' : before == '1' ? 'I' : before;
            changed += character == before ? 0 : 1;
        }
        const bool isSame = text == reference(number).text();
        QCOMPARE(
            referencesOf({{"end_to_end_id", text}}, {}).size(),
            isSame ? std::size_t{1} : std::size_t{0});
    }
    QVERIFY(changed > 0);
}

void MatchingTest::exactRecordLinksByItself()
{
    const auto matches = match({record(1), record(2)}, payments(3));
    QCOMPARE(matches.size(), std::size_t{2});
    QVERIFY(isAutomatic(matches[0].reason) && isAutomatic(matches[1].reason));
    QCOMPARE(matches[1].record, std::size_t{1});
    QCOMPARE(matches[1].payment, std::size_t{1});
    QVERIFY(matches[1].fields.spelling == Spelling::Exact);
    QCOMPARE(matches[1].fields.namedIn, std::string("end_to_end_id"));
    QVERIFY(toText(matches[0].tier) == "EXACT_REFERENCE");
}

void MatchingTest::everyDifferenceNeedsAPerson_data()
{
    QTest::addColumn<int>("amountMinor");
    QTest::addColumn<QString>("currency");
    QTest::addColumn<bool>("isIn");
    QTest::newRow("a cent less") << 124999 << "EUR" << false;
    QTest::newRow("a cent more") << 125001 << "EUR" << false;
    QTest::newRow("other currency") << 125000 << "USD" << false;
    QTest::newRow("no currency") << 125000 << "" << false;
    QTest::newRow("other direction") << 125000 << "EUR" << true;
}

void MatchingTest::everyDifferenceNeedsAPerson()
{
    QFETCH(int, amountMinor);
    QFETCH(QString, currency);
    QFETCH(bool, isIn);
    RecordFacts facts = record(1);
    facts.amountMinor = amountMinor;
    facts.currency = currency.toStdString();
    facts.direction = isIn ? Direction::In : Direction::Out;
    const auto matches = match({facts}, payments(1));
    QCOMPARE(matches.size(), std::size_t{1});
    QVERIFY(!isAutomatic(matches[0].reason));
    QVERIFY(matches[0].fields.reference == Comparison::Equal);
    QVERIFY(!matches[0].fields.isExact());
}

void MatchingTest::payeeAccountIsComparedAndShown()
{
    RecordFacts facts = record(1);
    QVERIFY(compareFields(facts, payment(1)).payeeAccount == Comparison::Missing);
    facts.counterpartyAccount = "nl69test0000000001";
    QVERIFY(compareFields(facts, payment(1)).payeeAccount == Comparison::Equal);
    facts.counterpartyAccount = "NL69TEST0000000002";
    QVERIFY(compareFields(facts, payment(1)).payeeAccount == Comparison::Differs);
    facts.references.clear();
    QVERIFY(compareFields(facts, payment(1)).reference == Comparison::Missing);
    facts.text = reference(2).text();
    QVERIFY(compareFields(facts, payment(1)).reference == Comparison::Differs);
    QVERIFY(toText(Comparison::Differs) == "DIFFERS");
}

void MatchingTest::twoReferencesInOneLineNeedAPerson()
{
    RecordFacts facts = record(1);
    facts.text = "with " + reference(2).text();
    const auto matches = match({facts}, payments(2));
    QCOMPARE(matches.size(), std::size_t{2});
    QVERIFY(!isAutomatic(matches[0].reason) && !isAutomatic(matches[1].reason));
    // A second word that only looks like a reference, or names no payment of ours, competes with
    // nothing.
    const auto alone = match({facts}, payments(1));
    QCOMPARE(alone.size(), std::size_t{1});
    QVERIFY(isAutomatic(alone[0].reason));
}

void MatchingTest::oneReferenceInTwoRecordsNeedsAPerson()
{
    RecordFacts other = record(1);
    other.amountMinor = 1;
    const auto matches = match({record(1), other, record(2)}, payments(2));
    QCOMPARE(matches.size(), std::size_t{3});
    QVERIFY(!isAutomatic(matches[0].reason) && !isAutomatic(matches[1].reason));
    QVERIFY(isAutomatic(matches[2].reason));
}

void MatchingTest::pendingAndReversedRecordsProveNothing()
{
    RecordFacts pending = record(1);
    pending.isBooked = false;
    RecordFacts reversal = record(2);
    reversal.isReversal = true;
    pending.identity = "a";
    reversal.identity = "b";
    const auto matches = match({pending, reversal, record(1)}, payments(2));
    QCOMPARE(matches.size(), std::size_t{3});
    QCOMPARE(reasonOf(matches, 0), std::string("NOT_BOOKED"));
    QCOMPARE(reasonOf(matches, 1), std::string("REVERSAL"));
    QVERIFY(isAutomatic(matches[2].reason));
}

void MatchingTest::strangersStayUnmatched()
{
    RecordFacts facts;
    facts.text = "Levbet TEST AB (1814)";
    facts.amountMinor = 125000;
    facts.currency = "EUR";
    facts.isBooked = true;
    RecordFacts foreign = facts;
    foreign.text = "45 RE34Y U0000 00000 02019 00014";
    QVERIFY(match({facts, foreign}, payments(5)).empty());
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::MatchingTest)

#include "matching_test.moc"
