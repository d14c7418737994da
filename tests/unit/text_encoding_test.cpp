// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/encoding/encoding_detector.h"
#include "backend/statements/encoding/text_decoder.h"
#include "test_places.h"

#include <QtTest>

#include <random>
#include <string>
#include <string_view>

namespace onceover {

namespace {

tl::expected<TextEncoding, Refusal> detect(
    std::string_view bytes, const EncodingChoice& choice = {}, std::size_t piece = 7)
{
    EncodingDetector detector;
    for (std::size_t position = 0; position < bytes.size(); position += piece)
        detector.feed(bytes.substr(position, piece));
    return detector.finish(choice);
}

struct Decoded
{
    std::string text;
    std::int64_t replaced = 0;
    std::int64_t marks = 0;
};

Decoded decode(std::string_view bytes, const TextEncoding& encoding, std::size_t piece)
{
    TextDecoder decoder(encoding);
    Decoded decoded;
    for (std::size_t position = 0; position < bytes.size(); position += piece)
        decoder.feed(bytes.substr(position, piece), decoded.text);
    decoder.finish(decoded.text);
    decoded.replaced = decoder.replacedCharacters();
    decoded.marks = decoder.marksDropped();
    return decoded;
}

std::string caseBytes(const char* name)
{
    QFile file(QStringLiteral(ONCEOVER_SOURCE_DIR "/tests/cases/") + QString::fromUtf8(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

} // namespace

// Which character set a text file is read in, why, and what comes out of it.
class TextEncodingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void caseFilesSayMueller_data();
    void caseFilesSayMueller();
    void utf16IsFoundWithAndWithoutMark_data();
    void utf16IsFoundWithAndWithoutMark();
    void fallbackIsFlaggedWhereLettersDiffer_data();
    void fallbackIsFlaggedWhereLettersDiffer();
    void whatCannotBeTextIsRefused_data();
    void whatCannotBeTextIsRefused();
    void marksInJoinedFilesAreDropped();
    void brokenUtf8IsNamedNotHidden();
    void pieceSizesChangeNothing();
};

void TextEncodingTest::caseFilesSayMueller_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("chosen");
    QTest::addColumn<QString>("charset");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<bool>("isAmbiguous");
    QTest::newRow("utf-8") << "input-utf-8.sta"
                           << "IBM852"
                           << ""
                           << "UTF-8"
                           << "valid-utf-8" << false;
    QTest::newRow("nobody said") << "input-cp1252.sta"
                                 << ""
                                 << ""
                                 << "windows-1252"
                                 << "fallback" << true;
    QTest::newRow("source says 1252") << "input-cp1252.sta"
                                      << "cp1252"
                                      << ""
                                      << "windows-1252"
                                      << "source-profile" << false;
    QTest::newRow("source says 852") << "input-cp852.sta"
                                     << "IBM852"
                                     << ""
                                     << "IBM852"
                                     << "source-profile" << false;
    QTest::newRow("a person says 852") << "input-cp852.sta"
                                       << "cp1252"
                                       << "cp852"
                                       << "cp852"
                                       << "chosen" << false;
    QTest::newRow("latin-1 is 1252") << "input-cp1252.sta"
                                     << "iso-8859-1"
                                     << ""
                                     << "windows-1252"
                                     << "source-profile" << false;
}

void TextEncodingTest::caseFilesSayMueller()
{
    QFETCH(QString, file);
    QFETCH(QString, source);
    QFETCH(QString, chosen);
    QFETCH(QString, charset);
    QFETCH(QString, reason);
    QFETCH(bool, isAmbiguous);
    const std::string bytes = caseBytes(("12-mt940-charset-guessing/" + file).toUtf8());
    const auto encoding = detect(bytes, {chosen.toStdString(), source.toStdString()});
    QVERIFY(encoding);
    QCOMPARE(QString::fromStdString(encoding->charset), charset);
    QCOMPARE(QString::fromUtf8(toText(encoding->reason).data()), reason);
    QCOMPARE(encoding->isAmbiguous, isAmbiguous);
    const Decoded decoded = decode(bytes, *encoding, 3);
    QVERIFY(decoded.text.find("Zahlung an Müller, Größe") != std::string::npos);
    QCOMPARE(decoded.replaced, 0);
    if (isAmbiguous) {
        QCOMPARE(encoding->line, 6);
        QCOMPARE(encoding->byteOffset, static_cast<std::int64_t>(bytes.find('\xfc')));
        bool showsOther = false;
        for (const EncodingSample& sample : encoding->samples)
            showsOther =
                showsOther
                || (sample.charset == "IBM852" && sample.text.find("MŘller") != std::string::npos);
        QVERIFY(showsOther);
    }
}

void TextEncodingTest::utf16IsFoundWithAndWithoutMark_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("charset");
    QTest::addColumn<QString>("reason");
    QTest::newRow("mark") << "input.csv"
                          << "UTF-16LE"
                          << "byte-order-mark";
    QTest::newRow("big endian") << "input-be.csv"
                                << "UTF-16BE"
                                << "byte-order-mark";
    QTest::newRow("no mark") << "input-nobom.csv"
                             << "UTF-16LE"
                             << "utf-16-pattern";
}

void TextEncodingTest::utf16IsFoundWithAndWithoutMark()
{
    QFETCH(QString, file);
    QFETCH(QString, charset);
    QFETCH(QString, reason);
    const std::string bytes = caseBytes(("37-csv-utf16-le-bank-export/" + file).toUtf8());
    const auto encoding = detect(bytes);
    QVERIFY(encoding);
    QCOMPARE(QString::fromStdString(encoding->charset), charset);
    QCOMPARE(QString::fromUtf8(toText(encoding->reason).data()), reason);
    QVERIFY(!encoding->isAmbiguous);
    const Decoded decoded = decode(bytes, *encoding, 5);
    QVERIFY(decoded.text.starts_with("Könyvelés dátuma\tÖsszeg\tPénznem\tKözlemény\r\n"));
    QVERIFY(decoded.text.find("PAY-2") != std::string::npos);
    QCOMPARE(decoded.replaced, 0);
}

void TextEncodingTest::fallbackIsFlaggedWhereLettersDiffer_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("isAmbiguous");
    QTest::addColumn<qint64>("undefined");
    QTest::newRow("a letter here and there") << QByteArray("M\xfcller") << true << qint64{0};
    QTest::newRow("letter against sign") << QByteArray("T\xf6r") << true << qint64{0};
    QTest::newRow("blank that is a letter elsewhere") << QByteArray("1\xa0"
                                                                    "000")
                                                      << true << qint64{0};
    QTest::newRow("undefined here") << QByteArray("M\x81ller") << true << qint64{1};
    QTest::newRow("ascii") << QByteArray("Mueller") << false << qint64{0};
}

