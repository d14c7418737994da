// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/statements_reading.h"

#include <QtTest>

namespace onceover {

// The many shapes in which banks say the same thing, and what is made of each.
class StatementsKindsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void balancesFrameTheStatement_data();
    void balancesFrameTheStatement();
    void balanceInAnotherCurrencyNeverTies();
    void onlyBookedEntriesCount();
    void datesAreTheBanksOwn_data();
    void datesAreTheBanksOwn();
    void detailAmountIsInTheEntrysCurrencyOrUnknown();
    void referencesOfEveryKindAreKept();
    void structuredRemittanceIsText();
    void counterpartyIsTheOtherAccount();
    void firstEditionIsRead();
    void everyVersionOfEveryFamilyIsRead();
    void chosenFormatHolds();
    void controlTotalsAreComparedNotTrusted();
    void severalStatementsKeepTheirOrder();
};

void StatementsKindsTest::balancesFrameTheStatement_data()
{
    QTest::addColumn<QString>("balances");
    QTest::addColumn<int>("opening");
    QTest::addColumn<int>("closing");
    const auto row = [](const char* name, const std::string& balances, int opening, int closing) {
        QTest::newRow(name) << QString::fromStdString(balances) << opening << closing;
    };
    row("both", balance("OPBD", "5.00") + balance("CLBD", "15.00"), 500, 1500);
    row("previous closing", balance("PRCD", "5.00") + balance("CLBD", "15.00"), 500, 1500);
    row("opening beats previous", balance("PRCD", "1.00") + balance("OPBD", "5.00"), 500, -1);
    row("available is no balance", balance("OPAV", "5.00") + balance("CLAV", "15.00"), -1, -1);
    row("interim is no balance", balance("ITBD", "5.00") + balance("ITBD", "15.00"), -1, -1);
    row("closing only", balance("CLBD", "15.00"), -1, 1500);
    row("two days",
        balance("OPBD", "9.00", "2026-01-17") + balance("OPBD", "5.00", "2026-01-16")
            + balance("CLBD", "15.00", "2026-01-17") + balance("CLBD", "9.00", "2026-01-16"),
        500,
        1500);
}

void StatementsKindsTest::balancesFrameTheStatement()
{
    QFETCH(QString, balances);
    QFETCH(int, opening);
    QFETCH(int, closing);
    const auto reading = readText(euroStatement(balances.toStdString() + entryWith({})));
    QVERIFY2(reading, codeOf(reading).c_str());
    const Statement& statement = reading->at(0).statement;
    QCOMPARE(statement.openingMinor.value_or(-1), opening);
    QCOMPARE(statement.closingMinor.value_or(-1), closing);
    QCOMPARE(statement.ties.has_value(), opening >= 0 && closing >= 0);
    QVERIFY(statement.ties.value_or(true));
}

void StatementsKindsTest::balanceInAnotherCurrencyNeverTies()
{
    std::string closing = balance("CLBD", "10.00");
    closing.replace(closing.find("EUR"), 3, "SEK");
    const auto foreign = readText(euroStatement(balance("OPBD", "0.00") + closing + entryWith({})));
    QVERIFY2(foreign, codeOf(foreign).c_str());
    QVERIFY(foreign->at(0).statement.ties == false);
    QVERIFY(foreign->at(0).statement.closingCurrency == "SEK");
    QVERIFY(hasWarning(foreign->at(0).statement, "statement.balance_in_other_currency"));
    const auto both = readText(euroStatement(
        balance("OPBD", "0.00") + balance("CLBD", "10.00") + closing + entryWith({})));
    QVERIFY(both->at(0).statement.ties == true);
}

