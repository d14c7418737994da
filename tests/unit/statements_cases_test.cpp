// SPDX-License-Identifier: GPL-3.0-or-later
#include "test_places.h"
#include "tests/unit/statements_reading.h"

#include <QtTest>

#include <algorithm>

namespace onceover {

// The re-created bug reports under tests/cases, each against the outcome its EXPECTED.md names.
class StatementsCasesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void batchDetailsKeepTheirOwnAmounts();
    void chargesAreFeesOfTheirOwn();
    void reversalMarkFlipsNothing();
    void statementThatTiesOnlyFlippedIsFlagged();
    void pendingIsToldApart();
    void reportsAndNotificationsAreRead();
    void creationTimeFallsBackToTheGroup();
    void namespaceVariantsAreRead_data();
    void namespaceVariantsAreRead();
    void notProvidedIsNoReference();
    void doctypesAreRefusedAtTheirToken_data();
    void doctypesAreRefusedAtTheirToken();
    void depthAndNulAreRefused();
    void batchWithoutDetailsMovesOnce();
    void minorUnitsFollowTheCurrency();
    void emptyStatementIsRead();
    void otherFilesAreNamed();
};

void StatementsCasesTest::batchDetailsKeepTheirOwnAmounts()
{
    const auto reading = readCase("19-camt053-batch-entry-with-several-txdtls/input.xml");
    QVERIFY2(reading, codeOf(reading).c_str());
    const CollectedStatement& only = reading->at(0);
    QCOMPARE(only.entries.size(), std::size_t{1});
    const StatementEntry& entry = only.entries[0];
    QCOMPARE(entry.amountMinor, 42956);
    QCOMPARE(entry.details.size(), std::size_t{2});
    QCOMPARE(entry.details[0].amountMinor.value(), 32956);
    QCOMPARE(entry.details[1].amountMinor.value(), 10000);
    QVERIFY(entry.references.find(kEndToEndId) == entry.references.end());
    QVERIFY(entry.details[1].references.at("end_to_end_id") == "PAY-B");
    QCOMPARE(only.statement.creditsMinor, 42956);
    QVERIFY(only.statement.ties == true);
    QVERIFY(!entry.unexplainedMinor);
}

void StatementsCasesTest::chargesAreFeesOfTheirOwn()
{
    const auto reading = readCase("20-camt053-details-do-not-add-up-charges/input.xml");
    QVERIFY2(reading, codeOf(reading).c_str());
    const StatementEntry& entry = reading->at(0).entries.at(0);
    QCOMPARE(entry.amountMinor, -152600);
    QCOMPARE(entry.details.at(0).amountMinor.value(), -150000);
    QCOMPARE(entry.fees.at(0).amountMinor, -2600);
    QVERIFY(!entry.unexplainedMinor);
    QVERIFY(reading->at(0).statement.ties == true);
}

void StatementsCasesTest::reversalMarkFlipsNothing()
{
    const auto reading = readCase("21-camt053-reversal-indicator-sign/input-standard.xml");
    QVERIFY2(reading, codeOf(reading).c_str());
    const CollectedStatement& only = reading->at(0);
    QVERIFY(only.statement.ties == true);
    QCOMPARE(only.statement.creditsMinor, 2100);
    QCOMPARE(only.statement.debitsMinor, 92100);
    QVERIFY(only.entries[1].isReversal);
    QCOMPARE(only.entries[1].amountMinor, -92100);
    QVERIFY(only.entries[1].details[0].returnReason == "MS03");
}

void StatementsCasesTest::statementThatTiesOnlyFlippedIsFlagged()
{
    const auto reading = readCase("21-camt053-reversal-indicator-sign/input-inverted.xml");
    QVERIFY2(reading, codeOf(reading).c_str());
    const CollectedStatement& only = reading->at(0);
    QVERIFY(only.statement.ties == false);
    QCOMPARE(only.entries[0].amountMinor, -5000);
    QVERIFY(hasWarning(only.statement, "statement.ties_with_reversal_flipped"));
}

