// SPDX-License-Identifier: GPL-3.0-or-later
// What a core may do follows from its standing (listed, admitted, proven, retired), also in the
// moment in which that changes.
#include "backend/postgres/transaction.h"
#include "tests/store/core_world.h"

#include <QTest>

#include <memory>
#include <thread>

using namespace onceover;

using Core = CoreWorld::Core;

class CoreStandingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_fixture = std::make_unique<StoreFixture>(); }

    void onlyAWitnessMoves_data()
    {
        QTest::addColumn<QString>("standing");
        QTest::addColumn<QString>("refusal");
        QTest::newRow("listed") << QStringLiteral("listed") << QStringLiteral("core.not_admitted");
        QTest::newRow("retired") << QStringLiteral("retired") << QStringLiteral("core.retired");
        QTest::newRow("not proven")
            << QStringLiteral("unproven") << QStringLiteral("fence.checking");
        QTest::newRow("admitted") << QStringLiteral("admitted") << QString();
    }

    // Neither verdict nor lease, neither permit nor what waits.
    void onlyAWitnessMoves()
    {
        QFETCH(QString, standing);
        QFETCH(QString, refusal);
        CoreWorld world(*m_fixture);
        const Core core = coreOf(world, standing);
        const std::string payment = world.unknownPayment();
        for (const char* call :
             {"apply_verdict($1, $2::text::uuid, 0, 'WAIT', '')",
              "grant_automatic($1, $2::text::uuid)",
              "settle_stored($1, 100)",
              "expire_leases($1, 100)",
              "end_overdue($1, 100)"}) {
            const std::string sql = std::string("select onceover.") + call;
            Params params = Params().uuid(core.id);
            if (sql.find("$2") != std::string::npos)
                params = Params().uuid(core.id).text(payment);
            QVERIFY2(codeOf(world.core2, sql, params) == refusal.toStdString(), sql.c_str());
        }
    }

    void whatOthersSayWaits_data() { onlyAWitnessMoves_data(); }

    // A charge that such a core shows is stored. What then becomes of it is for people, who know
    // the core: admitted, it counts when a witness finds it; given up, it is shown and proves
    // nothing; unknown to them, it waits.
    void whatOthersSayWaits()
    {
        QFETCH(QString, standing);
        CoreWorld world(*m_fixture);
        const Core core = coreOf(world, standing);
        const std::string payment = world.unknownPayment();
        const std::string version = world.column(payment, "evidence_version");
        const bool isWitness = standing == QLatin1String("admitted");
        QCOMPARE(shown(world, core, payment, "FOUND"), std::string(isWitness ? "true" : "false"));
        QCOMPARE(world.column(payment, "evidence_version") != version, isWitness);
        QCOMPARE(
            world.scalar(
                "select coalesce(string_agg(core_state, ' '), '') from "
                "review.waiting_facts where core_id = $1",
                Params().uuid(core.id)),
            isWitness ? std::string() : world.coreState(core));
        // The same sight again waits once.
        shown(world, core, payment, "FOUND");
        QCOMPARE(waiting(world), std::string(isWitness ? "0" : "1"));
        settle(world);
        const bool isListed = standing == QLatin1String("listed");
        if (isListed) {
            QCOMPARE(waiting(world), std::string("1"));
            QCOMPARE(world.column(payment, "evidence_version"), version);
            QCOMPARE(world.verdictCode(payment, "HAPPENED"), std::string());
            QCOMPARE(world.status(payment).substr(0, 7), std::string("UNKNOWN"));
            world.prove(core);
            settle(world);
        }
        QCOMPARE(waiting(world), std::string("0"));
        QVERIFY(world.column(payment, "evidence_version") != version);
        QCOMPARE(world.verdictCode(payment, "HAPPENED"), std::string());
        QCOMPARE(
            world.status(payment),
            std::string(
                standing == QLatin1String("retired") ? "REVIEW CONTRADICTION" : "SUCCEEDED"));
        QVERIFY(world.isConsistent());
    }

    // Whoever nobody has admitted cannot keep a charge from counting by having shown it first.
    void aWitnessSeesForItself()
    {
        for (const char* standing : {"listed", "retired", "unproven"}) {
            CoreWorld world(*m_fixture);
            const Core other = coreOf(world, QString::fromLatin1(standing));
            const std::string payment = world.unknownPayment();
            QCOMPARE(shown(world, other, payment, "FOUND"), std::string("false"));
            QCOMPARE(
                shown(world, {StoreFixture::coreId(1), {}}, payment, "FOUND", world.core),
                std::string("true"));
            // It is shown again by the other, which says nothing new.
            QCOMPARE(shown(world, other, payment, "FOUND"), std::string("false"));
            QCOMPARE(waiting(world), std::string("1"));
        }
    }

    // A retired core saw the charge declined, and it has happened: its word ends nothing.
    void aRetiredCoreEndsNothing()
    {
        for (const char* standing : {"retired", "admitted"}) {
            CoreWorld world(*m_fixture);
            const Core core = coreOf(world, QString::fromLatin1(standing));
            const std::string payment = world.unknownPayment();
            shown(world, core, payment, "FOUND", world.core2, "DECLINED");
            settle(world);
            QCOMPARE(waiting(world), std::string("0"));
            const bool isRetired = standing == std::string("retired");
            QCOMPARE(
                world.verdictCode(payment, "NOT_HAPPENED"),
                std::string(isRetired ? "verdict.unproven" : ""));
            QCOMPARE(
                world.status(payment).substr(0, 7), std::string(isRetired ? "UNKNOWN" : "FAILED "));
            // The verdict does not know of it, so that it cannot ask for what is refused.
            QCOMPARE(
                world.scalar(
                    "select jsonb_array_length(jsonb_path_query_array("
                    "onceover.look_input($1::text::uuid) -> 'evidence', '$[*] ? (@.state "
                    "== \"DECLINED\")'))",
                    Params().text(payment)),
                std::string(isRetired ? "0" : "1"));
        }
    }

    // Of a settled payment the word of a retired core opens a case, and nothing more.
    void aRetiredCoreDisagrees()
    {
        CoreWorld world(*m_fixture);
        const std::string payment = world.accept("refused");
        QCOMPARE(world.record(world.send(payment), "REJECTED_FINAL"), std::string("RECORDED "));
        const Core core = coreOf(world, QStringLiteral("retired"));
        shown(world, core, payment, "FOUND");
        settle(world);
        QCOMPARE(world.status(payment), std::string("REVIEW CONTRADICTION"));
        QCOMPARE(
            world.scalar("select fields ->> 'core' from onceover.candidates"),
            std::string("RETIRED"));
        QCOMPARE(world.scalar("select count(*) from onceover.record_owners"), std::string("0"));
        QCOMPARE(
            world.scalar("select is_material || ' ' || is_witnessed from review.evidence where "
                         "kind = 'FOUND'"),
            std::string("true false"));
        QVERIFY(world.isConsistent());
    }

    // Two people close the core's journal while its evidence comes: in order, without a deadlock.
    void aSightMeetsTheClosing()
    {
        CoreWorld world(*m_fixture);
        const Core core = world.admitted("late");
        const std::string payment = world.sentBy(core, 3600000);
        world.silence(core);
        const std::string decision = world.freshId();
        QCOMPARE(world.proposeCore(world.omar, decision, core, "CLOSE_JOURNAL"), std::string());
        world.unprove(core);
        // The sight stops half way, with the payment's row.
        const auto answers = meetAt(
            world,
            {"insert into onceover.records (record_id, layer, owner_name, external_id, "
             "amount_minor, currency, direction, state) values (gen_random_uuid(), 'CHARGE', "
             "'card', 'ch_shown', 1250, 'EUR', 'OUT', 'SUCCEEDED')",
             {}},
            world.core2,
            sight(world, core, payment, "FOUND", "SUCCEEDED"),
            world.ana,
            {"select a ->> 'state' as answer from onceover.approve($1::uuid, $2::uuid, $3) a",
             Params().text(world.freshId()).text(decision).text(world.digestOf(core))});
        QCOMPARE(answers.first, std::string("false"));
        QCOMPARE(answers.second, std::string("IN_FORCE"));
    }

    // "Not found", from a core that nobody has admitted or that was given up, proves nothing.
    void anAbsenceNeedsAnAdmittedCore()
    {
        for (const char* standing : {"listed", "retired", "admitted"}) {
            CoreWorld world(*m_fixture);
            const Core core = coreOf(world, QString::fromLatin1(standing));
            const std::string payment = world.unknownPayment();
            shown(world, core, payment, "ABSENT");
            QCOMPARE(
                world.scalar("select bool_or(proves_absence) from onceover.evidence where kind = "
                             "'ABSENT'"),
                std::string(standing == std::string("admitted") ? "t" : "f"));
        }
    }

    // The closing is under way when the core's answer comes: it ends nothing any more.
    void anAnswerMeetsTheClosing()
    {
        CoreWorld world(*m_fixture);
        const Core core = world.admitted("late");
        const std::string payment = world.sentBy(core, 3600000);
        world.silence(core);
        const std::string decision = world.freshId();
        QCOMPARE(world.proposeCore(world.omar, decision, core, "CLOSE_JOURNAL"), std::string());
        const LockStep step = inLockStep(
            world.owner,
            world.ana,
            {"select a ->> 'state' as answer from onceover.approve($1::uuid, $2::uuid, $3) a",
             Params().text(world.freshId()).text(decision).text(world.digestOf(core))},
            world.core2,
            {"select outcome as answer from onceover.record_results($1, "
             "jsonb_build_array(jsonb_build_object('attempt_id', $2::text, 'answer', 'SUCCEEDED', "
             "'provider_id', 'ch_1', 'http_status', 200, 'request_bytes', 1, 'started_at_us', 1, "
             "'finished_at_us', 2)))",
             Params().uuid(core.id).text(world.attemptOf(payment))});
        QVERIFY(step.hasWaited);
        QCOMPARE(step.first, std::string("IN_FORCE"));
        QCOMPARE(step.second, std::string("STORED"));
        QCOMPARE(world.status(payment), std::string("UNKNOWN CLAIM_LOST"));
        QCOMPARE(
            world.scalar(
                "select fate || ' ' || closed_by from onceover.attempt_fates where payment_id = $1",
                Params().text(payment)),
            std::string("POSSIBLE PEOPLE"));
    }

    // A new core registers while two people admit another: each takes the fence's lock first.
    void registeringMeetsAnAdmission()
    {
        CoreWorld world(*m_fixture);
        const Core known = world.listed("known");
        const std::string decision = world.freshId();
        QCOMPARE(world.proposeCore(world.omar, decision, known, "ADMIT_CORE"), std::string());
        const Core fresh{*Uuid::fromText(world.uuid()), *Uuid::fromText(world.uuid())};
        // Held by nobody in particular: the new core stops half way.
        const auto answers = meetAt(
            world,
            {"insert into onceover.chains (subject_id, subject_kind) values ($1, 'CORE')",
             Params().uuid(fresh.id)},
            world.core2,
            {"select 'done' as answer from onceover.register_core($1, 'fresh', 'host', "
             "gen_random_uuid(), $2, '0')",
             Params().uuid(fresh.id).uuid(fresh.nonce)},
            world.ana,
            {"select a ->> 'state' as answer from onceover.approve($1::uuid, $2::uuid, $3) a",
             Params().text(world.freshId()).text(decision).text(world.digestOf(known))});
        QCOMPARE(answers.first, std::string("done"));
        QCOMPARE(answers.second, std::string("IN_FORCE"));
    }

    // A heartbeat that fences, and people who propose to close the core's journal.
    void aFencingHeartbeatMeetsAProposal()
    {
        CoreWorld world(*m_fixture);
        const Core core = world.admitted("beats");
        world.silence(core);
        const auto answers = meetAt(
            world,
            {"select 1 from onceover.cores where core_id = $1 for update", Params().uuid(core.id)},
            world.core2,
            {"select 'done' as answer from onceover.heartbeat($1, $2, 0, 1000)",
             Params().uuid(core.id).uuid(core.nonce)},
            world.omar,
            {"select a ->> 'state' as answer from onceover.propose_core($1::uuid, $2, "
             "'CLOSE_JOURNAL', 'OTHER', 'because', $3) a",
             Params().text(world.freshId()).uuid(core.id).text(world.digestOf(core))});
        QCOMPARE(answers.first, std::string("done"));
        QCOMPARE(answers.second, std::string("fence.not_armed"));
        QCOMPARE(
            world.scalar("select incarnation_state from review.installation"),
            std::string("FENCED"));
    }

