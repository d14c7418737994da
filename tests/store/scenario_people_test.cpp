// SPDX-License-Identifier: GPL-3.0-or-later
// People's decisions against evidence that comes before, after and at the same moment, permits and
// commands that somebody tries to use twice, and money that must not follow by itself. The judge is
// the provider's own ledger.
#include "tests/store/scenario_world.h"
#include "tests/support/without_fence_guard.h"

#include <QTest>

#include <latch>
#include <thread>

using namespace onceover;
using namespace std::chrono_literals;

namespace {

constexpr auto kExecutedUnseen = Treatment{Treatment::Execution::Now, Answer::Unknown, false};
constexpr auto kPromised = Treatment{Treatment::Execution::Late, Answer::Succeeded};
constexpr const char* kNewKey = R"({"generation":"new"})";

// Evidence of a webhook, which only the core's login may store.
std::string webhook(ScenarioWorld& world, const std::string& payment)
{
    return *mustRun(
                world.core,
                "select case when is_material then 'material' else 'repeat' end as answer from "
                "onceover.record_evidence($1, $2, jsonb_build_object('evidence_id', "
                "gen_random_uuid(), 'source', 'WEBHOOK', 'kind', 'FOUND', 'state', 'PROCESSING', "
                "'asked_at_us', 1, 'answered_at_us', 2))",
                Params().uuid(StoreFixture::coreId(1)).text(payment))[0]
                .text("answer");
}

// UNKNOWN at the provider, taken and proposed for a resend under a new key by Li Wei.
std::string proposedResend(ScenarioWorld& world, const std::string& payment)
{
    const std::string decision = world.freshId();
    if (!world.take(world.liwei, payment).empty()
        || !world.propose(world.liwei, decision, payment, "RESEND", kNewKey).empty())
        qFatal("no proposal about %s", payment.c_str());
    return decision;
}

} // namespace

class ScenarioPeopleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    // The date of a deferred contradiction comes, and with it a charge that would suit.
    void scenario10_aDeferredContradictionStaysWithPeople()
    {
        ScenarioWorld world(m_fixture);
        BookProvider& book = world.add({});
        const std::string payment = world.accept("k1", "book");
        book.treatNext(kPromised);
        QVERIFY(!world.coreNumber(1).pass().error);
        world.passOften(world.coreNumber(1), 61s, 2);
        QCOMPARE(world.status(payment), std::string("REVIEW CONTRADICTION"));
        QCOMPARE(world.take(world.liwei, payment), std::string());
        QCOMPARE(
            codeOf(
                world.liwei,
                "select onceover.defer(gen_random_uuid(), $1, $2::text::bigint, 'WAITING_PAYEE', "
                "'')",
                Params().text(payment).text(
                    world.scalar("select onceover.micros(clock_timestamp() + interval '1 day')"))),
            std::string());
        QCOMPARE(
            codeOf(
                world.liwei,
                "select onceover.end_take(gen_random_uuid(), $1)",
                Params().text(payment)),
            std::string());
        world.passOften(world.coreNumber(1), 48h, 2);
        QCOMPARE(world.status(payment), std::string("REVIEW CONTRADICTION"));
        book.executeLate();
        world.passOften(world.coreNumber(1), 48h, 2);
        QCOMPARE(world.status(payment), std::string("REVIEW CONTRADICTION"));
        // Nor does a core that judges otherwise.
        for (const char* verdict : {"HAPPENED", "NOT_HAPPENED"})
            world.verdictCode(payment, verdict);
        QCOMPARE(world.status(payment), std::string("REVIEW CONTRADICTION"));
        QCOMPARE(
            world.scalar(
                "select deferred_until < clock_timestamp() from onceover.payments where payment_id "
                "= $1",
                Params().text(payment)),
            std::string("t"));
        QCOMPARE(world.permits(payment), std::string("FIRST 1 ATTEMPT"));
        QCOMPARE(world.judge(), std::string());
    }

    void scenario11_evidenceBeforeTheApprovalStopsIt()
    {
        ScenarioWorld world(m_fixture);
        BookProvider& book = world.add({});
        const std::string payment = world.accept("k1", "book");
        book.treatNext(kExecutedUnseen);
        book.setAnswersQuestions(false);
        QVERIFY(!world.coreNumber(1).pass().error);
        const std::string decision = proposedResend(world, payment);
        book.setAnswersQuestions(true);
        book.showAll();
        world.passOften(world.coreNumber(1), 61s, 1);
        QCOMPARE(world.stateOf(decision), std::string("VOID"));
        QCOMPARE(world.approve(world.ana, decision), std::string("proposal.over"));
        world.passOften(world.coreNumber(1), 61s, 1);
        QCOMPARE(world.requests(payment), 1);
        QCOMPARE(world.judge(), std::string());
    }

    void scenario11_evidenceBetweenPermitAndClaimRevokesIt()
    {
        ScenarioWorld world(m_fixture);
        BookProvider& book = world.add({});
        const std::string payment = world.accept("k1", "book");
        book.treatNext(kExecutedUnseen);
        book.setAnswersQuestions(false);
        QVERIFY(!world.coreNumber(1).pass().error);
        QCOMPARE(world.approve(world.ana, proposedResend(world, payment)), std::string());
        QCOMPARE(world.status(payment), std::string("PENDING"));
        world.showCharge(payment);
        QCOMPARE(world.status(payment), std::string("REVIEW EVIDENCE_ARRIVED"));
        world.passOften(world.coreNumber(1), 61s, 2);
        QCOMPARE(world.permits(payment), std::string("FIRST 1 ATTEMPT, APPROVED_RESEND 2 REVOKED"));
        QCOMPARE(world.requests(payment), 1);
        QCOMPARE(world.judge(), std::string());
    }

    // Either order may win; in none of them is anything sent.
    void scenario11_evidenceAndApprovalAtTheSameMoment()
    {
        ScenarioWorld world(m_fixture);
        BookProvider& book = world.add({});
        book.setAnswersQuestions(false);
        int approved = 0;
        for (int round = 0; round < 16; ++round) {
            const std::string payment = world.accept("k" + std::to_string(round), "book");
            book.treatNext(kExecutedUnseen);
            QVERIFY(!world.coreNumber(1).pass().error);
            const std::string decision = proposedResend(world, payment);
            const std::string digest = world.digest(payment);
            const std::string charge =
                EngineWorld::charge("ch_" + payment, 1250, world.reference(payment));
            std::latch start(2);
            std::string answer;
            std::thread approver([&] {
                start.arrive_and_wait();
                answer = codeOf(
                    world.ana,
                    "select onceover.approve(gen_random_uuid(), $1, $2)",
                    Params().text(decision).text(digest));
            });
            start.arrive_and_wait();
            world.evidence(payment, "FOUND", charge);
            approver.join();
            approved += answer.empty() ? 1 : 0;
            QVERIFY2(
                answer.empty() || answer == "proposal.over" || answer == "digest.changed"
                    || answer == "version.stale",
                answer.c_str());
            world.passOften(world.coreNumber(1), 61s, 1);
            QCOMPARE(world.requests(payment), 1);
            QVERIFY(world.status(payment).rfind("PENDING", 0) != 0);
        }
        qInfo("16 races, the approval came first in %d", approved);
        QCOMPARE(world.judge(), std::string());
    }

    // "Still nothing" and the same webhook again say nothing new, so nobody's proposal is void.
    void scenario11_whatSaysNothingNewVoidsNothing()
    {
        ScenarioWorld world(m_fixture);
        BookProfile lagging;
        lagging.visibilityLagMs = 86'400'000;
        BookProvider& book = world.add(lagging);
        const std::string payment = world.accept("k1", "book");
        book.treatNext(kExecutedUnseen);
        QVERIFY(!world.coreNumber(1).pass().error);
        QCOMPARE(webhook(world, payment), std::string("material"));
        const std::string decision = world.freshId();
        QCOMPARE(world.take(world.liwei, payment), std::string());
        QCOMPARE(world.propose(world.liwei, decision, payment, "REJECT"), std::string());
        for (int round = 0; round < 4; ++round) {
            book.setAnswersQuestions(round % 2 == 0);
            world.passOften(world.coreNumber(1), 61s, 1);
            QCOMPARE(webhook(world, payment), std::string("repeat"));
        }
        QVERIFY(
            world.scalar("select count(*) from onceover.evidence where source = 'QUERY'") >= "4");
        QCOMPARE(world.stateOf(decision), std::string("OPEN"));
        QCOMPARE(world.approve(world.ana, decision), std::string());
    }

    // Approved six times at the same moment, and once more by whoever may write anything.
    void scenario12_oneApprovalIsOnePermit()
    {
        ScenarioWorld world(m_fixture);
        BookProvider& book = world.add({});
        const std::string payment = world.accept("k1", "book");
        book.treatNext(kExecutedUnseen);
        book.treatNext(kExecutedUnseen);
        book.setAnswersQuestions(false);
        QVERIFY(!world.coreNumber(1).pass().error);
        const std::string decision = proposedResend(world, payment);
        const std::string digest = world.digest(payment);
        std::vector<std::thread> approvers;
        std::latch start(6);
        for (int rival = 0; rival < 6; ++rival) {
            approvers.emplace_back([&] {
                Connection session = world.connect("ana");
                start.arrive_and_wait();
                codeOf(
                    session,
                    "select onceover.approve(gen_random_uuid(), $1, $2)",
                    Params().text(decision).text(digest));
            });
        }
        for (std::thread& approver : approvers)
            approver.join();
        QCOMPARE(world.permits(payment), std::string("FIRST 1 ATTEMPT, APPROVED_RESEND 2 OPEN"));
        world.passOften(world.coreNumber(1), 61s, 1);
        QCOMPARE(world.approve(world.ana, decision), std::string("proposal.over"));
        QCOMPARE(
            codeOf(
                world.owner,
                "select onceover.grant_permit($1, 'APPROVED_RESEND', 'decision:' || $2::text, 3, "
                "$2::text::uuid, 'CORE', null)",
                Params().text(payment).text(decision)),
            std::string("database.constraint"));
        QCOMPARE(
            codeOf(
                world.owner,
                "select onceover.grant_permit($1, 'APPROVED_RESEND', 'again', 3, $2, 'CORE', null)",
                Params().text(payment).text(decision)),
            std::string("guard.ground_ref"));
        QCOMPARE(world.requests(payment), 2);
        QCOMPARE(world.judge(), std::string());
    }

    // Cancelled between permit and claim; later nobody can use what was revoked.
    void scenario12_aRevokedPermitIsNotUsed()
    {
        ScenarioWorld world(m_fixture);
        BookProvider& book = world.add({});
        const std::string payment = world.accept("k1", "book");
        QCOMPARE(world.propose(world.liwei, world.freshId(), payment, "CANCEL"), std::string());
        QCOMPARE(world.status(payment), std::string("FAILED CANCELLED"));
        QCOMPARE(
            codeOf(
                world.owner,
                "insert into onceover.permit_uses (permit_id, payment_id, used_as, attempt_id, "
                "reason) select permit_id, payment_id, 'ATTEMPT', gen_random_uuid(), 'again' from "
                "onceover.permits where payment_id = $1",
                Params().text(payment)),
            std::string("database.constraint"));
        world.passOften(world.coreNumber(1), 1h, 2);
        QCOMPARE(book.requestCount(), 0);
        QCOMPARE(world.judge(), std::string());
    }

    // Beside an open permit there is no second one, whoever writes it.
    void scenario12_twoPermitsAreNeverOpen()
    {
        ScenarioWorld world(m_fixture);
        BookProvider& book = world.add({});
        const std::string payment = world.accept("k1", "book");
        mustRun(world.owner, "alter table onceover.permits disable trigger guard_permit");
        QCOMPARE(
            codeOf(
                world.owner,
                "insert into onceover.permits (permit_id, payment_id, ordinal, generation, ground, "
                "ground_ref, provider_key, profile_version, evidence_version, granted_by) select "
                "gen_random_uuid(), payment_id, 2, 1, 'NOT_SENT', 'x', provider_key, 1, 0, 'x' "
                "from onceover.permits where payment_id = $1",
                Params().text(payment)),
            std::string("guard.open_permits"));
        mustRun(world.owner, "alter table onceover.permits enable always trigger guard_permit");
        QVERIFY(!world.coreNumber(1).pass().error);
        QCOMPARE(book.requestCount(), 1);
        QCOMPARE(world.judge(), std::string());
    }

    void scenario12_aCommandIdIsOnePersonsAndOneContent()
    {
        ScenarioWorld world(m_fixture);
        BookProvider& book = world.add({});
        const std::string payment = world.accept("k1", "book");
        book.treatNext(kExecutedUnseen);
        book.setAnswersQuestions(false);
        QVERIFY(!world.coreNumber(1).pass().error);
        const std::string decision = proposedResend(world, payment);
        const std::string digest = world.digest(payment);
        const std::string command = world.freshId();
        const std::string other = world.freshId();
        QCOMPARE(world.take(world.liwei, payment), std::string());
        const auto note = [&](Connection& who, const char* words) {
            return codeOf(
                who,
                "select onceover.add_note($1, $2, $3)",
                Params().text(other).text(payment).text(words));
        };
        QCOMPARE(note(world.liwei, "asked"), std::string());
        const std::string before = world.fingerprintOfEverything();
        QCOMPARE(note(world.liwei, "asked"), std::string());
        QCOMPARE(note(world.ana, "asked"), std::string("command.reused"));
        QCOMPARE(note(world.liwei, "another"), std::string("command.reused"));
        QCOMPARE(
            world.approve(world.liwei2, other, decision, digest), std::string("command.reused"));
        QCOMPARE(world.fingerprintOfEverything(), before);
        QCOMPARE(world.approve(world.ana, command, decision, digest), std::string());
        const std::string after = world.fingerprintOfEverything();
        QCOMPARE(world.approve(world.ana, command, decision, digest), std::string());
        QCOMPARE(world.fingerprintOfEverything(), after);
        QCOMPARE(world.permits(payment), std::string("FIRST 1 ATTEMPT, APPROVED_RESEND 2 OPEN"));
    }

    // A part has arrived: the whole is not sent again, whoever agrees.
    void scenario17_aPartIsNotFollowedByTheWhole()
    {
        ScenarioWorld world(m_fixture);
        BookProvider& book = world.add({});
        const std::string payment = world.accept("k1", "book");
        book.treatNext(Treatment{Treatment::Execution::Now, Answer::Unknown, true, 600});
        QVERIFY(!world.coreNumber(1).pass().error);
        world.passOften(world.coreNumber(1), 61s, 2);
        QCOMPARE(world.status(payment), std::string("REVIEW PARTIAL"));
        for (const char* generation : {"same", "new"})
            QVERIFY(world.resendAs(payment, generation).rfind("resend.", 0) == 0);
        world.passOften(world.coreNumber(1), 24h, 3);
        QCOMPARE(world.requests(payment), 1);
        QCOMPARE(world.judge(), std::string());
    }

    // The fence stood for two days; what was to be sent before is not sent after.
    void scenario17_aFenceOfTwoDaysSendsNoStaleIntent()
    {
        ScenarioWorld world(m_fixture);
        BookProvider& book = world.add({});
        std::string request = EngineWorld::request("k1", "book", 1250, {});
        request.insert(
            1,
            "\"send_before\":\""
                + world.scalar("select to_char((clock_timestamp() + interval '1 day') at time zone "
                               "'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')")
                + "\",");
        QCOMPARE(world.acceptOutcome(request), std::string("ACCEPTED intake.accepted"));
        const std::string payment = world.scalar("select payment_id from onceover.payments");
        mustRun(
            world.core2,
            "select onceover.fence($1, 'switched over')",
            Params().uuid(StoreFixture::coreId(2)));
        world.letTimePass(48h);
        QVERIFY(world.coreNumber(1).pass().error);
        world.runAsOwner(armedAgain());
        QVERIFY(!world.coreNumber(1).pass().error);
        QCOMPARE(world.status(payment), std::string("FAILED CANCELLED"));
        QCOMPARE(book.requestCount(), 0);
        QCOMPARE(world.judge(), std::string());
    }

    // Until the policy exists, its ground cannot be written by anybody.
    void scenario17_noLossIsTolerated()
    {
        ScenarioWorld world(m_fixture);
        world.add({});
        const std::string payment = world.accept("k1", "book");
        QVERIFY(!world.coreNumber(1).pass().error);
        for (const char* ground : {"LOSS_TOLERATED", "PROBE", "RECOVERED"})
            QCOMPARE(
                codeOf(
                    world.owner,
                    "select onceover.grant_permit($1, $2, 'policy:1', 1, null, 'CORE', null)",
                    Params().text(payment).text(ground)),
                std::string("guard.ground_not_in_use"));
    }

private:
    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(ScenarioPeopleTest)

#include "scenario_people_test.moc"
