// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/store/model_row.h"

namespace onceover {

namespace {

constexpr const char* kBoot = "00000000-0000-7000-b000-000000000001";

int nextNumber()
{
    // Above the numbers of DeskWorld's own attempts.
    static int s_last = 10'000;
    return ++s_last;
}

std::string profileOf(const std::string& name, const ProviderTraits& traits)
{
    return R"({"name":")" + name + R"(","max_automatic_permits":5,"capabilities":{"key_collapses":)"
           + (traits.collapsesKeys ? "true" : "false") + R"(,"key_lifetime_ms":)"
           + std::to_string(traits.keyLifetimeMs)
           + R"(,"query_by_key":true,"query_authoritative":true},"times":{"visibility_lag_ms":)"
           + std::to_string(traits.visibilityLagMs) + R"(,"longest_processing_ms":)"
           + std::to_string(traits.longestProcessingMs)
           + R"(,"retry_delay_ms":0,"look_delays_ms":[0]}})";
}

} // namespace

std::string ProviderBook::execute(const std::string& key)
{
    const auto known = m_byKey.find(key);
    if (m_collapsesKeys && known != m_byKey.end())
        return known->second;
    const std::string id = "charge-" + key + "-" + std::to_string(++m_charges);
    m_byKey[key] = id;
    return id;
}

ModelRow::ModelRow(DeskWorld& world, const ProviderTraits& traits)
    : m_world(world)
    , m_provider("row" + std::to_string(nextNumber()))
    , m_book(traits.collapsesKeys)
{
    StoreFixture::insertProfile(world.owner, m_provider, profileOf(m_provider, traits));
    m_payment = world.accept(m_provider, m_provider);
}

Connection& ModelRow::session(int core) const
{
    return core == 1 ? m_world.core : m_world.core2;
}

int ModelRow::claim(int core, int leaseMs)
{
    const int attempt = nextNumber();
    const Rows rows = mustRun(
        session(core),
        "select epoch from onceover.claim($1, $2, $3, $4, $5::int)",
        Params()
            .uuid(StoreFixture::coreId(core))
            .text(kBoot)
            .text(m_provider)
            .uuidArray({StoreFixture::attemptId(attempt)})
            .int64(leaseMs));
    if (rows.isEmpty())
        return 0;
    m_coreOf[attempt] = core;
    m_epochOf[attempt] = std::to_string(*rows[0].int64("epoch"));
    return attempt;
}

std::string ModelRow::ready(int attempt)
{
    const int core = m_coreOf[attempt];
    return codeOf(
        session(core),
        "select onceover.ready_to_call($1, $2, $3::text::bigint, 'body')",
        Params()
            .uuid(StoreFixture::coreId(core))
            .uuid(StoreFixture::attemptId(attempt))
            .text(m_epochOf[attempt]));
}

bool ModelRow::call(int attempt)
{
    m_isFlying[attempt] = ready(attempt).empty();
    return m_isFlying[attempt];
}

void ModelRow::arrive(int attempt)
{
    if (!m_isFlying[attempt])
        return;
    m_isFlying[attempt] = false;
    m_chargeOf[attempt] = m_book.execute(key(attempt));
}

std::string ModelRow::record(int attempt, const std::string& answer)
{
    const int core = m_coreOf[attempt];
    const Rows rows = mustRun(
        session(core),
        "select outcome || ' ' || code as answer from onceover.record_results($1, "
        "jsonb_build_array(jsonb_build_object('attempt_id', $2::text, 'answer', $3::text, "
        "'reason', 'deadline', 'provider_id', $4::text, 'http_status', 0, 'request_bytes', "
        "$5::bigint, 'started_at_us', 1, 'finished_at_us', 2)))",
        Params()
            .uuid(StoreFixture::coreId(core))
            .text(StoreFixture::attemptId(attempt).toText())
            .text(answer)
            .text(m_chargeOf[attempt])
            .int64(answer == "NOT_SENT" ? 0 : 100));
    return rows[0].text("answer").value_or("");
}

std::string ModelRow::abandon(int attempt, bool wasCalled)
{
    const int core = m_coreOf[attempt];
    const Rows rows = mustRun(
        session(core),
        "select onceover.abandon($1, $2, $3, $4::text::boolean, 'core_stopped') as status",
        Params()
            .uuid(StoreFixture::coreId(core))
            .uuid(StoreFixture::attemptId(attempt))
            .text(kBoot)
            .text(wasCalled ? "true" : "false"));
    return rows[0].text("status").value_or("");
}

void ModelRow::leaseOver()
{
    mustRun(
        m_world.core2,
        "select onceover.expire_leases($1, 1000)",
        Params().uuid(StoreFixture::coreId(2)));
}

int ModelRow::sendAndLose(int core)
{
    const int attempt = claim(core);
    if (attempt == 0 || !call(attempt))
        return 0;
    record(attempt, "UNKNOWN");
    return attempt;
}

bool ModelRow::isAbsent(int attempt)
{
    return isAbsent(attempt, nowUs(), "");
}

bool ModelRow::isAbsent(
    int attempt, const std::string& askedAtUs, const std::string& couldSeeUntilUs)
{
    const Rows rows = mustRun(
        m_world.core,
        "select is_material from onceover.record_evidence($1, $2, "
        "jsonb_strip_nulls(jsonb_build_object('evidence_id', gen_random_uuid(), 'source', 'QUERY', "
        "'kind', 'ABSENT', 'attempt_id', $3::text, 'asked_at_us', $4::text::bigint, "
        "'answered_at_us', $4::text::bigint, 'could_see_until_us', nullif($5::text, "
        "'')::bigint)))",
        Params()
            .uuid(StoreFixture::coreId(1))
            .text(m_payment)
            .text(StoreFixture::attemptId(attempt).toText())
            .text(askedAtUs)
            .text(couldSeeUntilUs));
    return rows[0].boolean("is_material").value_or(false);
}

void ModelRow::show(int attempt, const std::string& chargeId, const std::string& state)
{
    mustRun(
        m_world.core,
        "select onceover.record_evidence($1, $2, jsonb_build_object('evidence_id', "
        "gen_random_uuid(), 'source', 'QUERY', 'kind', 'FOUND', 'state', $4::text, 'attempt_id', "
        "$3::text, 'asked_at_us', $5::text::bigint, 'answered_at_us', $5::text::bigint, 'record', "
        "jsonb_build_object('external_id', $6::text, 'state', $4::text, 'amount_minor', 1250, "
        "'currency', 'EUR', 'reference', $7::text, 'provider_key', $8::text)))",
        Params()
            .uuid(StoreFixture::coreId(1))
            .text(m_payment)
            .text(StoreFixture::attemptId(attempt).toText())
            .text(state)
            .text(nowUs())
            .text(chargeId)
            .text(m_world.reference(m_payment))
            .text(key(attempt)));
}

std::string ModelRow::verdict(const std::string& name)
{
    return m_world.verdictCode(m_payment, name);
}

bool ModelRow::retry()
{
    const Rows rows = mustRun(
        m_world.core,
        "select coalesce(onceover.grant_automatic($1, $2)::text, '') as permit",
        Params().uuid(StoreFixture::coreId(1)).text(m_payment));
    return !rows[0].text("permit").value_or("").empty();
}

std::string ModelRow::decide(const std::string& kind, const std::string& options)
{
    if (m_world.column(m_payment, "taken_by").empty()) {
        if (auto code = m_world.take(m_world.liwei, m_payment); !code.empty())
            return code;
    }
    const std::string decision = m_world.scalar("select gen_random_uuid()");
    if (auto code = m_world.propose(m_world.liwei, decision, m_payment, kind, options);
        !code.empty())
        return code;
    return m_world.approve(
        m_world.ana,
        m_world.scalar("select gen_random_uuid()"),
        decision,
        m_world.scalar(
            "select digest from onceover.proposals where decision_id = $1",
            Params().text(decision)));
}

std::string ModelRow::status() const
{
    return m_world.status(m_payment);
}

std::string ModelRow::key(int attempt) const
{
    return m_world.scalar(
        "select provider_key from onceover.attempts where attempt_id = $1",
        Params().uuid(StoreFixture::attemptId(attempt)));
}

std::string ModelRow::openPermits() const
{
    return m_world.openPermits(m_payment);
}

std::string ModelRow::nowUs() const
{
    return m_world.scalar("select onceover.micros(clock_timestamp())");
}

bool ModelRow::isHarmless() const
{
    const std::string allowed = m_world.scalar(
        "select count(*) from onceover.permits m join onceover.permit_uses u using (permit_id) "
        "where m.payment_id = $1 and u.used_as = 'ATTEMPT' and m.ground in ('APPROVED_RESEND', "
        "'LOSS_TOLERATED')",
        Params().text(m_payment));
    return m_book.charges() <= 1 + std::stoi(allowed);
}

} // namespace onceover
