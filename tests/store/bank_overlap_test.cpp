// SPDX-License-Identifier: GPL-3.0-or-later
// Statements of one account that overlap, are told again or only look as if: each line counts once,
// and where nothing tells whether two are one the file is refused.
#include "tests/store/bank_text.h"
#include "tests/store/csv_world.h"

#include <QTest>

#include <optional>

using namespace onceover;

using Files = std::vector<std::string>;

Q_DECLARE_METATYPE(Files)

class BankOverlapTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_world.emplace(); }

    void whatWasStatedIsStatedOnce_data();
    void whatWasStatedIsStatedOnce();

private:
    void addDaysToldAgain();
    void addDaysWithoutBalances();
    void addDaysThatWentOn();
    void addReferences();
    void row(
        const char* name,
        const std::vector<BankText>& texts,
        const char* outcome,
        const char* money);

    std::optional<CsvWorld> m_world;
    int m_accounts = 0;
};

void BankOverlapTest::row(
    const char* name, const std::vector<BankText>& texts, const char* outcome, const char* money)
{
    const std::string iban = "TEST" + std::to_string(1'000'000 + ++m_accounts);
    Files files;
    for (BankText text : texts) {
        text.account = iban;
        files.push_back(camtOf(text));
    }
    QTest::newRow(name) << files << outcome << (QString::fromStdString(iban) + " " + money);
}

void BankOverlapTest::whatWasStatedIsStatedOnce_data()
{
    QTest::addColumn<Files>("files");
    QTest::addColumn<QString>("outcome");
    QTest::addColumn<QString>("money");
    addDaysToldAgain();
    addDaysWithoutBalances();
    addDaysThatWentOn();
    addReferences();
}

void BankOverlapTest::addDaysToldAgain()
{
    const BankLine rent{16, -50000, {}, "Rent January"};
    const BankLine said{16, -50000, {}, "Rent January, object 7"};
    const BankLine fee{16, -100, {}, "fee"};
    const BankText day{{}, "D1", {}, {}, {}, 100000, 16, 16, "EUR", {rent, fee}};
    BankText again = day;
    again.id = "D2";
    row("another message", {day, again}, "STORED STORED", "2 -50100");
    again.lines = {fee, rent};
    row("the newest first", {day, again}, "STORED STORED", "2 -50100");
    again.lines = {said, fee};
    row("other words", {day, again}, "STORED import.overlap_undecided", "2 -50100");
    again.lines = {{16, -40000}, {16, -10100}};
    row("other amounts", {day, again}, "STORED import.overlap_conflict", "2 -50100");
    again.number = "2";
    again.lines = {said, fee};
    BankText numbered = day;
    numbered.number = "1";
    row("another number, one stretch",
        {numbered, again},
        "STORED import.overlap_undecided",
        "2 -50100");
}

void BankOverlapTest::addDaysWithoutBalances()
{
    const BankLine third{3, -300};
    const BankLine fourth{4, -400};
    const BankText week{
        {}, "W1", {}, "2026-01-01", "2026-01-06", 5000, 1, 6, "EUR", {{1, -100}, third, fourth}};
    BankText part{{}, "W2", {}, "2026-01-03", "2026-01-06", {}, 0, 0, "EUR", {third, fourth}};
    row("without balances", {week, part}, "STORED import.overlap_undecided", "3 -800");
    row("the part first", {part, week}, "STORED import.overlap_undecided", "2 -700");
    part.lines = {{3, -77}};
    row("a line on a day that was whole", {week, part}, "STORED import.overlap_conflict", "3 -800");
    row("a day that is whole without a line",
        {part, week},
        "STORED import.overlap_conflict",
        "1 -77");
    const BankText early{
        {}, "W1", {}, "2026-01-01", "2026-01-04", {}, 0, 0, "EUR", {third, fourth}};
    part.lines = {third, fourth, {5, -500}};
    row("neither has balances", {early, part}, "STORED import.overlap_undecided", "2 -700");
}

