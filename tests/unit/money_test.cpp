// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/currency.h"
#include "backend/domain/money.h"

#include <QtTest>

#include <limits>
#include <map>

#include <rapidcheck.h>

namespace onceover {

// Amounts are exact or refused; the currency table is the standard's.
class MoneyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void decimalsAreReadExactly_data();
    void decimalsAreReadExactly();
    void everyAmountSurvivesItsDecimalForm();
    void sumsAreExactOrRefused();
    void currenciesAreNeverMixed();
    void exponentsAreTheStandards();
    void codesWithoutMinorUnitAreNoCurrency_data();
    void codesWithoutMinorUnitAreNoCurrency();

private:
    static Currency currency(const char* code) { return *Currency::fromCode(code); }
};

void MoneyTest::decimalsAreReadExactly_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<qint64>("minor");
    QTest::addColumn<QString>("error");
    const qint64 most = std::numeric_limits<qint64>::max();
    const qint64 least = std::numeric_limits<qint64>::min();
    QTest::newRow("euro") << "12.50"
                          << "EUR" << qint64{1250} << "";
    QTest::newRow("whole") << "3"
                           << "EUR" << qint64{300} << "";
    QTest::newRow("negative") << "-0.01"
                              << "EUR" << qint64{-1} << "";
    QTest::newRow("yen") << "1500"
                         << "JPY" << qint64{1500} << "";
    QTest::newRow("dinar") << "1.255"
                           << "KWD" << qint64{1255} << "";
    QTest::newRow("unit of account") << "1.0001"
                                     << "CLF" << qint64{10001} << "";
    QTest::newRow("more zeros") << "8.85000"
                                << "EUR" << qint64{885} << "";
    QTest::newRow("largest") << "92233720368547758.07"
                             << "EUR" << most << "";
    QTest::newRow("smallest") << "-92233720368547758.08"
                              << "EUR" << least << "";
    QTest::newRow("above the largest") << "92233720368547758.08"
                                       << "EUR" << qint64{0} << "money.overflow";
    QTest::newRow("below the smallest") << "-92233720368547758.09"
                                        << "EUR" << qint64{0} << "money.overflow";
    QTest::newRow("overflow by zeros") << "922337203685477580700"
                                       << "JPY" << qint64{0} << "money.overflow";
    QTest::newRow("half a cent") << "0.005"
                                 << "EUR" << qint64{0} << "money.precision";
    QTest::newRow("late digit") << "0.0000000000000000000000001"
                                << "EUR" << qint64{0} << "money.precision";
    for (const char* text :
         {"",
          "-",
          ".",
          "1.",
          ".1",
          "+1",
          "1,0",
          "1 0",
          " 1",
          "1 ",
          "1e3",
          "0x1",
          "--1",
          "1.2.3",
          "\xd9\xa1",
          "NaN",
          "1\n"})
        QTest::newRow(text) << QString::fromUtf8(text) << "EUR" << qint64{0} << "money.syntax";
}

void MoneyTest::decimalsAreReadExactly()
{
    QFETCH(QString, text);
    QFETCH(QString, code);
    QFETCH(qint64, minor);
    QFETCH(QString, error);
    const auto money = Money::fromDecimal(text.toStdString(), currency(qPrintable(code)));
    if (!error.isEmpty()) {
        QVERIFY(!money);
        QCOMPARE(QString::fromStdString(money.error().code()), error);
        QVERIFY(money.error().effect() == Effect::None);
        return;
    }
    QVERIFY(money);
    QCOMPARE(money->amountMinor(), std::int64_t{minor});
}

void MoneyTest::everyAmountSurvivesItsDecimalForm()
{
    QVERIFY(rc::check("decimal form and back", [](std::int64_t amountMinor) {
        for (const char* code : {"EUR", "JPY", "KWD", "CLF"}) {
            const Money money(amountMinor, currency(code));
            const auto read = Money::fromDecimal(money.toDecimal(), money.currency());
            RC_ASSERT(read.has_value());
            RC_ASSERT(*read == money);
            const std::string text = money.toDecimal();
            const auto dot = text.find('.');
            const auto decimals =
                dot == std::string::npos ? 0 : static_cast<int>(text.size() - dot - 1);
            RC_ASSERT(decimals == money.currency().exponent());
        }
    }));
    QCOMPARE(Money(-5, currency("EUR")).toDecimal(), std::string("-0.05"));
    QCOMPARE(
        Money(std::numeric_limits<std::int64_t>::min(), currency("JPY")).toDecimal(),
        std::string("-9223372036854775808"));
}

