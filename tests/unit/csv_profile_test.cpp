// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/csv_reading.h"

#include <QtTest>

namespace onceover {

// Profiles are data that people write: what is wrong in one is named by its field.
class CsvProfileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void profilesAreRefusedByField_data();
    void profilesAreRefusedByField();
    void everyShippedProfileIsRight();
};

void CsvProfileTest::profilesAreRefusedByField_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("field");
    const auto row = [](const char* name, const char* inside, const char* field) {
        QTest::newRow(name) << QString("{\"profile\":1,\"name\":\"x\"%1}").arg(inside) << field;
    };
    const char* const good = R"(,"columns":{"booked":"d","amount":"a","references":{}})";
    QTest::newRow("no json") << "{"
                             << "";
    QTest::newRow("no version") << "{\"name\":\"x\"}"
                                << "profile";
    QTest::newRow("a name with blanks")
        << QString("{\"profile\":1,\"name\":\"x y\"%1}").arg(good) << "name";
    row("no date", R"(,"columns":{"amount":"a"})", "columns.booked");
    row("no amount", R"(,"columns":{"booked":"d"})", "columns");
    row("two ways of amounts",
        R"(,"columns":{"booked":"d","amount":"a","debit":"x","credit":"y"})",
        "columns");
    row("debit alone", R"(,"columns":{"booked":"d","debit":"x"})", "columns");
    row("misspelt column",
        R"(,"columns":{"booked":"d","amount":"a","ammount":"b"})",
        "columns.ammount");
    row("misspelt field", R"(,"colums":{})", "colums");
    row("column in two ways",
        R"(,"columns":{"booked":{"name":"d","number":1},"amount":"a"})",
        "columns.booked");
    row("unknown order", R"(,"dates":{"order":"ydm"})", "dates.order");
    row("unknown mark", R"(,"numbers":{"decimal":";"})", "numbers.decimal");
    row("unknown charset", R"(,"file":{"encoding":"klingon"})", "file.encoding");
    row("quote is delimiter", R"(,"file":{"quote":";","delimiter":";"})", "file.quote");
    row("columns without header", R"(,"file":{"header":false})", "file.columns");
    row("unknown kind",
        R"(,"columns":{"booked":"d","amount":"a","type":"t"},"types":{"SALE":["x"]})",
        "types.SALE");
    row("status without words",
        R"(,"columns":{"booked":"d","amount":"a","status":"s"})",
        "statuses");
    row("direction without words",
        R"(,"columns":{"booked":"d","amount":"a","direction":"s"})",
        "directions");
    row("provider without account",
        R"(,"layer":"CHARGE","columns":{"booked":"d","amount":"a"})",
        "columns.account");
    row("unknown layer", R"(,"layer":"CASH")", "layer");
    row("group by nothing known",
        R"(,"columns":{"booked":"d","amount":"a"},"groupBy":["colour"])",
        "groupBy");
}

void CsvProfileTest::profilesAreRefusedByField()
{
    QFETCH(QString, json);
    QFETCH(QString, field);
    const auto profile = readCsvProfile(json.toStdString());
    QVERIFY(!profile);
    QCOMPARE(QString::fromStdString(profile.error().field), field);
    QVERIFY(!profile.error().message.empty());
}

void CsvProfileTest::everyShippedProfileIsRight()
{
    int count = 0;
    for (const ShippedProfile& each : shippedCsvProfiles()) {
        const auto profile = readCsvProfile(each.json);
        QVERIFY2(
            profile,
            (std::string(each.name) + ": "
             + (profile ? "" : profile.error().field + " " + profile.error().message))
                .c_str());
        QVERIFY(profile->name == each.name);
        ++count;
    }
    QVERIFY(count >= 29);
    QVERIFY(!shippedCsvProfile("no-such-profile"));
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::CsvProfileTest)

#include "csv_profile_test.moc"
