// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/encoding/plain_run.h"

#include <QTest>

#include <string>

namespace onceover {

// Eight bytes at once must say what one byte at a time says, wherever the other byte stands.
class PlainRunTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRunEndsAtTheFirstOtherByte();
    void whatIsAboveAsciiIsSeenAnywhere();
};

void PlainRunTest::aRunEndsAtTheFirstOtherByte()
{
    int checked = 0;
    for (int byte = 0; byte < 256; ++byte) {
        const bool isPlain = byte >= 0x20 && byte < 0x80;
        for (std::size_t length = 0; length < 40; ++length) {
            for (std::size_t place = 0; place < length; ++place) {
                // Blanks and the highest plain byte around it: those that a borrow could touch.
                for (const char around : {' ', '\x7f'}) {
                    std::string text(length, around);
                    text[place] = static_cast<char>(byte);
                    QCOMPARE(plainRun(text), isPlain ? length : place);
                    ++checked;
                }
            }
        }
    }
    QVERIFY(plainRun({}) == 0);
    qInfo("%d texts", checked);
}

void PlainRunTest::whatIsAboveAsciiIsSeenAnywhere()
{
    for (std::size_t length = 0; length < 70; ++length) {
        QVERIFY(isAscii(std::string(length, '\x7f')));
        for (std::size_t place = 0; place < length; ++place) {
            std::string text(length, '\n');
            text[place] = '\x80';
            QVERIFY(!isAscii(text));
        }
    }
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::PlainRunTest)

#include "plain_run_test.moc"
