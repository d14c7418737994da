// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/identifier.h"

#include <QtTest>

namespace onceover {

// Identifiers as banks, spreadsheets and people leave them.
class IdentifierTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fillersAreNoIdentifiers_data();
    void fillersAreNoIdentifiers();
    void damageIsSeen_data();
    void damageIsSeen();
    void foldingKeepsEveryCharacterOfOurs();
    void resemblanceIsWiderThanFolding();
    void creditorReferenceNeedsItsCheckDigits();
};

void IdentifierTest::fillersAreNoIdentifiers_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isFiller");
    for (const char* text :
         {"",
          "   ",
          "NOTPROVIDED",
          "NotProvided",
          "NOT PROVIDED",
          "not-provided",
          "NONREF",
          "N/A",
          "NOTAVAILABLE",
          "None",
          "null",
          "0",
          "0000000000000000",
          "---",
          "...",
          "XXXX",
          "'NONREF",
          "NOT\u200bPROVIDED"})
        QTest::addRow("'%s'", text) << QString::fromUtf8(text) << true;
    for (const char* text : {"NOTPROVIDED1", "X", "10", "NONREFUNDABLE", "A0000"})
        QTest::addRow("'%s'", text) << QString::fromUtf8(text) << false;
}

void IdentifierTest::fillersAreNoIdentifiers()
{
    QFETCH(QString, text);
    QFETCH(bool, isFiller);
    QCOMPARE(isPlaceholder(text.toStdString()), isFiller);
}

void IdentifierTest::damageIsSeen_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("damage");
    const auto row = [](const char* text, const char* damage) {
        QTest::addRow("%s", text) << QString::fromLatin1(text) << QString::fromLatin1(damage);
    };
    row("9.91214E+15", "SCIENTIFIC_NOTATION");
    row("9,91214E+15", "SCIENTIFIC_NOTATION");
    row("2.19E+26", "SCIENTIFIC_NOTATION");
    row("2E+08", "SCIENTIFIC_NOTATION");
    row("-1.5e-07", "SCIENTIFIC_NOTATION");
    row("' 9.9E+15 ", "SCIENTIFIC_NOTATION");
    row("9912140633506420", "DIGITS_LOST");
    row("99121406335064000", "DIGITS_LOST");
    row("03-Jan", "DATE");
    row("Jan-26", "DATE");
    row("#REF!", "NO_VALUE");
    row("########", "NO_VALUE");
    row("219E24", "");
    row("9912140633506421", "");
    row("991214063350640", "");
    row("0000000000000000", "");
    row("3-1", "");
    row("JANUARY-1", "");
    row("MAR12", "");
    row("12.5", "");
    row("E+15", "");
    row("1.E+5", "");
    row("#12", "");
    row("000123", "");
}

void IdentifierTest::damageIsSeen()
{
    QFETCH(QString, text);
    QFETCH(QString, damage);
    const auto found = damageOf(text.toStdString());
    const std::string told = found ? std::string(toText(*found)) : std::string();
    QCOMPARE(QString::fromStdString(told), damage);
    QVERIFY(!found || !isPlaceholder(text.toStdString()));
}

void IdentifierTest::foldingKeepsEveryCharacterOfOurs()
{
    QCOMPARE(foldedIdentifier("ORDER-2026/ABC-0001"), std::string("ORDER2026ABC0001"));
    QCOMPARE(foldedIdentifier("ORDER 2026 ab c 0001"), std::string("ORDER2026ABC0001"));
    QVERIFY(foldedIdentifier("XK9O-1") != foldedIdentifier("XK90-1"));
    QVERIFY(foldedIdentifier("EVENT-0005") != foldedIdentifier("EVENT-00005"));
    QVERIFY(foldedIdentifier("0010") != foldedIdentifier("10"));
    QVERIFY(foldedIdentifier("\u0410BC") != foldedIdentifier("ABC"));
    QCOMPARE(std::string(trimmedIdentifier(" '000123 ")), std::string("000123"));
    QCOMPARE(std::string(trimmedIdentifier("'")), std::string("'"));
}

void IdentifierTest::resemblanceIsWiderThanFolding()
{
    QCOMPARE(resembling("XK9O-1"), resembling("XK90-1"));
    QCOMPARE(resembling("EVENT-0005"), resembling("EVENT-00005"));
    QCOMPARE(resembling("0010"), resembling("10"));
    QCOMPARE(resembling("\u0410BC-I"), resembling("abc-l"));
    QVERIFY(resembling("EVENT-5") != resembling("EVENT-50"));
    QVERIFY(resembling("9912140633506421") != resembling("9912140633506420"));
}

void IdentifierTest::creditorReferenceNeedsItsCheckDigits()
{
    QCOMPARE(creditorReferenceRest("RF18539007547034").value_or(""), std::string("539007547034"));
    QVERIFY(!creditorReferenceRest("RF19539007547034"));
    QVERIFY(!creditorReferenceRest("RF18539007547043"));
    QVERIFY(!creditorReferenceRest("RF18"));
    QVERIFY(!creditorReferenceRest("XX18539007547034"));
    QVERIFY(!creditorReferenceRest("RF18?39007547034"));
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::IdentifierTest)

#include "identifier_test.moc"
