// SPDX-License-Identifier: GPL-3.0-or-later
// Claim, call and record as attacks: each in order twice, in parallel, and the late ones.
#include "tests/support/engine_world.h"

#include <QTest>

#include <atomic>
#include <thread>

using namespace onceover;

class EngineFunctionsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void parallelClaimsSendEachPaymentOnce()
    {
        EngineWorld world(m_fixture);
        for (int payment = 0; payment < 40; ++payment)
            world.accept("k" + std::to_string(payment));
        std::atomic<int> claimed = 0;
        std::vector<std::thread> cores;
        for (int core = 0; core < 8; ++core) {
            cores.emplace_back([&, core] {
                Connection session = m_fixture.connect("m_core", world.database);
                for (int round = 0; round < 40; ++round) {
                    const Rows rows = mustRun(
                        session,
                        "select payment_id from onceover.claim($1, "
                        "'00000000-0000-7000-b000-000000000001', 'card', $2, 60000)",
                        Params()
                            .uuid(StoreFixture::coreId(1))
                            .uuidArray({StoreFixture::attemptId(1000 + core * 100 + round)}));
                    claimed += static_cast<int>(rows.size());
                }
            });
        }
        for (std::thread& core : cores)
            core.join();
        QCOMPARE(claimed.load(), 40);
        QCOMPARE(
            world.scalar("select count(distinct payment_id) from onceover.attempts"),
            std::string("40"));
        QVERIFY(world.isConsistent());
    }

    void aResultIsRecordedOnce()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QVERIFY(world.claim(1));
        QCOMPARE(world.record(1, "SUCCEEDED", "ch_1"), std::string("RECORDED "));
        QCOMPARE(world.status(payment), std::string("SUCCEEDED"));
        const std::string before = world.fingerprintOfEverything();
        QCOMPARE(world.record(1, "SUCCEEDED", "ch_1"), std::string("REPEATED "));
        QCOMPARE(world.record(1, "REJECTED_FINAL"), std::string("REFUSED result.differs"));
        QCOMPARE(world.fingerprintOfEverything(), before);
        QVERIFY(world.isConsistent());
    }

    void everyAnswerEndsWhereTheDesignSays()
    {
        EngineWorld world(m_fixture);
        const std::vector<std::pair<std::string, std::string>> table = {
            {"SUCCEEDED", "SUCCEEDED"},
            {"REJECTED_FINAL", "FAILED REJECTED_FINAL"},
            {"REJECTED_RETRYABLE", "FAILED REJECTED_RETRYABLE"},
            {"NOT_SENT", "FAILED NOT_SENT"},
            {"UNKNOWN", "UNKNOWN DEADLINE"},
            {"PROCESSING", "UNKNOWN PROCESSING"},
            {"EXISTS", "UNKNOWN EXISTS"}};
        int number = 0;
        for (const auto& [answer, expected] : table) {
            ++number;
            const std::string payment = world.accept("k" + std::to_string(number));
            QVERIFY(world.claim(number));
            QCOMPARE(
                world.record(number, answer, "ch_" + answer, answer == "NOT_SENT" ? 0 : 100),
                std::string("RECORDED "));
            QCOMPARE(world.status(payment), expected);
            QVERIFY(world.isConsistent());
        }
        // NOT_SENT with a byte sent is a lie that the table refuses; nothing of it stays.
        const std::string payment = world.accept("liar");
        QVERIFY(world.claim(50));
        QVERIFY(world.record(50, "NOT_SENT", "", 1).rfind("REFUSED", 0) == 0);
        QCOMPARE(world.status(payment), std::string("SUBMITTING"));
    }

    void onePoisonedResultDoesNotTakeTheBatch()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QVERIFY(world.claim(1));
        const Rows rows = mustRun(
            world.core,
            "select outcome from onceover.record_results($1, jsonb_build_array("
            "jsonb_build_object('attempt_id', $2::text, 'answer', 'NONSENSE', 'http_status', 0, "
            "'request_bytes', 1, 'started_at_us', 1, 'finished_at_us', 2),"
            "jsonb_build_object('attempt_id', $2::text, 'answer', 'UNKNOWN', 'reason', 'reset', "
            "'http_status', 0, 'request_bytes', 1, 'started_at_us', 1, 'finished_at_us', 2)))",
            Params().uuid(StoreFixture::coreId(1)).text(StoreFixture::attemptId(1).toText()));
        QCOMPARE(rows.size(), std::size_t(2));
        QCOMPARE(world.status(payment), std::string("UNKNOWN RESET"));
    }

    void anotherCoreCannotSpeakForAnAttempt()
    {
        EngineWorld world(m_fixture);
        world.accept("k1");
        QVERIFY(world.claim(1));
        QCOMPARE(
            codeOf(
                world.core2,
                "select onceover.abandon($1, $2, $3, false, 'x')",
                Params()
                    .uuid(StoreFixture::coreId(2))
                    .uuid(StoreFixture::attemptId(1))
                    .text("00000000-0000-7000-b000-000000000001")),
            std::string("attempt.unknown"));
        QCOMPARE(
            codeOf(
                world.core2,
                "select onceover.abandon($1, $2, $3, false, 'x')",
                Params()
                    .uuid(StoreFixture::coreId(1))
                    .uuid(StoreFixture::attemptId(1))
                    .text("00000000-0000-7000-b000-000000000001")),
            std::string("core.unknown"));
    }

    void leaseOverClosesNothing()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QVERIFY(world.claim(1, "card", 0));
        QCOMPARE(world.scalar("select 1"), std::string("1"));
        mustRun(
            world.core2,
            "select onceover.expire_leases($1, 10)",
            Params().uuid(StoreFixture::coreId(2)));
        QCOMPARE(world.status(payment), std::string("UNKNOWN CLAIM_LOST"));
        // Asked and not found, yet the sender may still send: no proof (FAULTS 0.4).
        QCOMPARE(world.evidence(payment, "ABSENT"), std::string("repeat"));
        QCOMPARE(world.verdictCode(payment, "NOT_HAPPENED"), std::string("verdict.unproven"));
        // The late core learns that its attempt is over.
        QCOMPARE(
            codeOf(
                world.core,
                "select onceover.ready_to_call($1, $2, 1, '{}')",
                Params().uuid(StoreFixture::coreId(1)).uuid(StoreFixture::attemptId(1))),
            std::string("attempt.over"));
        mustRun(
            world.core,
            "select onceover.abandon($1, $2, '00000000-0000-7000-b000-000000000001', false, "
            "'late')",
            Params().uuid(StoreFixture::coreId(1)).uuid(StoreFixture::attemptId(1)));
        QCOMPARE(world.status(payment), std::string("FAILED NOT_SENT"));
        QVERIFY(world.isConsistent());
    }

    void anotherBootProvesNothing()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QVERIFY(world.claim(1));
        mustRun(
            world.core,
            "select onceover.abandon($1, $2, '00000000-0000-7000-b000-000000000002', false, "
            "'restored machine')",
            Params().uuid(StoreFixture::coreId(1)).uuid(StoreFixture::attemptId(1)));
        QCOMPARE(world.status(payment), std::string("UNKNOWN CORE_STOPPED"));
        QVERIFY(world.isConsistent());
    }

    void lateAnswersAreKeptAndNeverFlipSilently()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QVERIFY(world.claim(1, "card", 0));
        mustRun(
            world.core2,
            "select onceover.expire_leases($1, 10)",
            Params().uuid(StoreFixture::coreId(2)));
        QCOMPARE(world.record(1, "SUCCEEDED", "ch_late"), std::string("RECORDED "));
        QCOMPARE(world.verdictCode(payment, "HAPPENED"), std::string());
        QCOMPARE(world.status(payment), std::string("SUCCEEDED"));
        QVERIFY(world.isConsistent());
    }

    void lostCommitAndLateClaimMeetAtTheId()
    {
        EngineWorld world(m_fixture);
        world.accept("k1");
        const char* const kLook = "select onceover.look_up_attempt($1, $2) as state";
        const auto params = Params().uuid(StoreFixture::coreId(1)).uuid(StoreFixture::attemptId(1));
        QCOMPARE(*mustRun(world.core, kLook, params)[0].text("state"), std::string("VOID"));
        QCOMPARE(*mustRun(world.core, kLook, params)[0].text("state"), std::string("VOID"));
        // The claim that was on its way arrives now: the id is void for ever.
        QCOMPARE(
            codeOf(
                world.core,
                "select * from onceover.claim($1, '00000000-0000-7000-b000-000000000001', 'card', "
                "$2, 60000)",
                Params().uuid(StoreFixture::coreId(1)).uuidArray({StoreFixture::attemptId(1)})),
            std::string("claim.attempt_void"));
        QVERIFY(world.claim(2));
        QCOMPARE(
            *mustRun(
                 world.core,
                 kLook,
                 Params().uuid(StoreFixture::coreId(1)).uuid(StoreFixture::attemptId(2)))[0]
                 .text("state"),
            std::string("CLAIMED"));
    }

    void whileFencedNothingMoves()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        world.accept("k2");
        QVERIFY(world.claim(1));
        mustRun(
            world.core2,
            "select onceover.fence($1, 'witness mismatch')",
            Params().uuid(StoreFixture::coreId(2)));
        QCOMPARE(
            codeOf(
                world.core,
                "select * from onceover.claim($1, '00000000-0000-7000-b000-000000000001', 'card', "
                "$2, 60000)",
                Params().uuid(StoreFixture::coreId(1)).uuidArray({StoreFixture::attemptId(2)})),
            std::string("fence.not_armed"));
        QCOMPARE(
            codeOf(
                world.intake,
                "select * from onceover.accept($1)",
                Params().json(EngineWorld::request("k3", "card", 1, "X"))),
            std::string("fence.not_armed"));
        QCOMPARE(
            codeOf(
                world.core,
                "select onceover.ready_to_call($1, $2, 1, '{}')",
                Params().uuid(StoreFixture::coreId(1)).uuid(StoreFixture::attemptId(1))),
            std::string("fence.not_armed"));
        // A result is kept, and moves nothing.
        QCOMPARE(world.record(1, "SUCCEEDED", "ch_1"), std::string("STORED "));
        QCOMPARE(world.record(1, "SUCCEEDED", "ch_1"), std::string("STORED "));
        QCOMPARE(world.status(payment), std::string("SUBMITTING"));
        QCOMPARE(
            codeOf(
                world.core,
                "select onceover.expire_leases($1, 10)",
                Params().uuid(StoreFixture::coreId(1))),
            std::string("fence.not_armed"));
        QCOMPARE(world.verdictCode(payment, "HAPPENED"), std::string("fence.not_armed"));
    }

    void theSameRequestBodyForOneGeneration()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QVERIFY(world.claim(1));
        const char* const kReady = "select onceover.ready_to_call($1, $2, 1, $3)";
        const auto params = [](int attempt, const char* body) {
            return Params()
                .uuid(StoreFixture::coreId(1))
                .uuid(StoreFixture::attemptId(attempt))
                .text(body);
        };
        QCOMPARE(codeOf(world.core, kReady, params(1, "{\"a\":1}")), std::string());
        // The same key again, after proven absence.
        world.record(1, "UNKNOWN");
        QCOMPARE(world.evidence(payment, "ABSENT"), std::string("material"));
        QCOMPARE(world.verdictCode(payment, "NOT_HAPPENED"), std::string());
        mustRun(
            world.core,
            "select onceover.grant_automatic($1, $2)",
            Params().uuid(StoreFixture::coreId(1)).text(payment));
        QVERIFY(world.claim(2));
        QCOMPARE(
            codeOf(world.core, kReady, params(2, "{\"a\":2}")), std::string("request.differs"));
        QCOMPARE(codeOf(world.core, kReady, params(2, "{\"a\":1}")), std::string());
    }

    void aClonedCoreIsReplaced()
    {
        EngineWorld world(m_fixture);
        const char* const kBeat = "select onceover.heartbeat($1, $2)";
        QCOMPARE(
            codeOf(
                world.core,
                kBeat,
                Params().uuid(StoreFixture::coreId(1)).uuid(StoreFixture::coreId(21))),
            std::string());
        mustRun(
            world.core,
            "select onceover.register_core($1, 'clone', 'host', $2, $3, '0')",
            Params()
                .uuid(StoreFixture::coreId(1))
                .uuid(StoreFixture::coreId(11))
                .uuid(StoreFixture::coreId(99)));
        QCOMPARE(
            codeOf(
                world.core,
                kBeat,
                Params().uuid(StoreFixture::coreId(1)).uuid(StoreFixture::coreId(21))),
            std::string("core.replaced"));
        QCOMPARE(
            codeOf(
                world.core,
                "select onceover.register_core($1, 'lost journal', 'host', $2, $3, '0')",
                Params()
                    .uuid(StoreFixture::coreId(1))
                    .uuid(StoreFixture::coreId(77))
                    .uuid(StoreFixture::coreId(99))),
            std::string("core.other_journal"));
    }

private:
    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(EngineFunctionsTest)

#include "engine_functions_test.moc"
