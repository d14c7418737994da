// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/uuid.h"
#include "backend/matching/found_reference.h"
#include "backend/matching/text_reading.h"

#include <QtTest>

#include <rapidcheck.h>

namespace onceover {

namespace {

Reference reference(const std::string& key)
{
    return Reference::of(*Uuid::fromText("01890000-0000-7000-8000-000000000001"), "shop", key);
}

// A reference of ours that holds each of these characters.
std::string referenceWith(std::string_view characters)
{
    for (int number = 0;; ++number) {
        const std::string text = reference(std::to_string(number)).text();
        const bool holdsAll = std::all_of(characters.begin(), characters.end(), [&text](char each) {
            return text.find(each) != std::string::npos;
        });
        if (holdsAll)
            return text;
    }
}

std::string replaced(std::string text, std::string_view sought, std::string_view by)
{
    const auto position = text.find(sought);
    Q_ASSERT(position != std::string::npos);
    return text.replace(position, sought.size(), by);
}

std::string with(const std::string& name, std::size_t position, std::string_view inserted)
{
    return name.substr(0, position) + std::string(inserted) + name.substr(position);
}

} // namespace

// Names of ours in what banks, spreadsheets and strangers make of them.
class FoundReferenceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void spellingIsTold_data();
    void spellingIsTold();
    void whatNobodySeesMakesNoWord_data();
    void whatNobodySeesMakesNoWord();
    void notesSayWhatIsUnusual();
    void bestSpellingOfSeveralPlacesCounts();
    void namesForPeopleProveNothing();
    void cutFieldGivesABeginning_data();
    void cutFieldGivesABeginning();
    void textOfAnyKindIsSearchedSafely();
    void plantedReferenceIsFoundBetweenWords();
    void invisibleCharactersNeverMakeAReference();
};

void FoundReferenceTest::spellingIsTold_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("spelling");
    const std::string name = referenceWith("01AX");
    const auto row = [](const char* title, const std::string& text, const char* spelling) {
        QTest::newRow(title) << QString::fromStdString(text) << QString::fromLatin1(spelling);
    };
    row("alone", name, "EXACT");
    row("in a sentence", "Invoice " + name + ", thanks", "EXACT");
    row("after an invisible mark", "\ufeff" + name, "EXACT");
    row("lower case", QString::fromStdString(name).toLower().toStdString(), "NORMALISED");
    row("blanks", with(with(name, 4, " "), 9, " "), "NORMALISED");
    row("two lines", with(name, 7, "\r\n"), "NORMALISED");
    row("no-break blank", with(name, 7, "\u00a0"), "NORMALISED");
    row("wide blank", with(name, 7, "\u3000"), "NORMALISED");
    row("hyphen of typesetters", with(name, 7, "\u2011"), "NORMALISED");
    row("O for 0", replaced(name, "0", "O"), "LOOK_ALIKE");
    row("I for 1", replaced(name, "1", "I"), "LOOK_ALIKE");
    row("small l for 1", replaced(name, "1", "l"), "LOOK_ALIKE");
    row("Cyrillic A", replaced(name, "A", "\u0410"), "LOOK_ALIKE");
    row("Greek chi", replaced(name, "X", "\u03a7"), "LOOK_ALIKE");
    row("full-width digit", replaced(name, "0", "\uff10"), "LOOK_ALIKE");
    row("full-width letter", replaced(name, "A", "\uff21"), "LOOK_ALIKE");
    row("letter of formulas", replaced(name, "A", "\U0001d400"), "LOOK_ALIKE");
    row("Arabic digit", replaced(name, "1", "\u0661"), "LOOK_ALIKE");
    row("zero-width blank within", with(name, 5, "\u200b"), "DISGUISED");
    row("word joiner within", with(name, 5, "\u2060"), "DISGUISED");
    row("soft hyphen within", with(name, 5, "\u00ad"), "DISGUISED");
    row("tag character within", with(name, 5, "\U000e0041"), "DISGUISED");
    row("control character within", with(name, 5, "\x01"), "DISGUISED");
    row("text turned round", "\u202e" + name + "\u202c", "DISGUISED");
    row("isolate", "\u2067" + name + "\u2069", "DISGUISED");
}

