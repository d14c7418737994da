// SPDX-License-Identifier: GPL-3.0-or-later
// Bank statements through the whole machine: onceover-core import of camt.053 files into a demo.
#include "test_places.h"
#include "tests/system/core_process.h"
#include "tests/system/statement_text.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace onceover;
using namespace onceover::camt;

class ImportTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theSameFileIsANoOp();
    void theSameStatementInAnotherFileIsANoOp();
    void aChangedReissueIsAConflict();
    void anIdentificationMayComeAgainNextYear();
    void equalLinesStay();
    void whatDoesNotTieIsStoredAndFlagged();
    void controlTotalsThatDifferRefuseTheFile();
    void severalStatementsAreStoredOrNone();
    void everyCaseOfTheCorpus_data();
    void everyCaseOfTheCorpus();
    void unreadableInputsAreRefusedByName();

private:
    CoreAnswer import(const QByteArray& bytes, const QString& name = QStringLiteral("bank.xml"));
    QByteArray account();
    QString cell(const char* sql) const;

    CoreProcess m_core;
    int m_accounts = 0;
};

void ImportTest::initTestCase()
{
    const CoreAnswer made = m_core.create({});
    QVERIFY2(made.exitCode == 0, made.described().constData());
}

CoreAnswer ImportTest::import(const QByteArray& bytes, const QString& name)
{
    return m_core.run({QStringLiteral("import"), m_core.write(name, bytes)});
}

// Each test's statements belong to an account of their own.
QByteArray ImportTest::account()
{
    return "TEST" + QByteArray::number(1'000'000 + ++m_accounts);
}

QString ImportTest::cell(const char* sql) const
{
    return m_core.rows(sql, {QStringLiteral("cell")}).value(0).value(0);
}

void ImportTest::theSameFileIsANoOp()
{
    const QByteArray bytes = fileOf(stated("A", account(), line("10.00", {}) + line("10.00", {})));
    const CoreAnswer first = import(bytes);
    QCOMPARE(first.exitCode, 0);
    QCOMPARE(first.text("outcome"), QStringLiteral("STORED"));
    QCOMPARE(first.number("records"), 2);
    const QString before = cell("select count(*)::text as cell from onceover.records");
    for (const char* name : {"bank.xml", "renamed.xml"}) {
        const CoreAnswer again = import(bytes, QLatin1String(name));
        QCOMPARE(again.exitCode, 0);
        QCOMPARE(again.text("outcome"), QStringLiteral("SAME_FILE"));
        QCOMPARE(again.text("import_id"), first.text("import_id"));
        QCOMPARE(again.number("records"), 0);
    }
    QCOMPARE(cell("select count(*)::text as cell from onceover.records"), before);
}

void ImportTest::theSameStatementInAnotherFileIsANoOp()
{
    const QByteArray statement = stated("B", account(), line("10.00", {}));
    const CoreAnswer first = import(fileOf(statement));
    const CoreAnswer again = import(fileOf(statement, "ANOTHER-MESSAGE"));
    QCOMPARE(again.exitCode, 0);
    QCOMPARE(again.text("outcome"), QStringLiteral("SAME_STATEMENTS"));
    QCOMPARE(again.text("import_id"), first.text("import_id"));
    QCOMPARE(again.number("records"), 0);
}

void ImportTest::aChangedReissueIsAConflict()
{
    const QByteArray iban = account();
    QCOMPARE(import(fileOf(stated("C", iban, line("10.00", {})))).exitCode, 0);
    const QString before = cell("select count(*)::text as cell from onceover.imports");
    const CoreAnswer changed =
        import(fileOf(stated("C", iban, line("10.01", {}))), QStringLiteral("changed.xml"));
    QCOMPARE(changed.exitCode, 65);
    QCOMPARE(changed.text("type"), QStringLiteral("refusal"));
    QCOMPARE(changed.text("code"), QStringLiteral("import.reissue_conflict"));
    QVERIFY(changed.text("file").endsWith(QStringLiteral("changed.xml")));
    QCOMPARE(changed.number("line"), 4);
    QCOMPARE(cell("select count(*)::text as cell from onceover.imports"), before);
}

