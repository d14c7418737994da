// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/transaction.h"
#include "tests/store/desk_scenarios.h"

#include <atomic>
#include <functional>
#include <thread>

namespace onceover {

namespace {

struct Command
{
    std::string sql;
    Params params;
};

// Every command of the desk that needs nothing but a taken case, under a new id.
std::vector<Command> commandsOn(DeskWorld& world, const std::string& payment)
{
    const auto id = [&] {
        return world.freshId();
    };
    const std::string soon =
        world.scalar("select ((extract(epoch from now()) + 86400) * 1000000)::bigint");
    return {
        {"select onceover.take($1::uuid, $2::uuid, 'WORKING', '')",
         Params().text(id()).text(payment)},
        {"select onceover.defer($1::uuid, $2::uuid, $3::bigint, 'WAITING_PAYEE', '')",
         Params().text(id()).text(payment).text(soon)},
        {"select onceover.enquire($1::uuid, $2::uuid, 'asked')", Params().text(id()).text(payment)},
        {"select onceover.add_note($1::uuid, $2::uuid, 'seen')", Params().text(id()).text(payment)},
        {"select onceover.propose($1::uuid, $2::uuid, 'REJECT', 'OTHER', 'because', '{}', $3, "
         "$4::bigint)",
         Params()
             .text(id())
             .text(payment)
             .text(world.digest(payment))
             .text(world.version(payment))},
        {"select onceover.propose_profile($1::uuid, 'other', '{\"name\":\"other\"}', 'new')",
         Params().text(id())},
        {"select onceover.end_take($1::uuid, $2::uuid)", Params().text(id()).text(payment)},
    };
}

void aRepeatedCommandIsARead(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    for (const Command& command : commandsOn(world, payment)) {
        findings.equal(command.sql, world.call(world.liwei, command.sql, command.params), "");
        const std::string before = world.fingerprintOfEverything();
        findings.equal("again", world.call(world.liwei, command.sql, command.params), "");
        findings.equal("other login", world.call(world.liwei2, command.sql, command.params), "");
        findings.equal(
            "other person", world.call(world.omar, command.sql, command.params), "command.reused");
        findings.isTrue(
            command.sql + " again has no effect", world.fingerprintOfEverything() == before);
    }
    world.runAsOwner("delete from onceover.open_proposals where subject not in (select "
                     "payment_id::text from onceover.payments)");
}

void anIdIsBoundToItsContent(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    const std::string other = world.reviewPayment();
    const std::string id = world.freshId();
    findings.equal("propose", world.propose(world.liwei, id, payment, "REJECT"), "");
    const std::string approval = world.freshId();
    const std::string digest = world.digest(payment);
    findings.equal("approve", world.approve(world.ana, approval, id, digest), "");
    const std::string before = world.fingerprintOfEverything();
    findings.equal(
        "another payment", world.propose(world.liwei, id, other, "REJECT"), "command.reused");
    findings.equal(
        "another command",
        world.call(
            world.liwei,
            "select onceover.add_note($1::uuid, $2::uuid, 'x')",
            Params().text(id).text(payment)),
        "command.reused");
    findings.equal("the same approval", world.approve(world.ana, approval, id, digest), "");
    findings.equal(
        "another digest",
        world.approve(world.ana, approval, id, std::string(64, 'c')),
        "command.reused");
    findings.isTrue("no effect", world.fingerprintOfEverything() == before);
}

// The same call from several sessions at once; how many answered "".
int inParallel(
    DeskWorld& world, const char* login, const std::function<std::string(Connection&)>& call)
{
    std::atomic<int> done = 0;
    std::vector<std::thread> callers;
    for (int caller = 0; caller < 6; ++caller) {
        callers.emplace_back([&] {
            Connection session = world.connect(login);
            if (call(session).empty()) {
                ++done;
            }
        });
    }
    for (std::thread& caller : callers) {
        caller.join();
    }
    return done;
}

void parallelCommandsTakeEffectOnce(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    const std::string digest = world.digest(payment);
    const std::string version = world.version(payment);
    const std::string id = world.freshId();
    const std::string resend = R"({"generation":"same"})";
    const int proposed = inParallel(world, "liwei", [&](Connection& session) {
        return world.proposeOn(session, id, payment, "RESEND", resend, digest, version);
    });
    findings.equal("same proposal at once", std::to_string(proposed), "6");
    findings.equal(
        "proposals",
        world.scalar(
            "select count(*) from onceover.proposals where payment_id = $1",
            Params().text(payment)),
        "1");
    std::vector<std::string> ids;
    for (int count = 0; count < 6; ++count) {
        ids.push_back(world.freshId());
    }
    std::atomic<std::size_t> next = 0;
    const int approved = inParallel(world, "ana", [&](Connection& session) {
        return world.approve(session, ids[next++], id, digest);
    });
    findings.equal("approvals at once", std::to_string(approved), "1");
    findings.equal("permits", world.openPermits(payment), "1");
    for (const char* command :
         {"select onceover.add_note($1::uuid, $2::uuid, 'once')",
          "select onceover.enquire($1::uuid, $2::uuid, 'once')"}) {
        const std::string noteId = world.freshId();
        const int noted = inParallel(world, "liwei", [&](Connection& session) {
            return world.call(session, command, Params().text(noteId).text(payment));
        });
        findings.equal("notes at once", std::to_string(noted), "6");
        findings.equal(
            "notes",
            world.scalar(
                "select count(*) from onceover.notes where note_id = $1", Params().text(noteId)),
            "1");
    }
    findings.isTrue("consistent", world.isConsistent());
}

// Both have asked before either is through.
void oneIdAtOnceWaits(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    const std::string digest = world.digest(payment);
    const std::string version = world.version(payment);
    const std::string id = world.freshId();
    auto holder = Transaction::begin(world.owner, PgFixture::patience());
    const auto held = holder->execute(
        {"test", "select 1 from onceover.payments where payment_id = $1 for update"},
        Params().text(payment),
        PgFixture::patience());
    findings.isTrue("held", held.has_value());
    std::atomic<int> through = 0;
    std::string codes[2];
    std::thread first([&] {
        codes[0] = world.proposeOn(world.liwei, id, payment, "REJECT", "{}", digest, version);
        ++through;
    });
    std::thread second([&] {
        codes[1] = world.proposeOn(world.liwei2, id, payment, "REJECT", "{}", digest, version);
        ++through;
    });
    while (through == 0) {
        const auto waiting = holder->execute(
            {"test",
             "select count(*) as n from pg_stat_get_activity(null) a where cardinality("
             "pg_blocking_pids(a.pid)) > 0 and a.datid = (select oid from pg_database where "
             "datname = "
             "current_database())"},
            Params(),
            PgFixture::patience());
        if (!waiting || (*waiting)[0].int64("n") == 2) {
            break;
        }
    }
    findings.isTrue("released", holder->commit(PgFixture::patience()).isCommitted());
    first.join();
    second.join();
    findings.equal("one session", codes[0], "");
    findings.equal("the other", codes[1], "");
}

void rivalProposalsLeaveOne(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    const std::string digest = world.digest(payment);
    const std::string version = world.version(payment);
    std::vector<std::string> ids;
    for (int count = 0; count < 6; ++count) {
        ids.push_back(world.freshId());
    }
    std::atomic<std::size_t> next = 0;
    const int proposed = inParallel(world, "liwei", [&](Connection& session) {
        return world.proposeOn(session, ids[next++], payment, "REJECT", "{}", digest, version);
    });
    findings.equal("rivals", std::to_string(proposed), "1");
    const std::string unknown = world.unknownPayment();
    const std::string takeId = world.freshId();
    const int taken = inParallel(world, "liwei", [&](Connection& session) {
        return world.call(
            session,
            "select onceover.take($1::uuid, $2::uuid, 'WORKING', '')",
            Params().text(takeId).text(unknown));
    });
    findings.equal("the same take at once", std::to_string(taken), "6");
    findings.isTrue("consistent", world.isConsistent());
}

void aReadCommandIsKnownForGood(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    const std::string lost = world.freshId();
    findings.equal("never arrived", world.readCommand(world.liwei, lost), "VOID");
    findings.equal("again", world.readCommand(world.liwei, lost), "VOID");
    const std::string before = world.fingerprintOfEverything();
    findings.equal(
        "it arrives late", world.propose(world.liwei, lost, payment, "REJECT"), "command.void");
    findings.isTrue("no effect", world.fingerprintOfEverything() == before);
    const std::string done = world.freshId();
    findings.equal("propose", world.propose(world.liwei, done, payment, "REJECT"), "");
    findings.equal("read", world.readCommand(world.liwei, done), "DONE OPEN");
    findings.equal("approve", world.approve(world.ana, done), "");
    findings.equal("read", world.readCommand(world.liwei, done), "DONE IN_FORCE");
    findings.equal(
        "by another",
        world.call(world.ana, "select onceover.read_command($1::uuid)", Params().text(done)),
        "command.reused");
}

void anOldSnapshotDecidesNothing(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    const std::string digest = world.digest(payment);
    const std::string version = world.version(payment);
    const std::string before = world.fingerprintOfEverything();
    auto snapshot =
        Transaction::begin(world.liwei, PgFixture::patience(), Transaction::Mode::Snapshot);
    const std::string code =
        world.proposeOn(world.liwei, world.freshId(), payment, "REJECT", "{}", digest, version);
    findings.isTrue("rollback", snapshot->rollback(PgFixture::patience()).has_value());
    findings.equal("propose", code, "transaction.isolation");
    findings.isTrue("no effect", world.fingerprintOfEverything() == before);
}

void wordsAreNeeded(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    const std::string before = world.fingerprintOfEverything();
    const auto proposeWith = [&](const char* reason, const std::string& note) {
        return world.call(
            world.liwei,
            "select onceover.propose($1::uuid, $2::uuid, 'REJECT', $3, $4, '{}', $5, $6::bigint)",
            Params()
                .text(world.freshId())
                .text(payment)
                .text(reason)
                .text(note)
                .text(world.digest(payment))
                .text(world.version(payment)));
    };
    findings.equal("no note", proposeWith("OTHER", "\n "), "note.missing");
    findings.equal("long note", proposeWith("OTHER", std::string(4097, 'x')), "note.too_long");
    findings.equal("strange reason", proposeWith("BECAUSE", "x"), "reason.unknown");
    findings.equal("reason of another kind", proposeWith("IS_A_DOUBLE", "x"), "reason.unknown");
    findings.equal(
        "deferred to the past",
        world.call(
            world.liwei,
            "select onceover.defer($1::uuid, $2::uuid, 1, 'OTHER', '')",
            Params().text(world.freshId()).text(payment)),
        "defer.date");
    findings.isTrue("no effect", world.fingerprintOfEverything() == before);
}

} // namespace

std::vector<DeskScenario> commandScenarios()
{
    return {
        {"a repeated command is a read", aRepeatedCommandIsARead},
        {"an id is bound to its content", anIdIsBoundToItsContent},
        {"parallel commands take effect once", parallelCommandsTakeEffectOnce},
        {"one id at once waits", oneIdAtOnceWaits},
        {"rival proposals leave one", rivalProposalsLeaveOne},
        {"a read command is known for good", aReadCommandIsKnownForGood},
        {"an old snapshot decides nothing", anOldSnapshotDecidesNothing},
        {"words are needed", wordsAreNeeded},
    };
}

std::vector<DeskScenario> allDeskScenarios()
{
    std::vector<DeskScenario> all;
    for (const auto& part :
         {peopleScenarios(), bindingScenarios(), effectScenarios(), commandScenarios()}) {
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

} // namespace onceover
