// SPDX-License-Identifier: GPL-3.0-or-later
// The functions by which cores look at a restarted server.
#include "tests/store/twice_table.h"
#include "tests/support/without_fence_guard.h"

namespace onceover {

namespace {

// Numbers that nothing else in this world uses.
Uuid freshUuid(DeskWorld& world)
{
    return *Uuid::fromText(world.scalar("select gen_random_uuid()"));
}

SessionCall ofCore(int core, std::string sql, const Params& more)
{
    Params params;
    params.uuid(StoreFixture::coreId(core));
    for (const auto& value : more.values())
        params.text(value);
    return {std::move(sql), std::move(params)};
}

// As if no core had looked at this server yet.
void forgetProofs(DeskWorld& world)
{
    for (const std::string table : {"onceover.core_proofs", "onceover.server_starts"}) {
        world.runAsOwner("alter table " + table + " disable trigger append_only");
        world.runAsOwner("delete from " + table);
        world.runAsOwner("alter table " + table + " enable always trigger append_only");
    }
}

constexpr const char* kBeginCheck = "select state || ' ' || core_state as answer from "
                                    "onceover.begin_check($1, $2::uuid, 1)";

TwiceTrial beginCheck(DeskWorld& world)
{
    forgetProofs(world);
    const auto call = [](const Uuid& nonce) {
        return ofCore(1, kBeginCheck, Params().uuid(nonce));
    };
    return {
        "m_core",
        call(StoreFixture::coreId(21)),
        "ARMED ADMITTED",
        "ARMED ADMITTED",
        "ARMED ADMITTED",
        {{"another core's login", "m_core2", call(StoreFixture::coreId(21)), "core.unknown"},
         {"another process", "m_core", call(freshUuid(world)), "core.replaced"}}};
}

TwiceTrial findMissing(DeskWorld& world)
{
    const std::string attempt = freshUuid(world).toText();
    const auto call = [&](int core, const char* state) {
        return ofCore(
            core,
            "select count(*)::text as answer from onceover.find_missing($1, array[$2::uuid], "
            "array[$3])",
            Params().text(attempt).text(state));
    };
    return {
        "m_core",
        call(1, "CALLED"),
        "1",
        "1",
        "1",
        {{"another core", "m_core2", call(2, "CALLED"), "1"},
         {"another state", "m_core", call(1, "VOID"), "1"}}};
}

TwiceTrial finishCheck(DeskWorld& world)
{
    forgetProofs(world);
    world.call(
        world.core, kBeginCheck, ofCore(1, "", Params().uuid(StoreFixture::coreId(21))).params);
    const auto call = [](const Uuid& nonce, const char* start) {
        return ofCore(
            1,
            std::string("select 'DONE' as answer from onceover.finish_check($1, $2::uuid, ") + start
                + ", 1)",
            Params().uuid(nonce));
    };
    const char* const kRunning = "onceover.micros(pg_postmaster_start_time())";
    const Uuid nonce = StoreFixture::coreId(21);
    return {
        "m_core",
        call(nonce, kRunning),
        "DONE",
        "DONE",
        "DONE",
        {{"another core's login", "m_core2", call(nonce, kRunning), "core.unknown"},
         {"another process", "m_core", call(freshUuid(world), kRunning), "core.replaced"},
         {"another start", "m_core", call(nonce, "1"), "fence.checking"}}};
}

} // namespace

std::vector<TwiceRow> twiceRowsOfWitnesses()
{
    using Kind = TwiceRow::Kind;
    return {
        {"begin_check", "a start of the server is looked at once", beginCheck},
        {"find_missing", "fenced once, one event", findMissing, Kind::Writes, {}, armedAgain()},
        {"finish_check", "a core is proven once for a start", finishCheck},
    };
}

} // namespace onceover