void FoundReferenceTest::spellingIsTold()
{
    QFETCH(QString, text);
    QFETCH(QString, spelling);
    const auto found = referencesIn(text.toStdString(), kTextField);
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].reference.text(), referenceWith("01AX"));
    QCOMPARE(
        QString::fromUtf8(
            toText(found[0].spelling).data(), qsizetype(toText(found[0].spelling).size())),
        spelling);
    QCOMPARE(isForPeople(found[0].spelling), spelling == "LOOK_ALIKE" || spelling == "DISGUISED");
}

void FoundReferenceTest::whatNobodySeesMakesNoWord_data()
{
    QTest::addColumn<QString>("text");
    const std::string name = referenceWith("01AX");
    const auto row = [](const char* title, const std::string& text) {
        QTest::newRow(title) << QString::fromStdString(text);
    };
    row("zero-width blank before", "7\u200b" + name);
    row("zero-width blank after", name + "\u200b7");
    row("left-to-right mark before", "7\u200e" + name);
    row("override before", "7\u202d" + name);
    row("byte order mark after", name + "\ufeff" + "7");
    row("letter with a mark", with(name, 5, "\u0301"));
    row("superscript after", name + "\u00b2");
    row("letter of no likeness", replaced(name, "A", "\u0434"));
    row("broken bytes within", with(name, 5, "\xff"));
}

void FoundReferenceTest::whatNobodySeesMakesNoWord()
{
    QFETCH(QString, text);
    for (const auto& found : referencesIn(text.toStdString(), kTextField))
        QVERIFY2(isForPeople(found.spelling), found.reference.text().c_str());
    QVERIFY(referencesOf({}, text.toStdString()).empty());
}

void FoundReferenceTest::notesSayWhatIsUnusual()
{
    QVERIFY(TextReading("INVOICE 12 \u4ed8\u6b3e caf\u00e9").notes().isPlain());
    QVERIFY(TextReading("Оплата по счету 12").notes().isPlain());
    QVERIFY(TextReading("P\u0410YMENT").notes().hasLookAlike);
    QVERIFY(!TextReading("PAYMENT \u0410").notes().hasLookAlike);
    QVERIFY(TextReading("PAY\u200bMENT").notes().hasInvisible);
    QVERIFY(!TextReading("PAY\u200bMENT").notes().hasDirection);
    QVERIFY(TextReading("PAY\u202eMENT").notes().hasDirection);
}

void FoundReferenceTest::bestSpellingOfSeveralPlacesCounts()
{
    const std::string name = referenceWith("01AX");
    const auto found =
        namesOf({{"end_to_end_id", with(name, 4, " ")}, {"bank", name}}, with(name, 5, "\u200b"));
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY(found[0].spelling == Spelling::Exact);
    QCOMPARE(found[0].field, std::string("bank"));
}

void FoundReferenceTest::namesForPeopleProveNothing()
{
    const std::string name = referenceWith("01AX");
    const std::string text = replaced(name, "0", "O") + " and " + reference("other").text();
    QCOMPARE(namesOf({}, text).size(), std::size_t{2});
    const auto reliable = referencesOf({}, text);
    QCOMPARE(reliable.size(), std::size_t{1});
    QVERIFY(reliable[0].reference == reference("other"));
}

