// SPDX-License-Identifier: GPL-3.0-or-later
// CSV files into the store: by their profiles, each corpus file twice and in halves, what is
// refused.
#include "test_places.h"
#include "tests/store/csv_world.h"
#include "tests/support/engine_world.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <optional>

using namespace onceover;

namespace {

const std::string kIngHead = "Datum;Naam / Omschrijving;Rekening;Tegenrekening;Code;Af Bij;Bedrag "
                             "(EUR);MutatieSoort;Mededelingen";
const std::string kStripeHead =
    "balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,description\n";

// One line of ING's, with the balance behind it where there is one.
std::string ing(const std::string& day, const std::string& amount, const std::string& balance = {})
{
    const bool isDebit = amount.front() == '-';
    return day + ";Somebody;NL00INGB0000000001;;DV;" + (isDebit ? "Af;" : "Bij;")
           + (isDebit ? amount.substr(1) : amount) + ";Diversen;words"
           + (balance.empty() ? "" : ";" + balance) + "\n";
}

std::string stripe(
    const std::string& id, const std::string& amounts, const std::string& rest = "charge,")
{
    return id + ",2026-01-05 10:00:00,eur," + amounts + "," + rest + "\n";
}

QString corpus()
{
    const QString chosen = qEnvironmentVariable("ONCEOVER_CORPUS");
    return (chosen.isEmpty() ? QStringLiteral(ONCEOVER_SOURCE_DIR "/../shared/corpus") : chosen)
           + QStringLiteral("/files/csv");
}

} // namespace

class CsvImportTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void grossFeeAndNetAreKept();
    void aSettlementLineProvesInItsLayer();
    void aChargeIsTheOneThatTheInterfaceShows();
    void whatContradictsItselfIsRefused_data();
    void whatContradictsItselfIsRefused();
    void aChangedReissueIsAConflict();
    void aDayThatChangedIsAConflict();
    void aLateLineOfACardIsAdded();
    void twoFormsAreNotMixed();
    void coverageIsWhatBalancesProve();
    void everyCorpusFileTwiceAndInHalves_data();
    void everyCorpusFileTwiceAndInHalves();

private:
    std::string stored();

    std::optional<CsvWorld> m_world;
};

void CsvImportTest::initTestCase()
{
    m_world.emplace();
}

std::string CsvImportTest::stored()
{
    return m_world->cell(
        "select coalesce(string_agg(external_id || '=' || amount_minor || direction, ',' order by "
        "layer, owner_name, external_id collate \"C\"), '') from onceover.records");
}

void CsvImportTest::grossFeeAndNetAreKept()
{
    const CsvWorld::Answer answer = m_world->import(
        kStripeHead + stripe("txn_1", "12.00,0.65,11.35")
        + stripe("txn_2", "-3.00,0.00,-3.00", "fee,")
        + stripe("txn_3", "-8.35,0.00,-8.35", "payout,"));
    QCOMPARE(answer.outcome, std::string("STORED"));
    QCOMPARE(
        m_world->cell("select string_agg(concat_ws(' ', layer, owner_name, kind, direction, "
                      "amount_minor, fee_minor, "
                      "net_minor), ', ' order by external_id) from onceover.records where "
                      "owner_name = 'stripe'"),
        std::string(
            "SETTLEMENT stripe PAYMENT IN 1200 -65 1135, SETTLEMENT stripe FEE OUT 300 0 -300, "
            "SETTLEMENT stripe PAYOUT OUT 835 0 -835"));
    QCOMPARE(
        m_world->cell(
            "select string_agg(kind, ' ') from review.orphans where owner_name = 'stripe'"),
        std::string("PAYMENT"));
}

void CsvImportTest::aSettlementLineProvesInItsLayer()
{
    EngineWorld engine(m_world->fixture(), m_world->database());
    const std::string payment = engine.accept("s1");
    QVERIFY(engine.claim(1));
    engine.record(1, "UNKNOWN");
    const std::string reference = engine.column(payment, "reference");
    // A payout that names a payment is not that payment.
    QCOMPARE(
        m_world
            ->import(
                kStripeHead + stripe("txn_10", "-12.50,0.00,-12.50", "payout," + reference)
                + stripe("txn_11", "-12.50,0.25,-12.75", "charge," + reference))
            .outcome,
        std::string("STORED"));
    QCOMPARE(
        m_world->cell(
            "select string_agg(concat_ws(' ', o.layer, o.role, r.external_id), ',') from "
            "onceover.record_owners o join onceover.records r using (record_id) where o.payment_id "
            "= '"
            + payment + "'"),
        std::string("SETTLEMENT PROOF ref:txn_11#-1275EUR#1"));
    QCOMPARE(
        m_world->cell(
            "select string_agg(source || ' ' || kind, ',') from onceover.evidence where record_id "
            "is not "
            "null and payment_id = '"
            + payment + "'"),
        std::string("SETTLEMENT FOUND"));
}

