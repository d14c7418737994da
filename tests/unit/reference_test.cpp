// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/reference.h"

#include <QtTest>

#include <set>

#include <rapidcheck.h>

namespace onceover {

// The reference is a pure function of the intent, and its check character catches what banks and
// people do to it.
class ReferenceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sameIntentAlwaysHasTheSameReference();
    void fieldsDoNotRunIntoEachOther();
    void everySingleWrongCharacterIsCaught();
    void nearlyEverySwapIsCaught();
    void textIsExactly16OfTheAlphabet();

private:
    static Reference reference(const std::string& key)
    {
        return Reference::of(*Uuid::fromText("01890000-0000-7000-8000-000000000001"), "shop", key);
    }

    static constexpr std::string_view kAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
};

void ReferenceTest::sameIntentAlwaysHasTheSameReference()
{
    QVERIFY(rc::check("shape and repeat", [](const std::string& key) {
        const Reference first = reference(key);
        RC_ASSERT(first == reference(key));
        RC_ASSERT(first.text().size() == 16U);
        RC_ASSERT(first.text().find_first_not_of(kAlphabet) == std::string::npos);
        RC_ASSERT(Reference::fromText(first.text()) == first);
    }));
    const auto other =
        Reference::of(*Uuid::fromText("01890000-0000-7000-8000-000000000002"), "shop", "1");
    QVERIFY(other != reference("1"));
    std::set<Reference> distinct;
    for (int number = 0; number < 10'000; ++number) {
        const Reference one = reference(std::to_string(number));
        distinct.insert(one);
        // However it is written, in each of its characters.
        std::string lower = one.text();
        for (char& c : lower)
            c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        QCOMPARE(Reference::fromText(lower), std::optional(one));
    }
    QCOMPARE(distinct.size(), std::size_t{10'000});
}

void ReferenceTest::fieldsDoNotRunIntoEachOther()
{
    const auto tenant = *Uuid::fromText("01890000-0000-7000-8000-000000000001");
    QVERIFY(Reference::of(tenant, "shop1", "2") != Reference::of(tenant, "shop", "12"));
    QVERIFY(Reference::of(tenant, "", "shop") != Reference::of(tenant, "shop", ""));
}

void ReferenceTest::everySingleWrongCharacterIsCaught()
{
    for (int number = 0; number < 50; ++number) {
        const std::string right = reference(std::to_string(number)).text();
        for (std::size_t position = 0; position < right.size(); ++position) {
            for (const char wrong : kAlphabet) {
                std::string text = right;
                text[position] = wrong;
                QCOMPARE(Reference::fromText(text).has_value(), text == right);
            }
        }
    }
}

// Luhn mod 32 misses one pair of neighbours in 1,024: 0 with the last digit of the alphabet.
void ReferenceTest::nearlyEverySwapIsCaught()
{
    for (int number = 0; number < 200; ++number) {
        const std::string right = reference(std::to_string(number)).text();
        for (std::size_t position = 0; position + 1 < right.size(); ++position) {
            std::string text = right;
            std::swap(text[position], text[position + 1]);
            const std::string pair = right.substr(position, 2);
            if (text != right && pair != "0Z" && pair != "Z0")
                QVERIFY2(!Reference::fromText(text), text.c_str());
        }
    }
}

void ReferenceTest::textIsExactly16OfTheAlphabet()
{
    const std::string right = reference("1").text();
    QVERIFY(!Reference::fromText(right.substr(1)));
    QVERIFY(!Reference::fromText(right + "0"));
    QVERIFY(!Reference::fromText(" " + right));
    QVERIFY(!Reference::fromText(right.substr(0, 8) + "-" + right.substr(9)));
    QVERIFY(!Reference::fromText(""));
    std::string lower = right;
    for (char& character : lower)
        character = static_cast<char>(std::tolower(static_cast<unsigned char>(character)));
    QVERIFY(Reference::fromText(lower) == reference("1"));
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::ReferenceTest)

#include "reference_test.moc"
