// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/money.h"
#include "test_places.h"
#include "tests/unit/statements_reading.h"

#include <QtTest>

#include <cstdlib>

namespace onceover {

// Real sample files of public projects against the values their manifest established. The files
// have licences of their own and stay outside the project.
class StatementsCorpusTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void realFilesGiveTheirManifestValues_data();
    void realFilesGiveTheirManifestValues();

private:
    struct Sums
    {
        std::int64_t statements = 0;
        std::int64_t entries = 0;
        std::int64_t creditsMinor = 0;
        std::int64_t debitsMinor = 0;
        std::int64_t reversals = 0;
        std::int64_t ties = 0;
    };

    static QString corpus();

    static bool isRead(const QString& format)
    {
        return format == QLatin1String("camt052") || format == QLatin1String("camt053")
               || format == QLatin1String("camt054") || format == QLatin1String("mt940")
               || format == QLatin1String("mt942") || format == QLatin1String("bai2");
    }

    static void checkRecords(const QString& expected, const Reading& reading);
    static Sums sumsOf(const std::vector<CollectedStatement>& statements);
};

QString StatementsCorpusTest::corpus()
{
    const QString chosen = qEnvironmentVariable("ONCEOVER_CORPUS");
    return chosen.isEmpty() ? QStringLiteral(ONCEOVER_SOURCE_DIR "/../shared/corpus") : chosen;
}

void StatementsCorpusTest::realFilesGiveTheirManifestValues_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<QString>("established");
    QFile manifest(corpus() + "/MANIFEST.tsv");
    if (!manifest.open(QIODevice::ReadOnly)) {
        QTest::newRow("absent") << QString() << QString() << QString();
        return;
    }
    int rows = 0;
    for (const QByteArray& line : manifest.readAll().split('\n')) {
        const auto columns = QString::fromUtf8(line).split('\t');
        if (columns.size() < 8 || !isRead(columns[1]))
            continue;
        QTest::newRow(qPrintable(columns[0]))
            << corpus() + '/' + columns[0] << columns[6] << columns[7];
        ++rows;
    }
    qInfo("%d files of the corpus are read", rows);
}

StatementsCorpusTest::Sums StatementsCorpusTest::sumsOf(
    const std::vector<CollectedStatement>& statements)
{
    // The manifest counts every entry, whatever its status.
    Sums sums;
    for (const CollectedStatement& each : statements) {
        const Statement& statement = each.statement;
        sums.entries += statement.entryCount;
        // The manifest counts each page of a statement as one that ties or does not.
        const bool hasPages = statement.pageCount > 1;
        sums.statements += hasPages ? statement.pageCount : 1;
        sums.ties += hasPages ? statement.tiedPages : statement.ties == true ? 1 : 0;
        for (const StatementEntry& entry : each.entries) {
            (entry.amountMinor < 0 ? sums.debitsMinor : sums.creditsMinor) +=
                std::abs(entry.amountMinor);
            sums.reversals += entry.isReversal ? 1 : 0;
        }
    }
    return sums;
}

// "records 01=1 02=1 03=5; details=17; credits=600731 debits=31349055 (minor units)".
void StatementsCorpusTest::checkRecords(const QString& expected, const Reading& reading)
{
    static const QRegularExpression pattern(
        QStringLiteral("03=(\\d+); details=(\\d+); credits=(\\d+) debits=(\\d+)"));
    const auto match = pattern.match(expected);
    QVERIFY(match.hasMatch());
    const qint64 accounts = match.captured(1).toLongLong();
    if (accounts == 0) {
        QVERIFY(!reading);
        QVERIFY(reading.error().line > 0);
        return;
    }
    QVERIFY2(reading, codeOf(reading).c_str());
    const Sums sums = sumsOf(*reading);
    QCOMPARE(sums.statements, accounts);
    QCOMPARE(sums.entries, match.captured(2).toLongLong());
    QCOMPARE(sums.creditsMinor, match.captured(3).toLongLong());
    QCOMPARE(sums.debitsMinor, match.captured(4).toLongLong());
}

void StatementsCorpusTest::realFilesGiveTheirManifestValues()
{
    QFETCH(QString, path);
    QFETCH(QString, expected);
    QFETCH(QString, established);
    if (path.isEmpty())
        QSKIP("the corpus of real statement files is not here (set ONCEOVER_CORPUS)");
    QMap<QString, QString> values;
    for (const QString& pair : expected.split("; "))
        values[pair.section('=', 0, 0)] = pair.section('=', 1);
    const auto reading = readPath(path.toStdString());
    if (expected.startsWith(QLatin1String("records "))) {
        checkRecords(expected, reading);
        return;
    }
    QVERIFY2(reading, codeOf(reading).c_str());
    const Sums sums = sumsOf(*reading);
    QCOMPARE(QString::number(sums.statements), values["statements"]);
    const Statement& first = reading->front().statement;
    const Statement& last = reading->back().statement;
    const auto currency = Currency::fromCode(first.currency);
    const int exponent = currency ? currency->exponent() : 2;
    const auto minor = [&](const char* name) {
        return Money::minorFromDecimal(values[name].toStdString(), exponent).value_or(-1);
    };
    const auto balanceAgrees = [&](const char* name,
                                   const std::optional<std::int64_t>& balanceMinor) {
        return values[name] == "-" ? !balanceMinor : balanceMinor == minor(name);
    };
    // "DEM/EUR/PLN" where statements differ.
    const QString currencyCode = QString::fromStdString(first.currency);
    QCOMPARE(
        currencyCode.isEmpty() ? QStringLiteral("-") : currencyCode,
        values["ccy"].section('/', 0, 0));
    QCOMPARE(QString::number(sums.entries), values["entries"]);
    QCOMPARE(sums.creditsMinor, minor("credits"));
    QCOMPARE(sums.debitsMinor, minor("debits"));
    QCOMPARE(QString::number(sums.reversals), values["reversals"]);
    QVERIFY(balanceAgrees("open", first.openingMinor));
    QVERIFY(balanceAgrees("close", last.closingMinor));
    QCOMPARE(sums.ties, QString(established.section("ties ", 1).section('/', 0, 0)).toLongLong());
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::StatementsCorpusTest)

#include "statements_corpus_test.moc"
