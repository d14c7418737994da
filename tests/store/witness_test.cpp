// SPDX-License-Identifier: GPL-3.0-or-later
// Guarantee 9 in the database's own functions: what a restarted server must be shown before
// anything moves, and who may speak for whom.
#include "tests/store/witness_world.h"

#include <QTest>

#include <memory>

using namespace onceover;

class WitnessTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_fixture = std::make_unique<StoreFixture>(); }

    void afterARestartNothingMoves()
    {
        WitnessWorld world(*m_fixture);
        const std::string payment = world.accept("k1");
        world.accept("k2");
        QVERIFY(world.claim(1));
        world.pretendRestart();
        QCOMPARE(world.state(), std::string("CHECKING"));
        QCOMPARE(
            codeOf(
                world.intake,
                "select * from onceover.accept($1)",
                Params().json(EngineWorld::request("k3", "card", 1, "X"))),
            std::string("fence.checking"));
        QCOMPARE(world.claimCode(world.core, 1, 2), std::string("fence.checking"));
        QCOMPARE(
            codeOf(
                world.core,
                "select onceover.ready_to_call($1, $2, 1, '{}')",
                coreParams(1).uuid(StoreFixture::attemptId(1))),
            std::string("fence.checking"));
        for (const char* sql :
             {"select onceover.expire_leases($1, 10)",
              "select onceover.grant_automatic($1, gen_random_uuid())",
              "select onceover.apply_verdict($1, gen_random_uuid(), 0, 'HAPPENED', '')"})
            QCOMPARE(codeOf(world.core, sql, coreParams(1)), std::string("fence.checking"));
        QCOMPARE(world.take(world.liwei, payment), std::string("fence.checking"));
        // Evidence is stored all the same.
        QCOMPARE(world.evidence(payment, "INCONCLUSIVE"), std::string("repeat"));
        QCOMPARE(world.status(payment), std::string("SUBMITTING"));
    }

    void theLastProofEndsTheCheck()
    {
        WitnessWorld world(*m_fixture);
        world.accept("k1");
        world.pretendRestart();
        QCOMPARE(world.witness(1), std::string("AWAITED"));
        QCOMPARE(world.finish(world.core, 1), std::string());
        QCOMPARE(world.witness(1), std::string("PROVEN"));
        QCOMPARE(world.state(), std::string("CHECKING"));
        QCOMPARE(world.claimCode(world.core, 1, 1), std::string("fence.checking"));
        QCOMPARE(world.finish(world.core2, 2), std::string());
        QCOMPARE(world.state(), std::string("ARMED"));
        QCOMPARE(
            world.scalar("select count(*) from onceover.events where kind = 'ARMED' and body like "
                         "'%proven%'"),
            std::string("1"));
        QVERIFY(world.claim(1));
        QVERIFY(world.isConsistent());
    }

    // What one core proves does not speak for another that is on a connection of its own.
    void nobodyClaimsBeforeItsOwnProof()
    {
        WitnessWorld world(*m_fixture);
        world.accept("k1");
        world.runAsOwner("alter table onceover.cores disable trigger guard_core");
        world.runAsOwner("update onceover.cores set proven_start = null where login = 'm_core'");
        world.runAsOwner("alter table onceover.cores enable always trigger guard_core");
        QCOMPARE(world.claimCode(world.core, 1, 1), std::string("fence.checking"));
        QCOMPARE(world.finish(world.core, 1), std::string());
        QVERIFY(world.claim(1));
    }

    void whatIsMissingFences_data()
    {
        QTest::addColumn<QString>("asked");
        QTest::addColumn<QString>("finding");
        QTest::newRow("called, never claimed") << "CALLED"
                                               << "its id is unknown";
        QTest::newRow("recorded, never claimed") << "RECORDED"
                                                 << "its id is unknown";
        QTest::newRow("closed, never claimed") << "CLOSED"
                                               << "its id is unknown";
        QTest::newRow("void, never asked for") << "VOID"
                                               << "its id is unknown";
        QTest::newRow("claimed, the call not announced") << "claim CALLED"
                                                         << "its call was never announced";
        QTest::newRow("claimed, without a result") << "claim RECORDED"
                                                   << "it has no result, or was never announced";
        QTest::newRow("claimed, not closed") << "claim CLOSED"
                                             << "it is not closed";
        QTest::newRow("claimed, not void") << "claim VOID"
                                           << "its id is not void";
        QTest::newRow("void, not claimed") << "void RECORDED"
                                           << "it was never claimed";
        QTest::newRow("of another core") << "other CALLED"
                                         << "its id belongs to another core";
        QTest::newRow("a state that nobody knows") << "claim NONSENSE"
                                                   << "it is not closed";
        // What is there is not missing.
        QTest::newRow("announced") << "claim ready CALLED"
                                   << "";
        QTest::newRow("recorded") << "claim ready result RECORDED"
                                  << "";
        QTest::newRow("recorded, hence closed") << "claim ready result CLOSED"
                                                << "";
        QTest::newRow("abandoned") << "claim abandon CLOSED"
                                   << "";
        QTest::newRow("void") << "void VOID"
                              << "";
    }

    void whatIsMissingFences()
    {
        QFETCH(QString, asked);
        QFETCH(QString, finding);
        WitnessWorld world(*m_fixture);
        world.accept("k1");
        QStringList steps = asked.split(u' ');
        const std::string state = steps.takeLast().toStdString();
        for (const QString& step : steps)
            QVERIFY(prepare(world, step));
        QCOMPARE(world.missing(1, state), finding.toStdString());
        QCOMPARE(world.state(), finding.isEmpty() ? std::string("ARMED") : std::string("FENCED"));
    }

    void aJournalThatWentBackWitnessesNothing()
    {
        WitnessWorld world(*m_fixture);
        QCOMPARE(world.finish(world.core, 1, 10), std::string());
        QCOMPARE(
            codeOf(
                world.core,
                "select onceover.heartbeat($1, $2, 25)",
                coreParams(1).uuid(StoreFixture::coreId(21))),
            std::string());
        QCOMPARE(world.begin(world.core, 1, 24), std::string("core.journal_went_back"));
        QCOMPARE(world.begin(world.core, 1, 25), std::string());
    }

    // A rolled-back database learns nothing from a journal before it has been compared with it.
    void aHeartbeatBeforeTheProofTeachesNothing()
    {
        WitnessWorld world(*m_fixture);
        world.pretendRestart();
        mustRun(
            world.core,
            "select onceover.heartbeat($1, $2, 25)",
            coreParams(1).uuid(StoreFixture::coreId(21)));
        QCOMPARE(
            world.scalar(
                "select journal_records from onceover.cores where core_id = $1", coreParams(1)),
            std::string("0"));
    }

    void whatIsStoredMeanwhileTakesEffectLater_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("status");
        QTest::newRow("success") << "SUCCEEDED"
                                 << "SUCCEEDED";
        QTest::newRow("refusal") << "REJECTED_FINAL"
                                 << "FAILED REJECTED_FINAL";
        QTest::newRow("unknown") << "UNKNOWN"
                                 << "UNKNOWN DEADLINE";
    }

    void whatIsStoredMeanwhileTakesEffectLater()
    {
        QFETCH(QString, answer);
        QFETCH(QString, status);
        WitnessWorld world(*m_fixture);
        const std::string payment = world.accept("k1");
        QVERIFY(world.claim(1));
        world.pretendRestart();
        const std::string provider = answer == QLatin1String("SUCCEEDED") ? "ch_1" : "";
        for (int i = 0; i < 2; ++i)
            QCOMPARE(world.record(1, answer.toStdString(), provider), std::string("STORED "));
        // Said twice, it is one observation.
        QCOMPARE(world.scalar("select count(*) from onceover.results"), std::string("1"));
        QCOMPARE(world.status(payment), std::string("SUBMITTING"));
        QCOMPARE(world.finish(world.core, 1), std::string());
        QCOMPARE(world.finish(world.core2, 2), std::string());
        QCOMPARE(world.record(1, answer.toStdString(), provider), std::string("RECORDED "));
        QCOMPARE(world.status(payment), status.toStdString());
        QCOMPARE(world.record(1, answer.toStdString(), provider), std::string("REPEATED "));
        QCOMPARE(world.scalar("select count(*) from onceover.evidence"), std::string("1"));
        QVERIFY(world.isConsistent());
    }

