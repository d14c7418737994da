// SPDX-License-Identifier: GPL-3.0-or-later
// Every function that a machine or a person calls, called by the wrong machine, by a login that
// nobody enrolled, and on a fenced database: refused by its own name, and nothing has happened.
#include "backend/postgres/transaction.h"
#include "tests/store/desk_world.h"

#include <QTest>

using namespace onceover;

namespace {

// $1 core, $2 payment, $3 attempt: each as text.
const std::vector<const char*> kCoreCalls = {
    "select onceover.heartbeat($1::text::uuid, '00000000-0000-7000-9000-000000000021')",
    "select onceover.set_core_paused($1::text::uuid, true)",
    "select onceover.claim($1::text::uuid, gen_random_uuid(), 'card', array[gen_random_uuid()], "
    "1000)",
    "select onceover.ready_to_call($1::text::uuid, $3::text::uuid, 1, 'body')",
    "select onceover.record_evidence($1::text::uuid, $2::text::uuid, "
    "'{\"evidence_id\":\"00000000-0000-4000-8000-00000000eeee\","
    "\"source\":\"QUERY\",\"kind\":\"INCONCLUSIVE\",\"answered_at_us\":1}')",
    "select onceover.apply_verdict($1::text::uuid, $2::text::uuid, 0, 'EXHAUSTED', '')",
    "select onceover.record_results($1::text::uuid, '[]')",
    "select onceover.abandon($1::text::uuid, $3::text::uuid, gen_random_uuid(), true, 'x')",
    "select onceover.look_up_attempt($1::text::uuid, gen_random_uuid())",
    "select onceover.expire_leases($1::text::uuid, 100)",
    "select onceover.take_due_looks($1::text::uuid, 'card', 100, 1000)",
    "select onceover.schedule_look($1::text::uuid, $2::text::uuid, 1, 1, '[]')",
    "select onceover.payments_to_retry($1::text::uuid, 'card', 100)",
    "select onceover.grant_automatic($1::text::uuid, $2::text::uuid)",
    "select onceover.end_overdue($1::text::uuid, 100)",
    "select onceover.begin_check($1::text::uuid, gen_random_uuid(), 1)",
    "select onceover.find_missing($1::text::uuid, array[gen_random_uuid()], array['CALLED'])",
    "select onceover.finish_check($1::text::uuid, gen_random_uuid(), 1, 1)",
    "select onceover.fence($1::text::uuid, 'x')"};

const std::vector<const char*> kCallsOfEveryKind = {
    "select onceover.register_core(gen_random_uuid(), 'c', 'h', gen_random_uuid(), "
    "gen_random_uuid(), '0')",
    "select onceover.accept('{}')",
    "select "
    "onceover.store_import('{\"import_id\":\"00000000-0000-4000-8000-00000000aaaa\",\"sha256\":"
    "\"x\",\"file_name\":\"f\","
    "\"format\":\"x\",\"byte_count\":1}')",
    "select onceover.store_import_statement('00000000-0000-4000-8000-00000000aaaa', '{}')",
    "select onceover.store_import_records(gen_random_uuid(), gen_random_uuid(), '[]')",
    "select onceover.link_import('00000000-0000-4000-8000-00000000aaaa')",
    "select onceover.finish_import('00000000-0000-4000-8000-00000000aaaa')"};

Params argumentsOf(
    const char* sql,
    const std::string& core,
    const std::string& payment,
    const std::string& attempt)
{
    const std::string text = sql;
    Params params;
    params.text(core);
    const bool namesAttempt = text.find("$3") != std::string::npos;
    if (namesAttempt || text.find("$2") != std::string::npos)
        params.text(payment);
    if (namesAttempt)
        params.text(attempt);
    return params;
}

// The server wants every argument used.
std::string withAllArguments(const char* sql)
{
    std::string text = sql;
    if (text.find("$3") != std::string::npos && text.find("$2") == std::string::npos)
        text += " where $2::text is not null";
    return text;
}

} // namespace

class MachineCallsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void anotherMachineIsNotTheCore()
    {
        DeskWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        const std::string attempt = StoreFixture::attemptId(world.send(payment)).toText();
        const std::string core = StoreFixture::coreId(1).toText();
        const std::string before = world.fingerprintOfEverything();
        for (const char* sql : kCoreCalls) {
            const std::string code = codeOf(
                world.core2, withAllArguments(sql), argumentsOf(sql, core, payment, attempt));
            QVERIFY2(code == "core.unknown", (std::string(sql) + ": " + code).c_str());
        }
        QCOMPARE(world.fingerprintOfEverything(), before);
    }

    // A login with the rights of a role, which the installation does not know as a machine of that
    // kind.
    void aRoleAloneIsNoMachine()
    {
        DeskWorld world(m_fixture);
        m_fixture.postgres().createLogin(
            "m_stray", "m_stray", {"onceover_core", "onceover_intake", "onceover_ingest"});
        Connection stray = m_fixture.connect("m_stray", world.database);
        const std::string payment = world.accept("k1");
        const std::string attempt = StoreFixture::attemptId(world.send(payment)).toText();
        const std::string core = StoreFixture::coreId(1).toText();
        const std::string before = world.fingerprintOfEverything();
        for (const char* sql : kCoreCalls) {
            const std::string code =
                codeOf(stray, withAllArguments(sql), argumentsOf(sql, core, payment, attempt));
            QVERIFY2(code == "machine.unknown", (std::string(sql) + ": " + code).c_str());
        }
        for (const char* sql : kCallsOfEveryKind) {
            const std::string code = codeOf(stray, sql);
            QVERIFY2(code == "machine.unknown", (std::string(sql) + ": " + code).c_str());
        }
        QCOMPARE(world.fingerprintOfEverything(), before);
    }

    // A disabled machine is a stranger.
    void aDisabledMachineIsUnknown()
    {
        DeskWorld world(m_fixture);
        world.runAsOwner("select onceover.disable_login('m_core')");
        QCOMPARE(
            codeOf(
                world.core,
                "select onceover.expire_leases($1, 1)",
                Params().uuid(StoreFixture::coreId(1))),
            std::string("machine.unknown"));
        QCOMPARE(
            codeOf(
                world.core2,
                "select onceover.expire_leases($1, 1)",
                Params().uuid(StoreFixture::coreId(2))),
            std::string());
    }

    // What was answered as done is done: whoever lowers the durability of a session gets it back
    // for the transaction, machine or person. A stricter setting stays.
    void loweredDurabilityIsRaised()
    {
        DeskWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        const std::string core = StoreFixture::coreId(1).toText();
        for (const auto& [lowered, raised] :
             {std::pair("off", "on"),
              std::pair("local", "on"),
              std::pair("remote_write", "on"),
              std::pair("on", "on"),
              std::pair("remote_apply", "remote_apply")}) {
            QCOMPARE(
                durabilityAfter(
                    world.core, lowered, "select onceover.expire_leases($1::text::uuid, 1)", core),
                std::string(raised));
            QCOMPARE(
                durabilityAfter(
                    world.liwei,
                    lowered,
                    "select onceover.add_note(gen_random_uuid(), $1::text::uuid, 'n')",
                    payment),
                std::string(raised));
        }
    }

    // A session whose transaction began before a fence sees no mark of it, and goes on. No function
    // runs in such a transaction, so that none can.
    void anotherIsolationIsRefused()
    {
        DeskWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        const std::string attempt = StoreFixture::attemptId(world.send(payment)).toText();
        const std::string core = StoreFixture::coreId(1).toText();
        const std::string before = world.fingerprintOfEverything();
        for (const char* level : {"repeatable read", "serializable"}) {
            const auto refuses = [&](Connection& who, const std::string& sql, const Params& given) {
                mustRun(who, std::string("set default_transaction_isolation = '") + level + "'");
                const std::string code = codeOf(who, sql, given);
                mustRun(who, "set default_transaction_isolation = 'read committed'");
                QVERIFY2(code == "transaction.isolation", (sql + ": " + code).c_str());
            };
            for (const char* sql : kCoreCalls)
                refuses(
                    world.core, withAllArguments(sql), argumentsOf(sql, core, payment, attempt));
            for (const char* sql : kCallsOfEveryKind) {
                const std::string text = sql;
                Connection& who = text.find("accept(") != std::string::npos  ? world.intake
                                  : text.find("import") != std::string::npos ? world.ingest
                                                                             : world.core;
                refuses(who, text, {});
            }
            for (const auto& [sql, needsPayment] : kDeskCalls)
                refuses(world.liwei, sql, Params().text(payment));
            refuses(world.owner, "select onceover.found_core($1::text::uuid)", Params().text(core));
        }
        QCOMPARE(world.fingerprintOfEverything(), before);
    }

    // The attack itself: the look is from before the mark, the claim from after it.
    void anOldLookMissesTheMark()
    {
        DeskWorld world(m_fixture);
        world.accept("k1");
        auto old = Transaction::begin(world.core2, PgFixture::patience());
        QVERIFY(old);
        mustRun(world.core2, "set transaction isolation level repeatable read");
        mustRun(world.core2, "select count(*) from review.installation");
        world.runAsOwner("insert into onceover.fence_marks (epoch, core_id, why) select epoch, "
                         "gen_random_uuid(), 'x' from onceover.incarnations");
        QCOMPARE(
            codeOf(
                world.core2,
                "select * from onceover.claim($1, gen_random_uuid(), 'card', "
                "array[gen_random_uuid()], 1000)",
                Params().uuid(StoreFixture::coreId(2))),
            std::string("transaction.isolation"));
        QVERIFY(old->rollback(PgFixture::patience()));
        QCOMPARE(
            codeOf(
                world.core2,
                "select * from onceover.claim($1, gen_random_uuid(), 'card', "
                "array[gen_random_uuid()], 1000)",
                Params().uuid(StoreFixture::coreId(2))),
            std::string("fence.not_armed"));
    }

    void fencedMovesNothing()
    {
        DeskWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        const std::string attempt = StoreFixture::attemptId(world.send(payment)).toText();
        const std::string review = world.reviewPayment();
        const std::string decision = world.freshId();
        QCOMPARE(world.propose(world.liwei, decision, review, "REJECT"), std::string());
        const std::string core = StoreFixture::coreId(1).toText();
        world.runAsOwner("update onceover.incarnations set state = 'FENCED'");
        const std::string before = world.fingerprintOfEverything();
        for (const char* sql : kCoreCalls) {
            const std::string text = sql;
            bool moves = false;
            for (const char* name :
                 {"claim(",
                  "ready_to_call(",
                  "apply_verdict(",
                  "abandon(",
                  "expire_leases(",
                  "grant_automatic(",
                  "finish_check(",
                  "end_overdue("})
                moves = moves || text.find(name) != std::string::npos;
            if (!moves)
                continue;
            QCOMPARE(
                codeOf(world.core, withAllArguments(sql), argumentsOf(sql, core, payment, attempt)),
                std::string("fence.not_armed"));
        }
        QCOMPARE(
            codeOf(
                world.ingest,
                "select onceover.link_import('00000000-0000-4000-8000-00000000aaaa')"),
            std::string("fence.not_armed"));
        QCOMPARE(
            codeOf(
                world.intake,
                "select onceover.accept($1)",
                Params().json(EngineWorld::request("k2", "card", 5, "P"))),
            std::string("fence.not_armed"));
        for (const auto& [sql, needsPayment] : kDeskCalls) {
            const std::string code =
                codeOf(world.liwei, sql, Params().text(needsPayment ? review : decision));
            QVERIFY2(code == "fence.not_armed", (std::string(sql) + ": " + code).c_str());
        }
        QCOMPARE(
            codeOf(
                world.ana,
                "select onceover.approve(gen_random_uuid(), $1::text::uuid, (select 'x'))",
                Params().text(decision)),
            std::string("fence.not_armed"));
        QCOMPARE(world.fingerprintOfEverything(), before);
    }

