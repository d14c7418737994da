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

    // Its sending is lost, the bank's line is not: a caller that asks again pays nothing again.
    void whatIsOnRecordAlreadyIsNotSent()
    {
        EngineWorld world(m_fixture);
        bankLine(world, referenceOf(world, "k1"), {});
        QCOMPARE(
            world.acceptOutcome(EngineWorld::request("k1", "card", 1250, "ACME")),
            std::string("OUTCOME_UNKNOWN intake.on_record"));
        QCOMPARE(
            world.scalar("select status || ' ' || review_reason from onceover.payments"),
            std::string("REVIEW CONTRADICTION"));
        QCOMPARE(
            world.scalar("select kind from onceover.contradictions"),
            std::string("CHARGE_WITHOUT_SEND"));
        QCOMPARE(world.scalar("select count(*) from onceover.permits"), std::string("0"));
        QVERIFY(!world.claim(1));
        QCOMPARE(
            world.acceptOutcome(EngineWorld::request("k1", "card", 1250, "ACME")),
            std::string("OUTCOME_UNKNOWN intake.outcome_unknown"));
        QVERIFY(world.isConsistent());
    }

    // A line that shows it among others may be meant: a candidate, and nothing is sent either.
    void whatALineNamesAmongOthersIsNotSent()
    {
        EngineWorld world(m_fixture);
        bankLine(world, {}, referenceOf(world, "k1"));
        const std::string payment = world.accept("k1", "card", 1250, "ACME");
        QCOMPARE(world.status(payment), std::string("UNKNOWN RECOVERED"));
        QCOMPARE(world.scalar("select count(*) from onceover.candidates"), std::string("1"));
        QCOMPARE(world.scalar("select count(*) from onceover.permits"), std::string("0"));
        QVERIFY(!world.claim(1));
        QVERIFY(world.column(payment, "next_look_at") != std::string());
        QVERIFY(world.isConsistent());
    }

    void whatIsOnRecordIsNotSentWhenItComesAgain_data()
    {
        QTest::addColumn<bool>("isAlone");
        QTest::addColumn<QString>("state");
        QTest::addRow("alone") << true << "BOOKED";
        QTest::addRow("among others") << false << "BOOKED";
        QTest::addRow("announced") << true << "PENDING";
        QTest::addRow("refused, among others") << false << "DECLINED";
    }

    // The same for what the profile could not express when it came first: whatever the record
    // lacks, the caller is told that the outcome is unknown, and people see why.
    void whatIsOnRecordIsNotSentWhenItComesAgain()
    {
        QFETCH(bool, isAlone);
        QFETCH(QString, state);
        EngineWorld world(m_fixture);
        std::string line = EngineWorld::request("k1", "bare", 10, "ACME");
        line.replace(line.find("EUR"), 3, "USD");
        QCOMPARE(world.acceptOutcome(line), std::string("REFUSED intake.not_expressible"));
        const std::string reference = referenceOf(world, "k1");
        bankLine(world, isAlone ? reference : "", isAlone ? "" : reference, state.toStdString());
        mustRun(world.owner, "alter table onceover.profiles disable trigger guard_profile");
        mustRun(
            world.owner,
            "insert into onceover.profiles (provider, version, body, sha256, decision_id) select "
            "'bare', 2, body, sha256, gen_random_uuid() from onceover.profiles where provider = "
            "'card'");
        mustRun(world.owner, "alter table onceover.profiles enable always trigger guard_profile");
        QCOMPARE(world.acceptOutcome(line), std::string("OUTCOME_UNKNOWN intake.on_record"));
        QCOMPARE(world.scalar("select count(*) from onceover.permits"), std::string("0"));
        QCOMPARE(
            world.scalar("select status || ' ' || review_reason from onceover.payments"),
            std::string("REVIEW CONTRADICTION"));
        QCOMPARE(
            world.scalar("select kind from onceover.contradictions"),
            std::string("RECORD_DIFFERS"));
        QCOMPARE(world.scalar("select count(*) from onceover.candidates"), std::string("1"));
        QCOMPARE(world.acceptOutcome(line), std::string("OUTCOME_UNKNOWN intake.outcome_unknown"));
        QVERIFY(world.isConsistent());
    }

    // What is only announced is no proof, and people see it with the payment that it names.
    void whatIsAnnouncedAlreadyIsNotSent()
    {
        EngineWorld world(m_fixture);
        bankLine(world, referenceOf(world, "k1"), {}, "PENDING");
        const std::string payment = world.accept("k1", "card", 1250, "ACME");
        QCOMPARE(world.status(payment), std::string("UNKNOWN RECOVERED"));
        QCOMPARE(
            world.scalar("select fields ->> 'state' from onceover.candidates"),
            std::string("PENDING"));
        QCOMPARE(world.scalar("select count(*) from onceover.permits"), std::string("0"));
        QVERIFY(world.isConsistent());
    }

    // A function that grants it all the same is refused by the guard.
    void noFirstPermitForWhatIsOnRecord()
    {
        EngineWorld world(m_fixture);
        bankLine(world, referenceOf(world, "k1"), {});
        const std::string payment = world.accept("k1", "card", 1250, "ACME");
        QCOMPARE(
            codeOf(
                world.owner,
                "select onceover.grant_permit($1::text::uuid, 'FIRST', 'payment:' || $1::text, 1, "
                "null, 'INTAKE', "
                "null)",
                Params().text(payment)),
            std::string("guard.reference_on_record"));
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
    static std::string referenceOf(EngineWorld& world, const std::string& key)
    {
        return world.scalar(
            "select onceover.reference_of(tenant, 'shop', $1) from onceover.installation",
            Params().text(key));
    }

    // One line of a bank, stored before the payment is known.
    static void bankLine(
        EngineWorld& world,
        const std::string& reference,
        const std::string& named,
        const std::string& state = "BOOKED")
    {
        mustRun(
            world.owner,
            "insert into onceover.records (record_id, layer, owner_name, external_id, "
            "amount_minor, "
            "currency, direction, state, reference, named_references, payee_account) values "
            "(gen_random_uuid(), 'BANK', 'ACC', 'line1', 1250, 'EUR', 'OUT', $3, $1, "
            "array_remove(array[$2::text], ''), '')",
            Params().text(reference).text(named).text(state));
    }

    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(IntakeFunctionTest)

#include "intake_function_test.moc"
