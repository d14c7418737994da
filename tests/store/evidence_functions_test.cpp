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
        QCOMPARE(world.verdictCode(payment, "NOT_HAPPENED"), std::string("verdict.unproven"));
        QCOMPARE(world.status(payment), std::string("UNKNOWN DEADLINE"));
        // A core whose clock is years ahead proves nothing either.
        QCOMPARE(world.evidence(payment, "ABSENT", {}, -86400000LL * 365), std::string("repeat"));
        QCOMPARE(world.verdictCode(payment, "NOT_HAPPENED"), std::string("verdict.unproven"));
    }

    void whatASourceCouldSeeBoundsWhatItProves()
    {
        EngineWorld world(m_fixture);
        for (const auto& [provider, seesUntil] :
             {std::pair("card", "1"), std::pair("slow", "9000000000000000")}) {
            const std::string payment = world.accept(provider, provider);
            const int attempt = *provider == 'c' ? 1 : 2;
            QVERIFY(world.claim(attempt, provider));
            world.record(attempt, "UNKNOWN");
            // Asked late about too early a time, and asked too early about a late one.
            const Rows rows = mustRun(
                world.core,
                "select is_material from onceover.record_evidence($1, $2, "
                "jsonb_build_object('evidence_id', gen_random_uuid(), "
                "'source', 'QUERY', 'kind', 'ABSENT', 'asked_at_us', "
                "onceover.micros(clock_timestamp()), 'answered_at_us', "
                "onceover.micros(clock_timestamp()), 'could_see_until_us', $3::text::bigint))",
                Params().uuid(StoreFixture::coreId(1)).text(payment).text(seesUntil));
            QCOMPARE(*rows[0].boolean("is_material"), false);
            QCOMPARE(world.verdictCode(payment, "NOT_HAPPENED"), std::string("verdict.unproven"));
        }
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
        QCOMPARE(world.verdictCode(payment, "NOT_HAPPENED"), std::string("verdict.unproven"));
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

    void absenceOfOneKeySaysNothingOfAnother()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QVERIFY(world.claim(1));
        world.record(1, "UNKNOWN");
        QCOMPARE(world.resend(m_fixture, payment, "new"), std::string());
        QVERIFY(world.claim(2));
        // While one attempt may still be sent, nothing is absent.
        QCOMPARE(world.absenceOf(payment, 1), std::string("repeat"));
        world.record(2, "UNKNOWN");
        QCOMPARE(world.absenceOf(payment, 2), std::string("material"));
        QCOMPARE(world.absenceOf(payment, 2), std::string("repeat"));
        QCOMPARE(world.verdictCode(payment, "NOT_HAPPENED"), std::string("verdict.unproven"));
        QCOMPARE(world.absenceOf(payment, 1), std::string("material"));
        QCOMPARE(world.verdictCode(payment, "NOT_HAPPENED"), std::string());
        QVERIFY(world.isConsistent());
        QCOMPARE(world.status(payment), std::string("FAILED ABSENT"));
        // It was in review: people decided once, so people decide again.
        QCOMPARE(
            codeOf(
                world.core,
                "select onceover.grant_automatic($1, $2)",
                Params().uuid(StoreFixture::coreId(1)).text(payment)),
            std::string());
        QCOMPARE(world.status(payment), std::string("FAILED ABSENT"));
    }

    void aResendUnderTheSameLivingKeyCountsOnce()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QVERIFY(world.claim(1));
        world.record(1, "UNKNOWN");
        QCOMPARE(world.resend(m_fixture, payment, "same"), std::string());
        QVERIFY(world.isConsistent());
        QVERIFY(world.claim(2));
        QCOMPARE(
            world.scalar("select sum(balance_minor) from review.ledger where account in "
                         "('in_doubt', 'in_transit')"),
            std::string("1250"));
        QVERIFY(world.isConsistent());
        world.record(2, "SUCCEEDED", "ch_1");
        QCOMPARE(world.status(payment), std::string("SUCCEEDED"));
        QCOMPARE(
            world.scalar("select string_agg(fate, ' ') from onceover.attempt_fates"),
            std::string("HAPPENED HAPPENED"));
        QCOMPARE(
            world.scalar("select balance_minor from review.ledger where account = 'settled'"),
            std::string("1250"));
        QVERIFY(world.isConsistent());
    }

    void successThatTheProviderDoesNotListIsShown()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QVERIFY(world.claim(1));
        world.record(1, "SUCCEEDED", "ch_forgotten");
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

    // Only the first generation was sent; the charge bears the key of another one.
    void aKeyThatWasNeverSentProvesNoOtherSend()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QVERIFY(world.claim(1));
        world.record(1, "UNKNOWN");
        std::string charge = EngineWorld::charge("ch_1", 1250, world.column(payment, "reference"));
        charge.replace(charge.find("-1\"}"), 2, "-2");
        QCOMPARE(world.evidence(payment, "FOUND", charge), std::string("material"));
        QCOMPARE(world.status(payment), std::string("REVIEW CONTRADICTION"));
        QCOMPARE(
            world.scalar("select string_agg(kind, ' ') from onceover.contradictions"),
            std::string("CHARGE_WITHOUT_SEND"));
        QCOMPARE(
            world.scalar("select string_agg(fate, ' ') from onceover.attempt_fates"),
            std::string("POSSIBLE"));
        QVERIFY(world.isConsistent());
    }

private:
    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(EvidenceFunctionsTest)

#include "evidence_functions_test.moc"
