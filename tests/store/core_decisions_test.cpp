// SPDX-License-Identifier: GPL-3.0-or-later
// What two people decide about a core: it is admitted, excused, or its lost journal is closed.
// Bound to what they saw of it, refused while it runs, and no ground to send anything again.
#include "tests/store/core_world.h"
#include "tests/support/without_fence_guard.h"

#include <QTest>

#include <memory>

using namespace onceover;

using Core = CoreWorld::Core;

class CoreDecisionsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_world = std::make_unique<CoreWorld>(m_fixture); }

    void cleanupTestCase() { m_world.reset(); }

    void cleanup() { QVERIFY(m_world == nullptr || m_world->isConsistent()); }

    void aNewCoreIsAdmittedByTwo()
    {
        const Core core = m_world->listed("new");
        m_world->accept("for the new core");
        QCOMPARE(
            answerOf(m_world->core2, m_world->claiming(core, m_world->uuid())),
            std::string("core.not_admitted"));
        const std::string decision = m_world->freshId();
        QCOMPARE(m_world->proposeCore(m_world->omar, decision, core, "ADMIT_CORE"), std::string());
        QCOMPARE(m_world->stateOf(decision), std::string("OPEN"));
        const std::string before = m_world->fingerprintOfEverything();
        QCOMPARE(
            m_world->proposeCore(m_world->liwei, m_world->freshId(), core, "ADMIT_CORE"),
            std::string("proposal.open"));
        QCOMPARE(m_world->approve(m_world->omar, decision), std::string("database.refused"));
        QCOMPARE(
            m_world->approve(m_world->ana, m_world->freshId(), decision, std::string(64, '0')),
            std::string("digest.changed"));
        QVERIFY(m_world->fingerprintOfEverything() == before);
        QCOMPARE(m_world->approve(m_world->ana, decision), std::string());
        QCOMPARE(m_world->coreState(core), std::string("ADMITTED"));
        m_world->prove(core);
        QCOMPARE(
            answerOf(m_world->core2, m_world->claiming(core, m_world->uuid())), std::string("1"));
        QCOMPARE(
            m_world->proposeCore(m_world->omar, m_world->freshId(), core, "ADMIT_CORE"),
            std::string("core.not_listed"));
    }

    // One person under two logins is one person.
    void oneHumanBeingAdmitsNobody()
    {
        const Core core = m_world->listed("sly");
        const std::string decision = m_world->freshId();
        QCOMPARE(m_world->proposeCore(m_world->liwei, decision, core, "ADMIT_CORE"), std::string());
        QCOMPARE(m_world->approve(m_world->liwei, decision), std::string("person.proposer"));
        QCOMPARE(m_world->approve(m_world->liwei2, decision), std::string("person.proposer"));
        for (const char* login : {"kim", "olga", "m_core2", "m_intake"}) {
            Connection session = m_world->connect(login);
            QCOMPARE(m_world->approve(session, decision), std::string("database.refused"));
            QCOMPARE(
                m_world->proposeCore(session, m_world->freshId(), core, "ADMIT_CORE"),
                std::string("database.refused"));
        }
        QCOMPARE(m_world->coreState(core), std::string("LISTED"));
        QCOMPARE(m_world->withdraw(m_world->liwei, m_world->freshId(), decision), std::string());
        QCOMPARE(m_world->approve(m_world->ana, decision), std::string("proposal.over"));
    }

    // Its open attempts are closed by people and stay possible; nothing is sent again by itself.
    void aLostJournalIsClosedByTwo()
    {
        const Core core = m_world->admitted("lost");
        const std::string sending = m_world->sentBy(core, 3600000);
        const std::string silent = m_world->sentBy(core, 0);
        mustRun(
            m_world->core,
            "select onceover.expire_leases($1, 100)",
            Params().uuid(StoreFixture::coreId(1)));
        const std::string reviewed = m_world->sentBy(core, 0);
        mustRun(
            m_world->core,
            "select onceover.expire_leases($1, 100)",
            Params().uuid(StoreFixture::coreId(1)));
        QCOMPARE(m_world->take(m_world->liwei, reviewed), std::string());
        const std::string about = m_world->freshId();
        QCOMPARE(m_world->propose(m_world->liwei, about, reviewed, "REJECT"), std::string());
        m_world->silence(core);
        const std::string decision = m_world->freshId();
        QCOMPARE(
            m_world->proposeCore(m_world->omar, decision, core, "CLOSE_JOURNAL"), std::string());
        QCOMPARE(m_world->openAttemptsOf(core), std::string("3"));
        QCOMPARE(m_world->approve(m_world->ana, decision), std::string());
        QCOMPARE(m_world->openAttemptsOf(core), std::string("0"));
        QCOMPARE(m_world->coreState(core), std::string("RETIRED"));
        QCOMPARE(m_world->status(sending), std::string("UNKNOWN CLAIM_LOST"));
        QCOMPARE(m_world->status(silent), std::string("UNKNOWN CLAIM_LOST"));
        QCOMPARE(m_world->status(reviewed), std::string("REVIEW TAKEN"));
        QCOMPARE(m_world->stateOf(about), std::string("VOID"));
        for (const std::string& payment : {sending, silent, reviewed}) {
            QCOMPARE(
                m_world->scalar(
                    "select f.fate || ' ' || f.account || ' ' || f.closed_by || ' ' || c.how || ' "
                    "' "
                    "|| c.proves_not_sent from onceover.attempt_fates f join onceover.closures c "
                    "using (attempt_id) where f.payment_id = $1",
                    Params().text(payment)),
                std::string("POSSIBLE in_doubt PEOPLE PEOPLE false"));
            QCOMPARE(
                answerOf(
                    m_world->core,
                    {"select coalesce(onceover.grant_automatic($1, $2)::text, 'none') as answer",
                     Params().uuid(StoreFixture::coreId(1)).text(payment)}),
                std::string("none"));
        }
        // Proven absent afterwards, it is still no ground for the machine.
        m_world->evidence(silent, "ABSENT");
        static_cast<void>(m_world->verdictCode(silent, "NOT_HAPPENED"));
        QVERIFY(m_world->status(silent).rfind("FAILED", 0) != 0);
        QCOMPARE(
            answerOf(
                m_world->core,
                {"select count(*)::text as answer from onceover.payments_to_retry($1, 'card', 100)",
                 Params().uuid(StoreFixture::coreId(1))}),
            std::string("0"));
    }

    // The journal turns up again, and with it what the retired core knows: evidence, never an end.
    void aRetiredCoreIsHeardAndMovesNothing()
    {
        const Core core = m_world->admitted("late");
        const std::string paid = m_world->sentBy(core, 3600000);
        const std::string refused = m_world->sentBy(core, 3600000);
        m_world->silence(core);
        m_world->closeByTwo(core);
        m_world->accept("after retirement");
        QCOMPARE(
            answerOf(m_world->core2, m_world->claiming(core, m_world->uuid())),
            std::string("core.retired"));
        QCOMPARE(
            answerOf(
                m_world->core2,
                {"select 'DONE' as answer from onceover.ready_to_call($1, $2, 1, 'body')",
                 Params().uuid(core.id).text(m_world->attemptOf(paid))}),
            std::string("core.retired"));
        const std::string version = m_world->column(paid, "evidence_version");
        QCOMPARE(m_world->result(core, paid, "SUCCEEDED"), std::string("STORED "));
        QCOMPARE(m_world->result(core, refused, "REJECTED_RETRYABLE"), std::string("STORED "));
        for (const std::string& payment : {paid, refused}) {
            QCOMPARE(m_world->status(payment), std::string("UNKNOWN CLAIM_LOST"));
            QCOMPARE(
                m_world->scalar(
                    "select fate || ' ' || closed_by from onceover.attempt_fates where payment_id "
                    "= "
                    "$1",
                    Params().text(payment)),
                std::string("POSSIBLE PEOPLE"));
            QCOMPARE(
                m_world->scalar(
                    "select string_agg(is_material || ' ' || evidence_version, ', ') from "
                    "onceover.evidence where payment_id = $1 and source = 'DIRECT'",
                    Params().text(payment)),
                "true " + m_world->column(payment, "evidence_version"));
        }
        // People see it: the facts they decide on are others now.
        QVERIFY(m_world->column(paid, "evidence_version") != version);
        const std::string before = m_world->fingerprintOfEverything();
        QCOMPARE(m_world->result(core, paid, "SUCCEEDED"), std::string("REPEATED "));
        QVERIFY(m_world->fingerprintOfEverything() == before);
        QCOMPARE(m_world->take(m_world->liwei, paid), std::string());
        QCOMPARE(
            m_world->propose(
                m_world->liwei, m_world->freshId(), paid, "RESEND", R"({"generation":"same"})"),
            std::string("resend.charge_on_record"));
    }

    // Behind the fence its late word is stored, and what people see of the payment stays as it is.
    void aRetiredCoreBehindTheFenceIsStoredOnly()
    {
        CoreWorld world(m_fixture);
        const Core core = world.admitted("late");
        const std::string paid = world.sentBy(core, 3600000);
        world.silence(core);
        world.closeByTwo(core);
        const std::string version = world.column(paid, "evidence_version");
        world.runAsOwner("update onceover.incarnations set state = 'FENCED'");
        QCOMPARE(world.result(core, paid, "SUCCEEDED"), std::string("STORED "));
        QCOMPARE(world.column(paid, "evidence_version"), version);
        QCOMPARE(world.status(paid), std::string("UNKNOWN CLAIM_LOST"));
    }

    // A core that is heard of can speak for its journal itself: it has to be stopped first.
    void aRunningCoreIsNotClosed()
    {
        const Core core = m_world->admitted("busy");
        m_world->sentBy(core, 3600000);
        QCOMPARE(
            m_world->proposeCore(m_world->omar, m_world->freshId(), core, "CLOSE_JOURNAL"),
            std::string("core.running"));
        m_world->silence(core);
        const std::string decision = m_world->freshId();
        QCOMPARE(
            m_world->proposeCore(m_world->omar, decision, core, "CLOSE_JOURNAL"), std::string());
        // It comes back before the second person has looked.
        mustRun(
            m_world->core2,
            "select onceover.heartbeat($1, $2)",
            Params().uuid(core.id).uuid(core.nonce));
        const std::string before = m_world->fingerprintOfEverything();
        QCOMPARE(m_world->approve(m_world->ana, decision), std::string("core.running"));
        QVERIFY(m_world->fingerprintOfEverything() == before);
        QCOMPARE(m_world->coreState(core), std::string("ADMITTED"));
        // And falls silent again: that is another sight than the one proposed on.
        m_world->silence(core, "6 minutes");
        QCOMPARE(m_world->approve(m_world->ana, decision), std::string("digest.changed"));
    }

    // Another attempt than those that were shown, or another name, is another decision.
    void theDecisionIsBoundToWhatWasShown()
    {
        const Core core = m_world->admitted("shown");
        m_world->silence(core);
        const std::string digest = m_world->digestOf(core);
        QCOMPARE(
            m_world->proposeCore(
                m_world->omar, m_world->freshId(), core, "CLOSE_JOURNAL", std::string(64, 'a')),
            std::string("digest.changed"));
        const std::string decision = m_world->freshId();
        QCOMPARE(
            m_world->proposeCore(m_world->omar, decision, core, "CLOSE_JOURNAL", digest),
            std::string());
        m_world->sentBy(core, 3600000);
        QCOMPARE(m_world->approve(m_world->ana, decision), std::string("digest.changed"));
        QCOMPARE(
            answerOf(
                m_world->core,
                {"select onceover.end_overdue($1, 100)::text as answer",
                 Params().uuid(StoreFixture::coreId(1))}),
            std::string("0"));
        m_world->alterProposal(decision, "expires_at = now() - interval '1 second'");
        QCOMPARE(m_world->approve(m_world->ana, decision), std::string("proposal.expired"));
        QCOMPARE(
            answerOf(
                m_world->core,
                {"select onceover.end_overdue($1, 100)::text as answer",
                 Params().uuid(StoreFixture::coreId(1))}),
            std::string("1"));
        QCOMPARE(m_world->stateOf(decision), std::string("EXPIRED"));
    }

    // A claim under way and the closing wait for each other: no attempt is left without an end.
    void aClosingMeetsAClaim()
    {
        const Core core = m_world->admitted("race");
        m_world->silence(core);
        const std::string first = m_world->freshId();
        QCOMPARE(m_world->proposeCore(m_world->omar, first, core, "CLOSE_JOURNAL"), std::string());
        const std::string digest = m_world->digestOf(core);
        const auto approving = [&](const std::string& decision) {
            return SessionCall{
                "select a ->> 'state' as answer from onceover.approve($1::uuid, $2::uuid, $3) a",
                Params().text(m_world->freshId()).text(decision).text(digest)};
        };
        m_world->accept("race one");
        const LockStep claimFirst = inLockStep(
            m_world->owner,
            m_world->core2,
            m_world->claiming(core, m_world->uuid()),
            m_world->ana,
            approving(first));
        QVERIFY(claimFirst.hasWaited);
        QCOMPARE(claimFirst.first, std::string("1"));
        QCOMPARE(claimFirst.second, std::string("digest.changed"));
        QCOMPARE(m_world->withdraw(m_world->omar, m_world->freshId(), first), std::string());
        const std::string second = m_world->freshId();
        QCOMPARE(m_world->proposeCore(m_world->omar, second, core, "CLOSE_JOURNAL"), std::string());
        m_world->accept("race two");
        const std::string digestNow = m_world->digestOf(core);
        const LockStep closeFirst = inLockStep(
            m_world->owner,
            m_world->ana,
            {"select a ->> 'state' as answer from onceover.approve($1::uuid, $2::uuid, $3) a",
             Params().text(m_world->freshId()).text(second).text(digestNow)},
            m_world->core2,
            m_world->claiming(core, m_world->uuid()));
        QVERIFY(closeFirst.hasWaited);
        QCOMPARE(closeFirst.first, std::string("IN_FORCE"));
        QCOMPARE(closeFirst.second, std::string("core.retired"));
        QCOMPARE(m_world->openAttemptsOf(core), std::string("0"));
    }

    // While the database is CHECKING, who is missing is excused by two people, by name; nothing
    // else is decided before.
    void aMissingWitnessIsExcusedByTwo()
    {
        const std::string payment = m_world->reviewPayment();
        const Core core = m_world->listed("missing");
        const std::string admit = m_world->freshId();
        QCOMPARE(m_world->proposeCore(m_world->omar, admit, core, "ADMIT_CORE"), std::string());
        QCOMPARE(m_world->approve(m_world->ana, admit), std::string());
        // The cores of this world have found their journals; this one has not been heard of.
        m_world->runAsOwner("insert into onceover.server_starts (started_at, epoch) select "
                            "pg_postmaster_start_time(), 1 on conflict do nothing");
        m_world->runAsOwner(
            "insert into onceover.core_proofs (started_at, core_id, how, journal_records) select "
            "pg_postmaster_start_time(), core_id, 'PROVEN', 0 from onceover.cores where core_id <> "
            "'"
            + core.id.toText() + "' on conflict do nothing");
        m_world->runAsOwner(
            withoutFenceGuard("update onceover.incarnations set state = 'CHECKING'"));
        const std::string running =
            m_world->proposeCore(m_world->omar, m_world->freshId(), core, "EXCUSE_CORE");
        m_world->silence(core);
        const std::string early =
            m_world->proposeCore(m_world->omar, m_world->freshId(), core, "CLOSE_JOURNAL");
        const std::string money =
            m_world->propose(m_world->liwei, m_world->freshId(), payment, "REJECT");
        const std::string decision = m_world->freshId();
        const std::string proposed =
            m_world->proposeCore(m_world->omar, decision, core, "EXCUSE_CORE");
        const std::string alone = m_world->approve(m_world->omar, decision);
        const std::string state = m_world->incarnation();
        const std::string approved = m_world->approve(m_world->ana, decision);
        const std::string after = m_world->incarnation();
        m_world->runAsOwner(withoutFenceGuard("update onceover.incarnations set state = 'ARMED'"));
        QCOMPARE(running, std::string("core.running"));
        QCOMPARE(early, std::string("fence.checking"));
        QCOMPARE(money, std::string("fence.checking"));
        QCOMPARE(proposed, std::string());
        QCOMPARE(alone, std::string("database.refused"));
        QCOMPARE(state, std::string("CHECKING"));
        QCOMPARE(approved, std::string());
        QCOMPARE(after, std::string("ARMED"));
        QCOMPARE(
            m_world->proposeCore(m_world->omar, m_world->freshId(), core, "EXCUSE_CORE"),
            std::string("core.not_awaited"));
    }

    // Even the owner's own hand admits and retires nobody.
    void theTablesHoldToo()
    {
        const Core core = m_world->listed("by hand");
        for (const char* change :
             {"state = 'ADMITTED', admitted_as = 'FOUNDING'",
              "state = 'ADMITTED', admitted_as = 'PEOPLE', admission_decision = gen_random_uuid()"})
            QCOMPARE(
                codeOf(
                    m_world->owner,
                    std::string("update onceover.cores set ") + change + " where core_id = $1",
                    Params().uuid(core.id)),
                std::string("guard.core_admission"));
        QCOMPARE(
            codeOf(
                m_world->owner,
                "update onceover.cores set state = 'RETIRED' where core_id = $1",
                Params().uuid(core.id)),
            std::string("guard.core_retirement"));
    }

private:
    StoreFixture m_fixture;
    std::unique_ptr<CoreWorld> m_world;
};

QTEST_GUILESS_MAIN(CoreDecisionsTest)

#include "core_decisions_test.moc"