private:
    static Core coreOf(CoreWorld& world, const QString& standing)
    {
        if (standing == QLatin1String("listed"))
            return world.listed("other");
        const Core core = world.admitted("other");
        world.silence(core);
        if (standing == QLatin1String("retired"))
            world.closeByTwo(core);
        if (standing == QLatin1String("unproven"))
            world.unprove(core);
        return core;
    }

    // What this core sees of the payment's charge; it answers whether it is material.
    static SessionCall sight(
        CoreWorld& world,
        const Core& core,
        const std::string& payment,
        const std::string& kind,
        const std::string& state)
    {
        return {
            "select is_material::text as answer from onceover.record_evidence($1, "
            "$2::text::uuid, jsonb_build_object('evidence_id', gen_random_uuid(), 'source', "
            "'QUERY', 'kind', $3::text, 'state', case $3::text when 'FOUND' then $5::text else "
            "'' end, 'asked_at_us', onceover.micros(clock_timestamp()), 'answered_at_us', "
            "onceover.micros(clock_timestamp())) || case $3::text when 'FOUND' then "
            "jsonb_build_object('record', $4::jsonb || jsonb_build_object('state', $5::text)) "
            "else '{}' end)",
            Params()
                .uuid(core.id)
                .text(payment)
                .text(kind)
                .json(EngineWorld::charge("ch_shown", 1250, world.column(payment, "reference")))
                .text(state)};
    }

    static std::string shown(
        CoreWorld& world, const Core& core, const std::string& payment, const std::string& kind)
    {
        return shown(world, core, payment, kind, world.core2);
    }

    static std::string shown(
        CoreWorld& world,
        const Core& core,
        const std::string& payment,
        const std::string& kind,
        Connection& session,
        const std::string& state = "SUCCEEDED")
    {
        return answerOf(session, sight(world, core, payment, kind, state));
    }

    static void settle(CoreWorld& world)
    {
        mustRun(
            world.core,
            "select onceover.settle_stored($1, 100)",
            Params().uuid(StoreFixture::coreId(1)));
    }

    static std::string waiting(CoreWorld& world)
    {
        return world.scalar("select count(*) from onceover.waiting_facts");
    }

    // Somebody holds what the first call needs; the second comes; then both go on.
    static std::pair<std::string, std::string> meetAt(
        CoreWorld& world,
        const SessionCall& obstacle,
        Connection& firstSession,
        const SessionCall& firstCall,
        Connection& secondSession,
        const SessionCall& secondCall)
    {
        Connection observer = world.connect("m_core");
        const auto areWaiting = [&](int sessions) {
            return QTest::qWaitFor(
                [&] {
                    return *mustRun(
                                observer,
                                "select count(distinct pid) as waiting from pg_locks where not "
                                "granted")[0]
                                .int64("waiting")
                           >= sessions;
                },
                30'000);
        };
        std::pair<std::string, std::string> answers;
        auto holding = Transaction::begin(world.owner, PgFixture::patience());
        mustRun(world.owner, obstacle.sql, obstacle.params);
        std::jthread first([&] { answers.first = answerOf(firstSession, firstCall); });
        bool isMet = areWaiting(1);
        std::jthread second([&] { answers.second = answerOf(secondSession, secondCall); });
        isMet = areWaiting(2) && isMet;
        static_cast<void>(holding->rollback(PgFixture::patience()));
        first.join();
        second.join();
        return isMet ? answers : std::pair<std::string, std::string>("not met", "not met");
    }

    std::unique_ptr<StoreFixture> m_fixture;
};

QTEST_GUILESS_MAIN(CoreStandingTest)

#include "core_standing_test.moc"
