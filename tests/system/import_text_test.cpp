// SPDX-License-Identifier: GPL-3.0-or-later
// MT940, MT942 and BAI2 through onceover-core import: files that overlap, figures that do not hold,
// and what they cover.
#include "tests/system/core_process.h"

#include <QTest>

#include <cstdlib>

using namespace onceover;

class ImportTextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void overlappingFilesShareTheirRun();
    void numberedStatementsShareNothing();
    void figuresThatDoNotHoldRefuseTheFile_data();
    void figuresThatDoNotHoldRefuseTheFile();
    void whatAFileCoversIsKept();
    void missingNumbersAreGaps();

private:
    CoreAnswer import(const QByteArray& bytes);
    QByteArray account();
    static QByteArray daysOf(
        const QByteArray& id,
        const QByteArray& iban,
        const QByteArray& number,
        const QByteArray& opening,
        const QByteArray& lines);
    QString cell(const QByteArray& sql) const;

    CoreProcess m_core;
    int m_accounts = 0;
};

void ImportTextTest::initTestCase()
{
    const CoreAnswer made = m_core.create({});
    QVERIFY2(made.exitCode == 0, made.described().constData());
}

CoreAnswer ImportTextTest::import(const QByteArray& bytes)
{
    return m_core.run({QStringLiteral("import"), m_core.write(QStringLiteral("bank.sta"), bytes)});
}

// Each test's statements belong to an account of their own.
QByteArray ImportTextTest::account()
{
    return "TEST" + QByteArray::number(1'000'000 + ++m_accounts);
}

// An MT940 of lines such as "12 -10|", behind a balance such as "11 100".
QByteArray ImportTextTest::daysOf(
    const QByteArray& id,
    const QByteArray& iban,
    const QByteArray& number,
    const QByteArray& opening,
    const QByteArray& lines)
{
    const auto day = [](const QByteArray& text) {
        return "2601" + text.left(2);
    };
    int sum = opening.mid(3).toInt();
    QByteArray last = opening;
    QByteArray text = ":20:" + id + "\n:25:" + iban + "\n:28C:" + number + "\n:60F:C" + day(opening)
                      + "EUR" + opening.mid(3) + ",\n";
    for (const QByteArray& line : lines.split('|')) {
        if (line.isEmpty())
            continue;
        const int amount = line.mid(3).toInt();
        sum += amount;
        last = line;
        text += ":61:" + day(line) + "01" + line.left(2) + (amount < 0 ? "D" : "C")
                + QByteArray::number(std::abs(amount)) + ",NTRFNONREF\n:86:words\n";
    }
    return text + ":62F:C" + day(last) + "EUR" + QByteArray::number(sum) + ",\n-\n";
}

QString ImportTextTest::cell(const QByteArray& sql) const
{
    return m_core.rows(sql.constData(), {QStringLiteral("cell")}).value(0).value(0);
}

// A bank that numbers nothing and gives no references: files of days that were asked for.
void ImportTextTest::overlappingFilesShareTheirRun()
{
    const QByteArray iban = account();
    const auto records = [&](const char* id, const QByteArray& from, const QByteArray& lines) {
        const CoreAnswer answer = import(daysOf(id, iban, "0", from, lines));
        return answer.exitCode == 0 ? answer.number("records") : -answer.exitCode;
    };
    const QByteArray twelfth = "12 -10|12 -10|12 +5|";
    const QByteArray thirteenth = "13 -10|13 -10|";
    const QByteArray fourteenth = "14 -10|";
    QCOMPARE(records("A", "11 100", twelfth + thirteenth), 5);
    QCOMPARE(records("B", "12 85", thirteenth + fourteenth), 1);
    // All of it once more, and a day that had not ended when it was asked for.
    QCOMPARE(records("C", "11 100", twelfth + thirteenth + fourteenth + "14 -10|15 -10|"), 2);
    // The same lines on a day that began with another balance.
    QCOMPARE(records("D", "15 45", "16 -10|16 -10|"), 2);
    // The bank tells a day that was covered otherwise than before.
    const QByteArray other = twelfth + "13 -10|13 -11|" + fourteenth;
    const CoreAnswer changed = import(daysOf("E", iban, "0", "11 100", other));
    QCOMPARE(changed.exitCode, 65);
    QCOMPARE(changed.text("code"), QStringLiteral("import.overlap_conflict"));
    const QByteArray kept =
        "select count(*)::text as cell from onceover.records where owner_name = '" + iban
        + "' and external_id like 'place:%'";
    QCOMPARE(cell(kept), QStringLiteral("10"));
}

void ImportTextTest::numberedStatementsShareNothing()
{
    const QByteArray iban = account();
    // Two statements of one day that open with the same balance and the same line.
    QCOMPARE(import(daysOf("N", iban, "7", "11 100", "12 -10|12 +10|")).number("records"), 2);
    QCOMPARE(import(daysOf("N", iban, "8", "11 100", "12 -10|")).number("records"), 1);
}

