// SPDX-License-Identifier: GPL-3.0-or-later
// The intake as an attack: one intent, one payment, in order and in parallel.
#include "tests/support/engine_world.h"

#include <QTest>

#include <atomic>
#include <thread>

using namespace onceover;

class IntakeFunctionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void theSameIntentHasOnePayment()
    {
        EngineWorld world(m_fixture);
        const std::string line = EngineWorld::request("k1", "card", 1250, "ACME");
        QCOMPARE(world.acceptOutcome(line), std::string("ACCEPTED intake.accepted"));
        QCOMPARE(world.acceptOutcome(line), std::string("IN_PROGRESS intake.in_progress"));
        std::string lowerCase = line;
        lowerCase.replace(lowerCase.find("OUT"), 3, "out");
        QCOMPARE(world.acceptOutcome(lowerCase), std::string("IN_PROGRESS intake.in_progress"));
        const std::string before = world.fingerprintOfEverything();
        QCOMPARE(
            world.acceptOutcome(EngineWorld::request("k1", "card", 1251, "ACME")),
            std::string("REFUSED intake.different_intent"));
        QCOMPARE(world.fingerprintOfEverything(), before);
        QVERIFY(world.isConsistent());
    }

    void parallelIntakeOfOneKeyAcceptsOnce()
    {
        EngineWorld world(m_fixture);
        std::atomic<int> accepted = 0;
        std::vector<std::thread> callers;
        for (int caller = 0; caller < 8; ++caller) {
            callers.emplace_back([&] {
                Connection session = m_fixture.connect("m_intake", world.database);
                const Rows rows = mustRun(
                    session,
                    "select outcome from onceover.accept($1)",
                    Params().json(EngineWorld::request("same", "card", 5, "ACME")));
                if (rows[0].text("outcome") == "ACCEPTED")
                    ++accepted;
            });
        }
        for (std::thread& caller : callers)
            caller.join();
        QCOMPARE(accepted.load(), 1);
        QCOMPARE(world.scalar("select count(*) from onceover.payments"), std::string("1"));
        QVERIFY(world.isConsistent());
    }

    void whatTheProfileCannotExpressIsRefusedAndMayComeAgain()
    {
        EngineWorld world(m_fixture);
        std::string line = EngineWorld::request("k1", "bare", 10, "ACME");
        line.replace(line.find("EUR"), 3, "USD");
        QCOMPARE(world.acceptOutcome(line), std::string("REFUSED intake.not_expressible"));
        QCOMPARE(
            world.scalar("select status || failure_kind from onceover.payments"),
            std::string("FAILEDINVALID"));
        QCOMPARE(world.scalar("select count(*) from onceover.permits"), std::string("0"));
        QCOMPARE(world.acceptOutcome(line), std::string("REFUSED intake.not_expressible"));
        QVERIFY(!world.claim(1, "bare"));
        QVERIFY(world.isConsistent());
    }

    void equalPaymentsUnderTwoKeysAreHeldOnce()
    {
        EngineWorld world(m_fixture);
        std::vector<std::thread> callers;
        for (int caller = 0; caller < 6; ++caller) {
            callers.emplace_back([&, caller] {
                Connection session = m_fixture.connect("m_intake", world.database);
                mustRun(
                    session,
                    "select outcome from onceover.accept($1)",
                    Params().json(EngineWorld::request(
                        "key" + std::to_string(caller), "card", 900, "Twin GmbH")));
            });
        }
        for (std::thread& caller : callers)
            caller.join();
        QCOMPARE(
            world.scalar("select count(*) from onceover.payments where hold_reason is null"),
            std::string("1"));
        QCOMPARE(
            world.scalar("select count(*) from onceover.payments where hold_reason is not null"),
            std::string("5"));
        QVERIFY(world.claim(1));
        QVERIFY(!world.claim(2));
        QVERIFY(world.isConsistent());
    }

private:
    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(IntakeFunctionTest)

#include "intake_function_test.moc"
