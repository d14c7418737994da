// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/engine_world.h"

namespace onceover {

namespace {

constexpr const char* kBoot = "00000000-0000-7000-b000-000000000001";

} // namespace

EngineWorld::EngineWorld(StoreFixture& fixture, const std::string& installation)
    : database(installation.empty() ? fixture.freshInstallation() : installation)
    , owner(fixture.connectOwner(database))
    , core(fixture.connect("m_core", database))
    , core2(fixture.connect("m_core2", database))
    , intake(fixture.connect("m_intake", database))
    , ingest(fixture.connect("m_ingest", database))
{
    const char* const kRegister = "select onceover.register_core($1, 'core', 'host', $2, $3, '0')";
    mustRun(
        core,
        kRegister,
        Params()
            .uuid(StoreFixture::coreId(1))
            .uuid(StoreFixture::coreId(11))
            .uuid(StoreFixture::coreId(21)));
    mustRun(
        core2,
        kRegister,
        Params()
            .uuid(StoreFixture::coreId(2))
            .uuid(StoreFixture::coreId(12))
            .uuid(StoreFixture::coreId(22)));
    StoreFixture::admitCores(owner);
}

std::string EngineWorld::request(
    const std::string& key,
    const std::string& provider,
    std::int64_t amountMinor,
    const std::string& payee)
{
    return R"({"source":"shop","idempotency_key":")" + key
           + R"(","kind":"PAYOUT","direction":"OUT","payee":")"
           + (payee.empty() ? "Payee " + key : payee)
           + R"(","payee_account":"DE02 1203","amount_minor":)" + std::to_string(amountMinor)
           + R"(,"currency":"EUR","provider":")" + provider + R"("})";
}

std::string EngineWorld::acceptOutcome(const std::string& json)
{
    return *mustRun(
                intake,
                "select outcome || ' ' || code as answer from onceover.accept($1)",
                Params().json(json))[0]
                .text("answer");
}

std::string EngineWorld::accept(
    const std::string& key,
    const std::string& provider,
    std::int64_t amountMinor,
    const std::string& payee)
{
    return *mustRun(
                intake,
                "select payment_id from onceover.accept($1)",
                Params().json(request(key, provider, amountMinor, payee)))[0]
                .text("payment_id");
}

std::string EngineWorld::charge(
    const std::string& id, std::int64_t amountMinor, const std::string& reference)
{
    return R"({"external_id":")" + id + R"(","state":"SUCCEEDED","amount_minor":)"
           + std::to_string(amountMinor) + R"(,"currency":"EUR","reference":")" + reference
           + R"(","provider_key":")" + reference + R"(-1"})";
}

bool EngineWorld::claim(int attempt, const std::string& provider, int leaseMs)
{
    const Rows rows = mustRun(
        core,
        "select * from onceover.claim($1, $2, $3, $4, $5::int)",
        Params()
            .uuid(StoreFixture::coreId(1))
            .text(kBoot)
            .text(provider)
            .uuidArray({StoreFixture::attemptId(attempt)})
            .int64(leaseMs));
    return rows.size() == 1;
}

std::string EngineWorld::record(
    int attempt, const std::string& answer, const std::string& providerId, int requestBytes)
{
    const Rows rows = mustRun(
        core,
        "select outcome || ' ' || code as answer from onceover.record_results($1, "
        "jsonb_build_array(jsonb_build_object("
        "'attempt_id', $2::text, 'answer', $3::text, 'reason', 'deadline', 'provider_id', "
        "$4::text, 'http_status', 0, "
        "'request_bytes', $5::bigint, 'started_at_us', 1, 'finished_at_us', 2)))",
        Params()
            .uuid(StoreFixture::coreId(1))
            .text(StoreFixture::attemptId(attempt).toText())
            .text(answer)
            .text(providerId)
            .int64(requestBytes));
    return *rows[0].text("answer");
}

std::string EngineWorld::evidence(
    const std::string& payment,
    const std::string& kind,
    const std::string& record,
    std::int64_t askedAgoMs)
{
    const Rows rows = mustRun(
        core,
        "select case when is_material then 'material' else 'repeat' end as answer from "
        "onceover.record_evidence($1, $2, jsonb_build_object("
        "'evidence_id', gen_random_uuid(), 'source', 'QUERY', 'kind', $3::text, 'state', "
        "coalesce($4::jsonb ->> 'state', ''), "
        "'record', $4::jsonb, 'asked_at_us', (extract(epoch from clock_timestamp()) * "
        "1000000)::bigint - $5::bigint * 1000, "
        "'answered_at_us', (extract(epoch from clock_timestamp()) * 1000000)::bigint - $5::bigint "
        "* 1000 + 1))",
        Params()
            .uuid(StoreFixture::coreId(1))
            .text(payment)
            .text(kind)
            .text(record.empty() ? "null" : record)
            .int64(askedAgoMs));
    return *rows[0].text("answer");
}