void StatementsKindsTest::onlyBookedEntriesCount()
{
    const auto entry = [](const std::string& status) {
        return "<Ntry><Amt Ccy=\"EUR\">10.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>" + status + "</Ntry>";
    };
    const auto reading = readText(euroStatement(
        balance("OPBD", "0.00") + balance("CLBD", "30.00") + entry("<Sts>BOOK</Sts>")
        + entry("<Sts>\n <Cd>BOOK</Cd>\n</Sts>") + entry("<Sts>PDNG</Sts>")
        + entry("<Sts><Cd>FUTR</Cd></Sts>") + entry("<Sts><Cd>INFO</Cd></Sts>")
        + entry("<Sts><Prtry>BOOK</Prtry></Sts>") + entry({})));
    QVERIFY2(reading, codeOf(reading).c_str());
    const auto& entries = reading->at(0).entries;
    const EntryStatus expected[] = {
        EntryStatus::Booked,
        EntryStatus::Booked,
        EntryStatus::Pending,
        EntryStatus::Pending,
        EntryStatus::Info,
        EntryStatus::Info,
        EntryStatus::Booked};
    QCOMPARE(entries.size(), std::size(expected));
    for (std::size_t index = 0; index < entries.size(); ++index)
        QVERIFY2(entries[index].status == expected[index], std::to_string(index).c_str());
    const Statement& statement = reading->at(0).statement;
    QCOMPARE(statement.creditsMinor, 3000);
    QCOMPARE(statement.entryCount, 7);
    QVERIFY(statement.ties == true);
    QVERIFY(hasWarning(statement, "statement.status_missing"));
    QVERIFY(hasWarning(statement, "statement.status_unknown"));
}

void StatementsKindsTest::datesAreTheBanksOwn_data()
{
    QTest::addColumn<QString>("inside");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<bool>("isAdjusted");
    QTest::newRow("day") << "<Dt>2026-01-16</Dt>"
                         << "2026-01-16" << false;
    QTest::newRow("time") << "<DtTm>2026-01-16T23:30:00.000-05:00</DtTm>"
                          << "2026-01-16" << false;
    QTest::newRow("nanoseconds") << "<DtTm>2025-07-23T00:00:00.000000000</DtTm>"
                                 << "2025-07-23" << false;
    QTest::newRow("day with zone") << "<Dt>2026-01-16+02:00</Dt>"
                                   << "2026-01-16" << false;
    QTest::newRow("time in the day") << "<Dt>2026-01-16T00:00:00Z</Dt>"
                                     << "2026-01-16" << false;
    QTest::newRow("nothing") << ""
                             << "" << false;
    QTest::newRow("empty") << "<Dt/>"
                           << "" << false;
    QTest::newRow("30 February") << "<Dt>2026-02-30</Dt>"
                                 << "2026-02-28" << true;
    QTest::newRow("29 February of a common year") << "<Dt>2025-02-29</Dt>"
                                                  << "2025-02-28" << true;
    QTest::newRow("29 February of a leap year") << "<Dt>2028-02-29</Dt>"
                                                << "2028-02-29" << false;
}

void StatementsKindsTest::datesAreTheBanksOwn()
{
    QFETCH(QString, inside);
    QFETCH(QString, expected);
    QFETCH(bool, isAdjusted);
    const auto reading =
        readText(euroStatement(entryWith("<ValDt>" + inside.toStdString() + "</ValDt>")));
    QVERIFY2(reading, codeOf(reading).c_str());
    QCOMPARE(QString::fromStdString(reading->at(0).entries.at(0).valueDate), expected);
    QVERIFY(reading->at(0).entries[0].bookingDate.empty());
    QCOMPARE(hasWarning(reading->at(0).statement, "statement.date_adjusted"), isAdjusted);
}

