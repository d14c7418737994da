// SPDX-License-Identifier: GPL-3.0-or-later
// The tables without their triggers and without the functions: every constraint refuses something
// by itself. And with the triggers: facts stay, whoever asks.
#include "backend/postgres/transaction.h"
#include "test_places.h"
#include "tests/store/lock_step.h"
#include "tests/store/upload_world.h"

#include <QFile>
#include <QTest>

using namespace onceover;

namespace {

struct Rule
{
    std::string table;
    std::string name;
    std::string row;
    std::string change;
};

std::vector<Rule> rulesOfFile()
{
    std::vector<Rule> rules;
    QFile file(QStringLiteral(ONCEOVER_SOURCE_DIR "/tests/store/table_rules.txt"));
    if (!file.open(QIODevice::ReadOnly))
        return rules;
    while (!file.atEnd()) {
        const QString line = QString::fromUtf8(file.readLine()).trimmed();
        const QStringList parts = line.split(QStringLiteral(" | "));
        if (!line.startsWith(u'#') && parts.size() == 4)
            rules.push_back(
                {parts[0].toStdString(),
                 parts[1].toStdString(),
                 parts[2].toStdString(),
                 parts[3].toStdString()});
    }
    return rules;
}

// A row in every table: sent, refused, decided, cancelled, imported.
class FullWorld : public DeskWorld
{
public:
    explicit FullWorld(StoreFixture& fixture)
        : DeskWorld(fixture)
    {
        payAndContradict();
        decide();
        importStatement();
        uploadStatement();
        proveCore();
        evidence(accept("waiting"), "INCONCLUSIVE");
        runAsOwner(
            "insert into onceover.waiting_facts values ('EVIDENCE', gen_random_uuid(), '"
            + accept("late") + "')");
        runAsOwner("insert into onceover.amount_classes values ('EUR', 10)");
        runAsOwner("insert into onceover.source_windows values ('shop', interval '1 hour')");
        runAsOwner("insert into onceover.late_effects select evidence_id, 1 from onceover.evidence "
                   "limit 1");
        runAsOwner("insert into onceover.unfound_names select record_id, 'R' from onceover.records "
                   "limit 1");
        runAsOwner("alter table onceover.match_rule_books disable trigger guard_match_rules");
        runAsOwner(
            "insert into onceover.match_rule_books (version, body, sha256, decision_id) values "
            "(1, '{}', encode(sha256('{}'), 'hex'), gen_random_uuid())");
        runAsOwner(
            "insert into onceover.match_back_tests select gen_random_uuid(), decision_id, '', "
            "'', now(), 1, 1, '', (select core_id from onceover.cores limit 1) from "
            "onceover.proposals limit 1");
        runAsOwner(
            "insert into onceover.match_back_test_findings select back_test_id, (select "
            "record_id from onceover.records limit 1), (select payment_id from "
            "onceover.payments limit 1), 'NEWLY_FOUND', '', '' from onceover.match_back_tests");
        runAsOwner(
            "insert into onceover.free_records select record_id, import_id, layer, '', '', 1, "
            "'EUR', 'OUT', null, '' from onceover.records where import_id is not null "
            "limit 1 on conflict do nothing");
        runAsOwner(
            "insert into onceover.record_sightings select statement_row_id, 1, 2, record_id, "
            "'2026-01-05' from onceover.records where statement_row_id is not null limit 1");
        runAsOwner("insert into onceover.line_owners values ('BANK', 'x')");
        runAsOwner("insert into onceover.stuck_steps values ('LEASE', 'x', 1, 'why')");
        runAsOwner("insert into onceover.fence_marks values (99, gen_random_uuid(), 'a test')");
    }

private:
    void payAndContradict()
    {
        const std::string payment = accept("rules");
        const int attempt = send(payment);
        mustRun(
            core,
            "select onceover.ready_to_call($1, $2, 1, 'body')",
            Params().uuid(StoreFixture::coreId(1)).uuid(StoreFixture::attemptId(attempt)));
        record(attempt, "SUCCEEDED", "ch_rules");
        evidence(payment, "FOUND", charge("ch_other", 999, reference(payment)));
        record(send(accept("paid")), "SUCCEEDED", "ch_paid");
        const std::string refused = accept("refused");
        record(send(refused), "REJECTED_FINAL");
    }