void ImportTest::anIdentificationMayComeAgainNextYear()
{
    const QByteArray iban = account();
    QByteArray statement = stated("1", iban, line("10.00", {}));
    QCOMPARE(import(fileOf(statement)).exitCode, 0);
    statement.replace("2026-01-1", "2027-01-1");
    const CoreAnswer next = import(fileOf(statement));
    QCOMPARE(next.text("outcome"), QStringLiteral("STORED"));
    QCOMPARE(next.number("records"), 1);
}

// What overlaps is one line by the bank's own reference; what only looks the same stays.
void ImportTest::equalLinesStay()
{
    const QByteArray iban = account();
    const QByteArray x = "<AcctSvcrRef>X</AcctSvcrRef>";
    const QByteArray tax = "<AcctSvcrRef>TAX</AcctSvcrRef>";
    const QByteArray day = period("2026-01-16T00:00:00", "2026-01-17T00:00:00");
    const QByteArray two = period("2026-01-15T00:00:00", "2026-01-17T00:00:00");
    const auto records = [&](const char* id, const QByteArray& inside) {
        return import(fileOf(stated(id, iban, inside))).number("records");
    };
    QCOMPARE(records("D1", day + line("10.00", x) + line("10.00", tax) + line("10.00", tax)), 3);
    QCOMPARE(
        records("D2", two + line("10.00", x) + line("12.00", "<AcctSvcrRef>Y</AcctSvcrRef>")), 1);
    // Hourly files of one day that do not overlap, each with a line that looks the same.
    const QByteArray fee = line("0.10", "<AcctSvcrRef>FEE</AcctSvcrRef>");
    QCOMPARE(records("H1", period("2026-01-16T09:00:00", "2026-01-16T10:00:00") + fee), 1);
    QCOMPARE(records("H2", period("2026-01-16T10:00:00", "2026-01-16T11:00:00") + fee), 1);
}

void ImportTest::whatDoesNotTieIsStoredAndFlagged()
{
    const auto balance = [](const char* code, const char* amount) {
        return QByteArray("<Bal><Tp><CdOrPrtry><Cd>") + code
               + "</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">" + amount
               + "</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-16</Dt></Dt></Bal>";
    };
    const QByteArray iban = account();
    const QByteArray day = period("2026-01-16T00:00:00", "2026-01-17T00:00:00");
    const QByteArray closed = day + balance("OPBD", "100.00") + line("10.00", {});
    QCOMPARE(import(fileOf(stated("T1", iban, closed + balance("CLBD", "90.00")))).exitCode, 0);
    QCOMPARE(
        import(fileOf(stated("T2", account(), closed + balance("CLBD", "91.00")))).exitCode, 0);
    const auto coverage = m_core.rows(
        "select statement_id, ties::text, is_complete::text, from_date::text, to_date::text "
        "from onceover.import_statements where statement_id in ('T1', 'T2') order by 1",
        {QStringLiteral("statement_id"),
         QStringLiteral("ties"),
         QStringLiteral("is_complete"),
         QStringLiteral("from_date"),
         QStringLiteral("to_date")});
    QCOMPARE(coverage.value(0).join(u' '), QStringLiteral("T1 true true 2026-01-16 2026-01-17"));
    QCOMPARE(coverage.value(1).join(u' '), QStringLiteral("T2 false false 2026-01-16 2026-01-17"));
}

void ImportTest::controlTotalsThatDifferRefuseTheFile()
{
    const QByteArray iban = account();
    const auto summed = [&](const char* id, const char* count) {
        return stated(
            id,
            iban,
            QByteArray("<TxsSummry><TtlNtries><NbOfNtries>") + count
                + "</NbOfNtries></TtlNtries></TxsSummry>" + line("10.00", {}));
    };
    const QString before = cell("select count(*)::text as cell from onceover.imports");
    const CoreAnswer cut = import(fileOf(summed("K1", "1") + summed("K2", "2")));
    QCOMPARE(cut.exitCode, 65);
    QCOMPARE(cut.text("code"), QStringLiteral("import.control_totals"));
    QVERIFY(cut.number("line") > 0);
    QCOMPARE(cell("select count(*)::text as cell from onceover.imports"), before);
    QCOMPARE(import(fileOf(summed("K1", "1"))).exitCode, 0);
}

