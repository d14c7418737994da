// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/length_prefixed.h"
#include "backend/domain/sha256_stream.h"
#include "backend/domain/uuid.h"

#include <QtTest>

#include <algorithm>
#include <optional>
#include <vector>

#include <rapidcheck.h>

namespace onceover {

// The byte encodings that digests and identities stand on.
class EncodingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lengthPrefixedBytesAreFixed();
    void differentFieldsNeverEncodeAlike();
    void uuidTextIsItsValue();
    void uuidTextIsStrict_data();
    void uuidTextIsStrict();
    void version7SortsByTime();
    void digestIsTheStandards();
    void digestInPiecesIsTheDigest();
};

void EncodingTest::lengthPrefixedBytesAreFixed()
{
    const std::string expected(
        "\x01\0\0\0\x02"
        "ab\0\0\0\0\xff\xff\xff\xff\0\0\0\x02-7",
        1 + 6 + 4 + 4 + 6);
    QCOMPARE(
        LengthPrefixed(1).add("ab").add("").addMissing().add(std::int64_t{-7}).bytes(), expected);
}

void EncodingTest::differentFieldsNeverEncodeAlike()
{
    using Fields = std::vector<std::optional<std::string>>;
    const auto encode = [](const Fields& fields) {
        LengthPrefixed encoding(1);
        for (const auto& field : fields)
            field ? encoding.add(*field) : encoding.addMissing();
        return encoding.bytes();
    };
    QVERIFY(
        rc::check("injective", [&encode](const std::vector<std::string>& left, std::size_t cut) {
            const Fields fields(left.begin(), left.end());
            Fields moved = fields;
            if (!moved.empty() && !moved[0]->empty()) {
                // The same bytes, split elsewhere.
                const std::size_t at = cut % moved[0]->size();
                const std::string tail = moved[0]->substr(at);
                moved[0]->resize(at);
                moved.insert(moved.begin() + 1, tail);
                RC_ASSERT(encode(fields) != encode(moved));
            }
            Fields missing = fields;
            missing.emplace_back(std::nullopt);
            Fields empty = fields;
            empty.emplace_back("");
            RC_ASSERT(encode(missing) != encode(empty));
            RC_ASSERT(encode(missing) != encode(fields));
        }));
    QVERIFY(LengthPrefixed(1).add("a").bytes() != LengthPrefixed(2).add("a").bytes());
}

void EncodingTest::uuidTextIsItsValue()
{
    QVERIFY(rc::check(
        "text and back", [](const std::array<std::uint8_t, 10>& random, std::uint32_t unixMs) {
            const Uuid uuid = Uuid::version7(unixMs, random);
            RC_ASSERT(Uuid::fromText(uuid.toText()) == uuid);
            RC_ASSERT(uuid.toText()[14] == '7');
            RC_ASSERT(std::string_view("89ab").find(uuid.toText()[19]) != std::string_view::npos);
        }));
    QVERIFY(Uuid().isNull());
    QCOMPARE(Uuid().toText(), std::string("00000000-0000-0000-0000-000000000000"));
    QVERIFY(
        Uuid::fromText("01890ABC-DEF0-7000-8000-00000000000A")
        == Uuid::fromText("01890abc-def0-7000-8000-00000000000a"));
}

void EncodingTest::uuidTextIsStrict_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text :
         {"",
          "01890000-0000-7000-8000-00000000000",
          "01890000-0000-7000-8000-0000000000011",
          "0189000000007000800000000000000001",
          "{1890000-0000-7000-8000-00000000000}",
          "01890000_0000_7000_8000_000000000001",
          "0189000g-0000-7000-8000-000000000001",
          "01890000-0000-7000-80000-00000000001"})
        QTest::newRow(text) << QString(text);
}

void EncodingTest::uuidTextIsStrict()
{
    QFETCH(QString, text);
    QVERIFY(!Uuid::fromText(text.toStdString()));
}

void EncodingTest::version7SortsByTime()
{
    const std::array<std::uint8_t, 10> high = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
    const std::array<std::uint8_t, 10> low = {};
    const std::int64_t nowMs = 1'767'225'600'000;
    QVERIFY(Uuid::version7(nowMs, high) < Uuid::version7(nowMs + 1, low));
    QVERIFY(Uuid::version7(nowMs, high).toText() < Uuid::version7(nowMs + 1, low).toText());
    QVERIFY(Uuid::version7(nowMs, low).toText().starts_with("019b76da-a800-7000-8000-"));
}

// FIPS 180-4 examples.
void EncodingTest::digestIsTheStandards()
{
    QCOMPARE(
        toHex(sha256("abc")),
        std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    QCOMPARE(
        toHex(sha256("")),
        std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
}

void EncodingTest::digestInPiecesIsTheDigest()
{
    QVERIFY(rc::check("pieces", [](const std::vector<std::string>& pieces) {
        Sha256Stream stream;
        std::string whole;
        for (const std::string& piece : pieces) {
            stream.add(piece);
            whole += piece;
        }
        RC_ASSERT(stream.finish() == sha256(whole));
    }));
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::EncodingTest)

#include "encoding_test.moc"
