// SPDX-License-Identifier: GPL-3.0-or-later
// Two sessions at one row. One changes it in an open transaction; the other's call waits, and when
// the change is committed it acts on what is there then and not on what it read before. Calls that
// pass over locked rows do not wait at all.
#include "backend/postgres/transaction.h"
#include "tests/store/desk_world.h"
#include "tests/store/race.h"

#include <QTest>

#include <atomic>
#include <thread>

using namespace onceover;

namespace {

constexpr const char* kBoot = "00000000-0000-7000-b000-000000000001";

std::string quoted(const std::string& text)
{
    return "'" + text + "'";
}

// What another step does to a payment: its version of the facts rises.
std::string newFact(const std::string& payment)
{
    return "update onceover.payments set evidence_version = evidence_version + 1, version = "
           "version + 1 where payment_id = "
           + quoted(payment);
}

std::string leaseOver(const std::string& payment)
{
    return "select onceover.change_status(" + quoted(payment)
           + ", 'UNKNOWN', 'CLAIM_LOST', 'CORE')";
}

} // namespace

class LockRacesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aCallThatIsOverIsNotMadeReady()
    {
        DeskWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        const int attempt = world.send(payment);
        QCOMPARE(
            afterChange(
                world.owner,
                leaseOver(payment),
                world.core,
                {"select onceover.ready_to_call($1, $2, 1, 'body')",
                 Params().uuid(StoreFixture::coreId(1)).uuid(StoreFixture::attemptId(attempt))}),
            std::string("[attempt.over]"));
    }

    void evidenceIsNumberedBehindWhatCameBefore()
    {
        DeskWorld world(m_fixture);
        const std::string payment = world.unknownPayment();
        const std::string charge = EngineWorld::charge("ch_race", 1250, world.reference(payment));
        afterChange(
            world.owner,
            newFact(payment),
            world.core,
            {"select onceover.record_evidence($1, $2::text::uuid, "
             "jsonb_build_object('evidence_id', gen_random_uuid(), 'source', "
             "'QUERY', 'kind', 'FOUND', 'state', 'SUCCEEDED', 'record', $3::text::jsonb, "
             "'asked_at_us', 1, 'answered_at_us', 2))",
             Params().uuid(StoreFixture::coreId(1)).text(payment).text(charge)});
        QCOMPARE(
            world.scalar(
                "select max(evidence_version) from onceover.evidence where payment_id = "
                "$1::text::uuid and source = 'QUERY'",
                Params().text(payment)),
            world.column(payment, "evidence_version"));
    }

    void aVerdictOnOldFactsIsRefused()
    {
        DeskWorld world(m_fixture);
        const std::string payment = world.unknownPayment();
        QCOMPARE(
            afterChange(
                world.owner,
                newFact(payment),
                world.core,
                {"select onceover.apply_verdict($1, $2::text::uuid, $3::text::bigint, 'EXHAUSTED', "
                 "'')",
                 Params()
                     .uuid(StoreFixture::coreId(1))
                     .text(payment)
                     .text(world.column(payment, "evidence_version"))}),
            std::string("[verdict.stale]"));
    }

    void aResultIsNumberedBehindWhatCameBefore()
    {
        DeskWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        const int attempt = world.send(payment);
        QCOMPARE(
            afterChange(
                world.owner,
                leaseOver(payment),
                world.core,
                {"select status from onceover.record_results($1, "
                 "jsonb_build_array(jsonb_build_object('attempt_id', $2::text, "
                 "'answer', 'REJECTED_FINAL', 'reason', 'x', 'http_status', 0, 'request_bytes', 1, "
                 "'started_at_us', 1, "
                 "'finished_at_us', 2)))",
                 Params()
                     .uuid(StoreFixture::coreId(1))
                     .text(StoreFixture::attemptId(attempt).toText())}),
            std::string("UNKNOWN"));
        QCOMPARE(world.status(payment), std::string("UNKNOWN CLAIM_LOST"));
        QVERIFY(world.isConsistent());
    }

    void abandoningAgreesWithWhatEndedTheLease()
    {
        DeskWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        const int attempt = world.send(payment);
        QCOMPARE(
            afterChange(
                world.owner,
                leaseOver(payment),
                world.core,
                {"select onceover.abandon($1, $2, $3, true, 'x')",
                 Params()
                     .uuid(StoreFixture::coreId(1))
                     .uuid(StoreFixture::attemptId(attempt))
                     .text(kBoot)}),
            std::string("UNKNOWN"));
        QCOMPARE(world.status(payment), std::string("UNKNOWN CLAIM_LOST"));
    }

    void theIntakeAnswersWhatIsTrueWhenItAnswers()
    {
        DeskWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QCOMPARE(
            afterChange(
                world.owner,
                "select onceover.revoke_permit(" + quoted(payment)
                    + ", 'x', 'CORE'); select onceover.change_status(" + quoted(payment)
                    + ", 'REVIEW', 'EVIDENCE_ARRIVED', 'CORE')",
                world.intake,
                {"select outcome from onceover.accept($1)",
                 Params().json(EngineWorld::request("k1", "card", 1250, ""))}),
            std::string("OUTCOME_UNKNOWN"));
    }

    // The guard's row is there from an earlier payment, too old to matter, and a new one is being
    // accepted.
    void twinsAreSeenBehindAnOldOne()
    {
        DeskWorld world(m_fixture);
        world.accept("old", "card", 900, "Twin");
        world.runAsOwner("update onceover.double_guards set last_at = last_at - interval '1 day'");
        QCOMPARE(
            afterChange(
                world.owner,
                "update onceover.double_guards set last_at = clock_timestamp()",
                world.intake,
                {"select code from onceover.accept($1)",
                 Params().json(EngineWorld::request("k1", "card", 900, "Twin"))}),
            std::string("intake.held"));
    }

    void oneChainHasOneOrder()
    {
        DeskWorld world(m_fixture);
        const std::string core = StoreFixture::coreId(1).toText();
        QCOMPARE(
            afterChange(
                world.owner,
                "select onceover.add_event(" + quoted(core)
                    + ", 'CORE', 'CORE_RESUMED', 'CORE', null, '{}')",
                world.core,
                {"select 'done' from onceover.set_core_paused($1, true)",
                 Params().uuid(StoreFixture::coreId(1))}),
            std::string("done"));
        QVERIFY(world.isConsistent());
    }

    // A fence that is being raised is waited for, however it is raised.
    void whoMovesWaitsForTheFence()
    {
        DeskWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QCOMPARE(
            afterChange(
                world.owner,
                "update onceover.incarnations set state = 'FENCED'",
                world.core,
                {"select onceover.grant_automatic($1, $2::text::uuid)",
                 Params().uuid(StoreFixture::coreId(1)).text(payment)}),
            std::string("[fence.not_armed]"));
    }

    // A stream of claims, each under its own shared lock, does not keep the fence waiting for ever:
    // who comes after it waits behind it.
    void theFenceIsNotStarved()
    {
        DeskWorld world(m_fixture);
        auto moving = Transaction::begin(world.owner, PgFixture::patience());
        QVERIFY(
            moving
            && moving->execute(
                {"test", "select onceover.require_armed()"}, Params(), PgFixture::patience()));
        std::thread fence([&] {
            mustRun(
                world.core,
                "select onceover.fence($1, 'test')",
                Params().uuid(StoreFixture::coreId(1)));
        });
        while (*mustRun(
                    world.owner,
                    "select count(*) as n from pg_locks l where not l.granted and pg_backend_pid() "
                    "= any(pg_blocking_pids(l.pid))")[0]
                    .int64("n")
               == 0) {}
        Connection next = world.connect("m_core2");
        mustRun(next, "set lock_timeout = '300ms'");
        const std::string code = codeOf(
            next, "select onceover.expire_leases($1, 1)", Params().uuid(StoreFixture::coreId(2)));
        QVERIFY(moving->commit(PgFixture::patience()).isCommitted());
        fence.join();
        QCOMPARE(code, std::string("database.lock_timeout"));
        QCOMPARE(
            codeOf(
                next,
                "select onceover.expire_leases($1, 1)",
                Params().uuid(StoreFixture::coreId(2))),
            std::string("fence.not_armed"));
    }

    // Two commands of one person do not both see the sum from before.
    void oneDaysAmountsAreSummedInOrder()
    {
        DeskWorld world(m_fixture);
        world.runAsOwner("insert into onceover.amount_classes values ('EUR', 2000)");
        const std::string first = world.reviewPayment();
        const std::string second = world.reviewPayment();
        for (const std::string& payment : {first, second})
            world.evidence(payment, "ABSENT");
        const std::string decision = world.freshId();
        auto transaction = Transaction::begin(world.liwei, PgFixture::patience());
        QVERIFY(transaction);
        QCOMPARE(world.propose(world.liwei, world.freshId(), first, "REJECT"), std::string());
        std::atomic<bool> isThrough = false;
        std::string code;
        const std::string digest = world.digest(second);
        const std::string version = world.version(second);
        std::thread other([&] {
            code = world.proposeOn(world.liwei2, decision, second, "REJECT", "{}", digest, version);
            isThrough = true;
        });
        while (!isThrough
               && *mustRun(world.owner, "select count(*) as n from pg_locks where not granted")[0]
                          .int64("n")
                      == 0) {}
        QVERIFY(transaction->commit(PgFixture::patience()).isCommitted());
        other.join();
        QCOMPARE(code, std::string());
        QCOMPARE(world.status(first), std::string("FAILED DECIDED"));
        QCOMPARE(world.stateOf(decision), std::string("OPEN"));
    }

    void oneProposalOfAProfileAtATime()
    {
        DeskWorld world(m_fixture);
        const char* const kPropose = "select onceover.propose_profile($1::text::uuid, 'newer', "
                                     "'{\"name\":\"newer\"}', 'a note')";
        const std::string decision = world.freshId();
        auto transaction = Transaction::begin(world.liwei, PgFixture::patience());
        QVERIFY(transaction);
        QCOMPARE(world.call(world.liwei, kPropose, Params().text(decision)), std::string());
        QCOMPARE(
            commandBehind(world, *transaction, world.omar, kPropose, world.freshId()),
            std::string("proposal.open"));
        // And it ends once: put in force, or withdrawn.
        const std::string digest = world.scalar(
            "select digest from onceover.proposals where decision_id = $1::text::uuid",
            Params().text(decision));
        for (const bool approvesFirst : {true, false}) {
            std::string subject = decision;
            if (!approvesFirst) {
                subject = world.freshId();
                QCOMPARE(world.call(world.liwei, kPropose, Params().text(subject)), std::string());
            }
            const std::string approve =
                "select onceover.approve($1::text::uuid, '" + subject + "', '" + digest + "')";
            const std::string withdraw =
                "select onceover.withdraw($1::text::uuid, '" + subject + "', 'no')";
            Connection& holder = approvesFirst ? world.ana : world.liwei;
            Connection& other = approvesFirst ? world.liwei : world.ana;
            auto ending = Transaction::begin(holder, PgFixture::patience());
            QVERIFY(ending);
            QCOMPARE(
                world.call(
                    holder, approvesFirst ? approve : withdraw, Params().text(world.freshId())),
                std::string());
            QCOMPARE(
                commandBehind(
                    world, *ending, other, approvesFirst ? withdraw : approve, world.freshId()),
                std::string("proposal.over"));
        }
    }

    void lockedRowsArePassedOver()
    {
        DeskWorld world(m_fixture);
        const std::string lost = world.accept("lost", "slow");
        QVERIFY(world.claim(900, "slow", 0));
        const std::string doubtful = world.unknownPayment();
        const std::string review = world.reviewPayment();
        const std::string decision = world.freshId();
        QCOMPARE(world.propose(world.liwei, decision, review, "REJECT"), std::string());
        world.alterProposal(decision, "expires_at = clock_timestamp() - interval '1 s'");
        world.runAsOwner(
            "update onceover.payments set next_look_at = clock_timestamp() where payment_id = '"
            + doubtful + "'");
        const std::string waiting = world.accept("waiting");
        const std::string overdue = world.accept("overdue");
        world.runAsOwner("alter table onceover.payments disable trigger guard_payment");
        world.runAsOwner(
            "update onceover.payments set send_before = clock_timestamp() - interval '1 s' where "
            "payment_id = '"
            + overdue + "'");
        world.runAsOwner("alter table onceover.payments enable always trigger guard_payment");
        auto holding = Transaction::begin(world.owner, PgFixture::patience());
        QVERIFY(
            holding
            && holding->execute(
                {"test", "select 1 from onceover.payments for update"},
                Params(),
                PgFixture::patience()));
        mustRun(world.core, "set lock_timeout = '300ms'");
        for (const char* sql :
             {"select count(*) as n from onceover.claim($1, gen_random_uuid(), 'card', "
              "array[gen_random_uuid()], 1000)",
              "select onceover.expire_leases($1, 10) as n",
              "select count(*) as n from onceover.take_due_looks($1, 'card', 10, 1000)",
              "select onceover.end_overdue($1, 10) as n"}) {
            const auto rows = world.core.execute(
                {"test", sql}, Params().uuid(StoreFixture::coreId(1)), PgFixture::patience());
            QVERIFY2(rows, (std::string(sql) + ": " + (rows ? "" : rows.error().code())).c_str());
            QCOMPARE(*(*rows)[0].int64("n"), std::int64_t(0));
        }
        QVERIFY(holding->rollback(PgFixture::patience()));
        // They were due, all of them.
        QCOMPARE(
            *mustRun(
                 world.core,
                 "select onceover.end_overdue($1, 10) as n",
                 Params().uuid(StoreFixture::coreId(1)))[0]
                 .int64("n"),
            std::int64_t(2));
        QVERIFY(world.claim(901));
        QCOMPARE(world.status(overdue), std::string("FAILED CANCELLED"));
        QCOMPARE(
            world.scalar(
                "select status from onceover.payments where payment_id = '" + waiting + "'"),
            std::string("SUBMITTING"));
        QCOMPARE(
            *mustRun(
                 world.core,
                 "select onceover.expire_leases($1, 10) as n",
                 Params().uuid(StoreFixture::coreId(1)))[0]
                 .int64("n"),
            std::int64_t(1));
        QCOMPARE(world.status(lost), std::string("UNKNOWN CLAIM_LOST"));
        QVERIFY(
            *mustRun(
                 world.core,
                 "select count(*) as n from onceover.take_due_looks($1, 'card', 10, 1000)",
                 Params().uuid(StoreFixture::coreId(1)))[0]
                 .int64("n")
            >= 1);
    }

private:
    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(LockRacesTest)

#include "lock_races_test.moc"