void StatementsKindsTest::detailAmountIsInTheEntrysCurrencyOrUnknown()
{
    const std::string foreign = "<TxDtls><Amt Ccy=\"USD\">11.00</Amt></TxDtls>";
    const std::string both = "<TxDtls><AmtDtls><InstdAmt><Amt Ccy=\"USD\">11.00</Amt></InstdAmt>"
                             "<TxAmt><Amt Ccy=\"EUR\">4.00</Amt></TxAmt></AmtDtls></TxDtls>";
    const std::string bare = "<TxDtls/>";
    const auto details = [](const std::string& inside) {
        const auto reading =
            readText(euroStatement(entryWith("<NtryDtls>" + inside + "</NtryDtls>")));
        return reading ? reading->at(0).entries.at(0).details : std::vector<StatementDetail>{};
    };
    const auto two = details(foreign + both);
    QCOMPARE(two.size(), std::size_t{2});
    QVERIFY(!two[0].amountMinor);
    QCOMPARE(two[0].instructed->amountMinor, 1100);
    QCOMPARE(two[1].amountMinor.value(), 400);
    QVERIFY(two[1].instructed->currency == "USD");
    QVERIFY(!details(bare + bare)[0].amountMinor);
    QCOMPARE(details(bare)[0].amountMinor.value(), 1000);
    // One transaction described out of a batch of two is not the whole entry.
    QVERIFY(!details("<Btch><NbOfTxs>2</NbOfTxs></Btch>" + bare)[0].amountMinor);
    QCOMPARE(
        details("<TxDtls><Amt Ccy=\"EUR\">3</Amt><CdtDbtInd>DBIT</CdtDbtInd></TxDtls>" + bare)[0]
            .amountMinor.value(),
        -300);
}

void StatementsKindsTest::referencesOfEveryKindAreKept()
{
    const auto reading = readText(
        euroStatement(entryWith("<NtryRef>N1</NtryRef><AcctSvcrRef>A1</"
                                "AcctSvcrRef><NtryDtls><TxDtls><Refs><MsgId>M1</MsgId>"
                                "<AcctSvcrRef>A2</AcctSvcrRef><InstrId>I1</InstrId><EndToEndId>E1</"
                                "EndToEndId><UETR>U1</UETR><TxId>T1</TxId>"
                                "<MndtId>000-00</MndtId><AcctOwnrTxId>O1</"
                                "AcctOwnrTxId><ClrSysRef>not provided</ClrSysRef></Refs></TxDtls>"
                                "</NtryDtls>")));
    QVERIFY2(reading, codeOf(reading).c_str());
    const StatementReferences expected = {
        {"entry", "N1"},
        {"account_servicer", "A1"},
        {"message_id", "M1"},
        {"instruction_id", "I1"},
        {"end_to_end_id", "E1"},
        {"uetr", "U1"},
        {"transaction_id", "T1"},
        {"customer", "O1"}};
    QVERIFY(reading->at(0).entries.at(0).references == expected);
}

void StatementsKindsTest::structuredRemittanceIsText()
{
    const auto reading = readText(euroStatement(
        entryWith("<NtryDtls><TxDtls><RmtInf><Ustrd>first</Ustrd><Ustrd>second\n     "
                  "line</Ustrd><Strd><CdtrRefInf><Tp>"
                  "<CdOrPrtry><Prtry>QRR</Prtry></CdOrPrtry></Tp><Ref>210000000003139471430009017</"
                  "Ref></CdtrRefInf>"
                  "<AddtlRmtInf>bill "
                  "7</AddtlRmtInf></Strd></RmtInf><AddtlTxInf>same</AddtlTxInf></TxDtls></NtryDtls>"
                  "<AddtlNtryInf>same</AddtlNtryInf>")));
    QVERIFY2(reading, codeOf(reading).c_str());
    const StatementEntry& entry = reading->at(0).entries.at(0);
    QVERIFY(entry.references.at("creditor_reference") == "210000000003139471430009017");
    QCOMPARE(
        QString::fromStdString(entry.text),
        QStringLiteral("first\nsecond line\n210000000003139471430009017\nbill 7\nsame"));
}