    void decide()
    {
        const std::string resent = reviewPayment();
        const std::string decision = freshId();
        propose(liwei, decision, resent, "RESEND", R"({"generation":"same"})");
        approve(ana, decision);
        propose(liwei, freshId(), reviewPayment(), "REJECT");
        const std::string cancelled = accept("cancelled");
        propose(liwei, freshId(), cancelled, "CANCEL");
        call(
            liwei,
            "select onceover.propose_profile($1::uuid, 'newer', '{\"name\":\"newer\"}', 'a note')",
            Params().text(freshId()));
    }

    void proveCore()
    {
        mustRun(
            core,
            "select onceover.begin_check($1, $2, 1)",
            Params().uuid(StoreFixture::coreId(1)).uuid(StoreFixture::coreId(21)));
        mustRun(
            core,
            "select onceover.finish_check($1, $2, onceover.micros(pg_postmaster_start_time()), 1)",
            Params().uuid(StoreFixture::coreId(1)).uuid(StoreFixture::coreId(21)));
    }

    void uploadStatement()
    {
        const auto file = UploadWorld::fileOf(*this, "");
        for (const auto& part :
             {SessionCall{
                  "select onceover.begin_upload($1::uuid, $2)",
                  Params().text(file.id).json(UploadWorld::fileJson(file))},
              SessionCall{
                  "select onceover.add_upload_part($1::uuid, 1, 'STATEMENT', $2)",
                  Params().text(file.id).json(UploadWorld::statementJson(file))},
              SessionCall{
                  "select onceover.add_upload_part($1::uuid, 2, 'RECORDS', $2)",
                  Params().text(file.id).json(UploadWorld::recordsJson(file))},
              SessionCall{"select onceover.finish_upload($1::uuid)", Params().text(file.id)}})
            mustRun(liwei, part.sql, part.params);
    }

    void importStatement()
    {
        mustRun(
            ingest,
            "select onceover.store_import(jsonb_build_object('import_id', $1::text, 'sha256', 'x', "
            "'file_name', 'f', 'format', "
            "'camt.053', 'byte_count', 1))",
            Params().text(kImport));
        mustRun(
            ingest,
            "select onceover.store_import_statement($1::text::uuid, "
            "jsonb_build_object('statement_row_id', $1::text, 'ordinal', 1, "
            "'account', 'A', 'currency', 'EUR', 'credits_minor', 0, 'debits_minor', 0, "
            "'entry_count', 1, 'content_sha256', 'c'))",
            Params().text(kImport));
        mustRun(
            ingest,
            "select onceover.store_import_records($1::text::uuid, $1::text::uuid, "
            "jsonb_build_array(jsonb_build_object("
            "'record_id', $1::text, 'external_id', 'e', 'amount_minor', 1, 'currency', 'EUR', "
            "'direction', 'OUT', 'state', "
            "'BOOKED', 'ordinal', 1)))",
            Params().text(kImport));
    }

    static constexpr const char* kImport = "00000000-0000-4000-8000-00000000aaaa";
};

} // namespace

class TableRulesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void everyRuleRefusesSomething()
    {
        FullWorld world(m_fixture);
        const std::vector<Rule> rules = rulesOfFile();
        QVERIFY(rules.size() > 150);
        std::string wrong;
        for (const Rule& rule : rules) {
            const std::string refusal =
                rule.change == "catalogue" ? "[" + rule.name + "]" : refusalOf(world, rule);
            if (refusal.find("[" + rule.name + "]") == std::string::npos)
                wrong += rule.table + ", " + rule.name + ": " + refusal.substr(0, 300) + "\n";
        }
        QVERIFY2(wrong.empty(), wrong.c_str());
    }

    void everyRuleIsOnTheList()
    {
        EngineWorld world(m_fixture);
        const std::vector<Rule> rules = rulesOfFile();
        std::string missing;
        for (const Row& row : mustRun(world.owner, kRulesOfCatalogue)) {
            const std::string table = *row.text("table_name");
            const std::string name = *row.text("rule");
            const auto same = [&](const Rule& rule) {
                return rule.table == table && rule.name == name;
            };
            if (std::none_of(rules.begin(), rules.end(), same))
                missing += table + " | " + name + "\n";
        }
        QVERIFY2(missing.empty(), ("not in tests/store/table_rules.txt:\n" + missing).c_str());
    }

    void factsStay()
    {
        FullWorld world(m_fixture);
        for (const char* table :
             {"events",           "operations",     "permits",           "permit_uses",
              "attempt_ids",      "attempts",       "ready_calls",       "requests",
              "results",          "closures",       "evidence",          "records",
              "candidates",       "contradictions", "import_statements", "proposals",
              "approvals",        "proposal_ends",  "commands",          "notes",
              "profiles",         "record_owners",  "currencies",        "reason_codes",
              "server_starts",    "core_proofs",    "fence_marks",       "late_effects",
              "record_sightings", "line_owners",    "uploads",           "upload_parts",
              "finished_uploads"}) {
            const std::string column = world.scalar(
                "select attname from pg_attribute where attrelid = ('onceover.' || $1)::regclass "
                "and attnum = 1",
                Params().text(table));
            mustStay(
                world,
                table,
                "update onceover." + std::string(table) + " set " + column + " = " + column);
            mustStay(world, table, "delete from onceover." + std::string(table));
            mustStay(world, table, "truncate onceover." + std::string(table) + " cascade");
        }
        for (const char* table :
             {"payments",
              "attempt_fates",
              "people",
              "logins",
              "cores",
              "incarnations",
              "chains",
              "installation",
              "imports",
              "intents"}) {
            mustStay(world, table, "delete from onceover." + std::string(table));
            mustStay(world, table, "truncate onceover." + std::string(table) + " cascade");
        }
    }

private:
    static constexpr const char* kRulesOfCatalogue =
        "select r.relname::text as table_name, c.conname::text as rule from pg_constraint c join "
        "pg_class r on r.oid = c.conrelid"
        " where r.relnamespace = 'onceover'::regnamespace and c.contype in ('c', 'u', 'f', 'p') "
        "and r.relname <> 'schema_migrations'"
        " union select r.relname::text, i.relname::text from pg_index x join pg_class i on i.oid = "
        "x.indexrelid"
        "  join pg_class r on r.oid = x.indrelid where r.relnamespace = 'onceover'::regnamespace "
        "and x.indisunique"
        "  and r.relname <> 'schema_migrations'";

    // The error of the change, or what is wrong with the test.
    static std::string refusalOf(FullWorld& world, const Rule& rule)
    {
        const std::string table = "onceover." + rule.table;
        auto transaction = Transaction::begin(world.owner, PgFixture::patience());
        mustRun(world.owner, "alter table " + table + " disable trigger user");
        mustRun(
            world.owner,
            "create temp table chosen on commit drop as select ctid as place from " + table
                + " t where " + rule.row + " limit 1");
        mustRun(
            world.owner,
            "create temp table copied on commit drop as select t.* from " + table
                + " t join chosen c on c.place = t.ctid");
        if (*mustRun(world.owner, "select count(*) as rows from copied")[0].int64("rows") == 0)
            return "no such row";
        const bool isCopy = rule.change.rfind("copy ", 0) == 0;
        std::string script =
            "update " + table + " set " + rule.change + " where ctid = (select place from chosen)";
        if (isCopy) {
            mustRun(world.owner, "update copied set " + rule.change.substr(5));
            script = "insert into " + table + " select * from copied";
        }
        const auto changed = world.owner.executeScript(
            "rule", script + "; set constraints all immediate", PgFixture::patience());
        return changed ? std::string("nothing is refused") : changed.error().detail();
    }

    static void mustStay(FullWorld& world, const std::string& table, const std::string& sql)
    {
        const auto done = world.owner.execute({"test", sql}, {}, PgFixture::patience());
        QVERIFY2(!done, (sql + " is done").c_str());
        QCOMPARE(done.error().code(), std::string("guard.append_only"));
        QVERIFY2(
            done.error().detail().find("Rows of " + table + " are facts") != std::string::npos,
            (sql + ": " + done.error().detail()).c_str());
    }

    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(TableRulesTest)

#include "table_rules_test.moc"
