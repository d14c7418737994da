// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/money.h"
#include "backend/statements/csv/csv_profile_search.h"
#include "backend/statements/csv/csv_proposal.h"
#include "test_places.h"
#include "tests/unit/csv_reading.h"

#include <QtTest>

#include <set>
#include <utility>
#include <vector>

namespace onceover {

namespace {

// Which profile reads which kind of file: what a site says when it sets a channel up.
struct Kind
{
    const char* file;
    const char* profile;
};

constexpr Kind kKinds[] = {
    {"adyen-settlement-238-balancetransfer", "adyen-settlement-detail"},
    {"asn-nl-headerless-single-quotes", "asn-nl"},
    {"bank-fr-cp1252", "bank-fr"},
    {"card-inverse-sign", "sheet"},
    {"creditunion-cr-only-eol", "credit-union"},
    {"degiro-nl-unnamed-columns", "degiro-nl"},
    {"easybank-at-card-pipe", "easybank-at-card"},
    {"fr-metadata-header-footer", "bank-fr-periode"},
    {"gls-de-latin1", "gls-de"},
    {"ing-nl-identical-rows", "ing-nl"},
    {"ing-nl-two-accounts-fail", "ing-nl"},
    {"knab-nl-preamble-row", "knab-nl"},
    {"livebank-at-ragged-rows", "livebank-at"},
    {"oberbank-at", "oberbank-at"},
    {"odoo-blank-rows", "sheet"},
    {"odoo-debit-credit-flag", "sheet-debit-credit"},
    {"odoo-multi-currency", "sheet"},
    {"payoneer-mdy", "payoneer"},
    {"paypal-activity-en-fx", "paypal-activity"},
    {"paypal-custom-pending-bank", "paypal-activity"},
    {"paypal-statement-en", "paypal-statement"},
    {"raiffeisen-at-latin1-timestamps", "raiffeisen-at"},
    {"revolut-chf-fee", "revolut"},
    {"stripe-balance-transactions", "stripe-balance-transactions"},
    {"stripe-charges-all", "stripe-charges"},
    {"ubs-ch-apostrophe-thousands", "ubs-ch"},
    {"venmo-multiline-disclaimer", "venmo"},
    {"wise-brl-cashback", "wise-statement"},
    {"wise-gbp-fee-rows", "wise-statement"},
    {"zkb-ch-bom", "zkb-ch"},
};

// Rows whose expected values are wrong, with the proof.
struct Correction
{
    const char* file;
    const char* expected;
    const char* proof;
};

constexpr Correction kCorrections[] = {
    {"fr-metadata-header-footer",
     "rows=4; credits=1300.00; debits=230.68; ccy=EUR; first ref=UNIQUE OP 1",
     "the fifth row is \"Balance at start of period\": 30000.77 + 1300.00 - 230.68 = 31070.09, "
     "which "
     "is the 0.02 that the manifest itself says the stated end is off"},
    {"odoo-debit-credit-flag",
     "refused=statement.direction_contradicts",
     "the manifest says \"flag decides or refuse\" and sums neither: -1,533.50 with C is counted "
     "as a debit, while the balances beside it rise by 1533.50"},
};

QString corpus()
{
    const QString chosen = qEnvironmentVariable("ONCEOVER_CORPUS");
    return chosen.isEmpty() ? QStringLiteral(ONCEOVER_SOURCE_DIR "/../shared/corpus") : chosen;
}

bool shows(const StatementEntry& entry, const QString& wanted)
{
    const auto has = [&wanted](const std::string& text) {
        return QString::fromStdString(text).simplified().contains(wanted);
    };
    if (has(entry.text))
        return true;
    for (const auto& reference : entry.references) {
        if (has(reference.second))
            return true;
    }
    for (const StatementDetail& detail : entry.details) {
        if (has(detail.counterpartyName))
            return true;
    }
    return false;
}

struct Sums
{
    std::int64_t rows = 0;
    std::int64_t creditsMinor = 0;
    std::int64_t debitsMinor = 0;
    std::set<std::string> currencies;
    const StatementEntry* first = nullptr;
};

QMap<QString, QString> valuesOf(const QString& expected)
{
    QMap<QString, QString> values;
    for (const QString& pair : expected.split("; "))
        values[pair.section('=', 0, 0)] = pair.section('=', 1);
    return values;
}

// The rows of the manifest that are about CSV: the path and what is expected, corrected.
std::vector<std::pair<QString, QString>> manifestRows()
{
    std::vector<std::pair<QString, QString>> rows;
    QFile manifest(corpus() + "/MANIFEST.tsv");
    if (!manifest.open(QIODevice::ReadOnly))
        return rows;
    for (const QByteArray& line : manifest.readAll().split('\n')) {
        const auto columns = QString::fromUtf8(line).split('\t');
        if (columns.size() < 8 || columns[1] != QLatin1String("csv"))
            continue;
        QString expected = columns[6];
        for (const Correction& each : kCorrections) {
            if (QFileInfo(columns[0]).completeBaseName() == QLatin1String(each.file))
                expected = QString::fromUtf8(each.expected);
        }
        rows.emplace_back(corpus() + '/' + columns[0], expected);
    }
    return rows;
}

// And says what the statements are, for whoever reads the log.
Sums sumsOf(const std::vector<CollectedStatement>& statements)
{
    Sums sums;
    for (const CollectedStatement& each : statements) {
        sums.rows += each.statement.entryCount;
        for (const StatementEntry& entry : each.entries) {
            (entry.amountMinor > 0 ? sums.creditsMinor : sums.debitsMinor) +=
                std::abs(entry.amountMinor);
            sums.currencies.insert(entry.currency);
            sums.first =
                sums.first == nullptr || entry.line < sums.first->line ? &entry : sums.first;
        }
        QString notes;
        for (const StatementWarning& warning : each.statement.warnings)
            notes += ' ' + QString::fromStdString(warning.code);
        qInfo(
            "%s %s: ties %s, opening %s, closing %s,%s",
            each.statement.account.c_str(),
            each.statement.currency.c_str(),
            !each.statement.ties   ? "-"
            : *each.statement.ties ? "yes"
                                   : "no",
            each.statement.openingMinor ? std::to_string(*each.statement.openingMinor).c_str()
                                        : "-",
            each.statement.closingMinor ? std::to_string(*each.statement.closingMinor).c_str()
                                        : "-",
            qPrintable(notes));
    }
    return sums;
}

} // namespace

// Real CSV files of public projects against the values their manifest established. The files have
// licences of their own and stay outside the project.
class CsvCorpusTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void realFilesGiveTheirManifestValues_data();
    void realFilesGiveTheirManifestValues();
    void realFilesChooseTheirProfile_data();
    void realFilesChooseTheirProfile();
    void withoutAProfileNothingIsReadWrong();
};