void StatementsKindsTest::counterpartyIsTheOtherAccount()
{
    const std::string ours = "NL69TEST0000000001";
    const auto party = [](const char* role, const std::string& name, const std::string& account) {
        const std::string tag(role);
        return "<" + tag + "><Pty><Nm>" + name + "</Nm></Pty></" + tag + "><" + tag
               + "Acct><Id><Othr><Id>" + account + "</Id></Othr></Id></" + tag + "Acct>";
    };
    const auto detail =
        [&](const std::string& parties, const char* direction, const char* reversal) {
            const auto reading = readText(euroStatement(
                "<Ntry><Amt Ccy=\"EUR\">1</Amt><CdtDbtInd>" + std::string(direction)
                + "</CdtDbtInd><RvslInd>" + reversal
                + "</RvslInd><Sts>BOOK</Sts><NtryDtls><TxDtls><RltdPties>" + parties
                + "</RltdPties></TxDtls></NtryDtls></Ntry>"));
            return reading->at(0).entries.at(0).details.at(0);
        };
    const std::string paid = party("Dbtr", "us", ours) + party("Cdtr", "them", "123-45");
    QVERIFY(detail(paid, "DBIT", "false").counterpartyName == "them");
    QVERIFY(detail(paid, "CRDT", "false").counterpartyAccount == "123-45");
    const std::string unknown = party("Dbtr", "payer", "1") + party("Cdtr", "payee", "2");
    QVERIFY(detail(unknown, "DBIT", "false").counterpartyName == "payee");
    QVERIFY(detail(unknown, "CRDT", "false").counterpartyName == "payer");
    QVERIFY(detail(unknown, "CRDT", "true").counterpartyName == "payee");
}

void StatementsKindsTest::firstEditionIsRead()
{
    const auto reading = readText("<Document "
                                  "xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.01\"><"
                                  "BkToCstmrStmtV01><Stmt><Id>S</Id><Acct>"
                                  "<Id><PrtryAcct><Id>77</Id></PrtryAcct></Id></"
                                  "Acct><Bal><Tp><Cd>OPBD</Cd></Tp><Amt Ccy=\"GBP\">1</Amt>"
                                  "<CdtDbtInd>DBIT</CdtDbtInd></Bal><Ntry><Amt "
                                  "Ccy=\"GBP\">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>"
                                  "<TxDtls><Refs><EndToEndId>E</EndToEndId></Refs></TxDtls></"
                                  "Ntry></Stmt></BkToCstmrStmtV01></Document>");
    QVERIFY2(reading, codeOf(reading).c_str());
    const CollectedStatement& only = reading->at(0);
    QVERIFY(only.statement.account == "77");
    QVERIFY(only.statement.currency == "GBP");
    QCOMPARE(only.statement.openingMinor.value(), -100);
    QVERIFY(only.entries.at(0).references.at("end_to_end_id") == "E");
    QVERIFY(only.statement.warnings.empty());
}

void StatementsKindsTest::everyVersionOfEveryFamilyIsRead()
{
    struct Family
    {
        const char* name;
        const char* message;
        const char* container;
    };

    int read = 0;
    for (const Family& family :
         {Family{"camt.052", "BkToCstmrAcctRpt", "Rpt"},
          Family{"camt.053", "BkToCstmrStmt", "Stmt"},
          Family{"camt.054", "BkToCstmrDbtCdtNtfctn", "Ntfctn"}}) {
        for (int version = 1; version <= 14; ++version) {
            for (const std::string prefix : {"", "bank:"}) {
                const auto tag = [&prefix](const std::string& name) {
                    return prefix + name;
                };
                const std::string attribute =
                    prefix.empty() ? "xmlns" : "xmlns:" + prefix.substr(0, prefix.size() - 1);
                const std::string message =
                    tag(family.message) + (version == 1 ? std::string("V01") : std::string());
                const std::string digits = (version < 10 ? "0" : "") + std::to_string(version);
                std::string text = "<" + tag("Document") + " " + attribute
                                   + "=\"urn:iso:std:iso:20022:tech:xsd:" + family.name + ".001."
                                   + digits + "\"><" + message + "><" + tag(family.container) + ">";
                for (const std::string& element :
                     {std::string("Ntry"),
                      std::string("Amt Ccy=\"EUR\""),
                      std::string("/Amt"),
                      std::string("CdtDbtInd"),
                      std::string("/CdtDbtInd"),
                      std::string("/Ntry")}) {
                    const bool isEnd = element.front() == '/';
                    text += (isEnd ? "</" : "<") + tag(isEnd ? element.substr(1) : element) + ">";
                    if (element.starts_with("Amt"))
                        text += "7.50";
                    else if (element == "CdtDbtInd")
                        text += "DBIT";
                }
                text +=
                    "</" + tag(family.container) + "></" + message + "></" + tag("Document") + ">";
                const auto reading = readText(text);
                QVERIFY2(reading, (text + codeOf(reading)).c_str());
                const CollectedStatement& only = reading->at(0);
                QVERIFY(only.statement.format == family.name);
                QCOMPARE(only.entries.at(0).amountMinor, -750);
                QCOMPARE(hasWarning(only.statement, "statement.unknown_version"), version > 12);
                ++read;
            }
        }
    }
    QCOMPARE(read, 84);
}