private:
    static std::string durabilityAfter(
        Connection& who, const std::string& lowered, const char* call, const std::string& id)
    {
        auto transaction = Transaction::begin(who, PgFixture::patience());
        mustRun(who, "set local synchronous_commit = '" + lowered + "'");
        mustRun(who, call, Params().text(id));
        return *mustRun(who, "select current_setting('synchronous_commit') as now")[0].text("now");
    }

    // The flag says whether $1 is the payment or the proposal.
    const std::vector<std::pair<const char*, bool>> kDeskCalls = {
        {"select onceover.propose(gen_random_uuid(), $1::text::uuid, 'REJECT', 'OTHER', 'n', '{}', "
         "'x', 1)",
         true},
        {"select onceover.propose_profile(gen_random_uuid(), 'x' || left($1::text, 0), '{}', 'n')",
         true},
        {"select onceover.propose_core(gen_random_uuid(), $1::text::uuid, 'ADMIT_CORE', "
         "'NEW_CORE', 'n', 'x')",
         true},
        {"select onceover.propose_core(gen_random_uuid(), $1::text::uuid, 'CLOSE_JOURNAL', "
         "'JOURNAL_LOST', 'n', 'x')",
         true},
        {"select onceover.withdraw(gen_random_uuid(), $1::text::uuid, 'n')", false},
        {"select onceover.take(gen_random_uuid(), $1::text::uuid, 'TAKE_OVER', 'n')", true},
        {"select onceover.end_take(gen_random_uuid(), $1::text::uuid)", true},
        {"select onceover.defer(gen_random_uuid(), $1::text::uuid, null, 'OTHER', 'n')", true}};

    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(MachineCallsTest)

#include "machine_calls_test.moc"
