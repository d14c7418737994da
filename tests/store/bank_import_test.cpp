// SPDX-License-Identifier: GPL-3.0-or-later
// One money, told by several messages of a bank: it counts once, a second one is never taken for
// it, and what nobody can tell apart is refused.
#include "tests/store/bank_text.h"
#include "tests/store/csv_world.h"
#include "tests/store/desk_world.h"

#include <QTest>

#include <optional>

using namespace onceover;

using Files = std::vector<std::string>;

class BankImportTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aNotificationSpeaksForOneLine();
    void aReferenceOfTwoMovementsIsNoIdentity_data();
    void aReferenceOfTwoMovementsIsNoIdentity();
    void aSecondMovementsNameIsItsOwn();
    void aSecondNameOfOneLineIsShown_data();
    void aSecondNameOfOneLineIsShown();
    void pagesOfOneMessageEachAreOneStatement();
    void oneReferenceOnTwoDaysIsOneMovement_data();
    void oneReferenceOnTwoDaysIsOneMovement();
    void currenciesOfOneAccountAreStatementsOfTheirOwn();
    void aLineThatIsNotKeptRefusesTheFile();

private:
    // Answers the outcomes, joined by blanks.
    std::string import(const Files& files);
    // Accepts a payment of 12.50; its reference.
    std::string payment();
    // How the records of the payment are linked, and how many are candidates: "PROOF DUPLICATE 0".
    std::string links(const std::string& reference);
    // What the statements of the account show: number of records and their sum.
    std::string stated(const std::string& account);
    std::string orphans(const std::string& account);
    std::string account();

    std::optional<CsvWorld> m_world;
    std::optional<DeskWorld> m_desk;
    int m_accounts = 0;
    int m_payments = 0;
};

void BankImportTest::initTestCase()
{
    m_world.emplace();
    m_desk.emplace(m_world->fixture(), m_world->database());
}

std::string BankImportTest::account()
{
    return "TEST" + std::to_string(1'000'000 + ++m_accounts);
}

std::string BankImportTest::import(const Files& files)
{
    std::string outcomes;
    for (const std::string& bytes : files) {
        const CsvWorld::Answer answer = m_world->import(bytes);
        outcomes += (outcomes.empty() ? "" : " ") + answer.outcome;
        if (answer.outcome.find("import.") == 0)
            qInfo("%s", answer.message.c_str());
    }
    return outcomes;
}

std::string BankImportTest::payment()
{
    return m_desk->reference(m_desk->accept("key" + std::to_string(++m_payments)));
}

std::string BankImportTest::links(const std::string& reference)
{
    const std::string of =
        " join onceover.payments p using (payment_id) where p.reference = '" + reference + "'";
    return m_world->cell(
        "select concat_ws(' ', (select string_agg(role, ' ' order by linked_at) from "
        "onceover.record_owners"
        + of + "), (select count(*) from onceover.candidates" + of + "))");
}

std::string BankImportTest::stated(const std::string& account)
{
    return m_world->cell(
        "select concat_ws(' ', count(*), sum(case direction when 'IN' then amount_minor else "
        "-amount_minor end)) from onceover.records r where record_id in (select v.record_id from "
        "onceover.record_sightings v join onceover.import_statements s using (statement_row_id) "
        "where s.account = '"
        + account + "' and not onceover.is_notification(s.import_id))");
}

std::string BankImportTest::orphans(const std::string& account)
{
    return m_world->cell(
        "select count(*) from review.orphans where owner_name = '" + account + "'");
}

// A notification without a day of booking, and the line of two days' statements.
void BankImportTest::aNotificationSpeaksForOneLine()
{
    const std::string iban = account();
    const std::string name = payment();
    BankText told{iban, "N", {}, {}, {}, {}, 0, 0, "EUR", {{16, -1250, "B7", "w", name, false}}};
    QCOMPARE(import({camtOf(told, "054")}), std::string("STORED"));
    QCOMPARE(links(name), std::string("PROOF 0"));
    BankText first{iban, "1", "1", {}, {}, {}, 0, 0, "EUR", {{16, -1250, "", "w", name}}};
    QCOMPARE(import({camtOf(first)}), std::string("STORED"));
    QCOMPARE(links(name), std::string("PROOF 0"));
    QCOMPARE(orphans(iban), std::string("0"));
    BankText second{iban, "2", "2", {}, {}, {}, 0, 0, "EUR", {{17, -1250, "", "w", name}}};
    QCOMPARE(import({camtOf(second)}), std::string("STORED"));
    QCOMPARE(links(name), std::string("PROOF DUPLICATE 0"));
}

