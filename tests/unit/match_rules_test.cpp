// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/match_line.h"
#include "backend/matching/match_rule_book.h"
#include "tests/unit/matching_facts.h"

#include <QtTest>

namespace onceover {

using namespace facts;

// Days, zones, calendars and rules are data, and wrong data is refused by name.
class MatchRulesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void daysAreReadExactly();
    void zoneDecidesTheDay();
    void zonesThatCannotBeAreRefused();
    void businessDaysAreCounted_data();
    void businessDaysAreCounted();
    void calendarSaysNothingBeyondItself();
    void calendarsThatCannotBeAreRefused();
    void everyFaultOfRulesIsNamed();
    void mostSpecificRulesHold();
    void windowFollowsZoneAndCalendar();

private:
    static CivilZone berlin();
};

// As it is in 2026: winter time, summer time from 29 March 01:00 UTC to 25 October 01:00 UTC.
CivilZone MatchRulesTest::berlin()
{
    const std::int64_t hourUs = 3'600'000'000;
    return CivilZone::fromOffsets(
               "Europe/Berlin",
               {{day("2025-10-26") * kDayUs + hourUs, 3600},
                {day("2026-03-29") * kDayUs + hourUs, 7200},
                {day("2026-10-25") * kDayUs + hourUs, 3600}})
        .value();
}

void MatchRulesTest::daysAreReadExactly()
{
    QCOMPARE(day("1970-01-01"), 0);
    QCOMPARE(day("2026-11-30"), 20787);
    QCOMPARE(QString::fromStdString(dayText(20787)), QStringLiteral("2026-11-30"));
    QCOMPARE(weekdayOf(day("2026-11-30")), 0);
    QCOMPARE(weekdayOf(day("1969-12-28")), 6);
    for (const char* text :
         {"2026-02-29", "2026-13-01", "2026-1-01", "26-01-01", "2026-01-01T", "+026-01-01", ""})
        QVERIFY2(!dayFromText(text), text);
    for (CivilDay each = -1000; each < 40'000; each += 7)
        QCOMPARE(dayFromText(dayText(each)).value_or(kNoDay), each);
}

void MatchRulesTest::zoneDecidesTheDay()
{
    const std::int64_t minuteUs = 60'000'000;
    const std::int64_t midnightUs = day("2026-07-01") * kDayUs;
    QCOMPARE(CivilZone().dayOf(midnightUs - 1), day("2026-06-30"));
    QCOMPARE(CivilZone().dayOf(-1), -1);
    // Two hours before midnight UTC it is the next day in Berlin in summer, one hour in winter.
    QCOMPARE(berlin().dayOf(midnightUs - 120 * minuteUs), day("2026-07-01"));
    QCOMPARE(berlin().dayOf(midnightUs - 121 * minuteUs), day("2026-06-30"));
    const std::int64_t winterUs = day("2026-12-01") * kDayUs;
    QCOMPARE(berlin().dayOf(winterUs - 60 * minuteUs), day("2026-12-01"));
    QCOMPARE(berlin().dayOf(winterUs - 61 * minuteUs), day("2026-11-30"));
    QCOMPARE(berlin().dayOf(day("2026-03-28") * kDayUs + 23 * 60 * minuteUs), day("2026-03-29"));
    // Before the first offset that is written down, that one holds.
    QCOMPARE(berlin().dayOf(day("2020-01-01") * kDayUs - 30 * minuteUs), day("2020-01-01"));
}

void MatchRulesTest::zonesThatCannotBeAreRefused()
{
    const auto codeOf = [](std::string name, std::vector<ZoneOffset> offsets) {
        const auto zone = CivilZone::fromOffsets(std::move(name), std::move(offsets));
        return QString::fromStdString(zone ? "" : zone.error().code());
    };
    QCOMPARE(codeOf("", {{}}), QStringLiteral("match.zone_unnamed"));
    QCOMPARE(codeOf("X", {}), QStringLiteral("match.zone_empty"));
    QCOMPARE(codeOf("X", {{5, 0}, {5, 3600}}), QStringLiteral("match.zone_order"));
    QCOMPARE(codeOf("X", {{0, 18 * 3600 + 1}}), QStringLiteral("match.zone_offset"));
    QCOMPARE(codeOf("X", {{0, -18 * 3600}}), QString());
}

void MatchRulesTest::businessDaysAreCounted_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("to");
    const auto row = [](const char* from, int count, const char* to) {
        QTest::addRow("%s %+d", from, count)
            << QString::fromLatin1(from) << count << QString::fromLatin1(to);
    };
    row("2026-11-02", 0, "2026-11-02");
    row("2026-11-02", 1, "2026-11-03");
    row("2026-11-02", 5, "2026-11-09");
    row("2026-11-06", 1, "2026-11-09");
    row("2026-11-07", 0, "2026-11-07");
    row("2026-11-07", 1, "2026-11-09");
    row("2026-11-08", 1, "2026-11-09");
    row("2026-11-08", 2, "2026-11-10");
    row("2026-11-08", -1, "2026-11-06");
    row("2026-11-09", -1, "2026-11-06");
    row("2026-12-24", 1, "2026-12-28");
    row("2026-12-28", -1, "2026-12-24");
    row("2026-12-25", 1, "2026-12-28");
}

void MatchRulesTest::businessDaysAreCounted()
{
    QFETCH(QString, from);
    QFETCH(int, count);
    QFETCH(QString, to);
    const auto reached = calendar().addBusinessDays(day(from.toStdString()), count);
    QVERIFY(reached.has_value());
    QCOMPARE(QString::fromStdString(dayText(*reached)), to);
}

