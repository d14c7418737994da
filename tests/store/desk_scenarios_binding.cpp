// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/transaction.h"
#include "tests/store/desk_scenarios.h"
#include "tests/support/without_fence_guard.h"

#include <atomic>
#include <thread>

namespace onceover {

namespace {

constexpr const char* kSameKey = R"({"generation":"same"})";

void staleFactsAreRefused(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    const std::string before = world.fingerprintOfEverything();
    findings.equal(
        "digest of something else",
        world.proposeOn(
            world.liwei,
            world.freshId(),
            payment,
            "REJECT",
            "{}",
            std::string(64, 'a'),
            world.version(payment)),
        "digest.changed");
    findings.equal(
        "old version",
        world.proposeOn(
            world.liwei,
            world.freshId(),
            payment,
            "REJECT",
            "{}",
            world.digest(payment),
            std::to_string(std::stoi(world.version(payment)) - 1)),
        "version.stale");
    findings.isTrue("no effect", world.fingerprintOfEverything() == before);
}

void theApproverSeesTheSameFacts(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    const std::string decision = world.freshId();
    findings.equal("propose", world.propose(world.liwei, decision, payment, "REJECT"), "");
    const std::string before = world.fingerprintOfEverything();
    findings.equal(
        "another screen",
        world.approve(world.ana, world.freshId(), decision, std::string(64, 'b')),
        "digest.changed");
    findings.isTrue("no effect", world.fingerprintOfEverything() == before);
}

void changedFactsAreRefusedAtApproval(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    const std::string decision = world.freshId();
    findings.equal("propose", world.propose(world.liwei, decision, payment, "REJECT"), "");
    // A fact that slipped in without its version: no function does this.
    world.runAsOwner(
        "insert into onceover.contradictions (payment_id, kind, ref, detail) values ('" + payment
        + "', 'SLIPPED_IN', 'x', 'x')");
    findings.equal("approve", world.approve(world.ana, decision), "digest.changed");
    const auto rows = world.ana.execute(
        {"test", "select onceover.approve($1::uuid, $2::uuid, $3)"},
        Params()
            .text(world.freshId())
            .text(decision)
            .text(world.scalar(
                "select digest from onceover.proposals where decision_id = $1",
                Params().text(decision))),
        PgFixture::patience());
    findings.isTrue(
        "the change is named",
        !rows && rows.error().detail().find("contradiction:SLIPPED_IN:x") != std::string::npos);
}

void changedVersionIsRefusedAtApproval(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    const std::string decision = world.freshId();
    findings.equal("propose", world.propose(world.liwei, decision, payment, "REJECT"), "");
    world.runAsOwner(
        "update onceover.payments set version = version + 1 where payment_id = '" + payment + "'");
    findings.equal("approve", world.approve(world.ana, decision), "version.stale");
}

void materialEvidenceVoids(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    const std::string decision = world.freshId();
    findings.equal(
        "propose", world.propose(world.liwei, decision, payment, "RESEND", kSameKey), "");
    world.evidence(payment, "INCONCLUSIVE");
    findings.equal("a look that says nothing", world.stateOf(decision), "OPEN");
    world.showCharge(payment);
    findings.equal("a charge", world.stateOf(decision), "VOID");
    const std::string before = world.fingerprintOfEverything();
    findings.equal("approve", world.approve(world.ana, decision), "proposal.over");
    findings.isTrue("no effect", world.fingerprintOfEverything() == before);
    findings.isTrue(
        "the event says what changed",
        world.scalar(
                 "select body from onceover.events where subject_id = $1 and kind = "
                 "'PROPOSAL_VOIDED'",
                 Params().text(payment))
                .find("evidence_version")
            != std::string::npos);
    findings.equal(
        "resend",
        world.propose(world.liwei, world.freshId(), payment, "RESEND", kSameKey),
        "resend.charge_on_record");
}

// Evidence is being written while somebody proposes on the facts before it.
void aProposalWaitsForEvidence(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    const std::string decision = world.freshId();
    const std::string digest = world.digest(payment);
    const std::string version = world.version(payment);
    auto evidence = Transaction::begin(world.owner, PgFixture::patience());
    const auto updated = evidence->execute(
        {"test",
         "update onceover.payments set evidence_version = evidence_version + 1, version = version "
         "+ 1 "
         "where payment_id = $1"},
        Params().text(payment),
        PgFixture::patience());
    findings.isTrue("evidence", updated.has_value());
    std::string code;
    std::atomic<bool> isThrough = false;
    std::thread proposer([&] {
        code = world.proposeOn(world.liwei, decision, payment, "REJECT", "{}", digest, version);
        isThrough = true;
    });
    // Until the proposer waits for us (or, with a defence removed, is through).
    while (!isThrough) {
        const auto waiting = evidence->execute(
            {"test",
             "select count(*) as n from pg_locks l where not l.granted and pg_backend_pid() = "
             "any(pg_blocking_pids(l.pid))"},
            Params(),
            PgFixture::patience());
        if (!waiting || (*waiting)[0].int64("n") != 0) {
            break;
        }
    }
    findings.isTrue("evidence", evidence->commit(PgFixture::patience()).isCommitted());
    proposer.join();
    findings.equal("propose", code, "version.stale");
}

void theStatusMustFit(DeskWorld& world, Findings& findings)
{
    const std::string unknown = world.unknownPayment();
    const std::string review = world.reviewPayment();
    const std::string pending = world.accept("pending" + world.freshId());
    const std::string before = world.fingerprintOfEverything();
    for (const char* kind : {"CONFIRM", "REJECT", "CANCEL", "RELEASE"}) {
        findings.equal(
            std::string(kind) + " of UNKNOWN",
            world.propose(world.liwei, world.freshId(), unknown, kind),
            "decision.status");
    }
    findings.equal(
        "RESEND of UNKNOWN",
        world.propose(world.liwei, world.freshId(), unknown, "RESEND", kSameKey),
        "decision.status");
    for (const char* kind : {"CANCEL", "RELEASE"}) {
        findings.equal(
            std::string(kind) + " of REVIEW",
            world.propose(world.liwei, world.freshId(), review, kind),
            "decision.status");
    }
    for (const char* kind : {"CONFIRM", "REJECT", "RELEASE"}) {
        findings.equal(
            std::string(kind) + " of PENDING",
            world.propose(world.liwei, world.freshId(), pending, kind),
            "decision.status");
    }
    findings.equal("take of PENDING", world.take(world.liwei, pending), "case.none");
    findings.isTrue("no effect", world.fingerprintOfEverything() == before);
    findings.equal("clear", world.propose(world.liwei, world.freshId(), pending, "CANCEL"), "");
}

void anOpenAttemptBlocksAResend(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.openAttemptPayment();
    const std::string before = world.fingerprintOfEverything();
    findings.equal(
        "resend",
        world.propose(world.liwei, world.freshId(), payment, "RESEND", kSameKey),
        "resend.attempt_open");
    findings.isTrue("no effect", world.fingerprintOfEverything() == before);
    const std::string decision = world.freshId();
    findings.equal(
        "resend that closes it",
        world.propose(
            world.liwei,
            decision,
            payment,
            "RESEND",
            R"({"generation":"same","close_open_attempts":true})"),
        "");
    findings.equal("approve", world.approve(world.ana, decision), "");
    findings.equal(
        "closed by",
        world.scalar(
            "select closed_by from onceover.closures where payment_id = $1",
            Params().text(payment)),
        "PEOPLE");
    findings.equal("status", world.status(payment), "PENDING");
    findings.isTrue("consistent", world.isConsistent());
}

void aContradictionFreezesResends(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    world.runAsOwner(
        "select onceover.open_contradiction('" + payment
        + "', 'TEST', 'x', 'x', null, 'INSTALLER')");
    findings.equal(
        "resend",
        world.propose(world.liwei, world.freshId(), payment, "RESEND", kSameKey),
        "resend.contradiction");
}

void anExpiredProposalIsOver(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    const std::string first = world.freshId();
    findings.equal("propose", world.propose(world.liwei, first, payment, "REJECT"), "");
    findings.equal(
        "a second one",
        world.propose(world.liwei, world.freshId(), payment, "REJECT"),
        "proposal.open");
    world.alterProposal(first, "expires_at = now() - interval '1 second'");
    findings.equal("approve", world.approve(world.ana, first), "proposal.expired");
    const std::string second = world.freshId();
    findings.equal("propose again", world.propose(world.liwei, second, payment, "REJECT"), "");
    findings.equal("first", world.stateOf(first), "EXPIRED");
    world.alterProposal(second, "expires_at = now() - interval '1 second'");
    mustRun(
        world.core, "select onceover.end_overdue($1, 10)", Params().uuid(StoreFixture::coreId(1)));
    findings.equal("second", world.stateOf(second), "EXPIRED");
}

void aFencedDatabaseDecidesNothing(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    const std::string decision = world.freshId();
    findings.equal("propose", world.propose(world.liwei, decision, payment, "REJECT"), "");
    world.runAsOwner(withoutFenceGuard("update onceover.incarnations set state = 'FENCED'"));
    const std::string before = world.fingerprintOfEverything();
    const std::string approval = world.approve(world.ana, decision);
    const std::string proposal = world.propose(world.liwei, world.freshId(), payment, "REJECT");
    const std::string taking = world.take(world.liwei, payment);
    const std::string withdrawal = world.withdraw(world.liwei, world.freshId(), decision);
    const std::string after = world.fingerprintOfEverything();
    const std::string repeated = world.readCommand(world.liwei, decision);
    world.runAsOwner(withoutFenceGuard("update onceover.incarnations set state = 'ARMED'"));
    findings.equal("approve", approval, "fence.not_armed");
    findings.equal("propose", proposal, "fence.not_armed");
    findings.equal("take", taking, "fence.not_armed");
    findings.equal("withdraw", withdrawal, "fence.not_armed");
    findings.isTrue("no effect", before == after);
    findings.equal("a known command is read", repeated, "DONE OPEN");
    findings.equal("approve once armed", world.approve(world.ana, decision), "");
}

} // namespace

std::vector<DeskScenario> bindingScenarios()
{
    return {
        {"stale facts are refused", staleFactsAreRefused},
        {"the approver sees the same facts", theApproverSeesTheSameFacts},
        {"changed facts are refused at approval", changedFactsAreRefusedAtApproval},
        {"a changed version is refused at approval", changedVersionIsRefusedAtApproval},
        {"material evidence voids", materialEvidenceVoids},
        {"a proposal waits for evidence", aProposalWaitsForEvidence},
        {"the status must fit", theStatusMustFit},
        {"an open attempt blocks a resend", anOpenAttemptBlocksAResend},
        {"a contradiction freezes resends", aContradictionFreezesResends},
        {"an expired proposal is over", anExpiredProposalIsOver},
        {"a fenced database decides nothing", aFencedDatabaseDecidesNothing},
    };
}

} // namespace onceover
