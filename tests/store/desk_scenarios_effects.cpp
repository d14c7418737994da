// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/store/desk_scenarios.h"

namespace onceover {

namespace {

std::string accountsOf(DeskWorld& world, const std::string& payment)
{
    return world.scalar(
        "select string_agg(fate || ' ' || coalesce(account, '-'), ', ' order by attempt_id) from "
        "onceover.attempt_fates where payment_id = $1",
        Params().text(payment));
}

void decideByTwo(
    DeskWorld& world,
    Findings& findings,
    const std::string& payment,
    const std::string& kind,
    const std::string& options = "{}")
{
    const std::string decision = world.freshId();
    findings.equal("propose", world.propose(world.liwei, decision, payment, kind, options), "");
    findings.equal("waits for a second person", world.stateOf(decision), "OPEN");
    findings.equal("approve", world.approve(world.ana, decision), "");
    findings.equal("state", world.stateOf(decision), "IN_FORCE");
}

void aConfirmSettlesNotProves(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    decideByTwo(world, findings, payment, "CONFIRM");
    findings.equal("status", world.status(payment), "SUCCEEDED");
    findings.equal("basis", world.column(payment, "basis"), "HUMAN");
    findings.equal("fate", accountsOf(world, payment), "POSSIBLE decided_not_proven");
    findings.isTrue("consistent", world.isConsistent());
}

void aRejectStaysWatched(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    decideByTwo(world, findings, payment, "REJECT");
    findings.equal("status", world.status(payment), "FAILED DECIDED");
    findings.equal("fate", accountsOf(world, payment), "POSSIBLE decided_not_proven");
    findings.isTrue("consistent", world.isConsistent());
    // Reopened, it is in doubt again.
    findings.equal("take", world.take(world.ana, payment), "case.none");
    findings.equal("reopen", world.take(world.ana, payment, "REOPEN", "payee calls"), "");
    findings.equal("status", world.status(payment), "REVIEW REOPENED");
    findings.equal("fate", accountsOf(world, payment), "POSSIBLE in_doubt");
    findings.isTrue("consistent", world.isConsistent());
}

void aResendIsOnePermit(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    const std::string decision = world.freshId();
    findings.equal(
        "propose",
        world.propose(world.liwei, decision, payment, "RESEND", R"({"generation":"same"})"),
        "");
    findings.equal("nothing yet", world.openPermits(payment), "0");
    findings.equal("approve", world.approve(world.ana, decision), "");
    findings.equal("status", world.status(payment), "PENDING");
    findings.equal("one permit", world.openPermits(payment), "1");
    const std::string before = world.fingerprintOfEverything();
    findings.equal("approve again", world.approve(world.ana, decision), "proposal.over");
    findings.isTrue("no effect", world.fingerprintOfEverything() == before);
    findings.equal(
        "it shares the fate of the first",
        world.scalar(
            "select shares_fate::text || ' ' || generation from onceover.permits where payment_id "
            "= $1 "
            "and ground = 'APPROVED_RESEND'",
            Params().text(payment)),
        "true 1");
    findings.isTrue("consistent", world.isConsistent());
    world.record(world.send(payment), "UNKNOWN");
    findings.equal("counted once", accountsOf(world, payment), "POSSIBLE in_doubt, POSSIBLE -");
    findings.isTrue("consistent", world.isConsistent());
}

void aNewKeyIsPeoples(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    findings.equal(
        "no key chosen",
        world.propose(world.liwei, world.freshId(), payment, "RESEND"),
        "options.invalid");
    decideByTwo(world, findings, payment, "RESEND", R"({"generation":"new"})");
    findings.equal(
        "permit",
        world.scalar(
            "select shares_fate::text || ' ' || generation || ' ' || (provider_key like '%-2') "
            "from "
            "onceover.permits where payment_id = $1 and ground = 'APPROVED_RESEND'",
            Params().text(payment)),
        "false 2 true");
    world.record(world.send(payment), "UNKNOWN");
    findings.equal(
        "both in doubt", accountsOf(world, payment), "POSSIBLE in_doubt, POSSIBLE in_doubt");
    findings.isTrue("consistent", world.isConsistent());
}

void aHeldPaymentIsReleasedByTwo(DeskWorld& world, Findings& findings)
{
    const std::string released = world.heldPayment();
    findings.equal("held", world.column(released, "hold_reason"), "SUSPECTED_DOUBLE");
    decideByTwo(world, findings, released, "RELEASE");
    findings.equal("not held", world.column(released, "hold_reason"), "");
    const std::string cancelled = world.heldPayment();
    const std::string decision = world.freshId();
    findings.equal("cancel", world.propose(world.liwei, decision, cancelled, "CANCEL"), "");
    findings.equal("by one", world.stateOf(decision), "IN_FORCE");
    findings.equal("status", world.status(cancelled), "FAILED CANCELLED");
    findings.equal("no permit", world.openPermits(cancelled), "0");
    findings.isTrue("consistent", world.isConsistent());
}

void aCancelledResendIsReviewed(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    decideByTwo(world, findings, payment, "RESEND", R"({"generation":"same"})");
    findings.equal("cancel", world.propose(world.liwei, world.freshId(), payment, "CANCEL"), "");
    findings.equal("status", world.status(payment), "REVIEW EARLIER_ATTEMPT_OPEN");
    findings.equal("no permit", world.openPermits(payment), "0");
    findings.isTrue("consistent", world.isConsistent());
}

// How many people, by proof and by amount.
void proofAndAmountDecideHowMany(DeskWorld& world, Findings& findings)
{
    const auto peopleFor = [&](const std::string& payment, const std::string& kind) {
        const std::string decision = world.freshId();
        findings.equal("propose", world.propose(world.liwei, decision, payment, kind), "");
        return world.stateOf(decision);
    };
    const std::string shown = world.reviewPayment();
    world.showCharge(shown);
    findings.equal("without an amount class", peopleFor(shown, "CONFIRM"), "OPEN");
    world.runAsOwner("delete from onceover.amount_classes");
    world.runAsOwner("insert into onceover.amount_classes values ('EUR', 3000)");
    findings.equal("unproven", peopleFor(world.reviewPayment(), "CONFIRM"), "OPEN");
    findings.equal("unproven", peopleFor(world.reviewPayment(), "REJECT"), "OPEN");
    const std::string large = world.reviewPayment("card", 3001);
    world.showCharge(large);
    findings.equal("above the class", peopleFor(large, "CONFIRM"), "OPEN");
    const std::string first = world.reviewPayment();
    world.showCharge(first);
    findings.equal("shown", peopleFor(first, "CONFIRM"), "IN_FORCE");
    findings.equal("status", world.status(first), "SUCCEEDED");
    findings.equal("basis", world.column(first, "basis"), "QUERY");
    findings.equal("fate", accountsOf(world, first), "HAPPENED settled");
    const std::string second = world.reviewPayment();
    world.evidence(second, "ABSENT");
    findings.equal("proven absent", peopleFor(second, "REJECT"), "IN_FORCE");
    findings.equal("status", world.status(second), "FAILED DECIDED");
    findings.equal("fate", accountsOf(world, second), "NOT_HAPPENED obligation");
    // 1250 twice is within the class; a third time the sum of the day is above it.
    const std::string third = world.reviewPayment();
    world.showCharge(third);
    findings.equal("split", peopleFor(third, "CONFIRM"), "OPEN");
    world.runAsOwner("delete from onceover.amount_classes");
    findings.isTrue("consistent", world.isConsistent());
}

} // namespace

std::vector<DeskScenario> effectScenarios()
{
    return {
        {"a confirm settles, it proves nothing", aConfirmSettlesNotProves},
        {"a reject stays watched", aRejectStaysWatched},
        {"a resend is one permit", aResendIsOnePermit},
        {"a new key is people's choice", aNewKeyIsPeoples},
        {"a held payment is released by two", aHeldPaymentIsReleasedByTwo},
        {"a cancelled resend is reviewed", aCancelledResendIsReviewed},
        {"proof and amount decide how many", proofAndAmountDecideHowMany},
    };
}

} // namespace onceover