void MoneyTest::sumsAreExactOrRefused()
{
    QVERIFY(rc::check("sum", [](std::int64_t left, std::int64_t right) {
        const auto sum = Money(left, currency("EUR")).plus(Money(right, currency("EUR")));
        std::int64_t expected = 0;
        const bool isTooLarge = __builtin_add_overflow(left, right, &expected);
        RC_ASSERT(sum.has_value() != isTooLarge);
        RC_ASSERT(isTooLarge || sum->amountMinor() == expected);
    }));
    const Money most(std::numeric_limits<std::int64_t>::max(), currency("EUR"));
    const auto over = most.plus(Money(1, currency("EUR")));
    QVERIFY(!over && over.error().code() == "money.overflow");
}

void MoneyTest::currenciesAreNeverMixed()
{
    const auto mixed = Money(1, currency("EUR")).plus(Money(1, currency("USD")));
    QVERIFY(!mixed && mixed.error().code() == "money.currency");
    QVERIFY(!(Money(1, currency("EUR")) == Money(1, currency("USD"))));
}

// ISO 4217 list one: every currency whose minor unit is not two digits.
void MoneyTest::exponentsAreTheStandards()
{
    const std::map<std::string, int> unusual = {
        {"BIF", 0}, {"CLP", 0}, {"DJF", 0}, {"GNF", 0}, {"ISK", 0}, {"JPY", 0}, {"KMF", 0},
        {"KRW", 0}, {"PYG", 0}, {"RWF", 0}, {"UGX", 0}, {"UYI", 0}, {"VND", 0}, {"VUV", 0},
        {"XAF", 0}, {"XOF", 0}, {"XPF", 0}, {"BHD", 3}, {"IQD", 3}, {"JOD", 3}, {"KWD", 3},
        {"LYD", 3}, {"OMR", 3}, {"TND", 3}, {"CLF", 4}, {"UYW", 4}};
    int found = 0;
    std::string code(3, 'A');
    for (code[0] = 'A'; code[0] <= 'Z'; ++code[0]) {
        for (code[1] = 'A'; code[1] <= 'Z'; ++code[1]) {
            for (code[2] = 'A'; code[2] <= 'Z'; ++code[2]) {
                const auto known = Currency::fromCode(code);
                const auto exception = unusual.find(code);
                QVERIFY2(known || exception == unusual.end(), code.c_str());
                if (!known)
                    continue;
                ++found;
                QVERIFY2(known->code() == code, code.c_str());
                QVERIFY2(
                    known->exponent() == (exception == unusual.end() ? 2 : exception->second),
                    code.c_str());
            }
        }
    }
    QVERIFY(found > 150);
    // What display libraries round to nothing has two digits in the standard.
    for (const char* two :
         {"HUF", "IDR", "TWD", "COP", "PKR", "IRR", "LBP", "MGA", "MRU", "RSD", "ALL", "MMK"})
        QCOMPARE(currency(two).exponent(), 2);
    for (const char* present : {"EUR", "USD", "GBP", "CHF", "CNY", "SEK", "NOK", "DKK", "PLN",
                                "CZK", "RON", "INR", "BRL", "MXN", "ZAR", "AUD", "CAD", "NZD",
                                "SGD", "HKD", "THB", "TRY", "ILS", "AED", "SAR", "VED", "XCG"})
        QVERIFY2(Currency::fromCode(present), present);
}

void MoneyTest::codesWithoutMinorUnitAreNoCurrency_data()
{
    QTest::addColumn<QString>("code");
    for (const char* code :
         {"XXX", "XTS", "XAU", "XAG", "XDR", "eur", "EU", "EURO", "", "E R", "978"})
        QTest::newRow(code) << QString(code);
}

void MoneyTest::codesWithoutMinorUnitAreNoCurrency()
{
    QFETCH(QString, code);
    QVERIFY(!Currency::fromCode(code.toStdString()));
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::MoneyTest)

#include "money_test.moc"