void CsvImportTest::aChargeIsTheOneThatTheInterfaceShows()
{
    EngineWorld engine(m_world->fixture(), m_world->database());
    const std::string payment = engine.accept("c1");
    QVERIFY(engine.claim(2));
    engine.record(2, "UNKNOWN");
    const std::string reference = engine.column(payment, "reference");
    engine.evidence(payment, "FOUND", EngineWorld::charge("ch_7", 1250, reference));
    const std::string head = "id,created,amount,currency,status,reference (metadata)\n";
    const auto row = [&](const char* id, const char* amount) {
        return std::string(id) + ",2026-01-05 10:00," + amount + ",eur,Paid," + reference + "\n";
    };
    const CsvWorld::Answer same = m_world->import(head + row("ch_7", "12.50"), {}, "card");
    QCOMPARE(same.outcome, std::string("STORED"));
    QCOMPARE(same.records, 0);
    QCOMPARE(
        m_world->import(head + row("ch_7", "12.51"), {}, "card").outcome,
        std::string("import.reissue_conflict"));
    QCOMPARE(
        m_world->cell(
            "select count(*) from onceover.contradictions where payment_id = '" + payment + "'"),
        std::string("0"));
}

void CsvImportTest::whatContradictsItselfIsRefused_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<int>("line");
    const auto row = [](const char* name, const std::string& file, const char* code, int line) {
        QTest::newRow(name) << QByteArray::fromStdString(file) << QByteArray(code) << line;
    };
    row("net is not gross less fee",
        kStripeHead + stripe("txn_20", "12.00,0.65,11.36"),
        "statement.net_contradicts",
        2);
    const std::string balances = kIngHead + ";Saldo na mutatie\n";
    row("a line is missing between two balances",
        balances + ing("20260105", "-10,00", "90,00") + ing("20260106", "-5,00", "80,00")
            + ing("20260107", "-5,00", "75,00"),
        "import.running_balance",
        3);
    row("columns that nobody knows",
        "Day;Sum;Currency;Account;Words\n2026-01-05;10.00;EUR;X;a\n2026-01-06;11.00;EUR;X;b\n",
        "statement.profile_unknown",
        -1);
    row("no account",
        "Date,Label,Currency,Amount\n2018-12-15,a,EUR,10.00\n",
        "import.no_account",
        -1);
}

void CsvImportTest::whatContradictsItselfIsRefused()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, code);
    QFETCH(int, line);
    const std::string before = m_world->cell("select count(*) from onceover.imports");
    const CsvWorld::Answer answer = m_world->import(file.toStdString());
    QVERIFY2(
        answer.outcome == code.toStdString(), (answer.outcome + ": " + answer.message).c_str());
    if (line >= 0)
        QCOMPARE(answer.line, line);
    QCOMPARE(m_world->cell("select count(*) from onceover.imports"), before);
}

void CsvImportTest::aChangedReissueIsAConflict()
{
    const std::string first = stripe("txn_30", "5.00,0.00,5.00");
    QCOMPARE(m_world->import(kStripeHead + first).outcome, std::string("STORED"));
    const CsvWorld::Answer changed =
        m_world->import(kStripeHead + stripe("txn_30", "5.01,0.00,5.01"));
    QCOMPARE(changed.outcome, std::string("import.reissue_conflict"));
    // The same money, told in other words.
    const CsvWorld::Answer retold =
        m_world->import(kStripeHead + stripe("txn_30", "5.00,0.00,5.00", "charge,words"));
    QCOMPARE(retold.outcome, std::string("STORED"));
    QCOMPARE(retold.records, 0);
}

void CsvImportTest::aDayThatChangedIsAConflict()
{
    m_world->startAnew();
    const std::string head = kIngHead + "\n";
    const std::string around = ing("20260104", "1,00") + ing("20260106", "1,00");
    QCOMPARE(
        m_world->import(head + around + ing("20260105", "-10,00")).outcome, std::string("STORED"));
    // Another amount, and a day that is shown empty now.
    QCOMPARE(
        m_world->import(head + around + ing("20260105", "-11,00")).outcome,
        std::string("import.overlap_conflict"));
    QCOMPARE(m_world->import(head + around).outcome, std::string("import.overlap_conflict"));
    QCOMPARE(m_world->cell("select count(*) from onceover.records"), std::string("3"));
}

// Without balances nothing says that a day was complete: a line that a bank books late is added.
void CsvImportTest::aLateLineOfACardIsAdded()
{
    m_world->startAnew();
    const std::string head = kIngHead + "\n";
    const std::string around = ing("20260104", "1,00") + ing("20260106", "1,00");
    const std::string day = ing("20260105", "-10,00");
    QCOMPARE(m_world->import(head + around + day).records, 3);
    QCOMPARE(m_world->import(head + around + day + day).records, 1);
}

