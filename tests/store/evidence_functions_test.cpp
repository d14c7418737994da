// SPDX-License-Identifier: GPL-3.0-or-later
// Evidence, verdicts and automatic grounds: what proves, what does not, and what is only shown.
#include "tests/support/engine_world.h"

#include <QTest>

#include <atomic>
#include <thread>

using namespace onceover;

class EvidenceFunctionsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void absenceNeedsItsHorizon()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1", "slow");
        QVERIFY(world.claim(1, "slow"));
        world.record(1, "UNKNOWN");
        QCOMPARE(world.evidence(payment, "ABSENT"), std::string("repeat"));
        QCOMPARE(
            world.verdictCode(payment, "NOT_HAPPENED"), std::string("onceover.verdict.unproven"));
        QCOMPARE(world.status(payment), std::string("UNKNOWN DEADLINE"));
        // A core whose clock is years ahead proves nothing either.
        QCOMPARE(world.evidence(payment, "ABSENT", {}, -86400000LL * 365), std::string("repeat"));
        QCOMPARE(
            world.verdictCode(payment, "NOT_HAPPENED"), std::string("onceover.verdict.unproven"));
    }

    void provenAbsenceGivesOnePermitOfTheSameKey()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QVERIFY(world.claim(1));
        world.record(1, "UNKNOWN");
        QCOMPARE(world.evidence(payment, "ABSENT"), std::string("material"));
        QCOMPARE(world.verdictCode(payment, "NOT_HAPPENED"), std::string());
        QCOMPARE(world.status(payment), std::string("FAILED ABSENT"));
        std::vector<std::thread> rivals;
        for (int rival = 0; rival < 6; ++rival) {
            rivals.emplace_back([&] {
                Connection session = m_fixture.connect("m_core", world.database);
                mustRun(
                    session,
                    "select onceover.grant_automatic($1, $2)",
                    Params().uuid(StoreFixture::coreId(1)).text(payment));
            });
        }
        for (std::thread& rival : rivals)
            rival.join();
        QCOMPARE(
            world.scalar(
                "select string_agg(ground || ' ' || provider_key, ',' order by ordinal) from "
                "onceover.permits where payment_id = $1",
                Params().text(payment)),
            std::string("FIRST ") + world.column(payment, "reference") + "-1,PROVEN_ABSENT "
                + world.column(payment, "reference") + "-1");
        QVERIFY(world.isConsistent());
    }

    void withoutKeysAbsenceIsNoAutomaticGround()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1", "bare");
        QVERIFY(world.claim(1, "bare"));
        world.record(1, "UNKNOWN");
        QCOMPARE(world.evidence(payment, "ABSENT"), std::string("repeat"));
        QCOMPARE(
            world.verdictCode(payment, "NOT_HAPPENED"), std::string("onceover.verdict.unproven"));
        QCOMPARE(world.verdictCode(payment, "EXHAUSTED"), std::string());
        QCOMPARE(world.status(payment), std::string("REVIEW EXHAUSTED"));
        QCOMPARE(
            codeOf(
                world.core,
                "select onceover.grant_automatic($1, $2)",
                Params().uuid(StoreFixture::coreId(1)).text(payment)),
            std::string());
        QCOMPARE(world.status(payment), std::string("REVIEW EXHAUSTED"));
    }

    void successThatTheProviderDoesNotListIsShown()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QVERIFY(world.claim(1));
        world.record(1, "SUCCEEDED");
        QCOMPARE(world.status(payment), std::string("SUCCEEDED"));
        QCOMPARE(world.evidence(payment, "ABSENT"), std::string("material"));
        QCOMPARE(world.status(payment), std::string("REVIEW CONTRADICTION"));
        QCOMPARE(world.verdictCode(payment, "HAPPENED"), std::string());
        QCOMPARE(world.status(payment), std::string("REVIEW CONTRADICTION"));
        QVERIFY(world.isConsistent());
    }

    void aSecondChargeIsADuplicateToShow()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        const std::string reference = world.column(payment, "reference");
        QVERIFY(world.claim(1));
        world.record(1, "SUCCEEDED", "ch_1");
        const auto charge = [&](const char* id) {
            return EngineWorld::charge(id, 1250, reference);
        };
        QCOMPARE(world.evidence(payment, "FOUND", charge("ch_1")), std::string("repeat"));
        QCOMPARE(world.evidence(payment, "FOUND", charge("ch_2")), std::string("material"));
        QCOMPARE(world.evidence(payment, "FOUND", charge("ch_2")), std::string("repeat"));
        QCOMPARE(world.status(payment), std::string("REVIEW CONTRADICTION"));
        QCOMPARE(
            world.scalar("select balance_minor from review.ledger where account = 'refund_due'"),
            std::string("1250"));
        QVERIFY(world.isConsistent());
    }

private:
    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(EvidenceFunctionsTest)

#include "evidence_functions_test.moc"
