// SPDX-License-Identifier: GPL-3.0-or-later
// The desk as the console uses it: typed commands under a person's login, digests computed from
// what is read, and a commit whose answer is lost.
#include "backend/desk/desk_session.h"
#include "backend/domain/case_facts.h"
#include "backend/domain/sha256.h"
#include "backend/store/pg_desk_store.h"
#include "tests/store/desk_world.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace onceover;

namespace {

Uuid uuidOf(const std::string& text)
{
    return *Uuid::fromText(text);
}

Rows rowsOf(DeskWorld& world, const char* sql, const std::string& payment)
{
    return mustRun(world.owner, sql, Params().text(payment));
}

std::string textOf(const Row& row, const char* column)
{
    return row.text(column).value_or("");
}

// What a screen reads: the review views and nothing else.
CaseFacts readFacts(DeskWorld& world, const std::string& payment)
{
    CaseFacts facts;
    const Rows head = rowsOf(world, "select * from review.payments where payment_id = $1", payment);
    facts.paymentId = payment;
    facts.reference = textOf(head[0], "reference");
    facts.status = textOf(head[0], "status");
    facts.amountMinor = *head[0].int64("amount_minor");
    facts.currency = textOf(head[0], "currency");
    facts.payee = textOf(head[0], "payee");
    facts.payeeAccount = textOf(head[0], "payee_account");
    facts.provider = textOf(head[0], "provider");
    facts.generation = *head[0].int64("generation");
    facts.evidenceVersion = *head[0].int64("evidence_version");
    for (const Row row :
         rowsOf(world, "select * from review.attempts where payment_id = $1", payment)) {
        facts.attempts.push_back(
            {*row.int64("ordinal"),
             textOf(row, "attempt_id"),
             *row.int64("generation"),
             textOf(row, "fate"),
             row.text("closed_by"),
             row.text("answer")});
    }
    for (const Row row : rowsOf(
             world,
             "select * from review.evidence where payment_id = $1 and is_material",
             payment)) {
        facts.evidence.push_back(
            {*row.int64("evidence_version"),
             textOf(row, "evidence_id"),
             textOf(row, "source"),
             textOf(row, "kind"),
             textOf(row, "state"),
             row.int64("amount_minor"),
             row.text("currency")});
    }
    for (const Row row :
         rowsOf(world, "select * from review.candidates where payment_id = $1", payment)) {
        facts.candidates.push_back({textOf(row, "record_id"), textOf(row, "tier")});
    }
    for (const Row row :
         rowsOf(world, "select * from review.records where payment_id = $1", payment)) {
        facts.records.push_back(
            {textOf(row, "record_id"), textOf(row, "layer"), textOf(row, "role")});
    }
    for (const Row row :
         rowsOf(world, "select * from review.contradictions where payment_id = $1", payment)) {
        facts.contradictions.push_back({textOf(row, "kind"), textOf(row, "ref")});
    }
    return facts;
}

// Facts of every sort, as no provider would show them together.
void addRandomFact(DeskWorld& world, const std::string& payment, std::mt19937& random)
{
    const std::string number = std::to_string(random() % 1000);
    const std::string quoted = "'" + payment + "'";
    const std::string record =
        "with r as (insert into onceover.records (record_id, layer, owner_name, external_id, "
        "amount_minor, currency, direction, state) values (gen_random_uuid(), 'BANK', 'acc', "
        "gen_random_uuid()::text, "
        + number + ", 'EUR', 'OUT', 'BOOKED') returning record_id) ";
    switch (random() % 5) {
    case 0:
        world.runAsOwner(
            "insert into onceover.contradictions (payment_id, kind, ref, detail) values (" + quoted
            + ", 'K" + number + "', 'r\xC3\xA9" + number + "', 'd') on conflict do nothing");
        break;
    case 1:
        world.runAsOwner(
            record
            + "insert into onceover.candidates (payment_id, record_id, tier, fields, "
              "evidence_version) select "
            + quoted + ", record_id, 'TIER', '{}', 0 from r");
        break;
    case 2:
        world.runAsOwner(
            record
            + "insert into onceover.record_owners (record_id, payment_id, layer, role, tier, "
              "linked_by) select record_id, "
            + quoted + ", 'BANK', 'DUPLICATE', 'T', 'x' from r");
        break;
    case 3:
        world.runAsOwner(
            "insert into onceover.evidence (evidence_id, payment_id, source, kind, state, "
            "answered_at_us, "
            "is_material, evidence_version, recorded_by) values (gen_random_uuid(), "
            + quoted + ", 'LIST', 'FOUND', 'S" + number + "', 1, "
            + (random() % 2 == 0 ? "true" : "false") + ", " + number + ", 'x')");
        break;
    default:
        world.showCharge(payment);
    }
}

Proposal proposalOn(DeskWorld& world, const std::string& payment, DecisionKind kind)
{
    Proposal proposal;
    proposal.decisionId = uuidOf(world.freshId());
    proposal.paymentId = uuidOf(payment);
    proposal.kind = kind;
    proposal.reasonCode = "OTHER";
    proposal.note = "because";
    proposal.digest = caseDigest(readFacts(world, payment));
    proposal.version = std::stoll(world.version(payment));
    return proposal;
}

} // namespace

class DeskSessionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_world = std::make_unique<DeskWorld>(m_fixture); }

    void cleanupTestCase() { m_world.reset(); }

    void bothSidesComputeTheSameDigest()
    {
        std::mt19937 random(20260101);
        for (int round = 0; round < 12; ++round) {
            const std::string payment =
                round % 3 == 0 ? m_world->openAttemptPayment() : m_world->reviewPayment();
            CaseFacts shown = readFacts(*m_world, payment);
            QCOMPARE(caseDigest(shown), m_world->digest(payment));
            const unsigned long facts = 1 + random() % 6;
            for (unsigned long fact = 0; fact < facts; ++fact) {
                addRandomFact(*m_world, payment, random);
            }
            CaseFacts now = readFacts(*m_world, payment);
            std::shuffle(now.evidence.begin(), now.evidence.end(), random);
            std::shuffle(now.records.begin(), now.records.end(), random);
            std::shuffle(now.candidates.begin(), now.candidates.end(), random);
            std::shuffle(now.contradictions.begin(), now.contradictions.end(), random);
            QCOMPARE(caseDigest(now), m_world->digest(payment));
            QCOMPARE(changedFacts(shown, now).empty(), caseDigest(shown) == caseDigest(now));
            QVERIFY(changedFacts(now, now).empty());
        }
    }

    void bothSidesListTheSameReasons()
    {
        std::vector<std::string> expected;
        const auto add = [&](std::string_view kind, const std::vector<std::string_view>& codes) {
            for (const std::string_view code : codes) {
                expected.push_back(std::string(kind) + " " + std::string(code));
            }
        };
        for (const DecisionKind kind : kDecisionKinds) {
            add(toText(kind), reasonCodes(kind));
        }
        for (const CoreDecisionKind kind : kCoreDecisionKinds) {
            add(toText(kind), reasonCodes(kind));
        }
        add("ACCEPT_FILE", acceptFileReasonCodes());
        add("TAKE", takeReasonCodes());
        add("DEFER", deferReasonCodes());
        std::vector<std::string> stored;
        for (const Row row : mustRun(
                 m_world->owner,
                 "select kind || ' ' || code as reason from onceover.reason_codes")) {
            stored.push_back(*row.text("reason"));
        }
        std::sort(expected.begin(), expected.end());
        std::sort(stored.begin(), stored.end());
        QVERIFY(expected == stored);
    }

    void everyCommandGoesThrough()
    {
        DeskSession liwei = session("liwei");
        DeskSession ana = session("ana");
        const std::string payment = m_world->unknownPayment();
        const Uuid id = uuidOf(payment);
        const auto fresh = [&] {
            return uuidOf(m_world->freshId());
        };
        QCOMPARE(liwei.take({fresh(), id, "WORKING", ""}).status, std::string("REVIEW"));
        QVERIFY(liwei.enquire({fresh(), id, "asked by telephone"}).isDone());
        QVERIFY(liwei.addNote({fresh(), id, "\xE4\xBB\x98\xE6\xAC\xBE"}).isDone());
        const std::int64_t tomorrowUs = std::stoll(
            m_world->scalar("select ((extract(epoch from now()) + 86400) * 1000000)::bigint"));
        QVERIFY(liwei.defer({fresh(), id, tomorrowUs, "WAITING_PAYEE", ""}).isDone());
        QCOMPARE(
            m_world->scalar(
                "select deferred_until_us from review.payments where payment_id = $1",
                Params().text(payment)),
            std::to_string(tomorrowUs));
        QVERIFY(liwei.defer({fresh(), id, std::nullopt, "OTHER", "enough"}).isDone());
        Proposal resend = proposalOn(*m_world, payment, DecisionKind::Resend);
        resend.resend = ResendOptions{ResendGeneration::New, false};
        QCOMPARE(liwei.propose(resend).state, std::string("OPEN"));
        QVERIFY(liwei.withdraw({fresh(), resend.decisionId, "not yet"}).isDone());
        QCOMPARE(liwei.readDecision(resend.decisionId).state, std::string("WITHDRAWN"));
        resend.decisionId = fresh();
        QCOMPARE(liwei.propose(resend).state, std::string("OPEN"));
        const CommandAnswer own = liwei.approve({fresh(), resend.decisionId, resend.digest});
        QCOMPARE(own.code, std::string("person.proposer"));
        QVERIFY(own.outcome == CommandAnswer::Outcome::Refused);
        QVERIFY(liwei.endTake({fresh(), id}).isDone());
        const CommandAnswer approved = ana.approve({fresh(), resend.decisionId, resend.digest});
        QCOMPARE(approved.state, std::string("IN_FORCE"));
        QCOMPARE(approved.status, std::string("PENDING"));
        QCOMPARE(approved.version, std::stoll(m_world->version(payment)));
        const ProfileProposal profile{
            fresh(), "newbank", R"({"name":"newbank"})", "a new provider"};
        QCOMPARE(liwei.proposeProfile(profile).state, std::string("OPEN"));
        QCOMPARE(
            ana.approve({fresh(), profile.decisionId, toHexDigest(profile.body)}).state,
            std::string("IN_FORCE"));
    }

    void aCoreIsDecidedOnByTwo()
    {
        DeskSession liwei = session("liwei");
        DeskSession ana = session("ana");
        const Uuid core = uuidOf(m_world->scalar("select gen_random_uuid()"));
        mustRun(
            m_world->core2,
            "select onceover.register_core($1, 'typed', 'host', gen_random_uuid(), "
            "gen_random_uuid(), '0')",
            Params().uuid(core));
        CoreProposal proposal;
        proposal.decisionId = uuidOf(m_world->freshId());
        proposal.coreId = core;
        proposal.reasonCode = "NEW_CORE";
        proposal.note = "a second host";
        proposal.digest = m_world->scalar("select onceover.core_digest($1)", Params().uuid(core));
        CoreProposal malformed = proposal;
        malformed.reasonCode = "JOURNAL_LOST";
        QCOMPARE(liwei.proposeCore(malformed).code, std::string("reason.unknown"));
        malformed = proposal;
        malformed.digest = "none";
        QCOMPARE(liwei.proposeCore(malformed).code, std::string("digest.invalid"));
        malformed = proposal;
        malformed.note = " ";
        QCOMPARE(liwei.proposeCore(malformed).code, std::string("note.missing"));
        QCOMPARE(liwei.proposeCore(proposal).state, std::string("OPEN"));
        QCOMPARE(liwei.proposeCore(proposal).state, std::string("OPEN"));
        const Approval approval{uuidOf(m_world->freshId()), proposal.decisionId, proposal.digest};
        QCOMPARE(liwei.approve(approval).code, std::string("person.proposer"));
        QCOMPARE(ana.approve(approval).state, std::string("IN_FORCE"));
        QCOMPARE(liwei.readDecision(proposal.decisionId).state, std::string("IN_FORCE"));
    }

    void aLostCommitIsReadNotRepeated()
    {
        const std::string payment = m_world->reviewPayment();
        const Proposal proposal = proposalOn(*m_world, payment, DecisionKind::Reject);
        DeskSession liwei = session("liwei");
        // The server process dies while it commits.
        m_world->runAsOwner("create function public.die() returns trigger language plpgsql "
                            "security definer as $$ begin "
                            "perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(0); "
                            "return null; end $$");
        m_world->runAsOwner(
            "create constraint trigger die after insert on onceover.proposals deferrable initially "
            "deferred for each row execute function public.die()");
        const CommandAnswer lost = liwei.propose(proposal);
        QVERIFY(lost.outcome == CommandAnswer::Outcome::Unknown);
        m_world->runAsOwner("drop trigger die on onceover.proposals");
        const CommandAnswer read = liwei.readDecision(proposal.decisionId);
        QVERIFY(read.outcome == CommandAnswer::Outcome::Refused);
        QCOMPARE(read.code, std::string("command.void"));
        // The id is dead for good; nothing was proposed.
        QCOMPARE(liwei.propose(proposal).code, std::string("command.void"));
        Proposal again = proposal;
        again.decisionId = uuidOf(m_world->freshId());
        QCOMPARE(liwei.propose(again).state, std::string("OPEN"));
        QCOMPARE(liwei.readCommand(again.decisionId).state, std::string("OPEN"));
    }

    void whatIsMalformedIsNotSent()
    {
        DeskSession nowhere(std::make_unique<PgDeskStore>(
            ConnectionSettings::unixSocket("/nonexistent", "x", "x", "x"),
            std::chrono::seconds(1)));
        Proposal proposal;
        proposal.digest = std::string(64, 'a');
        proposal.note = "x";
        proposal.reasonCode = "IS_A_DOUBLE";
        QCOMPARE(nowhere.propose(proposal).code, std::string("reason.unknown"));
        proposal.reasonCode = "OTHER";
        proposal.digest = "A";
        QCOMPARE(nowhere.propose(proposal).code, std::string("digest.invalid"));
        proposal.digest = std::string(64, 'a');
        proposal.kind = DecisionKind::Resend;
        QCOMPARE(nowhere.propose(proposal).code, std::string("options.invalid"));
        proposal.kind = DecisionKind::Confirm;
        proposal.note = " \n";
        QCOMPARE(nowhere.propose(proposal).code, std::string("note.missing"));
        proposal.note = "x";
        // No server: nothing has happened; but a command that may have, stays unknown.
        QVERIFY(nowhere.propose(proposal).outcome == CommandAnswer::Outcome::Refused);
        QVERIFY(nowhere.readCommand(Uuid()).outcome == CommandAnswer::Outcome::Unknown);
    }

private:
    DeskSession session(const std::string& login) const
    {
        return DeskSession(std::make_unique<PgDeskStore>(
            m_fixture.postgres().settingsFor(login, login, m_world->database)));
    }

    static std::string toHexDigest(const std::string& body) { return toHex(sha256(body)); }

    mutable StoreFixture m_fixture;
    std::unique_ptr<DeskWorld> m_world;
};

QTEST_GUILESS_MAIN(DeskSessionTest)
#include "desk_session_test.moc"