void TextEncodingTest::fallbackIsFlaggedWhereLettersDiffer()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, isAmbiguous);
    QFETCH(qint64, undefined);
    const auto encoding = detect(bytes.toStdString());
    QVERIFY(encoding);
    QCOMPARE(encoding->isAmbiguous, isAmbiguous);
    QCOMPARE(encoding->undefinedBytes, undefined);
    ParseLog log;
    warnOfEncoding(*encoding, log);
    QCOMPARE(log.takeWarnings().empty(), !isAmbiguous);
}

void TextEncodingTest::whatCannotBeTextIsRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("chosen");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("line");
    QTest::newRow("nothing") << QByteArray() << ""
                             << "statement.empty_file" << 1;
    QTest::newRow("nul in text") << QByteArray("a,b\r\nc\0d,e,ffffffffffffffffffffff\r\n", 33) << ""
                                 << "statement.encoding" << 2;
    QTest::newRow("nul in one byte set") << QByteArray(
        "a\n\xfc"
        "0123456789\0",
        14) << ""
                                         << "statement.encoding" << 2;
    QTest::newRow("utf-32") << QByteArray("\xff\xfe\0\0a\0\0\0", 8) << ""
                            << "statement.encoding" << 1;
    QTest::newRow("half a unit") << QByteArray(
        "\xff\xfe"
        "a\0b",
        5) << ""
                                 << "statement.encoding" << 1;
    QTest::newRow("no such set") << QByteArray("a") << "klingon-8"
                                 << "statement.encoding_unknown" << 0;
    QTest::newRow("set that hides ascii") << QByteArray("a") << "utf-7"
                                          << "statement.encoding_unknown" << 0;
    QTest::newRow("set that shifts") << QByteArray("a") << "iso-2022-jp"
                                     << "statement.encoding_unknown" << 0;
    QTest::newRow("mainframe") << QByteArray("a") << "ibm-37"
                               << "statement.encoding_unknown" << 0;
}