void StatementsCasesTest::pendingIsToldApart()
{
    const auto first = readCase("22-camt052-pending-then-booked/input-1-pending.xml");
    QVERIFY2(first, codeOf(first).c_str());
    QVERIFY(first->at(0).statement.format == "camt.052");
    QVERIFY(first->at(0).entries.at(0).status == EntryStatus::Pending);
    QCOMPARE(first->at(0).entries.at(0).amountMinor, -5000);
    QCOMPARE(first->at(0).statement.debitsMinor, 0);
    const auto second = readCase("22-camt052-pending-then-booked/input-2-booked.xml");
    QVERIFY2(second, codeOf(second).c_str());
    QVERIFY(second->at(0).entries.at(0).status == EntryStatus::Booked);
    QVERIFY(second->at(0).entries.at(1).status == EntryStatus::Info);
    QCOMPARE(second->at(0).statement.debitsMinor, 4990);
}

void StatementsCasesTest::reportsAndNotificationsAreRead()
{
    const auto report = readCase("23-camt052-and-054-roots-give-zero-rows/input-052.xml");
    QVERIFY2(report, codeOf(report).c_str());
    QVERIFY(report->at(0).statement.format == "camt.052");
    QCOMPARE(report->at(0).entries.size(), std::size_t{1});
    QCOMPARE(report->at(0).entries[0].amountMinor, 1000);
    const auto note = readCase("23-camt052-and-054-roots-give-zero-rows/input-054.xml");
    QVERIFY2(note, codeOf(note).c_str());
    QVERIFY(note->at(0).statement.format == "camt.054");
    QCOMPARE(note->at(0).entries.size(), std::size_t{1});
    QCOMPARE(note->at(0).entries[0].amountMinor, 2000);
    const auto batch = readCase("31-camt053-plus-054-counted-twice/input-054.xml");
    QVERIFY2(batch, codeOf(batch).c_str());
    const StatementEntry& entry = batch->at(0).entries.at(0);
    QVERIFY(entry.references.at("account_servicer") == "ASR-B");
    QCOMPARE(entry.details.at(0).amountMinor.value(), 3000);
    QVERIFY(entry.details.at(1).references.at("end_to_end_id") == "PAY-70");
    QVERIFY(!batch->at(0).statement.ties);
}

void StatementsCasesTest::creationTimeFallsBackToTheGroup()
{
    const auto reading = readCase("25-camt-missing-CreDtTm-in-statement/input.xml");
    QVERIFY2(reading, codeOf(reading).c_str());
    QVERIFY(reading->at(0).statement.createdAt == "2026-01-17T13:05:11+01:00");
    QCOMPARE(reading->at(0).entries.at(0).amountMinor, 500);
    QVERIFY(!reading->at(0).statement.ties);
}

void StatementsCasesTest::namespaceVariantsAreRead_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("warning");
    QTest::newRow("prefix") << "input-prefix.xml" << QString();
    QTest::newRow("six") << "input-six.xml" << QString();
    QTest::newRow("future") << "input-future.xml"
                            << "statement.unknown_version";
    QTest::newRow("none") << "input-none.xml"
                          << "statement.namespace_missing";
    QTest::newRow("typo") << "input-typo.xml"
                          << "statement.namespace_unusual";
}

void StatementsCasesTest::namespaceVariantsAreRead()
{
    QFETCH(QString, file);
    QFETCH(QString, warning);
    const auto reading = readCase("26-camt-namespace-variants/" + file.toStdString());
    QVERIFY2(reading, codeOf(reading).c_str());
    QCOMPARE(reading->size(), std::size_t{1});
    QCOMPARE(reading->at(0).entries.size(), std::size_t{1});
    QCOMPARE(reading->at(0).entries[0].amountMinor, 700);
    QVERIFY(reading->at(0).entries[0].currency == "CHF");
    const bool hasExpected = warning.isEmpty()
                                 ? reading->at(0).statement.warnings.empty()
                                 : hasWarning(reading->at(0).statement, warning.toStdString());
    QVERIFY(hasExpected);
}

void StatementsCasesTest::notProvidedIsNoReference()
{
    const auto reading = readCase("27-camt-notprovided-is-not-an-identifier/input.xml");
    QVERIFY2(reading, codeOf(reading).c_str());
    const auto& entries = reading->at(0).entries;
    QCOMPARE(entries.size(), std::size_t{3});
    QCOMPARE(entries[0].amountMinor, 1000);
    QCOMPARE(entries[1].amountMinor, 1000);
    QCOMPARE(entries[2].amountMinor, 1200);
    for (const StatementEntry& entry : entries) {
        QVERIFY(entry.references.find(kEndToEndId) == entry.references.end());
        QVERIFY(entry.references.at("account_servicer") == "TAXCODE-1001");
    }
    QCOMPARE(entries[2].ordinal, 3);
}

