// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/statement_json.h"
#include "backend/statements/statement_printer.h"
#include "test_places.h"
#include "tests/unit/statements_reading.h"

#include <QtTest>

#include <fstream>
#include <sstream>

namespace onceover {

// pain.002: what a bank says of orders, which is no money.
class StatementsStatusTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void realFilesGiveTheirManifestValues_data();
    void realFilesGiveTheirManifestValues();
    void acceptedGroupMayHoldRejectedTransactions();
    void everyLevelKeepsItsReasons();
    void statusesArePrintedAndAreNoEntries();
    void emptyReportsAreRefused();

private:
    using Statuses = tl::expected<std::vector<PaymentStatus>, Refusal>;

    static Statuses statusesOf(const std::string& text)
    {
        StatementCollector collector;
        StatementReader reader(collector);
        reader.feed(text);
        if (auto refusal = reader.finish())
            return tl::unexpected<Refusal>(*refusal);
        if (!collector.statements().empty())
            return tl::unexpected<Refusal>(Refusal{1, "statements", {}, {}});
        return collector.statuses();
    }

    static std::string report(const std::string& inside)
    {
        return "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:pain.002.001.10\"><CstmrPmtStsRpt>"
               "<GrpHdr><MsgId>R</MsgId><CreDtTm>2026-01-17T08:00:00</CreDtTm></GrpHdr>"
               + inside + "</CstmrPmtStsRpt></Document>";
    }
};

void StatementsStatusTest::realFilesGiveTheirManifestValues_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("expected");
    const QString chosen = qEnvironmentVariable("ONCEOVER_CORPUS");
    const QString corpus =
        chosen.isEmpty() ? QStringLiteral(ONCEOVER_SOURCE_DIR "/../shared/corpus") : chosen;
    QFile manifest(corpus + "/MANIFEST.tsv");
    if (!manifest.open(QIODevice::ReadOnly)) {
        QTest::newRow("absent") << QString() << QString();
        return;
    }
    for (const QByteArray& line : manifest.readAll().split('\n')) {
        const auto columns = QString::fromUtf8(line).split('\t');
        if (columns.size() > 7 && columns[1] == QLatin1String("pain002"))
            QTest::newRow(qPrintable(columns[0])) << corpus + '/' + columns[0] << columns[6];
    }
}

void StatementsStatusTest::realFilesGiveTheirManifestValues()
{
    QFETCH(QString, path);
    QFETCH(QString, expected);
    if (path.isEmpty())
        QSKIP("the corpus of real statement files is not here (set ONCEOVER_CORPUS)");
    std::ifstream file(path.toStdString(), std::ios::binary);
    const auto read = statusesOf({std::istreambuf_iterator<char>(file), {}});
    QVERIFY2(read, read ? "" : read.error().code.c_str());
    QStringList levels[3];
    QStringList reasons;
    QStringList references;
    for (const PaymentStatus& each : *read) {
        if (!each.status.empty())
            levels[static_cast<int>(each.level)] += QString::fromStdString(each.status);
        for (const StatusReason& reason : each.reasons)
            reasons += QString::fromStdString(reason.code);
        const auto reference = each.references.find(kEndToEndId);
        if (reference != each.references.end())
            references += QString::fromStdString(reference->second);
    }
    // "GrpSts=['ACTC'] PmtInfSts=[] …"; the manifest's empty reasons are where the code stands
    // deeper.
    const auto wanted = [&expected](const QString& name) {
        const QString list = expected.section(name + "=[", 1).section(']', 0, 0);
        QStringList values;
        for (const QString& each : list.split(','))
            values += each.trimmed().remove('\'');
        values.removeAll(QString());
        return values;
    };
    QCOMPARE(levels[0], wanted(QStringLiteral("GrpSts")));
    QCOMPARE(levels[1], wanted(QStringLiteral("PmtInfSts")));
    QCOMPARE(levels[2], wanted(QStringLiteral("TxSts")));
    QCOMPARE(reasons, wanted(QStringLiteral("reasons")));
    QCOMPARE(references, wanted(QStringLiteral("refs")));
}