void StatementsKindsTest::chosenFormatHolds()
{
    const std::string text = euroStatement(entryWith({}));
    const auto codeAs = [&text](const char* name) {
        StatementCollector collector;
        StatementReader reader(collector, {}, formatNamed(name));
        reader.feed(text);
        const auto refusal = reader.finish();
        return refusal ? refusal->code : std::string("(read)");
    };
    QVERIFY(formatNamed("camt.053").has_value());
    QVERIFY(!formatNamed("camt.055"));
    QCOMPARE(QString::fromStdString(codeAs("camt.053")), QStringLiteral("(read)"));
    QCOMPARE(
        QString::fromStdString(codeAs("camt.054")), QStringLiteral("statement.format_differs"));
}

void StatementsKindsTest::controlTotalsAreComparedNotTrusted()
{
    const auto summary = [](const char* count, const char* sum) {
        return "<TxsSummry><TtlNtries><NbOfNtries>" + std::string(count) + "</NbOfNtries><Sum>"
               + sum + "</Sum></TtlNtries></TxsSummry>";
    };
    const auto right =
        readText(euroStatement(summary("2", "20.0000") + entryWith({}) + entryWith({})));
    QVERIFY(right && right->at(0).statement.controlTotalsHold == true);
    const auto wrong = readText(euroStatement(summary("3", "-5") + entryWith({})));
    QVERIFY(wrong && wrong->at(0).statement.controlTotalsHold == false);
    QVERIFY(hasWarning(wrong->at(0).statement, "statement.control_totals_differ"));
    const auto none = readText(euroStatement(entryWith({})));
    QVERIFY(none && !none->at(0).statement.controlTotalsHold);
}

void StatementsKindsTest::severalStatementsKeepTheirOrder()
{
    std::string text = euroStatement(entryWith({}) + entryWith({}));
    const std::string second =
        "<Stmt><Id>T</Id><Acct><Id><IBAN>NL69TEST0000000002</IBAN></Id></Acct>" + entryWith({})
        + "</Stmt><Stmt><Id>U</Id></Stmt></BkToCstmrStmt>";
    text.replace(text.find("</BkToCstmrStmt>"), 16, second);
    const auto reading = readText(text);
    QVERIFY2(reading, codeOf(reading).c_str());
    QCOMPARE(reading->size(), std::size_t{3});
    const StatementEntry& third = reading->at(1).entries.at(0);
    QCOMPARE(third.ordinal, 3);
    QCOMPARE(third.position, 1);
    QCOMPARE(third.statementOrdinal, 2);
    QVERIFY(reading->at(1).statement.account == "NL69TEST0000000002");
    QVERIFY(reading->at(1).statement.currency == "EUR");
    QCOMPARE(reading->at(2).statement.entryCount, 0);
    QVERIFY(hasWarning(reading->at(2).statement, "statement.account_missing"));
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::StatementsKindsTest)

#include "statements_kinds_test.moc"