private:
    bool prepare(WitnessWorld& world, const QString& step);

    std::unique_ptr<StoreFixture> m_fixture;
};

bool WitnessTest::prepare(WitnessWorld& world, const QString& step)
{
    if (step == QLatin1String("claim"))
        return world.claim(1);
    if (step == QLatin1String("ready"))
        return codeOf(
                   world.core,
                   "select onceover.ready_to_call($1, $2, 1, '{}')",
                   coreParams(1).uuid(StoreFixture::attemptId(1)))
            .empty();
    if (step == QLatin1String("result"))
        return world.record(1, "UNKNOWN") == "RECORDED ";
    if (step == QLatin1String("abandon"))
        return codeOf(
                   world.core,
                   "select onceover.abandon($1, $2, '00000000-0000-7000-b000-000000000001', "
                   "false, 'x')",
                   coreParams(1).uuid(StoreFixture::attemptId(1)))
            .empty();
    const bool isOther = step == QLatin1String("other");
    return codeOf(
               isOther ? world.core2 : world.core,
               "select onceover.look_up_attempt($1, $2)",
               coreParams(isOther ? 2 : 1).uuid(StoreFixture::attemptId(1)))
        .empty();
}

QTEST_GUILESS_MAIN(WitnessTest)

#include "witness_test.moc"