void BankImportTest::aReferenceOfTwoMovementsIsNoIdentity_data()
{
    QTest::addColumn<bool>("isText");
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    QTest::addColumn<QString>("words");
    for (const char* words : {"one", "other"}) {
        QTest::addRow("MT940 by number, %s", words) << true << "1/1"
                                                    << "2/1" << words;
        QTest::addRow("MT940 by balance, %s", words) << true << "0"
                                                     << "0" << words;
        QTest::addRow("camt.053 by number, %s", words) << false << "1"
                                                       << "2" << words;
        QTest::addRow("camt.053 by balance, %s", words) << false << ""
                                                        << "" << words;
    }
}

void BankImportTest::aReferenceOfTwoMovementsIsNoIdentity()
{
    QFETCH(bool, isText);
    QFETCH(QString, first);
    QFETCH(QString, second);
    QFETCH(QString, words);
    const std::string iban = account();
    const auto file = [&](const QString& number, int openingMinor, const std::string& said) {
        const BankText text{
            iban,
            "S" + std::to_string(openingMinor),
            number.toStdString(),
            {},
            {},
            openingMinor,
            16,
            16,
            "EUR",
            {{16, -2000, "CHQ", said}}};
        return isText ? mt940Of(text) : camtOf(text);
    };
    const Files files{file(first, 100000, "one"), file(second, 98000, words.toStdString())};
    QCOMPARE(import(files), std::string("STORED STORED"));
    QCOMPARE(stated(iban), std::string("2 -4000"));
    // And neither comes again under another message.
    QCOMPARE(import(files), std::string("SAME_FILE SAME_FILE"));
}

// The second movement's name is no part of the first one.
void BankImportTest::aSecondMovementsNameIsItsOwn()
{
    const std::string iban = account();
    const std::string name = payment();
    BankText text{iban, "S", "1/1", {}, {}, 100000, 16, 16, "EUR", {{16, -1250, "CHQ", "w"}}};
    QCOMPARE(import({mt940Of(text)}), std::string("STORED"));
    text.number = "2/1";
    text.openingMinor = 100000 - 1250;
    text.lines.front().name = name;
    QCOMPARE(import({mt940Of(text)}), std::string("STORED"));
    QCOMPARE(stated(iban), std::string("2 -2500"));
    QCOMPARE(links(name), std::string("PROOF 0"));
    QCOMPARE(orphans(iban), std::string("1"));
    // Where nothing tells whether the two are one, the file is refused.
    const std::string bare = account();
    BankText one{bare, "A", {}, {}, {}, {}, 0, 0, "EUR", {{16, -1250, "CHQ", "w"}}};
    BankText two = one;
    two.id = "B";
    two.lines.front().name = payment();
    QCOMPARE(import({camtOf(one), camtOf(two)}), std::string("STORED import.reissue_conflict"));
}

void BankImportTest::aSecondNameOfOneLineIsShown_data()
{
    QTest::addColumn<bool>("isNamed");
    QTest::addColumn<bool>("isSeveral");
    QTest::newRow("a line without a name") << false << false;
    QTest::newRow("a line with a name") << true << false;
    QTest::newRow("several names") << false << true;
}

void BankImportTest::aSecondNameOfOneLineIsShown()
{
    QFETCH(bool, isNamed);
    QFETCH(bool, isSeveral);
    const std::string iban = account();
    const std::string one = payment();
    const std::string other = payment();
    const std::string third = payment();
    BankText text{iban, "S", {}, {}, {}, {}, 0, 0, "EUR", {{16, -1250, "B8", "w"}}};
    BankLine& line = text.lines.front();
    line.name = isNamed ? one : "";
    QCOMPARE(import({camtOf(text)}), std::string("STORED"));
    text.id = "N1";
    line.name = one;
    QCOMPARE(import({camtOf(text, "054")}), std::string("STORED"));
    text.id = "N2";
    line.name = other;
    line.words = isSeveral ? third : "w";
    QCOMPARE(import({camtOf(text, "054")}), std::string("STORED"));
    QCOMPARE(links(one), std::string("PROOF 0"));
    QCOMPARE(links(other), std::string("1"));
    QCOMPARE(links(third), std::string(isSeveral ? "1" : "0"));
    QCOMPARE(orphans(iban), std::string("0"));
    QCOMPARE(stated(iban), std::string("1 -1250"));
}