void CsvImportTest::twoFormsAreNotMixed()
{
    m_world->startAnew();
    const std::string line = ing("20260105", "-10,00");
    QCOMPARE(m_world->import(kIngHead + "\n" + line).outcome, std::string("STORED"));
    QCOMPARE(
        m_world->import(kIngHead + ";Saldo na mutatie\n" + ing("20260105", "-10,00", "90,00"))
            .outcome,
        std::string("import.other_form"));
    const std::string mt940 = ":20:X\n:25:NL00INGB0000000001\n:28C:1\n:60F:C260104EUR100,\n"
                              ":61:2601050105D10,NTRFNONREF\n:62F:C260105EUR90,\n-\n";
    QCOMPARE(m_world->import(mt940).outcome, std::string("import.other_form"));
    std::string later = mt940;
    for (std::size_t at = later.find("0105"); at != std::string::npos; at = later.find("0105", at))
        later.replace(at, 4, "0106");
    QCOMPARE(m_world->import(later).outcome, std::string("STORED"));
}

void CsvImportTest::coverageIsWhatBalancesProve()
{
    m_world->startAnew();
    const auto coverage = [this] {
        return m_world->cell(
            "select concat_ws(' ', from_date, to_date, is_complete, coalesce(whole_from, '-'), "
            "coalesce(whole_to, '-')) from review.import_statements where account = "
            "'NL00INGB0000000001'");
    };
    QCOMPARE(
        m_world->import(kIngHead + "\n" + ing("20260105", "-10,00") + ing("20260108", "-1,00"))
            .outcome,
        std::string("STORED"));
    QCOMPARE(coverage(), std::string("2026-01-05 2026-01-08 f - -"));
    m_world->startAnew();
    QCOMPARE(
        m_world
            ->import(
                kIngHead + ";Saldo na mutatie\n" + ing("20260105", "-10,00", "90,00")
                + ing("20260108", "-1,00", "89,00"))
            .outcome,
        std::string("STORED"));
    QCOMPARE(coverage(), std::string("2026-01-05 2026-01-08 f 2026-01-06 2026-01-07"));
}

void CsvImportTest::everyCorpusFileTwiceAndInHalves_data()
{
    QTest::addColumn<QString>("path");
    if (!QDir(corpus()).exists())
        QSKIP("the corpus of real statement files is not here (set ONCEOVER_CORPUS)");
    for (const QFileInfo& file : QDir(corpus()).entryInfoList({QStringLiteral("*.csv")}))
        QTest::newRow(qPrintable(file.fileName())) << file.filePath();
}

void CsvImportTest::everyCorpusFileTwiceAndInHalves()
{
    QFETCH(QString, path);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const std::string whole = file.readAll().toStdString();
    const auto import = [this](const std::string& bytes) {
        return m_world->import(bytes, "ACCOUNT", {}, "EUR");
    };
    m_world->startAnew();
    const CsvWorld::Answer once = import(whole);
    if (once.outcome != "STORED") {
        // What its own figures contradict.
        QVERIFY2(
            path.contains(QStringLiteral("degiro"))
                || path.contains(QStringLiteral("debit-credit-flag")),
            (once.outcome + ": " + once.message).c_str());
        QCOMPARE(stored(), std::string());
        return;
    }
    const std::string all = stored();
    QVERIFY(!all.empty());
    QCOMPARE(import(whole).outcome, std::string("SAME_FILE"));
    const CsvWorld::Answer again = import(whole + "\n");
    QVERIFY2(again.outcome == "STORED", (again.outcome + ": " + again.message).c_str());
    QCOMPARE(again.records, 0);
    // Halves behind the file's own head, where every line of it is a row.
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < whole.size();) {
        const std::size_t end = std::min(whole.find('\n', at), whole.size() - 1);
        lines.push_back(whole.substr(at, end + 1 - at));
        at = end + 1;
    }
    const std::size_t half = 1 + lines.size() / 2;
    std::string first;
    std::string second = lines.front();
    for (std::size_t index = 0; index < lines.size(); ++index)
        (index < half ? first : second) += lines[index];
    int halves = 0;
    int undecided = 0;
    for (const bool isSecondFirst : {false, true}) {
        m_world->startAnew();
        halves += import(isSecondFirst ? second : first).outcome == "STORED" ? 1 : 0;
        halves += import(isSecondFirst ? first : second).outcome == "STORED" ? 1 : 0;
        // A half of one day and the whole that is cut within it: nothing tells.
        const CsvWorld::Answer last = import(whole);
        QVERIFY2(
            last.outcome == "STORED" || last.outcome == "SAME_FILE"
                || last.outcome == "import.cut_day",
            (last.outcome + ": " + last.message).c_str());
        const std::string now = stored();
        if (last.outcome != "import.cut_day")
            QCOMPARE(now, all);
        QVERIFY(now.size() <= all.size());
        undecided += last.outcome == "import.cut_day" ? 1 : 0;
    }
    qInfo("%d of 4 halves were files of their own, %d of 2 undecided", halves, undecided);
}

QTEST_GUILESS_MAIN(CsvImportTest)
#include "csv_import_test.moc"
