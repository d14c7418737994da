// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/error_text.h"
#include "models/text/event_body_text.h"
#include "models/text/money_text.h"
#include "models/text/state_text.h"
#include "models/text/time_text.h"
#include "models/text/untrusted_text.h"

#include <QTest>

#include <limits>

using namespace onceover;

class TextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init()
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".?")));
        TimeText::setZone(TimeZoneChoice::Utc);
    }

    void amountsFollowIso4217_data()
    {
        QTest::addColumn<qint64>("minor");
        QTest::addColumn<QString>("currency");
        QTest::addColumn<QString>("shown");
        QTest::newRow("two decimals")
            << qint64{125000} << "EUR" << QStringLiteral("EUR\u00a01,250.00");
        QTest::newRow("less than one") << qint64{5} << "EUR" << QStringLiteral("EUR\u00a00.05");
        QTest::newRow("yen has none")
            << qint64{1234567} << "JPY" << QStringLiteral("JPY\u00a01,234,567");
        QTest::newRow("dinar has three")
            << qint64{1234567} << "KWD" << QStringLiteral("KWD\u00a01,234.567");
        QTest::newRow("four decimals")
            << qint64{10001} << "CLF" << QStringLiteral("CLF\u00a01.0001");
        QTest::newRow("negative") << qint64{-100000} << "USD"
                                  << QStringLiteral("USD\u00a0\u22121,000.00");
        QTest::newRow("beyond a double") << qint64{9007199254740993} << "EUR"
                                         << QStringLiteral("EUR\u00a090,071,992,547,409.93");
        QTest::newRow("largest") << std::numeric_limits<qint64>::max() << "EUR"
                                 << QStringLiteral("EUR\u00a092,233,720,368,547,758.07");
        QTest::newRow("smallest") << std::numeric_limits<qint64>::min() << "JPY"
                                  << QStringLiteral("JPY\u00a0\u22129,223,372,036,854,775,808");
        QTest::newRow("not a currency")
            << qint64{1250} << "XXX" << QStringLiteral("XXX\u00a01,250 minor units");
    }

    void amountsFollowIso4217()
    {
        QFETCH(const qint64, minor);
        QFETCH(const QString, currency);
        QFETCH(const QString, shown);
        QCOMPARE(MoneyText::amount(minor, currency), shown);
    }

    void typedAmountsAreExactOrRefused()
    {
        std::int64_t minor = 0;
        QVERIFY(MoneyText::parse(QStringLiteral(" 1,250.5 "), QStringLiteral("EUR"), minor));
        QCOMPARE(minor, 125050);
        QVERIFY(!MoneyText::parse(QStringLiteral("1.005"), QStringLiteral("EUR"), minor));
        QVERIFY(!MoneyText::parse(QStringLiteral("1.5"), QStringLiteral("JPY"), minor));
        QVERIFY(!MoneyText::parse(QStringLiteral("1e3"), QStringLiteral("EUR"), minor));
    }

    void timesAlwaysCarryTheirOffset()
    {
        const std::int64_t us = 1'796'047'402'123'456;
        QCOMPARE(TimeText::dateTime(us), QStringLiteral("2026-11-30 14:03:22 +00:00"));
        QCOMPARE(TimeText::exact(us), QStringLiteral("2026-11-30 14:03:22.123456 +00:00"));
        QCOMPARE(TimeText::dateTime(-1), QStringLiteral("1969-12-31 23:59:59 +00:00"));
        TimeText::setZone(TimeZoneChoice::Local);
        qputenv("TZ", "Asia/Shanghai");
        tzset();
        QCOMPARE(TimeText::time(us), QStringLiteral("22:03:22 +08:00"));
        qputenv("TZ", "UTC");
        tzset();
    }

    void agesAreShort()
    {
        const std::int64_t minute = 60'000'000;
        QCOMPARE(TimeText::age(0, 42 * minute), QStringLiteral("0:42"));
        QCOMPARE(TimeText::age(0, 363 * minute), QStringLiteral("6:03"));
        QCOMPARE(TimeText::age(0, 52 * 60 * minute), QStringLiteral("2 d 4 h"));
        QCOMPARE(TimeText::age(10 * minute, 0), QStringLiteral("0:00"));
    }

    void hostileTextBecomesVisible()
    {
        QCOMPARE(
            UntrustedText::line(QStringLiteral("a\u202Egnp.exe")),
            QStringLiteral("a[U+202E]gnp.exe"));
        QCOMPARE(
            UntrustedText::line(QStringLiteral("zero\u200Bwidth")),
            QStringLiteral("zero[U+200B]width"));
        QCOMPARE(
            UntrustedText::line(QStringLiteral("two\nlines\tand")),
            QStringLiteral("two↵lines⇥and"));
        QCOMPARE(
            UntrustedText::block(QStringLiteral("two\r\nlines")), QStringLiteral("two\nlines"));
        QCOMPARE(UntrustedText::line(QStringLiteral("bell\a")), QStringLiteral("bell[U+0007]"));
        QCOMPARE(UntrustedText::line(QStringLiteral("<b>bold</b>")), QStringLiteral("<b>bold</b>"));
        QCOMPARE(
            UntrustedText::line(QStringLiteral("\u0639")), QStringLiteral("\u2068\u0639\u2069"));
        const QString tower = QStringLiteral("e") + QString(9, QChar(0x0301));
        QVERIFY(UntrustedText::line(tower).contains(QLatin1String("[U+0301]")));
    }

    void longTextIsCapped()
    {
        const QString shown = UntrustedText::line(QString(3'000'000, QLatin1Char('x')));
        QVERIFY(shown.size() < UntrustedText::kMaxShownCharacters + 100);
        QVERIFY(shown.contains(QLatin1String("3000000")));
    }

    void lookAlikeNamesAreNoticed()
    {
        QVERIFY(UntrustedText::mixesScripts(QStringLiteral("P\u0430ypal")));
        QVERIFY(UntrustedText::mixesScripts(QStringLiteral("ＡＣＭＥ")));
        QVERIFY(!UntrustedText::mixesScripts(QStringLiteral("Müller & Söhne")));
        QVERIFY(!UntrustedText::mixesScripts(QStringLiteral("Газпром ACME")));
        QVERIFY(!UntrustedText::mixesScripts(QStringLiteral("株式会社サクラ ABC")));
    }

    void unknownCodesStayReadable()
    {
        QCOMPARE(
            StateText::reviewReason(QStringLiteral("SOMETHING_NEW")),
            QStringLiteral("SOMETHING_NEW"));
        QCOMPARE(
            StateText::unknownReason(QStringLiteral("http_503")),
            QStringLiteral("HTTP 503, not in the profile"));
        QCOMPARE(
            StateText::unknownReason(QStringLiteral("answered_by_table:paid")),
            QStringLiteral("profile row “paid”"));
    }

    void eventBodiesAreReadInWords_data()
    {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("shown");
        QTest::newRow("codes, ids left out")
            << QStringLiteral(
                   R"({"basis":"BANK","from":"REVIEW","ref":"0191","to":"SUCCEEDED","a_id":"1"})")
            << QStringLiteral(
                   "from: In review · to: Succeeded · on the ground of: a bank statement");
        QTest::newRow("the kind of a contradiction")
            << QStringLiteral(R"({"kind":"DUPLICATE"})")
            << QStringLiteral("kind: charged more than once");
        QTest::newRow("the kind of a decision")
            << QStringLiteral(R"({"kind":"RESEND"})") << QStringLiteral("kind: Resend");
        QTest::newRow("amounts by their currency")
            << QStringLiteral(R"({"amount_minor":1234567,"currency":"KWD"})")
            << QStringLiteral("amount: KWD\u00a01,234.567");
        QTest::newRow("digests last and short")
            << QStringLiteral(
                   R"({"body_sha256":"0123456789abcdef0123","reason_code":"RISK_ACCEPTED"})")
            << QStringLiteral("reason: The risk of paying twice is accepted · "
                              "SHA-256 of the answer: 0123456789ab…");
        QTest::newRow("times and truth values")
            << QStringLiteral(R"({"server_started_us":1796065621171148,"demo":true})")
            << QStringLiteral("server started: 2026-11-30 19:07:01 +00:00 · demonstration: yes");
        QTest::newRow("names of a newer core stay")
            << QStringLiteral(R"({"flavour":"X","link":null,"list":[1]})")
            << QStringLiteral("flavour: X");
        QTest::newRow("hostile text is marked, percent signs are text")
            << QStringLiteral(R"({"detail":"%1 \u202e%2"})")
            << QStringLiteral("detail: %1 [U+202E]%2");
        QTest::newRow("not an object") << QStringLiteral("[1]") << QString();
    }

    void eventBodiesAreReadInWords()
    {
        QFETCH(const QString, body);
        QFETCH(const QString, shown);
        QCOMPARE(EventBodyText::line(body), shown);
    }

    void errorsSayWhatItMeansForTheMoney()
    {
        const auto refused =
            ErrorText::of(QStringLiteral("digest.changed"), QStringLiteral("x"), true);
        QVERIFY(refused.money.contains(QLatin1String("Nothing was done")));
        const auto doubtful =
            ErrorText::of(QStringLiteral("database.away"), QStringLiteral("x"), false);
        QVERIFY(doubtful.money.contains(QLatin1String("may have taken effect")));
        QVERIFY(doubtful.next.contains(QLatin1String("Do not repeat")));
    }
};

QTEST_GUILESS_MAIN(TextTest)
#include "text_test.moc"
