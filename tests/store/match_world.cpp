// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/store/match_world.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <nlohmann/json.hpp>

namespace onceover {

namespace {

using Json = nlohmann::json;

std::string answered(const Result<MatchCounts>& counts)
{
    return counts ? std::to_string(counts->linked) + " " + std::to_string(counts->candidates)
                  : counts.error().code();
}

} // namespace

MatchWorld::MatchWorld(StoreFixture& fixture, const std::string& rules)
    : DeskWorld(fixture)
    , m_ingestMatches(fixture.postgres().settingsFor("m_ingest", "m_ingest", database))
    , m_coreMatches(
          fixture.postgres().settingsFor("m_core", "m_core", database), StoreFixture::coreId(1))
{
    if (!rules.empty())
        putInForce(rules);
}

std::string MatchWorld::defaultRules()
{
    return R"({"zones":[{"name":"UTC","offsets":[{"from_us":0,"offset_seconds":0}]}],)"
           R"("calendars":[{"name":"daily","from":"2020-01-01","to":"2060-12-31","weekend":[],)"
           R"("holidays":[]}],"rules":[{"provider":"","account":"ACC","zone":"UTC",)"
           R"("calendar":"daily","window":{"before":0,"after":2},"guard":{"before":2,"after":5},)"
           R"("automatic":["EXACT_REFERENCE","NORMALISED_REFERENCE","ACCOUNT_AMOUNT_WINDOW"],)"
           R"("sets":true}]})";
}

void MatchWorld::putInForce(const std::string& rules)
{
    const std::string quoted = "$rules$" + rules + "$rules$";
    runScript(
        "alter table onceover.match_rule_books disable trigger user; insert into "
        "onceover.match_rule_books (version, body, sha256, decision_id) select 1 + "
        "coalesce(max(version), 0), "
        + quoted + ", encode(sha256(convert_to(" + quoted
        + ", 'UTF8')), 'hex'), gen_random_uuid() from onceover.match_rule_books; alter table "
          "onceover.match_rule_books enable always trigger append_only; alter table "
          "onceover.match_rule_books enable always trigger append_only_truncate; alter table "
          "onceover.match_rule_books enable always trigger guard_match_rules");
}

void MatchWorld::runScript(const std::string& sql)
{
    if (const auto done = owner.executeScript("match world", sql, PgFixture::patience()); !done) {
        std::fprintf(stderr, "match world: %s: %s\n", sql.c_str(), done.error().detail().c_str());
        std::abort();
    }
}

std::string MatchWorld::store(const std::vector<StatementLine>& lines, bool isComplete)
{
    const std::string import = scalar("select gen_random_uuid()");
    mustRun(
        ingest,
        "select onceover.store_import(jsonb_build_object('import_id', $1::text, 'sha256', "
        "$1::text, 'file_name', 'f', 'format', 'camt.053', 'byte_count', 1))",
        Params().text(import));
    mustRun(
        ingest,
        "select onceover.store_import_statement($1::text::uuid, "
        "jsonb_build_object('statement_row_id', $1::text, 'ordinal', 1, 'account', 'ACC', "
        "'currency', 'EUR', 'credits_minor', 0, 'debits_minor', 0, 'entry_count', 1, "
        "'content_sha256', $1::text, 'is_complete', $2::text::boolean, 'from_date', "
        "(current_date - 15)::text, 'to_date', (current_date + 15)::text))",
        Params().text(import).text(isComplete ? "true" : "false"));
    int ordinal = 0;
    for (const StatementLine& line : lines) {
        mustRun(
            ingest,
            "select onceover.store_import_records($1::text::uuid, $1::text::uuid, "
            "jsonb_build_array(jsonb_build_object('record_id', gen_random_uuid(), 'state', "
            "'BOOKED', 'currency', 'EUR', 'booked_on', (current_date + $3::text::int)::text) || "
            "$2::jsonb))",
            Params()
                .text(import)
                .json(Json{
                    {"external_id", line.identity},
                    {"amount_minor", line.amountMinor},
                    {"direction", line.direction},
                    {"payee_account", line.account},
                    {"narrative", line.narrative},
                    {"reference", line.reference},
                    {"named_references", Json::parse(line.named)},
                    {"is_reversal", line.isReversal},
                    {"ordinal", ++ordinal}}
                          .dump())
                .text(std::to_string(line.daysFromToday)));
    }
    mustRun(ingest, "select onceover.link_import($1)", Params().text(import));
    return import;
}

std::string MatchWorld::match(const std::string& import)
{
    return answered(MatchStep(m_ingestMatches).matchImport(*Uuid::fromText(import)));
}

std::string MatchWorld::matchDue()
{
    return answered(MatchStep(m_coreMatches).matchDue());
}

std::string MatchWorld::testRules()
{
    const auto test = Uuid::fromText(freshId());
    const auto tested = MatchStep(m_coreMatches).testRules(*test);
    return tested ? (*tested ? "tested" : "nothing") : tested.error().code();
}

std::string MatchWorld::proposeRules(const std::string& rules)
{
    const std::string decision = freshId();
    const std::string code = call(
        liwei,
        "select onceover.propose_match_rules($1::uuid, $2, 'to find more')",
        Params().text(decision).text(rules));
    return code.empty() ? decision : code;
}

std::string MatchWorld::propose(
    Connection& who,
    const std::string& payment,
    const std::string& identity,
    const std::string& tier,
    const std::string& reason)
{
    const std::string record = recordOf(identity);
    const auto rows = who.execute(
        {"test",
         "select linked || ' ' || candidates as answer from onceover.apply_matches(null, $1, $2)"},
        Params()
            .uuidArray({*Uuid::fromText(record)})
            .json(Json::array({{{"payment_id", payment},
                                {"record_id", record},
                                {"tier", tier},
                                {"reason", reason}}})
                      .dump()),
        PgFixture::patience());
    return rows ? (*rows)[0].text("answer").value_or("") : rows.error().code();
}

std::string MatchWorld::proposeSet(
    const std::vector<std::string>& payments, const std::vector<std::string>& identities)
{
    Json pairs = Json::array();
    for (std::size_t index = 0; index < std::max(payments.size(), identities.size()); ++index)
        pairs.push_back(
            {{"payment_id", payments[std::min(index, payments.size() - 1)]},
             {"record_id", recordOf(identities[std::min(index, identities.size() - 1)])},
             {"tier", "ACCOUNT_AMOUNT_WINDOW"},
             {"reason", "CLOSED_SET"},
             {"set", "one"}});
    const auto rows = ingest.execute(
        {"test",
         "select linked || ' ' || candidates as answer from onceover.apply_matches(null, '{}', "
         "$1)"},
        Params().json(pairs.dump()),
        PgFixture::patience());
    return rows ? (*rows)[0].text("answer").value_or("") : rows.error().code();
}

std::string MatchWorld::recordOf(const std::string& identity)
{
    return scalar(
        "select record_id from onceover.records where external_id = $1", Params().text(identity));
}

std::string MatchWorld::ownerOf(const std::string& identity)
{
    return scalar(
        "select p.idempotency_key || ' ' || o.tier from onceover.record_owners o join "
        "onceover.records r using (record_id) join onceover.payments p on p.payment_id = "
        "o.payment_id where r.external_id = $1",
        Params().text(identity));
}

std::string MatchWorld::reasonsOf(const std::string& identity)
{
    return scalar(
        "select coalesce(string_agg(c.fields ->> 'reason', ' ' order by c.fields ->> 'reason'), "
        "'') from onceover.candidates c join onceover.records r using (record_id) where "
        "r.external_id = $1",
        Params().text(identity));
}

std::string MatchWorld::linkCount()
{
    return scalar("select count(*) from onceover.record_owners where layer = 'BANK'");
}

std::string MatchWorld::sent(const std::string& key, std::int64_t amountMinor)
{
    const std::string payment = accept(key, "card", amountMinor);
    const int attempt = ++m_nextAttempt;
    claim(attempt);
    record(attempt, "UNKNOWN");
    return payment;
}

} // namespace onceover