void StatementsStatusTest::acceptedGroupMayHoldRejectedTransactions()
{
    const auto read = statusesOf(report(
        "<OrgnlGrpInfAndSts><OrgnlMsgId>M1</OrgnlMsgId><GrpSts>ACTC</GrpSts></OrgnlGrpInfAndSts>"
        "<OrgnlPmtInfAndSts><OrgnlPmtInfId>P1</OrgnlPmtInfId><PmtInfSts>PART</PmtInfSts>"
        "<TxInfAndSts><OrgnlInstrId>I1</OrgnlInstrId><OrgnlEndToEndId>E1</OrgnlEndToEndId>"
        "<OrgnlUETR>U1</OrgnlUETR><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AC01</Cd></Rsn>"
        "<AddtlInf>no such account</AddtlInf></StsRsnInf><OrgnlTxRef><Amt><InstdAmt "
        "Ccy=\"EUR\">12.50"
        "</InstdAmt></Amt></OrgnlTxRef></TxInfAndSts><TxInfAndSts><OrgnlEndToEndId>NOTPROVIDED"
        "</OrgnlEndToEndId><TxSts>ACSC</TxSts></TxInfAndSts></OrgnlPmtInfAndSts>"));
    QVERIFY(read);
    QCOMPARE(read->size(), std::size_t{4});
    QVERIFY(read->at(0).level == StatusLevel::Group && read->at(0).status == "ACTC");
    QVERIFY(read->at(1).level == StatusLevel::Payment && read->at(1).status == "PART");
    const PaymentStatus& rejected = read->at(2);
    QVERIFY(rejected.level == StatusLevel::Transaction && rejected.status == "RJCT");
    QVERIFY(rejected.originalMessageId == "M1");
    QVERIFY(rejected.originalPaymentInformationId == "P1");
    QVERIFY(rejected.references.at("end_to_end_id") == "E1");
    QVERIFY(rejected.references.at("uetr") == "U1");
    QVERIFY(rejected.reasons.at(0).code == "AC01");
    QCOMPARE(rejected.instructed->amountMinor, 1250);
    QVERIFY(read->at(3).references.empty());
    QVERIFY(read->at(3).createdAt == "2026-01-17T08:00:00");
}

void StatementsStatusTest::everyLevelKeepsItsReasons()
{
    const std::string reason =
        "<StsRsnInf><Rsn><Prtry>OWN</Prtry></Rsn><AddtlInf>a</AddtlInf><AddtlInf>b"
        "</AddtlInf></StsRsnInf>";
    const auto read = statusesOf(report(
        "<OrgnlGrpInfAndSts><OrgnlMsgId>M1</OrgnlMsgId>" + reason
        + "</OrgnlGrpInfAndSts>"
          "<OrgnlPmtInfAndSts><OrgnlPmtInfId>P1</OrgnlPmtInfId>"
        + reason + reason + "</OrgnlPmtInfAndSts>"));
    QVERIFY(read);
    QCOMPARE(read->size(), std::size_t{2});
    QVERIFY(read->at(0).status.empty());
    QVERIFY(read->at(0).reasons.at(0).code == "OWN");
    QVERIFY(read->at(0).reasons.at(0).text == "a\nb");
    QCOMPARE(read->at(1).reasons.size(), std::size_t{2});
}

void StatementsStatusTest::statusesArePrintedAndAreNoEntries()
{
    QTemporaryDir folder;
    const std::string path = folder.filePath("status.xml").toStdString();
    std::ofstream(path) << report(
        "<OrgnlGrpInfAndSts><OrgnlMsgId>M1</OrgnlMsgId><GrpSts>RJCT</GrpSts></OrgnlGrpInfAndSts>");
    std::ostringstream out;
    std::ostringstream err;
    QCOMPARE(printStatement(path, true, out, err), kStatementRead);
    const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(out.str())).object();
    QCOMPARE(json["type"].toString(), QStringLiteral("status"));
    QCOMPARE(json["level"].toString(), QStringLiteral("GROUP"));
    QCOMPARE(json["status"].toString(), QStringLiteral("RJCT"));
    std::ostringstream text;
    QCOMPARE(printStatement(path, false, text, err), kStatementRead);
    QVERIFY(text.str().find("GROUP RJCT") != std::string::npos);
}

void StatementsStatusTest::emptyReportsAreRefused()
{
    const auto empty = statusesOf(report(""));
    QVERIFY(!empty && empty.error().code == "statement.no_container");
    const auto first = statusesOf(
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:pain.002.001.02\"><pain.002.001.02>"
        "<OrgnlGrpInfAndSts><OrgnlMsgId>M</OrgnlMsgId><GrpSts>PART</GrpSts></"
        "OrgnlGrpInfAndSts><TxInfAndSts>"
        "<OrgnlEndToEndId>E</OrgnlEndToEndId><TxSts>RJCT</TxSts></TxInfAndSts></pain.002.001.02></"
        "Document>");
    QVERIFY(first);
    QCOMPARE(first->size(), std::size_t{2});
    QVERIFY(first->at(1).references.at("end_to_end_id") == "E");
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::StatementsStatusTest)

#include "statements_status_test.moc"
