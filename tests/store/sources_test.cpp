// SPDX-License-Identifier: GPL-3.0-or-later
// What the sources of evidence gave and owe: rhythm, gaps, expectations, duplicates, orphans.
#include "tests/support/engine_world.h"

#include <QTest>

#include <optional>

using namespace onceover;

class SourcesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aSourceIsLateByItsOwnRhythm();
    void gapsAreDaysOrMoney();
    void expectedIsNoException();
    void feesAndPayoutsAreNobodysOrphans();
    void theNextEvidenceIsTheEarliest();

private:
    // A statement of days that are counted from today, in an import of its own.
    void tell(
        const std::string& account,
        int from,
        int to,
        std::int64_t openingMinor,
        std::int64_t sumMinor);
    // Changes facts as no function would.
    void alter(const std::string& table, const std::string& change);
    std::string cell(const std::string& sql);

    StoreFixture m_fixture;
    std::optional<EngineWorld> m_world;
    int m_number = 0;
};

void SourcesTest::initTestCase()
{
    m_world.emplace(m_fixture);
}

void SourcesTest::tell(
    const std::string& account, int from, int to, std::int64_t openingMinor, std::int64_t sumMinor)
{
    const std::string number = std::to_string(++m_number);
    mustRun(
        m_world->ingest,
        "with begun as (select * from onceover.store_import(jsonb_build_object('import_id', "
        "gen_random_uuid(), 'sha256', $1::text, 'file_name', 'file' || $1, 'format', 'MT940', "
        "'byte_count', 1))) select onceover.store_import_statement(import_id, jsonb_build_object("
        "'statement_row_id', gen_random_uuid(), 'ordinal', 1, 'statement_id', $1::text, 'account', "
        "$2::text, 'currency', 'EUR', 'from_date', current_date + $3::int, 'to_date', current_date "
        "+ "
        "$4::int, 'opening_minor', $5::bigint, 'closing_minor', $6::bigint, 'credits_minor', 0, "
        "'debits_minor', 0, 'entry_count', 0, 'ties', true, 'is_complete', true, 'content_sha256', "
        "$1::text)) from begun",
        Params()
            .text(number)
            .text(account)
            .int64(from)
            .int64(to)
            .int64(openingMinor)
            .int64(openingMinor + sumMinor));
}

void SourcesTest::alter(const std::string& table, const std::string& change)
{
    Connection owner = m_fixture.connectOwner(m_world->database);
    mustRun(owner, "alter table onceover." + table + " disable trigger all");
    mustRun(owner, "update onceover." + table + " set " + change);
    mustRun(owner, "alter table onceover." + table + " enable trigger all");
}

std::string SourcesTest::cell(const std::string& sql)
{
    Connection owner = m_fixture.connectOwner(m_world->database);
    const Rows rows = mustRun(owner, "select (" + sql + ")::text as cell");
    return rows[0].text("cell").value_or("");
}

void SourcesTest::aSourceIsLateByItsOwnRhythm()
{
    // A bank of working days: over a weekend it is silent for three.
    for (const int day : {-12, -11, -10, -9, -8, -5, -4, -3})
        tell("WEEK", day - 1, day, 0, 0);
    const std::string seen =
        "select concat_ws(' ', file_count, rhythm_days, delay_days, is_late, covered_until = "
        "(current_date - 3)::text, last_file_name) from review.sources where account = 'WEEK'";
    QCOMPARE(cell(seen), std::string("8 3 3 f t file8"));
    // The same files, brought in when they were made: now the next one is overdue.
    alter(
        "import_statements",
        "from_date = from_date - 20, to_date = to_date - 20 where account = 'WEEK'");
    alter(
        "imports",
        "stored_at = (select (s.to_date + 1)::timestamptz from onceover.import_statements s where "
        "s.import_id = imports.import_id) where file_name ~ '^file[1-8]$'");
    QCOMPARE(
        cell("select concat_ws(' ', is_late, late_by_s > 86400 * 15) from review.sources where "
             "account "
             "= 'WEEK'"),
        std::string("t t"));
    // Two days tell no rhythm.
    tell("NEW", -2, -1, 0, 0);
    tell("NEW", -1, 0, 0, 0);
    QCOMPARE(
        cell("select concat_ws(' ', coalesce(rhythm_days, -1), is_late) from review.sources where "
             "account = 'NEW'"),
        std::string("-1 f"));
}