void BankOverlapTest::addDaysThatWentOn()
{
    const BankLine x3{3, -1, {}, "x3"};
    const BankLine x5{5, -2, {}, "x5"};
    const BankLine x5b{5, -4, {}, "x5b"};
    const BankLine x5c{5, -8, {}, "x5c"};
    const BankText noon{{}, "N1", {}, "2026-01-03", "2026-01-05", 9000, 3, 5, "EUR", {x5b, x5, x3}};
    const BankText night{
        {}, "N2", {}, "2026-01-03", "2026-01-06", 9000, 3, 6, "EUR", {x5c, x5b, x5, x3}};
    row("the newest first, and a day that went on", {noon, night}, "STORED STORED", "4 -15");
    const BankText evening{{}, "N3", {}, {}, {}, 8993, 5, 5, "EUR", {x5c}};
    row("a day in two parts", {noon, evening}, "STORED STORED", "4 -15");
    const BankText month{
        {}, "M", "1", "2026-01-01", "2026-01-31", 5000, 1, 31, "EUR", {{1, -100}, {31, -900}}};
    const BankText last{
        {}, "L", "31", "2026-01-31", "2026-01-31", 4900, 31, 31, "EUR", {{31, -900}}};
    row("a month and its last day, numbered each in its series",
        {last, month},
        "STORED STORED",
        "2 -1000");
    // What cancels itself may stand in both.
    const BankText there{{}, "C1", {}, {}, {}, 1000, 5, 5, "EUR", {{5, -20}, {5, 20}, {5, -20}}};
    const BankText back{{}, "C2", {}, {}, {}, 980, 5, 5, "EUR", {{5, 20}, {5, -20}, {5, -5}}};
    row("lines that cancel each other", {there, back}, "STORED import.overlap_undecided", "3 -20");
}

void BankOverlapTest::addReferences()
{
    const BankLine fee{16, -100, {}, "fee"};
    const BankText day{
        {}, "D1", {}, {}, {}, 100000, 16, 16, "EUR", {{16, -50000, {}, "Rent January"}, fee}};
    BankText bare = day;
    bare.id = "D0";
    bare.lines = {{16, -50000, "R9", "Rent January"}, fee};
    row("with the bank's reference and without",
        {bare, day},
        "STORED import.overlap_undecided",
        "2 -50100");
    const BankText cards{{}, "D3", "3", {}, {}, 5000, 3, 3, "EUR", {{3, -300, "CARDS"}}};
    const BankText after{{}, "D4", "4", {}, {}, 4700, 4, 4, "EUR", {{4, -300, "CARDS"}}};
    const BankText both{
        {}, "W", {}, {}, {}, 5000, 3, 4, "EUR", {{3, -300, "CARDS"}, {4, -300, "CARDS"}}};
    row("a reference that a week shows twice",
        {cards, after, both},
        "STORED STORED import.overlap_undecided",
        "2 -600");
}

void BankOverlapTest::whatWasStatedIsStatedOnce()
{
    QFETCH(Files, files);
    QFETCH(QString, outcome);
    QFETCH(QString, money);
    QStringList outcomes;
    for (const std::string& bytes : files) {
        const CsvWorld::Answer answer = m_world->import(bytes);
        outcomes += QString::fromStdString(answer.outcome);
        if (!answer.message.empty())
            qInfo("%s", answer.message.c_str());
    }
    QCOMPARE(outcomes.join(u' '), outcome);
    const QString iban = money.section(u' ', 0, 0);
    QCOMPARE(
        iban + " "
            + QString::fromStdString(m_world->cell(
                "select concat_ws(' ', count(*), sum(case direction when 'IN' then amount_minor "
                "else -amount_minor end)) from onceover.records where owner_name = '"
                + iban.toStdString() + "'")),
        money);
}

QTEST_GUILESS_MAIN(BankOverlapTest)

#include "bank_overlap_test.moc"
