// SPDX-License-Identifier: GPL-3.0-or-later
// The people's commands: an id is one person's and one content's for ever, and a repeat is a read.
#include "tests/store/twice_table.h"

namespace onceover {

namespace {

constexpr const char* kReused = "command.reused";
constexpr const char* kNoRulesOpen =
    "delete from onceover.open_proposals where subject = onceover.profile_subject('')::text";

SessionCall command(const std::string& call, Params params)
{
    return {
        "select (a ->> 'outcome') || coalesce(' ' || (a ->> 'state'), ' ' || (a ->> 'status'), '') "
        "as answer from onceover."
            + call + " a",
        std::move(params)};
}

// Repeated by the same person, it answers the same; anybody else and anything else is refused.
TwiceTrial trial(
    const SessionCall& call,
    const std::string& answer,
    const SessionCall& otherContent,
    const char* otherPerson = "omar",
    const char* otherLogin = "liwei2",
    const char* login = "liwei")
{
    TwiceTrial made{login, call, answer, answer, answer, {}};
    if (otherLogin != nullptr)
        made.others.push_back({"the person's other login", otherLogin, call, answer});
    made.others.push_back({"another person", otherPerson, call, kReused});
    made.others.push_back({"other content", login, otherContent, kReused});
    return made;
}

SessionCall proposing(
    DeskWorld& world, const std::string& id, const std::string& payment, const char* kind)
{
    return command(
        "propose($1::uuid, $2::uuid, $3, 'OTHER', 'because', '{}', $4, $5::bigint)",
        Params()
            .text(id)
            .text(payment)
            .text(kind)
            .text(world.digest(payment))
            .text(world.version(payment)));
}

TwiceTrial propose(DeskWorld& world)
{
    const std::string payment = world.reviewPayment();
    const std::string id = world.freshId();
    return trial(
        proposing(world, id, payment, "REJECT"),
        "DONE OPEN",
        proposing(world, id, payment, "CONFIRM"));
}

// In force at once: the effect is there when the repeat comes.
TwiceTrial proposeAlone(DeskWorld& world)
{
    const std::string payment = world.accept("alone" + world.freshId());
    const std::string id = world.freshId();
    return trial(
        proposing(world, id, payment, "CANCEL"),
        "DONE IN_FORCE",
        proposing(world, id, payment, "HOLD"));
}

TwiceTrial proposeProfile(DeskWorld& world)
{
    const std::string id = world.freshId();
    const std::string name = "twice-" + id.substr(id.size() - 6);
    const auto call = [&](const std::string& note) {
        return command(
            "propose_profile($1::uuid, $2, $3, $4)",
            Params().text(id).text(name).text("{\"name\":\"" + name + "\"}").text(note));
    };
    return trial(call("new"), "DONE OPEN", call("other"));
}

constexpr const char* kRules = "{\"zones\":[],\"calendars\":[],\"rules\":[]}";

TwiceTrial proposeMatchRules(DeskWorld& world)
{
    const std::string id = world.freshId();
    const auto call = [&](const std::string& note) {
        return command(
            "propose_match_rules($1::uuid, $2, $3)", Params().text(id).text(kRules).text(note));
    };
    return trial(call("new"), "DONE OPEN", call("other"));
}

TwiceTrial recordBackTest(DeskWorld& world)
{
    const std::string decision = world.freshId();
    mustRun(
        world.liwei,
        "select onceover.propose_match_rules($1::uuid, $2, 'new')",
        Params().text(decision).text(kRules));
    const SessionCall call{
        "select onceover.record_back_test($1, $2::uuid, jsonb_build_object('decision_id', "
        "$3::text, 'through_us', 1, 'cases_sha256', $4::text, 'linked_rightly', 0)) as answer",
        Params()
            .uuid(StoreFixture::coreId(1))
            .text(world.freshId())
            .text(decision)
            .text(world.scalar("select onceover.resolved_lines_digest(to_timestamp(0.000001))"))};
    return {
        "m_core",
        call,
        "RECORDED",
        "KNOWN",
        "KNOWN",
        {{"another core", "m_core2", call, "core.unknown"}}};
}

TwiceTrial approve(DeskWorld& world)
{
    const std::string payment = world.reviewPayment();
    const std::string decision = world.freshId();
    world.propose(world.liwei, decision, payment, "RESEND", R"({"generation":"same"})");
    const std::string id = world.freshId();
    const auto call = [&](const std::string& digest) {
        return command(
            "approve($1::uuid, $2::uuid, $3)", Params().text(id).text(decision).text(digest));
    };
    return trial(
        call(world.digest(payment)),
        "DONE IN_FORCE",
        call(std::string(64, 'e')),
        "liwei",
        nullptr,
        "ana");
}

TwiceTrial withdraw(DeskWorld& world)
{
    const std::string payment = world.reviewPayment();
    const std::string decision = world.freshId();
    world.propose(world.liwei, decision, payment, "REJECT");
    const std::string id = world.freshId();
    const auto call = [&](const char* why) {
        return command(
            "withdraw($1::uuid, $2::uuid, $3)", Params().text(id).text(decision).text(why));
    };
    return trial(call("no longer"), "DONE WITHDRAWN", call("other words"), "ana");
}

TwiceTrial take(DeskWorld& world)
{
    const std::string payment = world.unknownPayment();
    const std::string id = world.freshId();
    const auto call = [&](const char* note) {
        return command(
            "take($1::uuid, $2::uuid, 'WORKING', $3)", Params().text(id).text(payment).text(note));
    };
    return trial(call(""), "DONE REVIEW", call("other words"));
}

TwiceTrial endTake(DeskWorld& world)
{
    const std::string payment = world.reviewPayment();
    const std::string other = world.reviewPayment();
    const std::string id = world.freshId();
    const auto call = [&](const std::string& of) {
        return command("end_take($1::uuid, $2::uuid)", Params().text(id).text(of));
    };
    return trial(call(payment), "DONE REVIEW", call(other));
}

TwiceTrial defer(DeskWorld& world)
{
    const std::string payment = world.reviewPayment();
    const std::string id = world.freshId();
    const std::string soon =
        world.scalar("select ((extract(epoch from now()) + 86400) * 1000000)::bigint");
    const auto call = [&](const char* reason) {
        return command(
            "defer($1::uuid, $2::uuid, $3::bigint, $4, '')",
            Params().text(id).text(payment).text(soon).text(reason));
    };
    return trial(call("WAITING_PAYEE"), "DONE REVIEW", call("WAITING_PROVIDER"));
}

TwiceTrial words(DeskWorld& world, const std::string& function)
{
    const std::string payment = world.reviewPayment();
    const std::string id = world.freshId();
    const auto call = [&](const char* note) {
        return command(
            function + "($1::uuid, $2::uuid, $3)", Params().text(id).text(payment).text(note));
    };
    return trial(call("asked"), "DONE REVIEW", call("asked again"));
}

TwiceTrial enquire(DeskWorld& world)
{
    return words(world, "enquire");
}

TwiceTrial addNote(DeskWorld& world)
{
    return words(world, "add_note");
}

Uuid newCore(DeskWorld& world)
{
    const Uuid core = *Uuid::fromText(world.scalar("select gen_random_uuid()"));
    mustRun(
        world.core2,
        "select onceover.register_core($1, 'twice', 'host', gen_random_uuid(), gen_random_uuid(), "
        "'0')",
        Params().uuid(core));
    return core;
}

SessionCall proposingCore(
    DeskWorld& world, const std::string& id, const Uuid& core, const char* note)
{
    return command(
        "propose_core($1::uuid, $2, 'ADMIT_CORE', 'NEW_CORE', $3, $4)",
        Params().text(id).uuid(core).text(note).text(
            world.scalar("select onceover.core_digest($1)", Params().uuid(core))));
}

TwiceTrial proposeCore(DeskWorld& world)
{
    const Uuid core = newCore(world);
    const std::string id = world.freshId();
    return trial(
        proposingCore(world, id, core, "new"),
        "DONE OPEN",
        proposingCore(world, id, core, "other words"));
}

TwiceTrial approveCore(DeskWorld& world)
{
    const Uuid core = newCore(world);
    const std::string decision = world.freshId();
    const SessionCall proposal = proposingCore(world, decision, core, "new");
    mustRun(world.omar, proposal.sql, proposal.params);
    const std::string id = world.freshId();
    const auto call = [&](const std::string& digest) {
        return command(
            "approve($1::uuid, $2::uuid, $3)", Params().text(id).text(decision).text(digest));
    };
    return trial(
        call(world.scalar("select onceover.core_digest($1)", Params().uuid(core))),
        "DONE IN_FORCE",
        call(std::string(64, 'e')),
        "liwei",
        nullptr,
        "ana");
}

// A command that never arrived is declared void, once.
TwiceTrial readCommand(DeskWorld& world)
{
    const SessionCall call = command("read_command($1::uuid)", Params().text(world.freshId()));
    TwiceTrial made{"liwei", call, "VOID", "VOID", "VOID", {}};
    made.others.push_back({"the person's other login", "liwei2", call, "VOID"});
    made.others.push_back({"another person", "omar", call, kReused});
    return made;
}

} // namespace

std::vector<TwiceRow> twiceRowsOfPeople()
{
    return {
        {"propose", "one proposal an id; the repeat reads its answer", propose},
        {"propose", "one effect an id, where one person suffices", proposeAlone},
        {"propose_profile", "one proposal an id", proposeProfile},
        {"propose_match_rules",
         "one proposal an id",
         proposeMatchRules,
         TwiceRow::Kind::Writes,
         {},
         kNoRulesOpen},
        {"record_back_test",
         "a test is told once",
         recordBackTest,
         TwiceRow::Kind::Writes,
         {},
         kNoRulesOpen},
        {"approve", "one approval and one permit an id", approve},
        {"propose_core", "one proposal an id", proposeCore},
        {"approve", "one approval and one admission an id", approveCore},
        {"withdraw", "one end an id", withdraw},
        {"take", "taken once", take},
        {"end_take", "given back once", endTake},
        {"defer", "deferred once", defer},
        {"enquire", "one enquiry on record an id", enquire},
        {"add_note", "one note on record an id", addNote},
        {"read_command", "declared void once", readCommand},
    };
}

} // namespace onceover
