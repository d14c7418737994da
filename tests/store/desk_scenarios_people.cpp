// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/store/desk_scenarios.h"

namespace onceover {

namespace {

// A refusal leaves every row of every table as it was.
void refused(
    DeskWorld& world,
    Findings& findings,
    std::string_view what,
    const std::string& before,
    const std::string& code,
    const std::string& expected)
{
    findings.equal(what, code, expected);
    findings.isTrue(
        std::string(what) + " has no effect", world.fingerprintOfEverything() == before);
}

std::string proposedResend(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    const std::string decision = world.freshId();
    findings.equal(
        "propose",
        world.propose(world.liwei, decision, payment, "RESEND", R"({"generation":"same"})"),
        "");
    return decision;
}

void theProposerCannotApprove(DeskWorld& world, Findings& findings)
{
    const std::string decision = proposedResend(world, findings);
    const std::string before = world.fingerprintOfEverything();
    refused(
        world,
        findings,
        "own approval",
        before,
        world.approve(world.liwei, decision),
        "person.proposer");
    refused(
        world,
        findings,
        "approval by second login",
        before,
        world.approve(world.liwei2, decision),
        "person.proposer");
    findings.equal("state", world.stateOf(decision), "OPEN");
    findings.equal("second person", world.approve(world.ana, decision), "");
}

void setRoleChangesNobody(DeskWorld& world, Findings& findings)
{
    const std::string decision = proposedResend(world, findings);
    const std::string before = world.fingerprintOfEverything();
    Connection tricky = world.connect("liwei");
    mustRun(tricky, "set role onceover_approver");
    refused(
        world, findings, "SET ROLE", before, world.approve(tricky, decision), "person.proposer");
    // A login that was granted another login may become it, and is still not that person.
    world.runAsOwner("grant ana to omar");
    Connection borrowed = world.connect("omar");
    mustRun(borrowed, "set role ana");
    const std::string code = world.approve(borrowed, decision);
    world.runAsOwner("revoke ana from omar");
    refused(world, findings, "borrowed login", before, code, "person.role");
}

void onlyApproversApprove(DeskWorld& world, Findings& findings)
{
    const std::string decision = proposedResend(world, findings);
    const std::string before = world.fingerprintOfEverything();
    refused(
        world,
        findings,
        "reviewer approves",
        before,
        world.approve(world.omar, decision),
        "database.refused");
    for (const char* login : {"kim", "olga", "m_core", "m_intake", "m_ingest"}) {
        Connection session = world.connect(login);
        refused(
            world, findings, login, before, world.approve(session, decision), "database.refused");
        refused(
            world,
            findings,
            login,
            before,
            world.withdraw(session, world.freshId(), decision),
            "database.refused");
    }
}

void theDisabledCannotAct(DeskWorld& world, Findings& findings)
{
    const std::string decision = proposedResend(world, findings);
    world.runAsOwner(
        "update onceover.people set disabled_at = now() where display_name = 'Ana Silva'");
    const std::string before = world.fingerprintOfEverything();
    const std::string ofPerson = world.approve(world.ana, decision);
    const std::string unchanged = world.fingerprintOfEverything();
    world.runAsOwner(
        "update onceover.people set disabled_at = null where display_name = 'Ana Silva'");
    findings.equal("disabled person", ofPerson, "person.unknown");
    findings.isTrue("no effect", unchanged == before);
    world.runAsOwner("update onceover.logins set disabled_at = now() where login = 'ana'");
    findings.equal("disabled login", world.approve(world.ana, decision), "person.unknown");
    world.runAsOwner("update onceover.logins set disabled_at = null where login = 'ana'");
    // What a person proposed who is no longer trusted comes into force through nobody.
    for (const char* table : {"logins", "people"}) {
        const std::string proposer =
            " where exists (select from onceover.proposals q where "
            "q.decision_id = '"
            + decision + "' and "
            + (std::string(table) == "logins" ? "q.proposed_login = login)"
                                              : "q.proposed_by = person_id)");
        world.runAsOwner(
            std::string("update onceover.") + table + " set disabled_at = now()" + proposer);
        const std::string code = world.approve(world.ana, decision);
        world.runAsOwner(
            std::string("update onceover.") + table + " set disabled_at = null" + proposer);
        findings.equal(
            std::string("proposer disabled in ") + table, code, "person.proposer_disabled");
    }
    world.alterProposal(decision, "proposed_login = 'kim'");
    findings.equal(
        "proposer is no reviewer any more",
        world.approve(world.ana, decision),
        "person.proposer_disabled");
    world.alterProposal(decision, "proposed_login = 'liwei'");
    findings.equal("enabled again", world.approve(world.ana, decision), "");
}

void officersDoNotApprove(DeskWorld& world, Findings& findings)
{
    const std::string decision = proposedResend(world, findings);
    world.runAsOwner("grant onceover_officer to ana");
    const std::string code = world.approve(world.ana, decision);
    world.runAsOwner("revoke onceover_officer from ana");
    findings.equal("officer approves", code, "person.officer");
}

void whoEnteredEvidenceDoesNotApprove(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    world.runAsOwner(
        "insert into onceover.evidence (evidence_id, payment_id, source, kind, answered_at_us, "
        "is_human, "
        "is_material, evidence_version, recorded_by) values (gen_random_uuid(), '"
        + payment + "', 'ENQUIRY', 'NOTE', 1, true, false, 0, 'ana')");
    const std::string decision = world.freshId();
    findings.equal("propose", world.propose(world.liwei, decision, payment, "REJECT"), "");
    const std::string before = world.fingerprintOfEverything();
    refused(
        world,
        findings,
        "approval on own evidence",
        before,
        world.approve(world.ana, decision),
        "person.entered_evidence");
}

// A file that one person uploaded confirms nothing by itself, and its uploader approves nothing on
// it.
void anUploadIsOnePersonsWord(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    world.runAsOwner("insert into onceover.amount_classes values ('EUR', 1000000)");
    // No function leads here: the tables' own guards are lifted for it.
    world.runAsOwner("alter table onceover.imports disable trigger guard_import");
    world.runAsOwner("alter table onceover.record_owners disable trigger guard_record_owner");
    world.runAsOwner(
        "with i as (insert into onceover.imports (import_id, sha256, file_name, format, "
        "byte_count, "
        "channel, uploaded_by, person_id) select gen_random_uuid(), gen_random_uuid()::text, 'f', "
        "'camt.053', 1, 'UPLOAD', 'ana', person_id from onceover.logins where login = 'ana' "
        "returning "
        "import_id), r as (insert into onceover.records (record_id, layer, owner_name, "
        "external_id, "
        "amount_minor, currency, direction, state, reference, import_id) select gen_random_uuid(), "
        "'BANK', 'acc', gen_random_uuid()::text, 1250, 'EUR', 'OUT', 'BOOKED', 'x', import_id from "
        "i "
        "returning record_id) insert into onceover.record_owners (record_id, payment_id, layer, "
        "role, "
        "tier, linked_by) select record_id, '"
        + payment + "', 'BANK', 'PROOF', 'T', 'x' from r");
    world.runAsOwner("alter table onceover.record_owners enable always trigger guard_record_owner");
    world.runAsOwner("alter table onceover.imports enable always trigger guard_import");
    const std::string decision = world.freshId();
    const std::string code = world.propose(world.liwei, decision, payment, "CONFIRM");
    world.runAsOwner("delete from onceover.amount_classes");
    findings.equal("propose", code, "");
    findings.equal("by two", world.stateOf(decision), "OPEN");
    const std::string before = world.fingerprintOfEverything();
    refused(
        world,
        findings,
        "approval by the uploader",
        before,
        world.approve(world.ana, decision),
        "person.entered_evidence");
}

void aTakenCaseIsItsTakers(DeskWorld& world, Findings& findings)
{
    const std::string payment = world.reviewPayment();
    const std::string before = world.fingerprintOfEverything();
    refused(
        world,
        findings,
        "propose on another's case",
        before,
        world.propose(world.ana, world.freshId(), payment, "REJECT"),
        "case.taken");
    refused(world, findings, "take", before, world.take(world.ana, payment), "case.taken");
    refused(
        world,
        findings,
        "take over without words",
        before,
        world.take(world.ana, payment, "TAKE_OVER", " "),
        "note.missing");
    findings.equal("take over", world.take(world.ana, payment, "TAKE_OVER", "Li is away"), "");
    findings.equal(
        "the former taker ends it",
        world.call(
            world.liwei,
            "select onceover.end_take($1::uuid, $2::uuid)",
            Params().text(world.freshId()).text(payment)),
        "case.not_yours");
}

void withdrawalIsTheProposersOrAnApprovers(DeskWorld& world, Findings& findings)
{
    const std::string first = proposedResend(world, findings);
    const std::string before = world.fingerprintOfEverything();
    refused(
        world,
        findings,
        "withdrawn by a third",
        before,
        world.withdraw(world.omar, world.freshId(), first),
        "person.not_proposer");
    findings.equal("turned down", world.withdraw(world.ana, world.freshId(), first), "");
    findings.equal("state", world.stateOf(first), "WITHDRAWN");
    findings.equal("approved afterwards", world.approve(world.ana, first), "proposal.over");
    const std::string second = proposedResend(world, findings);
    findings.equal("approve", world.approve(world.ana, second), "");
    const std::string inForce = world.fingerprintOfEverything();
    refused(
        world,
        findings,
        "withdrawn after it was in force",
        inForce,
        world.withdraw(world.liwei, world.freshId(), second),
        "proposal.over");
}

void aProfileTakesTwoPeople(DeskWorld& world, Findings& findings)
{
    const std::string decision = world.freshId();
    const std::string body = R"({"name":"card","base_url":"http://127.0.0.1:9"})";
    const char* const kPropose = "select onceover.propose_profile($1::uuid, $2, $3, 'new answers')";
    findings.equal(
        "propose",
        world.call(world.liwei, kPropose, Params().text(decision).text("card").text(body)),
        "");
    const std::string before = world.fingerprintOfEverything();
    refused(
        world,
        findings,
        "second open one",
        before,
        world.call(world.omar, kPropose, Params().text(world.freshId()).text("card").text(body)),
        "proposal.open");
    refused(
        world, findings, "own", before, world.approve(world.liwei2, decision), "person.proposer");
    refused(
        world,
        findings,
        "other hash",
        before,
        world.approve(world.ana, world.freshId(), decision, std::string(64, '0')),
        "digest.changed");
    const std::string versions = "select count(*) from onceover.profiles where provider = 'card'";
    const std::string was = world.scalar(versions);
    findings.equal("approve", world.approve(world.ana, decision), "");
    findings.equal("one version more", world.scalar(versions), std::to_string(std::stoi(was) + 1));
    findings.equal(
        "another name inside",
        world.call(world.liwei, kPropose, Params().text(world.freshId()).text("slow").text(body)),
        "profile.invalid");
    // Back to what the other scenarios rest on.
    const std::string back = world.freshId();
    const std::string old =
        world.scalar("select (body::jsonb || '{\"name\":\"card\"}')::text from onceover.profiles "
                     "where provider = 'card' and version = 1");
    findings.equal(
        "propose",
        world.call(world.liwei, kPropose, Params().text(back).text("card").text(old)),
        "");
    findings.equal("approve", world.approve(world.ana, back), "");
}

} // namespace

std::vector<DeskScenario> peopleScenarios()
{
    return {
        {"the proposer cannot approve", theProposerCannotApprove},
        {"SET ROLE changes nobody", setRoleChangesNobody},
        {"only approvers approve", onlyApproversApprove},
        {"the disabled cannot act", theDisabledCannotAct},
        {"officers do not approve", officersDoNotApprove},
        {"who entered evidence does not approve", whoEnteredEvidenceDoesNotApprove},
        {"an upload is one person's word", anUploadIsOnePersonsWord},
        {"a taken case is its taker's", aTakenCaseIsItsTakers},
        {"withdrawal is the proposer's or an approver's", withdrawalIsTheProposersOrAnApprovers},
        {"a profile takes two people", aProfileTakesTwoPeople},
    };
}

} // namespace onceover