void TextEncodingTest::whatCannotBeTextIsRefused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, chosen);
    QFETCH(QString, code);
    QFETCH(int, line);
    const auto encoding = detect(bytes.toStdString(), {chosen.toStdString(), {}});
    QVERIFY(!encoding);
    QCOMPARE(QString::fromStdString(encoding.error().code), code);
    QCOMPARE(encoding.error().line, line);
}

void TextEncodingTest::marksInJoinedFilesAreDropped()
{
    const std::string bytes = "\xef\xbb\xbf"
                              "a\r\n\xef\xbb\xbf"
                              "b\n"
                              "c\xef\xbb\xbf"
                              "d\n";
    const auto encoding = detect(bytes);
    QVERIFY(encoding && encoding->reason == EncodingReason::ByteOrderMark);
    for (std::size_t piece = 1; piece < 6; ++piece) {
        const Decoded decoded = decode(bytes, *encoding, piece);
        // Within a line it is no mark: a field that matters will refuse it.
        QCOMPARE(
            decoded.text,
            std::string("a\r\nb\nc\xef\xbb\xbf"
                        "d\n"));
        QCOMPARE(decoded.marks, 2);
    }
}

void TextEncodingTest::brokenUtf8IsNamedNotHidden()
{
    // Overlong, a surrogate, beyond the last plane, a lone continuation, cut off by the end.
    for (const char* broken :
         {"\xc0\xaf", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\x80", "\xe2\x82"}) {
        const std::string text = "\xc3\xa9\n" + std::string(broken);
        const auto without = detect(text);
        QVERIFY(without && without->charset == "windows-1252" && without->isMixed);
        const auto with = detect("\xef\xbb\xbf" + text);
        QVERIFY(with && with->charset == "UTF-8" && with->undefinedBytes > 0);
        QCOMPARE(with->line, 2);
        const Decoded decoded = decode("\xef\xbb\xbf" + text, *with, 1);
        QVERIFY(decoded.text.starts_with("\xc3\xa9\n\xef\xbf\xbd"));
        QCOMPARE(decoded.replaced, with->undefinedBytes);
    }
}

void TextEncodingTest::pieceSizesChangeNothing()
{
    // NOLINTNEXTLINE(cert-msc51-cpp): the same bytes in every run.
    std::mt19937 random(20260131);
    int checked = 0;
    for (const char* charset :
         {"UTF-8", "UTF-16LE", "UTF-16BE", "windows-1252", "IBM852", "GB18030", "Shift_JIS"}) {
        for (int round = 0; round < 40; ++round) {
            std::string bytes;
            for (int count = 0; count < 300; ++count)
                bytes +=
                    static_cast<char>(random() % 4 == 0 ? random() % 256 : 0x20 + random() % 0x50);
            TextEncoding encoding;
            encoding.charset = charset;
            const Decoded whole = decode(bytes, encoding, bytes.size());
            const Decoded pieces = decode(bytes, encoding, 1 + random() % 9);
            QCOMPARE(pieces.text, whole.text);
            QCOMPARE(pieces.replaced, whole.replaced);
            Utf8Check check;
            for (const char each : whole.text) {
                const auto step = check.feed(static_cast<unsigned char>(each));
                QVERIFY(step != Utf8Check::Step::Broken && step != Utf8Check::Step::BrokenBefore);
            }
            QVERIFY(!check.isInside());
            ++checked;
        }
    }
    qInfo("%d random texts in 7 character sets", checked);
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::TextEncodingTest)

#include "text_encoding_test.moc"