void CsvCorpusTest::realFilesGiveTheirManifestValues_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("expected");
    const auto rows = manifestRows();
    if (rows.empty())
        QTest::newRow("absent") << QString() << QString();
    for (const auto& [path, expected] : rows)
        QTest::newRow(qPrintable(QFileInfo(path).fileName())) << path << expected;
}

void CsvCorpusTest::realFilesGiveTheirManifestValues()
{
    QFETCH(QString, path);
    QFETCH(QString, expected);
    if (path.isEmpty())
        QSKIP("the corpus of real statement files is not here (set ONCEOVER_CORPUS)");
    const QString name = QFileInfo(path).completeBaseName();
    const char* profile = nullptr;
    for (const Kind& each : kKinds)
        profile = name == QLatin1String(each.file) ? each.profile : profile;
    QVERIFY2(profile != nullptr, "a kind of file that no profile is named for");
    for (const Correction& each : kCorrections) {
        if (name == QLatin1String(each.file))
            qInfo("the manifest is corrected: %s", each.proof);
    }
    const auto values = valuesOf(expected);
    const auto reading = readCsvPath(path.toStdString(), shippedProfile(profile));
    if (values.contains("refused")) {
        QCOMPARE(QString::fromStdString(codeOf(reading)), values["refused"]);
        return;
    }
    QVERIFY2(
        reading,
        reading ? ""
                : (reading.error().code + " line " + std::to_string(reading.error().line) + " "
                   + reading.error().field + ": " + reading.error().message)
                      .c_str());
    const Sums sums = sumsOf(*reading);
    QCOMPARE(QString::number(sums.rows), values["rows"]);
    const auto minor = [&](const char* key) {
        return Money::minorFromDecimal(values[key].toStdString(), 2).value_or(-1);
    };
    QCOMPARE(sums.creditsMinor, minor("credits"));
    QCOMPARE(sums.debitsMinor, minor("debits"));
    if (values["ccy"] == "-")
        QVERIFY(sums.currencies.count("") == 1);
    else if (values["ccy"] == "mixed")
        QVERIFY(sums.currencies.size() > 1);
    else
        QVERIFY(sums.currencies.count(values["ccy"].toStdString()) == 1);
    QVERIFY(sums.first != nullptr);
    QVERIFY2(shows(*sums.first, values["first ref"]), sums.first->text.c_str());
}

void CsvCorpusTest::realFilesChooseTheirProfile_data()
{
    realFilesGiveTheirManifestValues_data();
}

void CsvCorpusTest::realFilesChooseTheirProfile()
{
    QFETCH(QString, path);
    if (path.isEmpty())
        QSKIP("the corpus of real statement files is not here (set ONCEOVER_CORPUS)");
    const QString name = QFileInfo(path).completeBaseName();
    const auto file = StatementFile::open(path.toStdString());
    QVERIFY(file);
    const auto profile = findCsvProfile(*file, {});
    const std::string found =
        profile ? profile->name : profile.error().code + ": " + profile.error().message;
    for (const Kind& each : kKinds) {
        if (name == QLatin1String(each.file))
            QCOMPARE(found, std::string(each.profile));
    }
}

// As if each file came from a source that nobody has described: it is asked about, or right.
void CsvCorpusTest::withoutAProfileNothingIsReadWrong()
{
    int right = 0;
    int asked = 0;
    for (const auto& [path, expected] : manifestRows()) {
        const auto file = StatementFile::open(path.toStdString());
        QVERIFY(file);
        const auto profile = proposedCsvProfile(*file, {});
        const auto reading = profile ? readCsvPath(path.toStdString(), *profile)
                                     : Reading(tl::unexpected<Refusal>(profile.error()));
        if (!reading) {
            ++asked;
            continue;
        }
        const auto values = valuesOf(expected);
        const Sums sums = sumsOf(*reading);
        QCOMPARE(QString::number(sums.rows), values["rows"]);
        QCOMPARE(
            sums.creditsMinor,
            Money::minorFromDecimal(values["credits"].toStdString(), 2).value_or(-1));
        QCOMPARE(
            sums.debitsMinor,
            Money::minorFromDecimal(values["debits"].toStdString(), 2).value_or(-1));
        ++right;
    }
    if (right + asked == 0)
        QSKIP("the corpus of real statement files is not here (set ONCEOVER_CORPUS)");
    qInfo("without a profile: %d right, %d asked about", right, asked);
    QVERIFY(right >= 15);
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::CsvCorpusTest)

#include "csv_corpus_test.moc"