void SourcesTest::gapsAreDaysOrMoney()
{
    const auto gaps = [this](const std::string& account) {
        return cell(
            "select string_agg(concat_ws(' ', kind, first_missing::date - current_date, "
            "last_missing::date - current_date, amount_minor), ', ' order by first_missing) from "
            "review.source_gaps where account = '"
            + account + "' and kind <> 'SEQUENCE'");
    };
    tell("G1", -10, -9, 100, 5);
    tell("G1", -6, -5, 105, 0);
    QCOMPARE(gaps("G1"), std::string());
    // Nothing says that no money moved in between.
    tell("G2", -10, -9, 100, 5);
    tell("G2", -6, -5, 107, 0);
    QCOMPARE(gaps("G2"), std::string("DAYS -8 -7 2"));
    tell("G3", -10, -9, 100, 5);
    tell("G3", -8, -7, 95, 0);
    QCOMPARE(gaps("G3"), std::string("BALANCE -9 -8 -10"));
    // A longer file closes the gap, whichever came first.
    tell("G2", -10, -5, 100, 7);
    QCOMPARE(gaps("G2"), std::string());
}

void SourcesTest::expectedIsNoException()
{
    const std::string payment = m_world->accept("e1");
    QVERIFY(m_world->claim(1));
    m_world->record(1, "SUCCEEDED", "ch_e1");
    const auto state = [&] {
        return cell(
            "select concat_ws(' ', state, layer) from review.expectations where payment_id = '"
            + payment + "'");
    };
    QCOMPARE(m_world->status(payment).substr(0, 9), std::string("SUCCEEDED"));
    // Its time is over (this provider takes none), and the statements do not reach that far.
    QCOMPARE(state(), std::string("LATE BANK"));
    for (const char* account : {"WEEK", "NEW", "G1", "G2", "G3"})
        tell(account, 0, 6, 0, 0);
    QCOMPARE(state(), std::string("OVERDUE BANK"));
    // One account that lags behind could still show it.
    tell("LAGS", -3, -2, 0, 0);
    QCOMPARE(state(), std::string("LATE BANK"));
    alter(
        "attempts",
        "claimed_at = claimed_at + interval '1 day', lease_until = lease_until + interval '1 day'");
    QCOMPARE(state(), std::string("EXPECTED BANK"));
}

void SourcesTest::feesAndPayoutsAreNobodysOrphans()
{
    Connection owner = m_fixture.connectOwner(m_world->database);
    mustRun(
        owner,
        "insert into onceover.records (record_id, layer, owner_name, external_id, amount_minor, "
        "currency, direction, state, kind) select gen_random_uuid(), 'SETTLEMENT', 'p', kind, 1, "
        "'EUR', 'OUT', 'BOOKED', kind from unnest(array['FEE', 'PAYOUT', 'CARRY', 'REFUND', "
        "'OTHER']) kind");
    QCOMPARE(
        cell("select string_agg(external_id, ' ' order by external_id) from review.orphans where "
             "owner_name = 'p'"),
        std::string("OTHER REFUND"));
    QVERIFY(
        codeOf(
            owner,
            "insert into onceover.records (record_id, layer, owner_name, external_id, "
            "amount_minor, "
            "currency, direction, state, fee_minor, net_minor) values (gen_random_uuid(), "
            "'SETTLEMENT', 'p', 'x', 100, 'EUR', 'IN', 'BOOKED', -3, 98)")
        != "");
}

void SourcesTest::theNextEvidenceIsTheEarliest()
{
    const std::string payment = m_world->accept("n1", "bare");
    QVERIFY(m_world->claim(7, "bare"));
    m_world->record(7, "UNKNOWN");
    const auto next = [&] {
        return cell(
            "select concat_ws(' ', kind, source) from review.next_evidence where payment_id = '"
            + payment + "'");
    };
    alter(
        "payments",
        "next_look_at = clock_timestamp() + interval '90 days' where payment_id = '" + payment
            + "'");
    for (const int day : {-4, -3, -2, -1})
        tell("FAST", day, day, 0, 0);
    QCOMPARE(next(), std::string("FILE FAST"));
    alter(
        "payments",
        "next_look_at = clock_timestamp() + interval '1 minute' where payment_id = '" + payment
            + "'");
    QCOMPARE(next(), std::string("QUERY bare"));
}

QTEST_GUILESS_MAIN(SourcesTest)
#include "sources_test.moc"
