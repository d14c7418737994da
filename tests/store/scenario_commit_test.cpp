// SPDX-License-Identifier: GPL-3.0-or-later
// A database that does not say what became of a commit, or that was set up so that a commit proves
// nothing: doubt is no claim, and what is not claimed is not called.
#include "tests/store/scenario_world.h"
#include "tests/support/tcp_gate.h"

#include <QTest>

#include <functional>
#include <latch>
#include <thread>

#include <stdlib.h>

using namespace onceover;

namespace {

constexpr int kPatienceMs = 30'000;

bool holds(Connection& owner, const std::string& condition)
{
    return !mustRun(owner, "select 1 as one where " + condition).isEmpty();
}

// The core's sessions that wait so.
std::string coreWaits(const std::string& what)
{
    return "exists (select from pg_stat_activity where usename = 'm_core' and datname = "
           "current_database() and "
           + what + ")";
}

void setServer(Connection& owner, const std::string& name, const std::string& value)
{
    mustRun(owner, "alter system set " + name + " = " + value);
    mustRun(owner, "select pg_reload_conf()");
}

// While it lives, every ordinary commit waits for a standby that never comes.
class MissingStandby
{
public:
    explicit MissingStandby(ScenarioWorld& world)
        : m_owner(world.connectOwner())
    {
        mustRun(m_owner, "set synchronous_commit = local");
        setServer(m_owner, "synchronous_standby_names", "'nosuch'");
        // The setting reaches the sessions some time after the reload: one that waits shows it.
        Connection probe = world.connectOwner();
        mustRun(probe, "set synchronous_commit = on");
        const int pid = probe.backendPid();
        std::jthread waiting([&](const std::stop_token& stop) {
            while (!stop.stop_requested())
                static_cast<void>(probe.executeScript(
                    "probe",
                    "create table if not exists public.probe (); drop table public.probe",
                    PgFixture::patience()));
        });
        const std::string condition =
            "exists (select from pg_stat_activity where wait_event = 'SyncRep' and pid = "
            + std::to_string(pid) + ")";
        m_isInForce = QTest::qWaitFor([&] { return holds(m_owner, condition); }, kPatienceMs);
        waiting.request_stop();
        mustRun(m_owner, "select pg_terminate_backend(" + std::to_string(pid) + ")");
    }

    ~MissingStandby() { end(); }

    bool isInForce() const { return m_isInForce; }

    void end()
    {
        if (!m_isInForce)
            return;
        mustRun(m_owner, "alter system reset synchronous_standby_names");
        mustRun(m_owner, "select pg_reload_conf()");
        m_isInForce = false;
    }

private:
    Connection m_owner;
    bool m_isInForce = false;
};

// What durability each of the tables' transactions has when it commits.
void noteSettings(ScenarioWorld& world)
{
    world.runAsOwner("create table public.seen (place text, setting text)");
    world.runAsOwner(
        "create function public.note_setting() returns trigger language plpgsql security definer "
        "as $$ begin insert into public.seen values (tg_table_name, "
        "current_setting('synchronous_commit')); return null; end $$");
    for (const char* table :
         {"payments",
          "attempts",
          "ready_calls",
          "results",
          "evidence",
          "closures",
          "attempt_ids",
          "permits",
          "approvals"})
        world.runAsOwner(
            std::string("create constraint trigger note_setting after insert on onceover.") + table
            + " deferrable initially deferred for each row execute function "
              "public.note_setting()");
}

const std::vector<const char*>& logins()
{
    static const std::vector<const char*> kLogins = {"m_core", "m_intake", "ana", "liwei"};
    return kLogins;
}

std::string nameOf(ScenarioWorld& world)
{
    return world.scalar("select current_database()");
}

// New sessions under a durability that somebody lowered (or, for "stricter", raised).
void lower(ScenarioWorld& world, const std::string& way)
{
    if (way == "role") {
        for (const char* login : logins())
            world.runAsOwner(std::string("alter role ") + login + " set synchronous_commit = off");
    } else if (way == "database") {
        world.runAsOwner("alter database " + nameOf(world) + " set synchronous_commit = off");
    } else if (way == "environment") {
        ::setenv("PGOPTIONS", "-c synchronous_commit=off", 1);
    }
    world.core = world.connect("m_core");
    world.intake = world.connect("m_intake");
    world.ana = world.connect("ana");
    world.liwei = world.connect("liwei");
    if (way == "session" || way == "stricter") {
        for (Connection* each : {&world.core, &world.intake, &world.ana, &world.liwei})
            mustRun(
                *each,
                way == "session" ? "set synchronous_commit = off"
                                 : "set synchronous_commit = remote_apply");
    }
}

void raise(ScenarioWorld& world)
{
    for (const char* login : logins())
        world.runAsOwner(std::string("alter role ") + login + " reset synchronous_commit");
    world.runAsOwner("alter database " + nameOf(world) + " reset synchronous_commit");
    dropDatabaseEnvironment();
}

// Accept, claim, ready, result, look, resend by two people, abandon, evidence.
void doEverything(ScenarioWorld& world, int number)
{
    const std::string payment = world.accept("k" + std::to_string(number));
    const auto attempt = [&](int more) {
        return Params().uuid(StoreFixture::coreId(1)).uuid(StoreFixture::attemptId(number + more));
    };
    if (!world.claim(number))
        qFatal("nothing to claim");
    mustRun(world.core, "select onceover.ready_to_call($1, $2, 1, '{}')", attempt(0));
    world.record(number, "UNKNOWN");
    mustRun(world.core, "select onceover.look_up_attempt($1, $2)", attempt(1));
    if (!world.resendAs(payment, "new").empty() || !world.claim(number + 2))
        qFatal("nothing to claim again");
    mustRun(
        world.core, "select onceover.abandon($1, $2, gen_random_uuid(), true, 'x')", attempt(2));
    world.evidence(
        payment, "FOUND", EngineWorld::charge("c" + payment, 1250, world.reference(payment)));
}

// The last attempt that core 1 announced to its journal.
Uuid intended(ScenarioWorld& world)
{
    Uuid last;
    const auto records = FileJournal::read(ScenarioCore::journalIn(world.stateDirectory(), 1));
    for (const JournalRecord& record : *records) {
        if (const auto* intent = std::get_if<JournalIntent>(&record))
            last = intent->attemptId;
    }
    return last;
}

std::string firstAttempt(ScenarioWorld& world)
{
    return world.scalar("select attempt_id from onceover.attempts order by claimed_at limit 1");
}

} // namespace