void ImportTest::severalStatementsAreStoredOrNone()
{
    const QByteArray first = account();
    const QByteArray second = account();
    const CoreAnswer both = import(
        fileOf(stated("S1", first, line("10.00", {})) + stated("S2", second, line("11.00", {}))));
    QCOMPARE(both.number("statements"), 2);
    QCOMPARE(both.number("records"), 2);
    const QString before = cell("select count(*)::text as cell from onceover.import_statements");
    const CoreAnswer half = import(
        fileOf(stated("S3", first, line("12.00", {})) + stated("S2", second, line("11.01", {}))));
    QCOMPARE(half.exitCode, 65);
    QCOMPARE(cell("select count(*)::text as cell from onceover.import_statements"), before);
    // One statement that is known and one that is new: the new one alone is stored.
    const CoreAnswer mixed = import(
        fileOf(stated("S3", first, line("12.00", {})) + stated("S2", second, line("11.00", {}))));
    QCOMPARE(mixed.text("outcome"), QStringLiteral("STORED"));
    QCOMPARE(mixed.number("records"), 1);
}

void ImportTest::everyCaseOfTheCorpus_data()
{
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<int>("records");
    QTest::addColumn<QString>("code");
    const auto stored = [](const char* name, int records) {
        QTest::newRow(name) << 0 << records << QString();
    };
    const auto refused = [](const char* name, const char* code) {
        QTest::newRow(name) << 65 << -1 << QString(QLatin1String(code));
    };
    stored("19-camt053-batch-entry-with-several-txdtls/input.xml", 2);
    // The payment's own 1500.00 and the charges of 26.00.
    stored("20-camt053-details-do-not-add-up-charges/input.xml", 2);
    stored("21-camt053-reversal-indicator-sign/input-standard.xml", 2);
    stored("21-camt053-reversal-indicator-sign/input-inverted.xml", 1);
    stored("22-camt052-pending-then-booked/input-1-pending.xml", 1);
    stored("22-camt052-pending-then-booked/input-2-booked.xml", 2);
    stored("23-camt052-and-054-roots-give-zero-rows/input-052.xml", 1);
    stored("23-camt052-and-054-roots-give-zero-rows/input-054.xml", 1);
    stored("25-camt-missing-CreDtTm-in-statement/input.xml", 1);
    stored("26-camt-namespace-variants/input-future.xml", 1);
    stored("26-camt-namespace-variants/input-none.xml", 1);
    stored("26-camt-namespace-variants/input-prefix.xml", 1);
    stored("26-camt-namespace-variants/input-six.xml", 1);
    stored("26-camt-namespace-variants/input-typo.xml", 1);
    stored("27-camt-notprovided-is-not-an-identifier/input.xml", 3);
    refused("29-camt-xxe/input.xml", "statement.doctype");
    refused("29-camt-xxe/input-param.xml", "statement.doctype");
    refused("30-camt-entity-bomb-depth-and-size/bomb.xml", "statement.doctype");
    refused("30-camt-entity-bomb-depth-and-size/deep.xml", "statement.depth");
    refused("30-camt-entity-bomb-depth-and-size/nul.xml", "statement.not_well_formed");
    stored("31-camt053-plus-054-counted-twice/input-053.xml", 1);
    stored("31-camt053-plus-054-counted-twice/input-054.xml", 2);
    refused("33-camt-zero-and-three-decimal-currencies/input.xml", "statement.amount");
    stored("63-wrong-file-type-and-empty-statement/empty.xml", 0);
    stored("63-wrong-file-type-and-empty-statement/near.sta", 1);
    stored("01-mt940-entry-date-previous-year/input.sta", 1);
    stored("03-mt940-reversal-marks-RC-RD/input.sta", 5);
    stored("10-mt940-closing-balance-debit-and-later-date/input.sta", 2);
    stored("11-mt940-pages-60M-62M-one-statement/input.sta", 3);
    stored("15-mt942-13D-utc-offset-and-34F/input.sta", 2);
    stored("17-mt940-concatenated-with-SUB-char/input.sta", 0);
    stored("61-bai2-slash-continuation-and-empty-fields/input.bai", 3);
    refused("63-wrong-file-type-and-empty-statement/notbank.xml", "statement.unsupported_format");
    refused("63-wrong-file-type-and-empty-statement/zero.csv", "statement.profile_unknown");
}