void FoundReferenceTest::cutFieldGivesABeginning_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("beginning");
    const std::string name = referenceWith("01AX");
    const QString full = QString::fromStdString(name);
    const QString lead = QStringLiteral("Payment for order 4711, ");
    QTest::newRow("cut at 35") << lead + full.left(11) << full.left(11);
    QTest::newRow("cut at 16") << "INV 1234" + full.left(0) + full.left(8).prepend(' ').left(8)
                               << QString();
    QTest::newRow("cut at 16 after a word") << "ORDER 1 " + full.left(8) << full.left(8);
    QTest::newRow("lower case") << lead + full.left(11).toLower() << full.left(11);
    QTest::newRow("field is not full") << lead + full.left(10) << QString();
    QTest::newRow("field is longer") << lead + full.left(12) << QString();
    QTest::newRow("too short to mean anything")
        << QStringLiteral("Payment for order 4711, ABCD ") + full.left(6) << QString();
    QTest::newRow("word ends before the field") << lead + full.left(10) + "." << QString();
    QTest::newRow("other letters") << lead + full.left(10) + "U" << QString();
    QTest::newRow("whole reference") << QStringLiteral("Payment for order 4") + full << QString();
}

void FoundReferenceTest::cutFieldGivesABeginning()
{
    QFETCH(QString, text);
    QFETCH(QString, beginning);
    const auto found = beginningIn(text.toStdString(), "text");
    QCOMPARE(QString::fromStdString(found.value_or(FoundBeginning{}).characters), beginning);
}

void FoundReferenceTest::textOfAnyKindIsSearchedSafely()
{
    QVERIFY(rc::check("whatever is found is a right reference", [](const std::string& bytes) {
        for (const FoundReference& found : referencesIn(bytes, kTextField))
            RC_ASSERT(Reference::fromText(found.reference.text()).has_value());
    }));
    for (const std::string& cut :
         {std::string("\xe2\x80"), std::string("\xf0"), std::string(70'000, '-')})
        QVERIFY(referencesIn(cut, kTextField).empty());
}

void FoundReferenceTest::plantedReferenceIsFoundBetweenWords()
{
    const std::string words = "abc 12/x-()+.,:;_ ";
    QVERIFY(rc::check("planted", [&words](const std::string& key) {
        const auto before = *rc::gen::container<std::string>(rc::gen::elementOf(words));
        const auto after = *rc::gen::container<std::string>(rc::gen::elementOf(words));
        const Reference planted = reference(key);
        const auto isFound = [&planted](const std::string& text) {
            const auto found = referencesIn(text, kTextField);
            return std::any_of(found.begin(), found.end(), [&planted](const auto& each) {
                return each.reference == planted;
            });
        };
        RC_ASSERT(isFound(before + ":" + planted.text() + ":" + after));
        RC_ASSERT(!isFound(before + "7" + planted.text() + "7" + after));
    }));
}

// A text reads the same with and without what nobody sees: nothing is created, nothing is hidden.
void FoundReferenceTest::invisibleCharactersNeverMakeAReference()
{
    const std::vector<std::string> unseen = {
        "\u200b",
        "\u200c",
        "\u200d",
        "\u200e",
        "\u202e",
        "\u2060",
        "\u2066",
        "\ufeff",
        "\u00ad",
        "\x07"};
    QVERIFY(rc::check("same names", [&unseen](const std::string& key) {
        const std::string name = reference(key).text();
        const auto lead =
            *rc::gen::container<std::string>(rc::gen::elementOf(std::string("AB7 -.")));
        const auto tail =
            *rc::gen::container<std::string>(rc::gen::elementOf(std::string("AB7 -.")));
        const std::string plain = lead + name + tail;
        std::string strange;
        for (const char character : plain) {
            strange += character;
            if (*rc::gen::inRange(0, 3) == 0)
                strange += *rc::gen::elementOf(unseen);
        }
        const auto expected = referencesIn(plain, kTextField);
        const auto found = referencesIn(strange, kTextField);
        RC_ASSERT(found.size() == expected.size());
        for (std::size_t index = 0; index < found.size(); ++index)
            RC_ASSERT(found[index].reference == expected[index].reference);
    }));
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::FoundReferenceTest)

#include "found_reference_test.moc"
