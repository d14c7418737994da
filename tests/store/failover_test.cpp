// SPDX-License-Identifier: GPL-3.0-or-later
// Guarantee 9 on real servers: crashed, promoted, recovered to a point in time, rolled back by a
// copy of their storage, restored from dumps, running twice. The judge is the provider's book.
#include "backend/postgres/transaction.h"
#include "tests/store/failover_site.h"
#include "tests/support/without_fence_guard.h"

#include <QElapsedTimer>
#include <QTest>

#include <thread>

using namespace onceover;

class FailoverTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_model = FailoverSite::makeModel(); }

    void cleanupTestCase()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_model, ignored);
    }

    // No fence, and nobody has to act: the cores find their journals.
    void aCrashedServerResumesAlone()
    {
        FailoverSite site(m_model);
        QVERIFY(sendOne(site, "k1"));
        const auto one = site.core(1);
        QCOMPARE(site.accept("k2"), std::string());
        site.kill("a");
        site.start("a");
        QCOMPARE(site.state(), std::string("CHECKING"));
        QCOMPARE(site.accept("k3"), std::string("fence.checking"));
        // One of two: the other is awaited by name.
        const PassReport alone = one->pass();
        QCOMPARE(alone.error->code(), std::string("fence.checking"));
        QVERIFY(alone.error->detail().find("core-2") != std::string::npos);
        QCOMPARE(site.book().requestCount(), 1);
        QVERIFY(!site.core(2)->pass().error);
        QCOMPARE(site.state(), std::string("ARMED"));
        QVERIFY(!one->pass().error);
        QCOMPARE(site.accept("k3"), std::string());
        QVERIFY(!one->pass().error);
        QCOMPARE(site.book().requestCount(), 3);
        verifyBooks(site);
    }

    // Everything that SQL can see is as before: only the journal remembers.
    void aRolledBackSnapshotIsFenced_data()
    {
        QTest::addColumn<bool>("isTakenAsChecked");
        QTest::addColumn<bool>("isIntentThere");
        QTest::newRow("without the payment") << false << false;
        QTest::newRow("with the payment as it was before its send") << false << true;
        // A machine resumed with its memory: the start of the server is the old one, too.
        QTest::newRow("the row says ARMED for this very start") << true << true;
    }

    void aRolledBackSnapshotIsFenced()
    {
        QFETCH(bool, isTakenAsChecked);
        QFETCH(bool, isIntentThere);
        FailoverSite site(m_model);
        if (isIntentThere)
            QCOMPARE(site.accept("k1"), std::string());
        site.stop("a");
        site.copyData("a", "snapshot");
        site.start("a");
        QCOMPARE(site.proveAll(), std::string());
        if (!isIntentThere)
            QCOMPARE(site.accept("k1"), std::string());
        QVERIFY(!site.core(1)->pass().error);
        QCOMPARE(site.book().requestCount(), 1);
        const std::string reference = site.scalar("select reference from onceover.payments");
        site.stop("a");
        site.copyData("snapshot", "a");
        site.start("a");
        if (isTakenAsChecked)
            site.runScript(withoutFenceGuard(
                "update onceover.incarnations set state = 'ARMED', checked_start = "
                "pg_postmaster_start_time()"));
        else
            QCOMPARE(site.accept("k1"), std::string("fence.checking"));
        // The other core has nothing to miss, and does not end the check by itself.
        const auto two = site.core(2);
        if (!isTakenAsChecked)
            QCOMPARE(two->pass().error->code(), std::string("fence.checking"));
        const PassReport report = site.core(1)->pass();
        QVERIFY(report.error);
        QCOMPARE(report.error->code(), std::string("fence.witness"));
        QCOMPARE(site.state(), std::string("FENCED"));
        QCOMPARE(site.accept("k1"), std::string("fence.not_armed"));
        QCOMPARE(two->pass().error->code(), std::string("fence.not_armed"));
        QCOMPARE(site.book().requestCount(), 1);
        QCOMPARE(site.book().charges(reference), 1);
        // The evidence is on record.
        QCOMPARE(
            site.scalar("select count(*) from onceover.events where kind = 'FENCED' and body like "
                        "'%its id is unknown%'"),
            std::string("1"));
    }

    // Scenario 14: the only witness is gone, and the new one knows nothing.
    void aNewCoreOnARolledBackDatabaseDoesNotSend()
    {
        FailoverSite site(m_model);
        QCOMPARE(site.accept("k1"), std::string());
        site.stop("a");
        site.copyData("a", "snapshot");
        site.start("a");
        QCOMPARE(site.proveAll(), std::string());
        QCOMPARE(site.book().requestCount(), 1);
        site.stop("a");
        site.copyData("snapshot", "a");
        site.start("a");
        const auto fresh = site.core(3);
        for (int i = 0; i < 2; ++i) {
            const PassReport report = fresh->pass();
            QCOMPARE(report.error->code(), std::string("core.not_admitted"));
        }
        QCOMPARE(site.state(), std::string("CHECKING"));
        // Nor does the core with an empty journal that takes the old one's name.
        std::filesystem::remove(ScenarioCore::journalIn(site.path("journals"), 1));
        QCOMPARE(site.core(1)->pass().error->code(), std::string("core.other_journal"));
        QCOMPARE(site.book().requestCount(), 1);
    }

    // A core's machine restored from an image: its journal is no witness any more.
    void aRestoredJournalIsRefused()
    {
        FailoverSite site(m_model);
        site.copyJournal(1, "journals", "image");
        QVERIFY(sendOne(site, "k1"));
        QVERIFY(!site.core(1)->pass().error);
        QCOMPARE(site.accept("k2"), std::string());
        const PassReport report = site.core(1, "a", "image")->pass();
        QCOMPARE(report.error->code(), std::string("core.journal_went_back"));
        QCOMPARE(site.book().requestCount(), 1);
        QCOMPARE(site.state(), std::string("ARMED"));
    }

    // Scenario 2 and faults 24, 30, 31: the standby lacks the last payment; it is fenced whatever
    // it says, and who saw it does not go back to the old primary.
    void aPromotedStandbyIsFenced()
    {
        FailoverSite site(m_model);
        site.backUp("a", "b");
        QVERIFY(sendOne(site, "k1"));
        const std::string reference = site.scalar("select reference from onceover.payments");
        site.touch("b", "standby.signal");
        site.start("b");
        // Refused while it is a standby.
        QCOMPARE(site.accept("k1", "b"), std::string("fence.standby"));
        QVERIFY(site.core(2, "b")->pass().error);
        QCOMPARE(site.scalar("select pg_promote()::text", "b"), std::string("true"));
        QCOMPARE(site.accept("k1", "b"), std::string("fence.incarnation"));
        auto one = site.core(1, "b");
        QCOMPARE(one->pass().error->code(), std::string("fence.not_armed"));
        QCOMPARE(site.state("b"), std::string("FENCED"));
        QCOMPARE(site.accept("k1", "b"), std::string("fence.not_armed"));
        QCOMPARE(
            site.scalar(
                "select onceover.reference_of(tenant, 'shop', 'k1') as value from "
                "onceover.installation",
                "b"),
            reference);
        // Two primaries: the old one still takes payments in, and this core does not serve it.
        QCOMPARE(site.accept("k2"), std::string());
        one.reset();
        const auto back = site.core(1);
        QCOMPARE(back->pass().error->code(), std::string("fence.older_server"));
        QCOMPARE(site.book().requestCount(), 1);
        // The one that never left goes on.
        QVERIFY(!site.core(2)->pass().error);
        QCOMPARE(site.book().requestCount(), 2);
        verifyBooks(site);
    }

    void recoveryToAPointInTimeIsFenced()
    {
        FailoverSite site(m_model);
        QCOMPARE(site.accept("k1"), std::string());
        site.stop("a");
        site.copyData("a", "b");
        site.start("a");
        QCOMPARE(site.proveAll(), std::string());
        QCOMPARE(site.book().requestCount(), 1);
        site.stop("a");
        site.touch("b", "recovery.signal");
        site.start("b", {{"restore_command", "'/bin/false'"}});
        QVERIFY(QTest::qWaitFor(
            [&] { return site.scalar("select pg_is_in_recovery()::text", "b") == "false"; },
            30'000));
        QCOMPARE(site.accept("k1", "b"), std::string("fence.incarnation"));
        QCOMPARE(site.core(2, "b")->pass().error->code(), std::string("fence.not_armed"));
        QCOMPARE(site.state("b"), std::string("FENCED"));
        QCOMPARE(site.book().requestCount(), 1);
    }

    void aRestoredDumpIsFenced()
    {
        FailoverSite site(m_model);
        QVERIFY(sendOne(site, "k1"));
        site.dumpAndRestore("a");
        QCOMPARE(site.accept("k2"), std::string("fence.incarnation"));
        QCOMPARE(site.core(1)->pass().error->code(), std::string("fence.not_armed"));
        QCOMPARE(site.state(), std::string("FENCED"));
        QCOMPARE(site.book().requestCount(), 1);
    }

    // Fault 28: identity, start and rows of every other table are as they were.
    void oneRestoredTableIsNoticed_data()
    {
        QTest::addColumn<QString>("table");
        for (const char* table : {"attempts", "ready_calls", "results", "attempt_ids"})
            QTest::newRow(table) << QString::fromLatin1(table);
    }

    void oneRestoredTableIsNoticed()
    {
        QFETCH(QString, table);
        FailoverSite site(m_model);
        QVERIFY(sendOne(site, "k1"));
        QVERIFY(sendOne(site, "k2"));
        const std::string name = "onceover." + table.toStdString();
        site.runScript(
            "set session_replication_role = replica; alter table " + name
            + " disable trigger all; delete from " + name
            + " where attempt_id = (select max(attempt_id::text)::uuid from " + name + ")");
        QCOMPARE(site.accept("k3"), std::string());
        QCOMPARE(site.core(1)->pass().error->code(), std::string("fence.witness"));
        QCOMPARE(site.state(), std::string("FENCED"));
        QCOMPARE(site.book().requestCount(), 2);
    }

    // The answer arrives while the server is away: kept in the journal, stored while the check
    // goes on, and effective when it is over.
    void aResultArrivesWhileTheServerIsAway()
    {
        FailoverSite site(m_model);
        QCOMPARE(site.accept("k1"), std::string());
        site.book().whileCalling([&] {
            site.kill("a");
            site.start("a");
        });
        const auto one = site.core(1);
        QCOMPARE(one->pass().error->code(), std::string("fence.checking"));
        QCOMPARE(
            site.scalar("select p.status || ' ' || r.answer as value from onceover.payments p join "
                        "onceover.results r using (payment_id)"),
            std::string("SUBMITTING SUCCEEDED"));
        QVERIFY(!site.core(2)->pass().error);
        QVERIFY(!one->pass().error);
        QCOMPARE(site.scalar("select status from onceover.payments"), std::string("SUCCEEDED"));
        QCOMPARE(site.book().requestCount(), 1);
        verifyBooks(site);
    }

    // Fencing waits for the claim under way, and the next one meets the fence.
    void fencingWaitsForTheClaimUnderWay()
    {
        FailoverSite site(m_model);
        QCOMPARE(site.accept("k1"), std::string());
        QCOMPARE(site.accept("k2"), std::string());
        const auto one = site.core(1);
        std::jthread fencing;
        site.book().whileRendering([&] {
            // The claim is committed; a transaction of the same kind is still open.
            Connection open = site.owner();
            auto transaction = Transaction::begin(open, PgFixture::patience());
            QVERIFY(transaction->execute(
                {"test", "select onceover.require_armed()"}, Params(), PgFixture::patience()));
            fencing = std::jthread([&] {
                site.runScript(
                    "select onceover.fence_now((select core_id from onceover.cores limit 1), "
                    "'test')");
            });
            QVERIFY(QTest::qWaitFor(
                [&] {
                    return site.scalar("select count(*)::text from pg_locks where not granted")
                           != "0";
                },
                30'000));
            // Whoever comes later waits behind it: a stream of claims does not keep it waiting.
            Connection late = site.owner();
            mustRun(late, "set lock_timeout = '100ms'");
            QCOMPARE(
                codeOf(late, "select onceover.require_armed()"),
                std::string("database.lock_timeout"));
            QVERIFY(transaction->commit(PgFixture::patience()).isCommitted());
            fencing.join();
        });
        const PassReport report = one->pass();
        QVERIFY(report.error);
        QCOMPARE(site.state(), std::string("FENCED"));
        // It was fenced before the call was announced, so there is none.
        QCOMPARE(site.book().requestCount(), 0);
    }

    // A session of somebody's that idles in its transaction does not keep a core from fencing.
    void anIdleTransactionDoesNotKeepTheFenceAway()
    {
        FailoverSite site(m_model);
        QVERIFY(sendOne(site, "k1"));
        site.runScript("set session_replication_role = replica; alter table onceover.ready_calls "
                       "disable trigger all; delete from onceover.ready_calls");
        Connection open = site.owner();
        auto transaction = Transaction::begin(open, PgFixture::patience());
        QVERIFY(transaction->execute(
            {"test", "select onceover.require_armed()"}, Params(), PgFixture::patience()));
        QCOMPARE(site.core(1)->pass().error->code(), std::string("fence.witness"));
        QCOMPARE(site.state(), std::string("FENCED"));
        QCOMPARE(site.accept("k2"), std::string("fence.not_armed"));
        QCOMPARE(site.core(2)->pass().error->code(), std::string("fence.not_armed"));
        const std::string events = "select count(*) from onceover.events where kind = 'FENCED'";
        QCOMPARE(site.scalar(events), std::string("0"));
        QVERIFY(transaction->commit(PgFixture::patience()).isCommitted());
        QCOMPARE(site.core(2)->pass().error->code(), std::string("fence.not_armed"));
        QCOMPARE(site.scalar(events), std::string("1"));
        QCOMPARE(site.book().requestCount(), 1);
    }

private:
    static bool sendOne(FailoverSite& site, const std::string& key)
    {
        const int before = site.book().requestCount();
        return site.accept(key).empty() && !site.core(1)->pass().error
               && site.book().requestCount() == before + 1;
    }

    static void verifyBooks(FailoverSite& site)
    {
        Connection owner = site.owner();
        for (const Row row : mustRun(owner, "select reference from onceover.payments"))
            QVERIFY(site.book().requests(*row.text("reference")) <= 1);
    }

    std::filesystem::path m_model;
};

QTEST_GUILESS_MAIN(FailoverTest)

#include "failover_test.moc"