void StatementsCasesTest::doctypesAreRefusedAtTheirToken_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("external entity") << "29-camt-xxe/input.xml";
    QTest::newRow("parameter entity") << "29-camt-xxe/input-param.xml";
    QTest::newRow("entity bomb") << "30-camt-entity-bomb-depth-and-size/bomb.xml";
}

void StatementsCasesTest::doctypesAreRefusedAtTheirToken()
{
    QFETCH(QString, file);
    const auto reading = readCase(file.toStdString());
    QVERIFY(!reading);
    QVERIFY(reading.error().code == "statement.doctype");
    QCOMPARE(reading.error().line, 2);
}

void StatementsCasesTest::depthAndNulAreRefused()
{
    const auto deep = readCase("30-camt-entity-bomb-depth-and-size/deep.xml");
    QVERIFY(codeOf(deep) == "statement.depth");
    const auto nul = readCase("30-camt-entity-bomb-depth-and-size/nul.xml");
    QVERIFY(codeOf(nul) == "statement.not_well_formed");
    QCOMPARE(nul.error().line, 1);
}

void StatementsCasesTest::batchWithoutDetailsMovesOnce()
{
    const auto reading = readCase("31-camt053-plus-054-counted-twice/input-053.xml");
    QVERIFY2(reading, codeOf(reading).c_str());
    QCOMPARE(reading->at(0).statement.creditsMinor, 10000);
    QVERIFY(reading->at(0).entries.at(0).references.at("account_servicer") == "ASR-B");
}

void StatementsCasesTest::minorUnitsFollowTheCurrency()
{
    const auto refused = readCase("33-camt-zero-and-three-decimal-currencies/input.xml");
    QVERIFY(codeOf(refused) == "statement.amount");
    QCOMPARE(refused.error().line, 11);
    QVERIFY(refused.error().field == "Ntry/Amt");

    QFile file(ONCEOVER_SOURCE_DIR
               "/tests/cases/33-camt-zero-and-three-decimal-currencies/input.xml");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto read = readText(file.readAll().replace("8.855<", "8.85<").toStdString());
    QVERIFY2(read, codeOf(read).c_str());
    const auto& entries = read->at(0).entries;
    QCOMPARE(entries[0].amountMinor, 1500);
    QCOMPARE(entries[1].amountMinor, 1255);
    QCOMPARE(entries[2].amountMinor, 885);
    // Sums are per currency: none of these is in the account's.
    const Statement& statement = read->at(0).statement;
    QCOMPARE(statement.creditsMinor, 0);
    QCOMPARE(statement.totals.size(), std::size_t{3});
    QVERIFY(statement.totals[0].currency == "EUR");
    QCOMPARE(statement.totals[0].creditsMinor, 1770);
    QVERIFY(hasWarning(statement, "statement.entries_in_other_currencies"));
}

void StatementsCasesTest::emptyStatementIsRead()
{
    const auto reading = readCase("63-wrong-file-type-and-empty-statement/empty.xml");
    QVERIFY2(reading, codeOf(reading).c_str());
    const Statement& statement = reading->at(0).statement;
    QCOMPARE(statement.entryCount, 0);
    QCOMPARE(statement.openingMinor.value(), 152076);
    QCOMPARE(statement.closingMinor.value(), 152076);
    QVERIFY(statement.ties == true);
}

void StatementsCasesTest::otherFilesAreNamed()
{
    const auto rss = readCase("63-wrong-file-type-and-empty-statement/notbank.xml");
    QVERIFY(codeOf(rss) == "statement.unsupported_format");
    QVERIFY(rss.error().message.find("<rss>") != std::string::npos);
    const auto zero = readCase("63-wrong-file-type-and-empty-statement/zero.csv");
    QVERIFY(codeOf(zero) == "statement.profile_unknown");
    QVERIFY(zero.error().message.find("Date, Amount, Text") != std::string::npos);
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::StatementsCasesTest)

#include "statements_cases_test.moc"