void MatchRulesTest::calendarSaysNothingBeyondItself()
{
    QVERIFY(!calendar().addBusinessDays(day("2025-12-31"), 0));
    QVERIFY(!calendar().addBusinessDays(day("2028-01-01"), -1));
    QVERIFY(!calendar().addBusinessDays(day("2027-12-31"), 1));
    QVERIFY(!calendar().addBusinessDays(day("2026-01-01"), -1));
    QVERIFY(calendar().isBusinessDay(day("2026-12-24")));
    QVERIFY(!calendar().isBusinessDay(day("2026-12-25")));
    QVERIFY(!calendar().isBusinessDay(day("2026-12-27")));
}

void MatchRulesTest::calendarsThatCannotBeAreRefused()
{
    const auto codeOf = [](const CalendarDays& days) {
        const auto made = BusinessCalendar::fromDays(days);
        return QString::fromStdString(made ? "" : made.error().code());
    };
    CalendarDays days;
    days.from = day("2026-01-01");
    days.to = day("2026-12-31");
    QCOMPARE(codeOf(days), QStringLiteral("match.calendar_unnamed"));
    days.name = "TEST";
    QCOMPARE(codeOf(days), QString());
    days.holidays = {day("2027-01-01")};
    QCOMPARE(codeOf(days), QStringLiteral("match.calendar_holiday_outside"));
    days.holidays.clear();
    days.isWeekend.fill(true);
    QCOMPARE(codeOf(days), QStringLiteral("match.calendar_no_business_day"));
    days.to = days.from - 1;
    QCOMPARE(codeOf(days), QStringLiteral("match.calendar_range"));
}

void MatchRulesTest::everyFaultOfRulesIsNamed()
{
    QVERIFY(faultsOf(rules()).empty());
    MatchRules wrong = rules();
    wrong.window = {-1, 30};
    wrong.guard = {2, 300};
    wrong.chargeBoundMinor = -1;
    wrong.exchangeBoundPpm = 300'000;
    wrong.isAutomatic = {true, true, false};
    std::set<std::string> codes;
    for (const RuleFault& fault : faultsOf(wrong))
        codes.insert(fault.code + " " + fault.field);
    const std::set<std::string> expected = {
        "match.window_negative window",
        "match.window_too_wide guard",
        "match.bound_negative chargeBoundMinor",
        "match.exchange_bound_too_wide exchangeBoundPpm",
        "match.set_without_window settlesSets"};
    QVERIFY(codes == expected);
    MatchRules narrow = rules();
    narrow.guard = {0, 4};
    QCOMPARE(faultsOf(narrow).size(), std::size_t{1});
    QCOMPARE(faultsOf(narrow)[0].code, std::string("match.guard_narrower_than_window"));
    QVERIFY(!MatchRuleBook::fromRules({narrow}));
    QVERIFY(!MatchRuleBook::fromRules({rules(), rules()}));
}

void MatchRulesTest::mostSpecificRulesHold()
{
    std::vector<MatchRules> all;
    for (const auto& [provider, account] : std::vector<std::pair<std::string, std::string>>{
             {"", ""}, {"bank", ""}, {"", "A"}, {"bank", "A"}}) {
        all.push_back(rules());
        all.back().provider = provider;
        all.back().account = account;
    }
    const auto all4 = MatchRuleBook::fromRules(all).value();
    const auto found = [&all4](const char* provider, const char* account) {
        const MatchRules* each = all4.find(provider, account);
        return QString::fromStdString(each->provider + "/" + each->account);
    };
    QCOMPARE(found("bank", "A"), QStringLiteral("bank/A"));
    QCOMPARE(found("bank", "B"), QStringLiteral("bank/"));
    QCOMPARE(found("other", "A"), QStringLiteral("/A"));
    QCOMPARE(found("other", "B"), QStringLiteral("/"));
    QVERIFY(MatchRuleBook::fromRules({all[1]}).value().find("other", "A") == nullptr);
}

void MatchRulesTest::windowFollowsZoneAndCalendar()
{
    MatchRules each = rules();
    each.window = {1, 2};
    each.guard = {1, 3};
    // Half past eleven on Friday night in UTC: Saturday in Berlin.
    const std::int64_t sentUs = day("2026-11-06") * kDayUs + 23 * 3'600'000'000 + 1'800'000'000;
    const PaymentDays inUtc = daysOf(each, sentUs, sentUs);
    QCOMPARE(QString::fromStdString(dayText(inUtc.from)), QStringLiteral("2026-11-05"));
    QCOMPARE(QString::fromStdString(dayText(inUtc.to)), QStringLiteral("2026-11-10"));
    each.zone = berlin();
    const PaymentDays inBerlin = daysOf(each, sentUs, sentUs + 3 * kDayUs);
    QCOMPARE(QString::fromStdString(dayText(inBerlin.from)), QStringLiteral("2026-11-06"));
    QCOMPARE(QString::fromStdString(dayText(inBerlin.to)), QStringLiteral("2026-11-12"));
    QCOMPARE(QString::fromStdString(dayText(inBerlin.guardTo)), QStringLiteral("2026-11-13"));
    QVERIFY(!daysOf(each, noonUs("2027-12-30"), noonUs("2027-12-30")).isKnown);
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::MatchRulesTest)

#include "match_rules_test.moc"