class ScenarioCommitTest : public QObject
{
    Q_OBJECT

private:
    // The claim's COMMIT waits for a standby when `strike` comes, and ends after `isOver`: whatever
    // became of it, its attempt is not called. Its payment is sent by a later claim.
    void strikeInTheWait(
        const std::function<void(ScenarioWorld&, int, TcpGate&)>& strike,
        const std::function<std::string(int, const std::string&)>& isOver)
    {
        ScenarioWorld world(m_fixture);
        BookProvider& book = world.add({});
        TcpGate gate(m_fixture.postgres().cluster().socketDirectory() / ".s.PGSQL.5432");
        ConnectionSettings settings = world.coreSettings();
        settings.hosts.front().name = gate.directory().string();
        const auto sender = world.coreOn(1, settings);
        QVERIFY(!sender->pass().error);
        const std::string payment = world.accept("k1", "book");
        PassReport report;
        std::latch reached(1);
        std::latch goOn(1);
        world.beforeClaiming([&] {
            reached.count_down();
            goOn.wait();
        });
        std::thread core([&] { report = sender->pass(); });
        reached.wait();
        MissingStandby standby(world);
        goOn.count_down();
        const auto join = qScopeGuard([&] {
            standby.end();
            if (core.joinable())
                core.join();
        });
        QVERIFY(standby.isInForce());
        QTRY_VERIFY_WITH_TIMEOUT(
            holds(world.owner, coreWaits("wait_event = 'SyncRep'")), kPatienceMs);
        QCOMPARE(book.requestCount(), 0);
        const Rows waiting = mustRun(
            world.owner,
            "select pid::int8, query_start::text as since from pg_stat_activity where wait_event = "
            "'SyncRep' and usename = 'm_core' and datname = current_database()");
        const int pid = static_cast<int>(waiting[0].int64("pid").value_or(0));
        strike(world, pid, gate);
        QTRY_VERIFY_WITH_TIMEOUT(
            holds(world.owner, isOver(pid, waiting[0].text("since").value_or(""))), kPatienceMs);
        QCOMPARE(book.requestCount(), 0);
        standby.end();
        core.join();
        QVERIFY2(!report.error, report.error ? report.error->detail().c_str() : "");
        QCOMPARE(book.requestsOf(*Uuid::fromText(firstAttempt(world))), 0);
        QCOMPARE(world.permits(payment), std::string("FIRST 1 ATTEMPT, NOT_SENT 2 ATTEMPT"));
        QCOMPARE(world.requests(payment), 1);
        QCOMPARE(world.judge(), std::string());
    }

private Q_SLOTS:

    // The old session still waits: a locking look finds it undecided, and nothing is called.
    void fault05_lostAnswerWhileTheCommitStillWaits()
    {
        strikeInTheWait(
            [](ScenarioWorld& world, int, TcpGate& gate) {
                gate.cutNow();
                mustRun(world.core, "set lock_timeout = '200ms'");
                QCOMPARE(
                    codeOf(
                        world.core,
                        "select onceover.look_up_attempt($1, $2)",
                        Params().uuid(ScenarioCore::idOf(1)).uuid(intended(world))),
                    std::string("database.lock_timeout"));
            },
            [](int pid, const std::string&) {
                return coreWaits("wait_event = 'SyncRep' and pid = " + std::to_string(pid));
            });
    }

    // COMMIT is answered with a warning: the claim may be gone after a failover.
    void fault06_cancelledWaitIsNoCommit()
    {
        strikeInTheWait(
            [](ScenarioWorld& world, int pid, TcpGate&) {
                mustRun(world.owner, "select pg_cancel_backend($1::int)", Params().int64(pid));
            },
            [](int pid, const std::string& since) {
                return "not exists (select from pg_stat_activity where pid = " + std::to_string(pid)
                       + " and query_start::text = '" + since + "')";
            });
    }

    void fault07_terminatedWaitIsNoCommit()
    {
        strikeInTheWait(
            [](ScenarioWorld& world, int pid, TcpGate&) {
                mustRun(world.owner, "select pg_terminate_backend($1::int)", Params().int64(pid));
            },
            [](int pid, const std::string&) {
                return "not exists (select from pg_stat_activity where pid = " + std::to_string(pid)
                       + ")";
            });
    }

    // Lowered in four ways, one after the other: at COMMIT it is on. What is stricter stays.
    void fault08_loweredDurabilityIsForcedBack()
    {
        ScenarioWorld world(m_fixture);
        noteSettings(world);
        int number = 0;
        for (const char* way : {"role", "database", "session", "environment", "stricter"}) {
            lower(world, way);
            number += 10;
            doEverything(world, number);
            QCOMPARE(
                world.scalar(
                    "select string_agg(distinct place || ' ' || setting, ', ') from public.seen "
                    "where setting <> $1",
                    Params().text(way == std::string("stricter") ? "remote_apply" : "on")),
                std::string());
            QCOMPARE(
                world.scalar("select count(distinct place) from public.seen"), std::string("9"));
            world.runAsOwner("delete from public.seen");
            raise(world);
        }
    }

    // A result that is stored while the database is fenced is the only word of its call.
    void fault08_whatIsStoredBehindTheFenceIsDurableToo()
    {
        ScenarioWorld world(m_fixture);
        world.accept("k1");
        QVERIFY(world.claim(1));
        world.runScript(
            "create table public.seen (setting text);"
            "create function public.note_setting() returns trigger language plpgsql security "
            "definer as $$ begin insert into public.seen values "
            "(current_setting('synchronous_commit')); return null; end $$;"
            "create constraint trigger note_setting after insert on onceover.results deferrable "
            "initially deferred for each row execute function public.note_setting()");
        mustRun(
            world.core2,
            "select onceover.fence($1, 'switched over')",
            Params().uuid(StoreFixture::coreId(2)));
        mustRun(world.core, "set synchronous_commit = off");
        QCOMPARE(world.record(1, "UNKNOWN"), std::string("STORED "));
        QCOMPARE(world.scalar("select setting from public.seen"), std::string("on"));
    }

    // A server that does not write through proves nothing by a commit.
    void fault09_aServerWithoutFsyncMovesNothing()
    {
        ScenarioWorld world(m_fixture);
        BookProvider& book = world.add({});
        const std::string payment = world.accept("k1", "book");
        for (const char* setting : {"full_page_writes", "fsync"}) {
            const auto reset = qScopeGuard([&] {
                mustRun(world.owner, std::string("alter system reset ") + setting);
                mustRun(world.owner, "select pg_reload_conf()");
            });
            setServer(world.owner, setting, "off");
            QTRY_VERIFY_WITH_TIMEOUT(
                holds(world.core, std::string("current_setting('") + setting + "') = 'off'"),
                kPatienceMs);
            const PassReport report = world.coreNumber(1).pass();
            QVERIFY(report.error.has_value());
            QCOMPARE(report.error->code(), std::string("database.unsafe_settings"));
            QCOMPARE(
                codeOf(
                    world.intake,
                    "select * from onceover.accept($1)",
                    Params().json(EngineWorld::request(setting, "book", 1, {}))),
                std::string("database.unsafe_settings"));
        }
        QTRY_VERIFY_WITH_TIMEOUT(
            holds(
                world.core,
                "current_setting('fsync') = 'on' and current_setting('full_page_writes') = 'on'"),
            kPatienceMs);
        QCOMPARE(book.requestCount(), 0);
        QVERIFY(!world.coreNumber(1).pass().error);
        QCOMPARE(world.status(payment), std::string("SUCCEEDED"));
    }

private:
    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(ScenarioCommitTest)

#include "scenario_commit_test.moc"