void ImportTextTest::figuresThatDoNotHoldRefuseTheFile_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("line");
    const QByteArray report =
        ":20:R\n:25:%1\n:28C:1\n:34F:EUR0,\n:61:2601160116D5,NTRFX\n:90D:1EUR5,\n-\n";
    const QByteArray bai =
        "01,B,U,260116,0800,1,,,2/\n02,U,B,1,260116,,EUR,2/\n03,%1,EUR,010,100,,/\n"
        "16,495,50,0,X,Y,words/\n49,150,3/\n98,150,1,5/\n99,150,1,7/\n";
    const auto row = [](const char* name, const QByteArray& file, const char* code, int line) {
        QTest::newRow(name) << file << QString(QLatin1String(code)) << line;
    };
    const char* control = "import.control_totals";
    row("report", report, "", 0);
    row("count of a report", QByteArray(report).replace("1EUR5", "2EUR5"), control, 6);
    row("sum of a report", QByteArray(report).replace("1EUR5", "1EUR6"), control, 6);
    row("BAI2", bai, "", 0);
    row("account's total", QByteArray(bai).replace("49,150", "49,151"), control, 5);
    row("group's records", QByteArray(bai).replace("150,1,5", "150,1,6"), control, 6);
    row("file's groups", QByteArray(bai).replace("150,1,7", "150,2,7"), control, 7);
    row("no trailer", bai.left(bai.indexOf("99,")), control, 6);
    row("cut in the middle", bai.left(bai.indexOf("49,")), control, 4);
    const auto group = [&bai](const char* status) {
        return QByteArray(bai).replace("02,U,B,1,", QByteArray("02,U,B,") + status + ",");
    };
    row("deletion", group("2"), "import.correction", 3);
    row("correction", group("3"), "import.correction", 3);
    row("test", group("4"), "", 0);
    row("no currency",
        ":20:R\n:25:%1\n:28C:1\n:61:2601160116D5,NTRFX\n:62F:C260116EUR5,\n-\n",
        "import.no_currency",
        4);
    row("no account",
        ":20:R\n:28C:1\n:60F:C260116EUR10,\n:61:2601160116D5,NTRFX\n:62F:C260116EUR5,\n-\n",
        "import.no_account",
        1);
}

void ImportTextTest::figuresThatDoNotHoldRefuseTheFile()
{
    QFETCH(QByteArray, file);
    QFETCH(QString, code);
    QFETCH(int, line);
    const QString before = cell("select count(*)::text as cell from onceover.imports");
    const CoreAnswer answer = import(file.replace("%1", account()));
    QVERIFY2(answer.text("code") == code, answer.described().constData());
    QCOMPARE(answer.exitCode, code.isEmpty() ? 0 : 65);
    if (code.isEmpty())
        return;
    QVERIFY2(answer.number("line") == line, answer.described().constData());
    QCOMPARE(cell("select count(*)::text as cell from onceover.imports"), before);
}

void ImportTextTest::whatAFileCoversIsKept()
{
    const auto coverage = [this](const QByteArray& iban) {
        return cell(
            "select concat_ws(' ', from_date, to_date, ties::text, is_complete::text) as cell "
            "from onceover.import_statements where account = '"
            + iban + "'");
    };
    const QByteArray whole = account();
    QCOMPARE(import(daysOf("W", whole, "1", "11 100", "12 -10|13 -10|")).exitCode, 0);
    QCOMPARE(coverage(whole), QStringLiteral("2026-01-11 2026-01-13 true true"));
    const QByteArray other = account();
    const QByteArray untied = daysOf("W", other, "1", "11 100", "12 -10|").replace("R90,", "R91,");
    QCOMPARE(import(untied).exitCode, 0);
    QCOMPARE(coverage(other), QStringLiteral("2026-01-11 2026-01-12 false false"));
    // The page with the closing balance is not here.
    const QByteArray paged = account();
    const QByteArray first = daysOf("W", paged, "1", "11 100", "12 -10|").replace(":62F:", ":62M:");
    QCOMPARE(import(first).exitCode, 0);
    QCOMPARE(coverage(paged), QStringLiteral("2026-01-11 2026-01-12 true false"));
    // Within the day nothing is complete.
    const QByteArray interim = account();
    QCOMPARE(
        import(
            ":20:R\n:25:" + interim
            + "\n:28C:1\n:34F:EUR0,\n:13D:2601161200+0100\n:61:2601160116D5,NTRFX\n-\n")
            .exitCode,
        0);
    QVERIFY(coverage(interim).endsWith(QStringLiteral("false")));
}

void ImportTextTest::missingNumbersAreGaps()
{
    const QByteArray iban = account();
    for (const char* number : {"3", "4", "7"})
        QCOMPARE(
            import(daysOf("G", iban, number, QByteArray("11 1") + number + "0", "12 -10|"))
                .exitCode,
            0);
    QCOMPARE(
        cell(
            "select string_agg(first_missing || '-' || last_missing, ' ') as cell "
            "from review.statement_gaps where account = '"
            + iban + "'"),
        QStringLiteral("5-6"));
    const auto told = [&](const char* type) {
        const CoreAnswer answer =
            m_core.run({QStringLiteral("sources"), QStringLiteral("--type"), QLatin1String(type)});
        QVector<QJsonObject> mine;
        for (const QJsonObject& line : answer.lines) {
            if (line[QStringLiteral("account")].toString().toLatin1() == iban)
                mine.append(line);
        }
        return mine;
    };
    QCOMPARE(told("gap").value(0)[QStringLiteral("kind")].toString(), QStringLiteral("SEQUENCE"));
    const QJsonObject source = told("source").value(0);
    QCOMPARE(source[QStringLiteral("file_count")].toInt(), 3);
    QCOMPARE(source[QStringLiteral("covered_until")].toString(), QStringLiteral("2026-01-12"));
    QVERIFY(source.contains(QStringLiteral("last_stored_at")));
    QCOMPARE(
        m_core.run({QStringLiteral("sources"), QStringLiteral("--type"), QStringLiteral("nothing")})
            .exitCode,
        64);
}

QTEST_GUILESS_MAIN(ImportTextTest)

#include "import_text_test.moc"
