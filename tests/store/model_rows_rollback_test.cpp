// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the protocol's model in which the database goes back to an earlier state. The rollback is
// a copy of the database taken before; a silent one is a copy that was told its own identity, as a
// restored storage image would have it. What is not built yet, and so only shown to be refused:
// re-arming (rows F.rb1.lost_decision, M.x.rearm_intent), seals as witnesses of decisions (row
// F.rb3.lost_decision), the loss policy (row F.rb1.loss_twice). Row M.fence.dedupe is masked in
// the model by the provider's keys; its test counts calls, not charges.
#include "tests/store/model_row.h"
#include "tests/support/without_fence_guard.h"

#include <QTest>

using namespace onceover;

namespace {

constexpr const char* kBoot = "00000000-0000-7000-b000-000000000001";

// The machine's sessions of a world, moved to another database of the same server.
void connectTo(StoreFixture& fixture, DeskWorld& world, const std::string& database)
{
    world.database = database;
    world.owner = fixture.connectOwner(database);
    world.core = fixture.connect("m_core", database);
    world.core2 = fixture.connect("m_core2", database);
    world.liwei = fixture.connect("liwei", database);
    world.ana = fixture.connect("ana", database);
}

// A copy of the database as it is now; every session of it is ended for that.
std::string copyOf(StoreFixture& fixture, DeskWorld& world)
{
    const std::string copy = world.database + "_copy";
    Connection server = fixture.connectOwner("postgres");
    mustRun(
        server,
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1",
        Params().text(world.database));
    mustRun(server, "create database " + copy + " template " + world.database);
    connectTo(fixture, world, world.database);
    return copy;
}

// What a restored storage image is: the copy believes to be the database it was.
void makeSilent(DeskWorld& world)
{
    world.runAsOwner(withoutFenceGuard(
        "update onceover.incarnations set database_oid = (select oid::bigint from pg_database "
        "where datname = current_database())"));
}

} // namespace

class ModelRowsRollbackTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    // Results, verdicts, leases and automatic grounds wait for the re-arming too.
    void rowF_rb1VerdictFenced()
    {
        DeskWorld world(m_fixture);
        ModelRow row(world);
        const int first = row.claim(1, 0);
        const std::string copy = copyOf(m_fixture, world);
        row.abandon(first);
        QVERIFY(row.retry());
        const int second = row.claim(2);
        QVERIFY(row.call(second));
        connectTo(m_fixture, world, copy);
        // The second send is not on record here, and would be forgotten by a FAILED.
        QCOMPARE(abandonCode(world, first), std::string("fence.incarnation"));
        QCOMPARE(row.record(first, "NOT_SENT"), std::string("STORED "));
        QCOMPARE(row.status(), std::string("SUBMITTING"));
        QCOMPARE(row.verdict("NOT_HAPPENED"), std::string("fence.incarnation"));
        QCOMPARE(row.verdict("EXHAUSTED"), std::string("fence.incarnation"));
        QCOMPARE(code(world, "select onceover.expire_leases($1, 10)"), "fence.incarnation");
        QCOMPARE(grantCode(world, row), std::string("fence.incarnation"));
        row.arrive(second);
        QCOMPARE(row.status(), std::string("SUBMITTING"));
        QCOMPARE(row.book().charges(), 1);
    }

    // Cancelled by a person, and the cancel lost: the permit is open again and is not used.
    void rowF_rb1LostDecision()
    {
        DeskWorld world(m_fixture);
        ModelRow row(world);
        const std::string copy = copyOf(m_fixture, world);
        QCOMPARE(cancel(world, row), std::string());
        connectTo(m_fixture, world, copy);
        QCOMPARE(row.openPermits(), std::string("1"));
        QCOMPARE(claimCode(world, row), std::string("fence.incarnation"));
        QCOMPARE(cancel(world, row), std::string("fence.incarnation"));
        QCOMPARE(row.status(), std::string("PENDING"));
    }

    // The loss policy is not built: no hand grants its permit, so none is granted twice.
    void rowF_rb1LossTwice()
    {
        DeskWorld world(m_fixture);
        const std::string payment = world.reviewPayment();
        for (const char* ground : {"LOSS_TOLERATED", "PROBE", "RECOVERED"}) {
            QCOMPARE(
                codeOf(
                    world.owner,
                    "select onceover.grant_permit($1, $2, 'x', 1, null, 'CORE', null)",
                    Params().text(payment).text(ground)),
                std::string("guard.ground_not_in_use"));
        }
        QCOMPARE(world.openPermits(payment), std::string("0"));
    }

    // A rollback that the database does not notice: the claim of core 1 is gone, core 2 claims the
    // same permit again and sends; core 1 asks before its first byte.
    void rowF_rb2SilentNodedupe()
    {
        DeskWorld world(m_fixture);
        ProviderTraits traits;
        traits.collapsesKeys = false;
        ModelRow row(world, traits);
        const std::string copy = copyOf(m_fixture, world);
        const int first = row.claim(1);
        QVERIFY(first != 0);
        connectTo(m_fixture, world, copy);
        makeSilent(world);
        const int second = row.claim(2);
        if (second != 0 && row.call(second))
            row.arrive(second);
        QCOMPARE(row.ready(first), std::string("attempt.unknown"));
        QVERIFY(row.book().charges() <= 1);
        // Its journal's INTENT is looked up; a claim under it can no longer appear.
        QCOMPARE(lookUp(world, first), std::string("VOID"));
    }

    // The same after core 1 has called: its journal is the witness, and nothing moves any more.
    void rowF_rb3LostDecision()
    {
        DeskWorld world(m_fixture);
        ProviderTraits traits;
        traits.collapsesKeys = false;
        ModelRow row(world, traits);
        const std::string copy = copyOf(m_fixture, world);
        const int first = row.claim(1);
        QVERIFY(row.call(first));
        row.arrive(first);
        QCOMPARE(row.record(first, "SUCCEEDED"), std::string("RECORDED "));
        connectTo(m_fixture, world, copy);
        makeSilent(world);
        QCOMPARE(lookUp(world, first), std::string("VOID"));
        mustRun(
            world.core,
            "select onceover.fence($1, 'called and not on record')",
            Params().uuid(StoreFixture::coreId(1)));
        QCOMPARE(claimCode(world, row), std::string("fence.not_armed"));
        QCOMPARE(cancel(world, row), std::string("fence.not_armed"));
        QCOMPARE(row.book().charges(), 1);
    }

    // A copy is fenced by what it is, without anybody's order.
    void rowM_fenceNodedupe()
    {
        DeskWorld world(m_fixture);
        ProviderTraits traits;
        traits.collapsesKeys = false;
        ModelRow row(world, traits);
        const std::string copy = copyOf(m_fixture, world);
        const int first = row.claim(1);
        QVERIFY(row.call(first));
        row.arrive(first);
        connectTo(m_fixture, world, copy);
        QCOMPARE(claimCode(world, row), std::string("fence.incarnation"));
        QCOMPARE(row.book().charges(), 1);
    }

    void rowM_fenceDedupe()
    {
        DeskWorld world(m_fixture);
        ModelRow row(world);
        mustRun(
            world.core2, "select onceover.fence($1, 'x')", Params().uuid(StoreFixture::coreId(2)));
        QCOMPARE(claimCode(world, row), std::string("fence.not_armed"));
        QCOMPARE(row.openPermits(), std::string("1"));
    }

    // Re-armed while a core still holds a claim of before: its call is refused, and its word that
    // it did not call is taken.
    void rowM_xRearmIntent()
    {
        DeskWorld world(m_fixture);
        ModelRow row(world);
        const int first = row.claim(1);
        world.runAsOwner(withoutFenceGuard("update onceover.incarnations set state = 'FENCED'"));
        world.runAsOwner(withoutFenceGuard(
            "insert into onceover.incarnations select 2, system_identifier, timeline, "
            "database_oid, 'ARMED', 'by hand', now(), checked_start from "
            "onceover.incarnations"));
        QCOMPARE(row.ready(first), std::string("fence.epoch"));
        QCOMPARE(row.abandon(first), std::string("FAILED"));
        QCOMPARE(row.status(), std::string("FAILED NOT_SENT"));
    }

private:
    static std::string code(DeskWorld& world, const char* sql)
    {
        return codeOf(world.core, sql, Params().uuid(StoreFixture::coreId(1)));
    }

    static std::string claimCode(DeskWorld& world, const ModelRow& row)
    {
        return codeOf(
            world.core2,
            "select * from onceover.claim($1, $2, $3, array[gen_random_uuid()], 60000)",
            Params().uuid(StoreFixture::coreId(2)).text(kBoot).text(row.provider()));
    }

    static std::string grantCode(DeskWorld& world, const ModelRow& row)
    {
        return codeOf(
            world.core,
            "select onceover.grant_automatic($1, $2)",
            Params().uuid(StoreFixture::coreId(1)).text(row.payment()));
    }

    static std::string abandonCode(DeskWorld& world, int attempt)
    {
        return codeOf(
            world.core,
            "select onceover.abandon($1, $2, $3, false, 'x')",
            Params()
                .uuid(StoreFixture::coreId(1))
                .uuid(StoreFixture::attemptId(attempt))
                .text(kBoot));
    }

    static std::string lookUp(DeskWorld& world, int attempt)
    {
        return *mustRun(
                    world.core,
                    "select onceover.look_up_attempt($1, $2) as state",
                    Params()
                        .uuid(StoreFixture::coreId(1))
                        .uuid(StoreFixture::attemptId(attempt)))[0]
                    .text("state");
    }

    static std::string cancel(DeskWorld& world, const ModelRow& row)
    {
        return world.propose(
            world.liwei, world.scalar("select gen_random_uuid()"), row.payment(), "CANCEL");
    }

    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(ModelRowsRollbackTest)

#include "model_rows_rollback_test.moc"
