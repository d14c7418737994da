// SPDX-License-Identifier: GPL-3.0-or-later
// Who may be a core: admitted, excused, retired by two people, or the first of a new database.
#include "backend/postgres/transaction.h"
#include "backend/store/pg_payment_store.h"
#include "tests/store/witness_world.h"
#include "tests/support/without_fence_guard.h"

#include <QTest>

#include <memory>

using namespace onceover;

class WitnessCoresTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_fixture = std::make_unique<StoreFixture>(); }

    void aNewCoreClaimsNothingUntilTwoPeopleAdmitIt()
    {
        WitnessWorld world(*m_fixture);
        world.accept("k1");
        mustRun(
            world.core,
            "select onceover.register_core($1, 'new', 'host', $2, $3, '0')",
            coreParams(3).uuid(StoreFixture::coreId(13)).uuid(StoreFixture::coreId(23)));
        QCOMPARE(world.witness(3), std::string("NOT_ADMITTED"));
        // It may look, and that changes nothing.
        QCOMPARE(world.finish(world.core, 3), std::string());
        QCOMPARE(world.claimCode(world.core, 3, 1), std::string("core.not_admitted"));
        for (const std::string& decision :
             {world.agree("ADMIT_CORE", 3, false),
              world.agree("ADMIT_CORE", 2),
              world.agree("EXCUSE_CORE", 3),
              world.freshId()})
            QCOMPARE(world.effect("admit_core", 3, decision), std::string("guard.core_admission"));
        QCOMPARE(world.claimCode(world.core, 3, 1), std::string("core.not_admitted"));
        QCOMPARE(world.admit(3), std::string());
        QCOMPARE(world.claimCode(world.core, 3, 1), std::string());
        // Once, and never by hand.
        QCOMPARE(
            codeOf(world.owner, "update onceover.cores set state = 'LISTED' where name = 'new'"),
            std::string("guard.core_state"));
    }

    void anExcuseNeedsTwoPeopleAndAWitnessBesideIt()
    {
        WitnessWorld world(*m_fixture);
        world.send(world.accept("sent"));
        world.pretendRestart();
        QCOMPARE(world.finish(world.core, 1), std::string());
        for (const std::string& decision :
             {world.agree("EXCUSE_CORE", 2, false),
              world.agree("EXCUSE_CORE", 1),
              world.agree("ADMIT_CORE", 2)})
            QCOMPARE(world.effect("excuse_core", 2, decision), std::string("guard.four_eyes"));
        const std::string stale = world.agree("EXCUSE_CORE", 2);
        world.alterProposal(stale, "proposed_at = '2000-01-01'");
        QCOMPARE(world.effect("excuse_core", 2, stale), std::string("core.excuse_stale"));
        QCOMPARE(world.state(), std::string("CHECKING"));
        QCOMPARE(world.effect("excuse_core", 2, world.agree("EXCUSE_CORE", 2)), std::string());
        QCOMPARE(world.witness(2), std::string("EXCUSED"));
        QCOMPARE(world.state(), std::string("ARMED"));
        // Being excused is no proof of one's own.
        QCOMPARE(world.claimCode(world.core2, 2, 1), std::string("fence.checking"));
    }

    void excusesAloneAreNoWitness()
    {
        WitnessWorld world(*m_fixture);
        world.pretendRestart();
        for (const int number : {1, 2})
            QCOMPARE(
                world.effect("excuse_core", number, world.agree("EXCUSE_CORE", number)),
                std::string());
        QCOMPARE(world.state(), std::string("CHECKING"));
        QCOMPARE(world.finish(world.core2, 2), std::string());
        QCOMPARE(world.state(), std::string("ARMED"));
    }

    // The one core with a history is excused, and the only one that looks has an empty journal,
    // which agrees with any older copy of the database: nothing moves before two people accept that
    // too.
    void anEmptyJournalIsNoWitness()
    {
        WitnessWorld world(*m_fixture);
        world.send(world.accept("sent"));
        world.pretendRestart();
        QCOMPARE(world.finish(world.core2, 2), std::string());
        QCOMPARE(world.effect("excuse_core", 1, world.agree("EXCUSE_CORE", 1)), std::string());
        QCOMPARE(world.state(), std::string("CHECKING"));
        QCOMPARE(world.finish(world.core2, 2), std::string());
        QCOMPARE(world.state(), std::string("CHECKING"));
        QCOMPARE(world.claimCode(world.core2, 2, 7), std::string("fence.checking"));
        QVERIFY(
            world.scalar("select onceover.awaited_in_words()").find("not empty")
            != std::string::npos);
        // By the owner's hand neither.
        QCOMPARE(
            codeOf(
                world.owner,
                "update onceover.incarnations set state = 'ARMED', checked_start = "
                "pg_postmaster_start_time()"),
            std::string("guard.incarnation"));
        // It runs, and two people accept by its name that it witnesses nothing; or the one that is
        // missing comes after all.
        QCOMPARE(
            codeOf(
                world.owner,
                "select onceover.check_core_decision(c, 'EXCUSE_CORE') from onceover.cores c where "
                "core_id = $1",
                coreParams(2)),
            std::string());
        QCOMPARE(world.effect("excuse_core", 2, world.agree("EXCUSE_CORE", 2)), std::string());
        QCOMPARE(world.state(), std::string("ARMED"));
        QCOMPARE(
            codeOf(
                world.owner,
                "select onceover.check_core_decision(c, 'EXCUSE_CORE') from onceover.cores c where "
                "core_id = $1",
                coreParams(2)),
            std::string("core.not_awaited"));
    }

    void aMissingCoreComesAfterAll()
    {
        WitnessWorld world(*m_fixture);
        world.send(world.accept("sent"));
        world.pretendRestart();
        QCOMPARE(world.finish(world.core2, 2), std::string());
        QCOMPARE(world.effect("excuse_core", 1, world.agree("EXCUSE_CORE", 1)), std::string());
        QCOMPARE(world.state(), std::string("CHECKING"));
        QCOMPARE(world.finish(world.core, 1), std::string());
        QCOMPARE(world.state(), std::string("ARMED"));
    }

    void aRetiredCoreIsAwaitedByNobody()
    {
        WitnessWorld world(*m_fixture);
        world.accept("k1");
        world.pretendRestart();
        QCOMPARE(world.finish(world.core, 1), std::string());
        QCOMPARE(
            world.effect("retire_core", 2, world.agree("CLOSE_JOURNAL", 2, false)),
            std::string("guard.four_eyes"));
        QCOMPARE(world.effect("retire_core", 2, world.agree("CLOSE_JOURNAL", 2)), std::string());
        QCOMPARE(world.state(), std::string("ARMED"));
        QCOMPARE(world.finish(world.core2, 2), std::string());
        QCOMPARE(world.claimCode(world.core2, 2, 1), std::string("core.retired"));
    }

    // What a database that was set back says of a core's admission may be old.
    void aListedCoreIsAwaitedToo()
    {
        WitnessWorld world(*m_fixture);
        mustRun(
            world.core,
            "select onceover.register_core($1, 'new', 'host', $2, $3, '0')",
            coreParams(3).uuid(StoreFixture::coreId(13)).uuid(StoreFixture::coreId(23)));
        world.pretendRestart();
        QCOMPARE(world.finish(world.core, 1), std::string());
        QCOMPARE(world.finish(world.core2, 2), std::string());
        QCOMPARE(world.state(), std::string("CHECKING"));
        QCOMPARE(world.finish(world.core, 3), std::string());
        QCOMPARE(world.state(), std::string("ARMED"));
    }

    // A machine that was set back together with its memory has the start of the server that it had.
    void aServerThatHasCountedFewerHeartbeatsIsFenced()
    {
        WitnessWorld world(*m_fixture);
        PgPaymentStore store(m_fixture->postgres().settingsFor("m_core", "m_core", world.database));
        CoreIdentity core;
        core.coreId = StoreFixture::coreId(1);
        core.journalId = StoreFixture::coreId(11);
        core.bootNonce = StoreFixture::coreId(21);
        QVERIFY(store.registerCore(core));
        QVERIFY(store.heartbeat(core, 0));
        world.runAsOwner("create table public.before as select core_id, beats from onceover.cores");
        QVERIFY(store.heartbeat(core, 0));
        QCOMPARE(world.state(), std::string("ARMED"));
        world.runAsOwner("alter table onceover.cores disable trigger guard_core");
        world.runAsOwner("update onceover.cores c set beats = b.beats from public.before b where "
                         "b.core_id = c.core_id");
        world.runAsOwner("alter table onceover.cores enable always trigger guard_core");
        QVERIFY(store.heartbeat(core, 0));
        QCOMPARE(world.state(), std::string("FENCED"));
        QVERIFY(
            world.scalar("select why from onceover.incarnations").find("heartbeats")
            != std::string::npos);
    }

    // Somebody leaves a transaction open. The fence stands without its lock, and is completed by
    // whoever looks next.
    void anOpenTransactionDoesNotKeepTheFenceAway()
    {
        WitnessWorld world(*m_fixture);
        world.accept("k1");
        auto open = Transaction::begin(world.intake, PgFixture::patience());
        QVERIFY(open);
        mustRun(
            world.intake,
            "select * from onceover.accept($1)",
            Params().json(EngineWorld::request("k2", "card", 1, "X")));
        mustRun(world.core2, "set lock_timeout = '50ms'");
        mustRun(world.core2, "select onceover.fence($1, 'rolled back')", coreParams(2));
        QCOMPARE(world.state(), std::string("FENCED"));
        QCOMPARE(
            world.scalar("select incarnation_why from review.installation"),
            std::string("rolled back"));
        QCOMPARE(world.claimCode(world.core, 1, 1), std::string("fence.not_armed"));
        Connection late = world.connect("m_intake");
        QCOMPARE(
            codeOf(
                late,
                "select * from onceover.accept($1)",
                Params().json(EngineWorld::request("k3", "card", 1, "Y"))),
            std::string("fence.not_armed"));
        QCOMPARE(world.begin(world.core2, 2), std::string());
        QCOMPARE(world.scalar("select state from onceover.incarnations"), std::string("ARMED"));
        QVERIFY(open->commit(PgFixture::patience()).isCommitted());
        QCOMPARE(world.begin(world.core2, 2), std::string());
        QCOMPARE(
            world.scalar("select state || ' ' || why from onceover.incarnations"),
            std::string("FENCED rolled back"));
        const std::string events =
            "select count(*) from onceover.events where kind = 'FENCED' and body like '%rolled "
            "back%'";
        QCOMPARE(world.scalar(events), std::string("1"));
        QCOMPARE(world.begin(world.core2, 2), std::string());
        QCOMPARE(world.scalar(events), std::string("1"));
    }

    // Nor is a marked database armed by the check that is under way, or its attempts claimed past
    // the functions.
    void aMarkIsAFence()
    {
        WitnessWorld world(*m_fixture);
        world.pretendRestart();
        QCOMPARE(world.finish(world.core, 1), std::string());
        QCOMPARE(world.finish(world.core2, 2), std::string());
        world.runAsOwner(withoutFenceGuard("update onceover.incarnations set state = 'CHECKING'"));
        world.runAsOwner("insert into onceover.fence_marks (epoch, core_id, why) select epoch, "
                         "gen_random_uuid(), 'by hand' from onceover.incarnations");
        QCOMPARE(
            codeOf(
                world.owner,
                "update onceover.incarnations set state = 'ARMED', checked_start = "
                "pg_postmaster_start_time()"),
            std::string("guard.incarnation"));
        world.runAsOwner(withoutFenceGuard("update onceover.incarnations set state = 'ARMED'"));
        QCOMPARE(world.scalar("select onceover.armed_epoch() is null"), std::string("t"));
    }

    // Past every function: a check does not end by writing that it has ended.
    void noStatementArmsADatabase()
    {
        WitnessWorld world(*m_fixture);
        const auto set = [&](const char* assignments) {
            return codeOf(
                world.owner, std::string("update onceover.incarnations set ") + assignments);
        };
        const std::string refused = "guard.incarnation";
        QCOMPARE(set("system_identifier = 'x'"), refused);
        QCOMPARE(set("checked_start = '2000-01-01'"), refused);
        QCOMPARE(
            codeOf(
                world.owner,
                "insert into onceover.incarnations select epoch + 1, system_identifier, timeline, "
                "database_oid, 'FENCED', 'x', now(), null from onceover.incarnations"),
            refused);
        world.pretendRestart();
        QCOMPARE(set("state = 'ARMED'"), refused);
        const char* const kArmed = "state = 'ARMED', checked_start = pg_postmaster_start_time()";
        QCOMPARE(set(kArmed), refused);
        QCOMPARE(world.finish(world.core, 1), std::string());
        QCOMPARE(set(kArmed), refused);
        QCOMPARE(world.finish(world.core2, 2), std::string());
        QCOMPARE(world.state(), std::string("ARMED"));
        QCOMPARE(set("state = 'FENCED'"), std::string());
        QCOMPARE(set(kArmed), refused);
        QCOMPARE(set("state = 'CHECKING'"), refused);
    }

    void theFoundingCoreIsTheFirstOfANewDatabase()
    {
        const std::string database = m_fixture->freshInstallation();
        Connection owner = m_fixture->connectOwner(database);
        Connection first = m_fixture->connect("m_core", database);
        Connection second = m_fixture->connect("m_core2", database);
        const char* const kRegister =
            "select onceover.register_core($1, 'core', 'host', $1, $1, '0')";
        // Not the second login, whoever comes first.
        mustRun(second, kRegister, coreParams(2));
        const auto stateOf = [&](int number) {
            return mustRun(
                       owner,
                       "select state from onceover.cores where core_id = $1",
                       coreParams(number))[0]
                .text("state")
                .value_or("");
        };
        QCOMPARE(stateOf(2), std::string("LISTED"));
        mustRun(first, kRegister, coreParams(1));
        QCOMPARE(stateOf(1), std::string("LISTED"));

        const std::string fresh = m_fixture->freshInstallation();
        Connection freshOwner = m_fixture->connectOwner(fresh);
        Connection founder = m_fixture->connect("m_core", fresh);
        mustRun(founder, kRegister, coreParams(1));
        QCOMPARE(
            *mustRun(
                 freshOwner,
                 "select string_agg(state || ' ' || coalesce(admitted_as, ''), ',') as all from "
                 "onceover.cores")[0]
                 .text("all"),
            std::string("ADMITTED FOUNDING"));
    }

    // A database that was restarted since its installation may be a restored one: nobody founds it
    // by coming first, and the administrator only while it is empty.
    void aRestartedDatabaseIsNotFoundedByComingFirst()
    {
        const std::string database = m_fixture->freshInstallation();
        Connection owner = m_fixture->connectOwner(database);
        Connection intake = m_fixture->connect("m_intake", database);
        Connection first = m_fixture->connect("m_core", database);
        mustRun(
            intake,
            "select * from onceover.accept($1)",
            Params().json(EngineWorld::request("k1", "card", 1, "X")));
        mustRun(
            owner,
            withoutFenceGuard("update onceover.incarnations set checked_start = '2000-01-01'"));
        mustRun(
            first, "select onceover.register_core($1, 'core', 'host', $1, $1, '0')", coreParams(1));
        QCOMPARE(
            *mustRun(owner, "select state from onceover.cores")[0].text("state"),
            std::string("LISTED"));
        QCOMPARE(
            codeOf(owner, "select onceover.found_core($1)", coreParams(1)),
            std::string("core.not_founding"));
    }

private:
    std::unique_ptr<StoreFixture> m_fixture;
};

QTEST_GUILESS_MAIN(WitnessCoresTest)

#include "witness_cores_test.moc"
