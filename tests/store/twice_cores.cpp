// SPDX-License-Identifier: GPL-3.0-or-later
// The machine's functions. Their ids are attempts, evidence and cores; where there is no id, a
// second call finds nothing left to do.
#include "tests/store/twice_table.h"
#include "tests/support/without_fence_guard.h"

namespace onceover {

namespace {

constexpr const char* kBoot = "00000000-0000-7000-b000-000000000001";
constexpr const char* kConstraint = "database.constraint";
constexpr const char* kNotYours = "attempt.unknown";

std::string attemptOf(DeskWorld& world, const std::string& payment)
{
    return world.scalar(
        "select attempt_id from onceover.attempts where payment_id = $1 order by claimed_at desc "
        "limit 1",
        Params().text(payment));
}

// Numbers that nothing else in this world uses.
Uuid freshUuid(DeskWorld& world)
{
    return *Uuid::fromText(world.scalar("select gen_random_uuid()"));
}

std::string submitting(DeskWorld& world)
{
    const std::string payment = world.accept("sent" + world.freshId());
    world.send(payment, 3600000);
    return payment;
}

SessionCall ofCore(int core, std::string sql, const Params& more)
{
    Params params;
    params.uuid(StoreFixture::coreId(core));
    for (const auto& value : more.values())
        params.text(value);
    return {std::move(sql), std::move(params)};
}

TwiceTrial registerCore(DeskWorld& world)
{
    const Uuid core = freshUuid(world);
    const Uuid journal = freshUuid(world);
    const Uuid nonce = freshUuid(world);
    const auto call = [&](const Uuid& witness) {
        return SessionCall{
            "select 'DONE' as answer from onceover.register_core($1, 'twice', 'host', $2, $3, '0')",
            Params().uuid(core).uuid(witness).uuid(nonce)};
    };
    return {
        "m_core",
        call(journal),
        "DONE",
        "DONE",
        "DONE",
        {{"another core's login", "m_core2", call(journal), "core.other_login"},
         {"another journal", "m_core", call(freshUuid(world)), "core.other_journal"}}};
}

TwiceTrial heartbeat(DeskWorld& world)
{
    const auto call = [](const Uuid& nonce) {
        return SessionCall{
            "select is_paused::text as answer from onceover.heartbeat($1, $2)",
            Params().uuid(StoreFixture::coreId(1)).uuid(nonce)};
    };
    return {
        "m_core",
        call(StoreFixture::coreId(21)),
        "false",
        "false",
        "false",
        {{"another core's login", "m_core2", call(StoreFixture::coreId(21)), "core.unknown"},
         {"another process", "m_core", call(freshUuid(world)), "core.replaced"}}};
}

TwiceTrial setCorePaused(DeskWorld&)
{
    const SessionCall call =
        ofCore(1, "select 'DONE' as answer from onceover.set_core_paused($1, true)", Params());
    return {
        "m_core",
        call,
        "DONE",
        "DONE",
        "DONE",
        {{"another core's login", "m_core2", call, "core.unknown"}}};
}

// Two payments wait; an attempt id is for one of them.
TwiceTrial claim(DeskWorld& world)
{
    const std::string drained = world.accept("drain" + world.freshId());
    world.send(drained, 3600000);
    world.accept("claim" + world.freshId());
    world.accept("claim" + world.freshId());
    const std::string attempt = freshUuid(world).toText();
    const auto call = [&](int core, const char* leaseMs) {
        return ofCore(
            core,
            "select count(*)::text as answer from onceover.claim($1, $2, 'card', "
            "array[$3::uuid], $4::int)",
            Params().text(kBoot).text(attempt).text(leaseMs));
    };
    return {
        "m_core",
        call(1, "3600000"),
        "1",
        "claim.attempt_void",
        "claim.attempt_void",
        {{"another core", "m_core2", call(2, "3600000"), "claim.attempt_void"},
         {"another lease", "m_core", call(1, "3500000"), "claim.attempt_void"}}};
}

TwiceTrial readyToCall(DeskWorld& world)
{
    const std::string attempt = attemptOf(world, submitting(world));
    const auto call = [&](int core, const char* body) {
        return ofCore(
            core,
            "select 'DONE' as answer from onceover.ready_to_call($1, $2, 1, $3)",
            Params().text(attempt).text(body));
    };
    return {
        "m_core",
        call(1, "body"),
        "DONE",
        "attempt.ready_before",
        "attempt.ready_before",
        {{"another core", "m_core2", call(2, "body"), kNotYours},
         {"another body", "m_core", call(1, "other"), "attempt.ready_before"}}};
}

TwiceTrial recordResults(DeskWorld& world)
{
    const std::string attempt = attemptOf(world, submitting(world));
    const auto call = [&](int core, const char* answer) {
        return ofCore(
            core,
            "select outcome || ' ' || code as answer from onceover.record_results($1, "
            "jsonb_build_array(jsonb_build_object('attempt_id', $2::text, 'answer', $3::text, "
            "'reason', '', 'provider_id', 'ch_' || $2::text, 'http_status', 200, 'request_bytes', "
            "100, 'started_at_us', 1, 'finished_at_us', 2)))",
            Params().text(attempt).text(answer));
    };
    return {
        "m_core",
        call(1, "SUCCEEDED"),
        "RECORDED ",
        "REPEATED ",
        "REPEATED ",
        {{"another core", "m_core2", call(2, "SUCCEEDED"), "REFUSED attempt.unknown"},
         {"another answer", "m_core", call(1, "REJECTED_FINAL"), "REFUSED result.differs"}}};
}

TwiceTrial abandon(DeskWorld& world)
{
    const std::string attempt = attemptOf(world, submitting(world));
    const auto call = [&](int core, const char* wasCalled) {
        return ofCore(
            core,
            "select onceover.abandon($1, $2, $3, $4::boolean, 'x') as answer",
            Params().text(attempt).text(kBoot).text(wasCalled));
    };
    return {
        "m_core",
        call(1, "false"),
        "FAILED",
        "FAILED",
        "FAILED",
        {{"another core", "m_core2", call(2, "false"), kNotYours},
         // Closed once: the core's second word about it is read as the first.
         {"called after all", "m_core", call(1, "true"), "FAILED"}}};
}

TwiceTrial lookUpAttempt(DeskWorld& world)
{
    const std::string attempt = freshUuid(world).toText();
    const auto call = [&](int core) {
        return ofCore(
            core, "select onceover.look_up_attempt($1, $2) as answer", Params().text(attempt));
    };
    return {
        "m_core",
        call(1),
        "VOID",
        "VOID",
        "VOID",
        {{"another core", "m_core2", call(2), kNotYours}}};
}

TwiceTrial expireLeases(DeskWorld& world)
{
    mustRun(
        world.core,
        "select onceover.expire_leases($1, 1000)",
        Params().uuid(StoreFixture::coreId(1)));
    world.send(world.accept("lease" + world.freshId()), 0);
    const auto call = [](int core) {
        return ofCore(core, "select onceover.expire_leases($1, 1000)::text as answer", Params());
    };
    return {"m_core", call(1), "1", "0", "0", {{"another core", "m_core2", call(2), "0"}}};
}

TwiceTrial endOverdue(DeskWorld& world)
{
    std::string late = EngineWorld::request("late" + world.freshId(), "card", 1250, {});
    late.insert(late.size() - 1, R"(,"send_before":"2020-01-01T00:00:00Z")");
    world.acceptOutcome(late);
    const auto call = [](int core) {
        return ofCore(core, "select onceover.end_overdue($1, 1000)::text as answer", Params());
    };
    return {"m_core", call(1), "1", "0", "0", {{"another core", "m_core2", call(2), "0"}}};
}

TwiceTrial settleStored(DeskWorld& world)
{
    const int attempt = world.send(world.accept("stored" + world.freshId()));
    world.runAsOwner(withoutFenceGuard("update onceover.incarnations set state = 'FENCED'"));
    world.record(attempt, "SUCCEEDED");
    world.runAsOwner(withoutFenceGuard("update onceover.incarnations set state = 'ARMED'"));
    const auto call = [](int core) {
        return ofCore(core, "select onceover.settle_stored($1, 1000)::text as answer", Params());
    };
    return {"m_core", call(1), "1", "0", "0", {{"another core", "m_core2", call(2), "0"}}};
}

TwiceTrial takeDueLooks(DeskWorld& world)
{
    world.runAsOwner("update onceover.payments set next_look_at = now() + interval '1 day' where "
                     "next_look_at is not null");
    world.unknownPayment();
    const auto call = [](int core) {
        return ofCore(
            core,
            "select count(*)::text as answer from onceover.take_due_looks($1, 'card', 1000, "
            "3600000)",
            Params());
    };
    return {"m_core", call(1), "1", "0", "0", {{"another core", "m_core2", call(2), "0"}}};
}

TwiceTrial recordEvidence(DeskWorld& world)
{
    const std::string payment = world.unknownPayment();
    const std::string other = world.unknownPayment();
    const std::string id = freshUuid(world).toText();
    const auto call = [&](int core, const std::string& about, const char* amount) {
        return ofCore(
            core,
            "select case when is_material then 'MATERIAL' else 'KNOWN' end as answer from "
            "onceover.record_evidence($1, $2, jsonb_build_object('evidence_id', $3::text, "
            "'source', 'QUERY', 'kind', 'FOUND', 'state', 'SUCCEEDED', 'asked_at_us', 5, "
            "'answered_at_us', 6, 'record', $4::jsonb))",
            Params().text(about).text(id).text(EngineWorld::charge(
                "ch_" + payment, std::atoll(amount), world.reference(payment))));
    };
    return {
        "m_core",
        call(1, payment, "1250"),
        "MATERIAL",
        "KNOWN",
        "KNOWN",
        // Evidence is nobody's: who shows the same again shows nothing new.
        {{"another core", "m_core2", call(2, payment, "1250"), "KNOWN"},
         {"another amount", "m_core", call(1, payment, "1251"), "evidence.differs"},
         {"another payment", "m_core", call(1, other, "1250"), "evidence.differs", kConstraint}}};
}

TwiceTrial applyVerdict(DeskWorld& world)
{
    const std::string payment = world.unknownPayment();
    world.evidence(payment, "ABSENT");
    const std::string version = world.column(payment, "evidence_version");
    const auto call = [&](int core, const std::string& atVersion, const char* verdict) {
        return ofCore(
            core,
            "select onceover.apply_verdict($1, $2, $3::bigint, $4, '') as answer",
            Params().text(payment).text(atVersion).text(verdict));
    };
    return {
        "m_core",
        call(1, version, "NOT_HAPPENED"),
        "FAILED",
        "FAILED",
        "FAILED",
        {{"another core", "m_core2", call(2, version, "NOT_HAPPENED"), "FAILED"},
         {"another verdict", "m_core", call(1, version, "HAPPENED"), "FAILED"},
         {"older evidence", "m_core", call(1, "0", "NOT_HAPPENED"), "verdict.stale"}}};
}

TwiceTrial scheduleLook(DeskWorld& world)
{
    const std::string payment = world.unknownPayment();
    const std::string soon =
        world.scalar("select ((extract(epoch from now()) + 86400) * 1000000)::bigint");
    const auto call = [&](int core) {
        return ofCore(
            core,
            "select 'DONE' as answer from onceover.schedule_look($1, $2, $3::bigint, $3::bigint, "
            "'[]')",
            Params().text(payment).text(soon));
    };
    return {
        "m_core", call(1), "DONE", "DONE", "DONE", {{"another core", "m_core2", call(2), "DONE"}}};
}

TwiceTrial grantAutomatic(DeskWorld& world)
{
    const std::string payment = world.accept("retry" + world.freshId());
    world.record(world.send(payment, 3600000), "REJECTED_RETRYABLE");
    const auto call = [&](int core) {
        return ofCore(
            core,
            "select case when onceover.grant_automatic($1, $2) is null then 'NONE' else 'GRANTED' "
            "end as answer",
            Params().text(payment));
    };
    return {
        "m_core",
        call(1),
        "GRANTED",
        "NONE",
        "NONE",
        {{"another core", "m_core2", call(2), "NONE"}}};
}

TwiceTrial fence(DeskWorld&)
{
    const auto call = [](int core, const char* why) {
        return ofCore(
            core, "select 'DONE' as answer from onceover.fence($1, $2)", Params().text(why));
    };
    return {
        "m_core",
        call(1, "why"),
        "DONE",
        "DONE",
        "DONE",
        {{"another core", "m_core2", call(2, "why"), "DONE"},
         {"other words", "m_core", call(1, "other"), "DONE"}}};
}

} // namespace

std::vector<TwiceRow> twiceRowsOfCores()
{
    using Kind = TwiceRow::Kind;
    const std::vector<std::string> seen = {"last_seen_at", "beats"};
    return {
        {"register_core",
         "the same process again: only the time of last sight moves",
         registerCore,
         Kind::Writes,
         seen},
        {"heartbeat", "only the time and count of last sight move", heartbeat, Kind::Writes, seen},
        {"set_core_paused",
         "paused once, one event",
         setCorePaused,
         Kind::Writes,
         {},
         "update onceover.cores set is_paused = false"},
        {"claim", "an attempt id claims once, whoever uses it", claim},
        {"ready_to_call", "an attempt is made ready once", readyToCall},
        {"record_results", "an attempt has one result", recordResults},
        {"abandon", "an attempt is closed once", abandon},
        {"look_up_attempt", "an id is made void once, for its core", lookUpAttempt},
        {"expire_leases", "a second call finds no lease that is over", expireLeases},
        {"end_overdue", "a second call finds nothing overdue", endOverdue},
        {"settle_stored", "what was stored takes effect once", settleStored},
        {"take_due_looks", "a look that was taken is not due before its lease ends", takeDueLooks},
        {"record_evidence", "an id names one observation", recordEvidence},
        {"apply_verdict", "what a verdict has settled it does not settle again", applyVerdict},
        {"schedule_look", "the same dates again are the same dates", scheduleLook},
        {"grant_automatic", "one ground, one permit", grantAutomatic},
        {"fence", "fenced once, one event", fence, Kind::Writes, {}, armedAgain()},
    };
}

} // namespace onceover