void BankImportTest::pagesOfOneMessageEachAreOneStatement()
{
    const std::string iban = account();
    BankText first{iban, "STARTUMS", "00001/001", {}, {}, 10000, 15, 16, "EUR", {{16, -1000}}};
    first.isCut = true;
    BankText second{iban, "STARTUMS", "00001/002", {}, {}, 9000, 16, 16, "EUR", {{16, -1000}}};
    second.isContinued = true;
    QCOMPARE(import({mt940Of(first), mt940Of(second)}), std::string("STORED STORED"));
    QCOMPARE(stated(iban), std::string("2 -2000"));
    // The same pages as one message.
    QCOMPARE(import({mt940Of(first) + mt940Of(second)}), std::string("import.overlap_undecided"));
    second.lines.front().words = "other";
    QCOMPARE(import({mt940Of(second)}), std::string("import.reissue_conflict"));
}

void BankImportTest::oneReferenceOnTwoDaysIsOneMovement_data()
{
    QTest::addColumn<bool>("isStatementFirst");
    QTest::newRow("the report first") << false;
    QTest::newRow("the statement first") << true;
}

void BankImportTest::oneReferenceOnTwoDaysIsOneMovement()
{
    QFETCH(bool, isStatementFirst);
    const std::string iban = account();
    const std::string name = payment();
    const BankText report{iban, "R", {}, {}, {}, {}, 0, 0, "EUR", {{16, -1250, "X1", "w", name}}};
    const BankText statement{
        iban, "S", "1", {}, {}, {}, 0, 0, "EUR", {{19, -1250, "X1", "w", name}}};
    Files files{camtOf(report, "052"), camtOf(statement)};
    if (isStatementFirst)
        std::swap(files[0], files[1]);
    QCOMPARE(import(files), std::string("STORED STORED"));
    QCOMPARE(links(name), std::string("PROOF 0"));
    QCOMPARE(stated(iban), std::string("1 -1250"));
    QCOMPARE(orphans(iban), std::string("0"));
    // Another week's is another one, however equal.
    const BankText later{iban, "L", "2", {}, {}, {}, 0, 0, "EUR", {{26, -1250, "X1", "w", name}}};
    QCOMPARE(import({camtOf(later)}), std::string("STORED"));
    QCOMPARE(links(name), std::string("PROOF DUPLICATE 0"));
    QCOMPARE(stated(iban), std::string("2 -2500"));
}

void BankImportTest::currenciesOfOneAccountAreStatementsOfTheirOwn()
{
    const std::string iban = account();
    BankText text{iban, "S", "1", "2026-01-01", "2026-01-31", 10000, 1, 31, "EUR", {{16, -1000}}};
    BankText other = text;
    other.currency = "USD";
    QCOMPARE(import({camtOf(text), camtOf(other)}), std::string("STORED STORED"));
}

void BankImportTest::aLineThatIsNotKeptRefusesTheFile()
{
    const std::string iban = account();
    const BankText text{iban, "S", "1", {}, {}, 10000, 16, 16, "EUR", {{16, -1000}, {16, -500}}};
    m_desk->runAsOwner(
        "create function public.loses() returns trigger language plpgsql as $$ begin return case "
        "when new.amount_minor = 500 then null else new end; end $$");
    m_desk->runAsOwner(
        "create trigger loses before insert on onceover.records for each row execute function "
        "public.loses()");
    m_desk->runAsOwner("alter table onceover.records enable always trigger loses");
    const std::string answer = import({camtOf(text)});
    m_desk->runAsOwner("drop trigger loses on onceover.records");
    QCOMPARE(answer, std::string("import.lines_lost"));
    QCOMPARE(import({camtOf(text)}), std::string("STORED"));
    QCOMPARE(stated(iban), std::string("2 -1500"));
}

QTEST_GUILESS_MAIN(BankImportTest)

#include "bank_import_test.moc"