void ImportTest::everyCaseOfTheCorpus()
{
    QFETCH(int, exitCode);
    QFETCH(int, records);
    QFETCH(QString, code);
    QFile file(
        QStringLiteral(ONCEOVER_SOURCE_DIR "/tests/cases/")
        + QLatin1String(QTest::currentDataTag()));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray bytes = file.readAll();
    // The cases share one account: each gets its own, or they would overlap.
    for (const char* mark : {"IBAN>", ":25:"}) {
        const auto from = bytes.indexOf(mark) + QByteArray(mark).size();
        const auto end = bytes.indexOf(*mark == ':' ? '\n' : '<', from);
        if (exitCode == 0 && bytes.contains(mark))
            bytes.replace(bytes.mid(from, end - from).trimmed(), account());
    }
    const CoreAnswer answer = import(bytes);
    QVERIFY2(answer.exitCode == exitCode, answer.described().constData());
    QCOMPARE(answer.number("records"), records);
    QCOMPARE(answer.text("code"), code);
}

void ImportTest::unreadableInputsAreRefusedByName()
{
    const QString good = m_core.write(QStringLiteral("good.xml"), fileOf({}));
    const QString link = m_core.path(QStringLiteral("link.xml"));
    const QString pipe = m_core.path(QStringLiteral("pipe.xml"));
    QVERIFY(QFile::link(good, link));
    QCOMPARE(::mkfifo(pipe.toLocal8Bit().constData(), 0600), 0);
    const QString folder = m_core.path(QStringLiteral("folder"));
    QVERIFY(QDir().mkdir(folder));
    const QString huge = m_core.write(
        QStringLiteral("huge.xml"),
        fileOf(stated(
            "L",
            account(),
            line("1.00", "<AddtlNtryInf>" + QByteArray(300'000, 'x') + "</AddtlNtryInf>"))));

    const struct
    {
        QString path;
        const char* code;
        int exitCode;
    } rows[] = {
        {m_core.path(QStringLiteral("nothing.xml")), "statement.file_missing", 66},
        {link, "statement.symbolic_link", 66},
        {pipe, "statement.not_a_regular_file", 66},
        {folder, "statement.not_a_regular_file", 66},
        {QStringLiteral("/dev/zero"), "statement.not_a_regular_file", 66},
        {m_core.write(QStringLiteral("empty.xml"), {}), "statement.", 65},
        {huge, "statement.", 65},
    };

    for (const auto& row : rows) {
        for (const char* command : {"import", "statement"}) {
            const QStringList words{QLatin1String(command), row.path};
            const CoreAnswer answer =
                *command == 'i' ? m_core.run(words) : CoreProcess::runAlone(words);
            QVERIFY2(answer.exitCode == row.exitCode, answer.described().constData());
            QCOMPARE(answer.text("type"), QStringLiteral("refusal"));
            QVERIFY2(
                answer.text("code").startsWith(QLatin1String(row.code)),
                answer.described().constData());
            QVERIFY(answer.last().contains(QStringLiteral("line")));
            QVERIFY(!answer.text("message").isEmpty());
            QCOMPARE(answer.text("file"), row.path);
        }
    }
}

QTEST_GUILESS_MAIN(ImportTest)

#include "import_test.moc"