std::string EngineWorld::absenceOf(const std::string& payment, int attempt)
{
    const Rows rows = mustRun(
        core,
        "select case when is_material then 'material' else 'repeat' end as answer from "
        "onceover.record_evidence($1, $2, jsonb_build_object("
        "'evidence_id', gen_random_uuid(), 'source', 'QUERY', 'kind', 'ABSENT', 'attempt_id', "
        "$3::text, "
        "'asked_at_us', (extract(epoch from clock_timestamp()) * 1000000)::bigint, "
        "'answered_at_us', (extract(epoch from clock_timestamp()) * 1000000)::bigint + 1))",
        Params()
            .uuid(StoreFixture::coreId(1))
            .text(payment)
            .text(StoreFixture::attemptId(attempt).toText()));
    return *rows[0].text("answer");
}

std::string EngineWorld::resend(
    StoreFixture& fixture, const std::string& payment, const std::string& generation)
{
    Connection first = fixture.connect("liwei", database);
    Connection second = fixture.connect("ana", database);
    if (auto code = codeOf(
            first,
            "select onceover.take(gen_random_uuid(), $1, 'WORKING', 'looking')",
            Params().text(payment));
        !code.empty())
        return code;
    const std::string digest = scalar("select onceover.case_digest($1)", Params().text(payment));
    const std::string decision = scalar("select gen_random_uuid()");
    if (auto code = codeOf(
            first,
            "select onceover.propose($1, $2, 'RESEND', 'RISK_ACCEPTED', 'agreed', "
            "jsonb_build_object('generation', $3::text), $4, $5::text::bigint)",
            Params()
                .text(decision)
                .text(payment)
                .text(generation)
                .text(digest)
                .text(column(payment, "version")));
        !code.empty())
        return code;
    return codeOf(
        second,
        "select onceover.approve(gen_random_uuid(), $1, $2)",
        Params().text(decision).text(digest));
}

std::string EngineWorld::verdictCode(const std::string& payment, const std::string& verdict)
{
    return codeOf(
        core,
        "select onceover.apply_verdict($1, $2, ($4::text)::bigint, $3, '')",
        Params()
            .uuid(StoreFixture::coreId(1))
            .text(payment)
            .text(verdict)
            .text(column(payment, "evidence_version")));
}

std::string EngineWorld::status(const std::string& payment)
{
    return scalar(
        "select status || coalesce(' ' || coalesce(unknown_reason, review_reason, failure_kind), "
        "'') from onceover.payments where payment_id = $1",
        Params().text(payment));
}

std::string EngineWorld::column(const std::string& payment, const std::string& column)
{
    return scalar(
        "select (to_jsonb(p) ->> $2) from onceover.payments p where payment_id = $1",
        Params().text(payment).text(column));
}

std::string EngineWorld::scalar(std::string_view sql, const Params& params)
{
    const Rows rows = mustRun(owner, sql, params);
    return rows.isEmpty() ? std::string() : rows[0].text(rows.columns().front()).value_or("");
}

bool EngineWorld::isConsistent()
{
    return scalar("select count(*) from review.ledger_check where not agrees") == "0"
           && scalar("select count(*) from (select account, currency, balance_minor from "
                     "review.ledger where account in ('in_transit', 'in_doubt') and balance_minor "
                     "<> 0) l full join review.doubts d using (account, currency) where "
                     "l.balance_minor is distinct from d.balance_minor")
                  == "0"
           && scalar(
                  "select count(*) from onceover.events e where e.leaf <> onceover.event_leaf(e)")
                  == "0"
           && scalar("select count(*) from onceover.events e left join onceover.events b on "
                     "b.subject_id = e.subject_id "
                     "and b.seq = e.seq - 1 where e.previous_leaf <> coalesce(b.leaf, '\\x')")
                  == "0"
           && scalar("select count(*) from onceover.chains c where c.event_count <> (select "
                     "count(*) from onceover.events e "
                     "where e.subject_id = c.subject_id)")
                  == "0"
           && scalar("select count(*) from onceover.payments p where (p.status = 'PENDING') <> "
                     "((select count(*) from onceover.permits m "
                     "where m.payment_id = p.payment_id and not exists (select from "
                     "onceover.permit_uses u where u.permit_id = m.permit_id)) = 1)")
                  == "0";
}

std::string EngineWorld::fingerprintOfEverything()
{
    std::string all;
    for (const Row table : mustRun(
             owner,
             "select tablename::text as name from pg_tables where schemaname = 'onceover' order by "
             "1")) {
        const std::string name = *table.text("name");
        all +=
            name + ":"
            + scalar(
                "select md5(coalesce(string_agg(t::text, ';' order by t::text), '')) from onceover."
                + name + " t")
            + "\n";
    }
    return all;
}

} // namespace onceover
