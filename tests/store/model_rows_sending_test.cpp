// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the protocol's model about claim, journal and call, walked against the real functions;
// where the row is about what a core does, against the engine's own steps over a real journal file.
// Rows M.recheck and M.singleuse.noinv are masked in the model by one another; the row without both
// is rowM_recheckSingleuse.
#include "backend/journal/file_journal.h"
#include "backend/postgres/transaction.h"
#include "tests/store/row_process.h"

#include <QTemporaryDir>
#include <QTest>

using namespace onceover;

class ModelRowsSendingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_world = std::make_unique<DeskWorld>(m_fixture); }

    void cleanupTestCase() { m_world.reset(); }

    // The claim's answer was lost. What commits after the look would be nobody's attempt; what
    // committed before it is closed by its core.
    void rowF_lateCommitUnclosed()
    {
        ModelRow late(*m_world);
        const char* const kId = "00000000-0000-7000-a000-00000000f001";
        QCOMPARE(
            *mustRun(
                 m_world->core,
                 "select onceover.look_up_attempt($1, $2) as state",
                 Params().uuid(StoreFixture::coreId(1)).text(kId))[0]
                 .text("state"),
            std::string("VOID"));
        QCOMPARE(
            codeOf(
                m_world->core,
                "select * from onceover.claim($1, $2, $3, array[$4::uuid], 60000)",
                Params().uuid(StoreFixture::coreId(1)).text(kId).text(late.provider()).text(kId)),
            std::string("claim.attempt_void"));
        QCOMPARE(late.status(), std::string("PENDING"));
        QVERIFY(late.claim(2) != 0);

        ModelRow early(*m_world);
        {
            RowProcess dying(m_fixture, m_world->database, journal("late"), 101);
            QVERIFY(!dying.claimAndCall(early, Death::AfterClaim));
        }
        RowProcess next(m_fixture, m_world->database, journal("late"), 101);
        QCOMPARE(next.settle(), std::string());
        QCOMPARE(early.status(), std::string("FAILED NOT_SENT"));
        QCOMPARE(unclosed(early), std::string("0"));
        QCOMPARE(early.book().charges(), 0);
    }

    // Not PENDING, or held: nothing is claimed, whatever a core picked before.
    void rowM_recheck()
    {
        ModelRow row(*m_world);
        const std::string held = m_world->accept(
            row.provider() + "-again", row.provider(), 1250, "Payee " + row.provider());
        QCOMPARE(m_world->column(held, "hold_reason"), std::string("SUSPECTED_DOUBLE"));
        QVERIFY(row.claim(1) != 0);
        QCOMPARE(row.claim(2), 0);
        QCOMPARE(row.claim(1), 0);
        QCOMPARE(m_world->status(held), std::string("PENDING"));
    }

    // A used permit is no second send, also when a younger one is open.
    void rowM_singleuse()
    {
        ModelRow row(*m_world);
        const int first = row.claim();
        row.abandon(first);
        QVERIFY(row.retry());
        QCOMPARE(
            codeOf(
                m_world->owner,
                "insert into onceover.permit_uses (permit_id, payment_id, used_as, reason) select "
                "permit_id, payment_id, 'REVOKED', 'again' from onceover.attempts where attempt_id "
                "= $1",
                Params().uuid(StoreFixture::attemptId(first))),
            std::string("database.constraint"));
        const int second = row.claim(2);
        QVERIFY(row.call(second));
        row.arrive(second);
        QCOMPARE(row.claim(1), 0);
        QCOMPARE(
            m_world->scalar(
                "select count(*) || ' ' || count(distinct permit_id) from onceover.attempts where "
                "payment_id = $1",
                Params().text(row.payment())),
            std::string("2 2"));
        QCOMPARE(row.book().charges(), 1);
    }

    // Two claims at once for one payment.
    void rowM_recheckSingleuse()
    {
        ProviderTraits traits;
        traits.collapsesKeys = false;
        ModelRow row(*m_world, traits);
        int first = 0;
        {
            auto claiming = Transaction::begin(m_world->core, PgFixture::patience());
            QVERIFY(claiming.has_value());
            first = row.claim(1);
            QCOMPARE(row.claim(2), 0);
            QVERIFY(claiming->commit(PgFixture::patience()).isCommitted());
        }
        QCOMPARE(row.claim(2), 0);
        QVERIFY(row.call(first));
        row.arrive(first);
        QCOMPARE(row.book().charges(), 1);
    }

    // CALLING is on the disk before the first byte: a core that died is believed only as far as
    // its journal goes. Without keys a call that nobody remembers would be paid again.
    void rowM_callingNodedupe()
    {
        const std::vector<std::pair<Death, const char*>> deaths = {
            {Death::AfterClaim, "FAILED NOT_SENT"},
            // The database was told that the call is ready: more than the journal has to be heard.
            {Death::BeforeCalling, "UNKNOWN CORE_STOPPED"},
            {Death::AfterCalling, "UNKNOWN CORE_STOPPED"},
            {Death::InCall, "UNKNOWN CORE_STOPPED"}};
        int number = 110;
        for (const auto& [death, expected] : deaths) {
            ProviderTraits traits;
            traits.collapsesKeys = false;
            ModelRow row(*m_world, traits);
            const auto file = journal("calling" + std::to_string(++number));
            {
                RowProcess dying(m_fixture, m_world->database, file, number);
                QVERIFY(!dying.claimAndCall(row, death));
                QCOMPARE(row.book().charges(), death == Death::InCall ? 1 : 0);
                QVERIFY(dying.wasAnnounced());
                QCOMPARE(dying.callCount(), death == Death::InCall ? 1 : 0);
            }
            RowProcess next(m_fixture, m_world->database, file, number);
            QCOMPARE(next.settle(), std::string());
            QCOMPARE(row.status(), std::string(expected));
            QCOMPARE(row.retry(), death == Death::AfterClaim);
            QCOMPARE(next.settle(), std::string());
            QCOMPARE(unclosed(row), std::string("0"));
        }
    }

    // The same machine restored from an image: the call happened, journal and memory are of before.
    void rowM_callingDedupe()
    {
        ModelRow row(*m_world);
        const auto file = journal("restored");
        const auto image = journal("image");
        {
            RowProcess process(m_fixture, m_world->database, file, 120);
            process.takeImage(image);
            QVERIFY(process.claimAndCall(row, Death::None));
            QCOMPARE(row.book().charges(), 1);
            QVERIFY(process.wasAnnounced());
        }
        RowProcess restored(m_fixture, m_world->database, image, 120);
        QCOMPARE(restored.settle(), std::string());
        QCOMPARE(row.status(), std::string("UNKNOWN CORE_STOPPED"));
        QVERIFY(!row.retry());
    }

    // A second process of one core, while the first stands between claim and call.
    void rowM_xJournallock()
    {
        ProviderTraits traits;
        traits.collapsesKeys = false;
        ModelRow row(*m_world, traits);
        const int first = row.claim(1);
        QCOMPARE(row.abandon(first), std::string("FAILED"));
        QVERIFY(row.retry());
        const int second = row.claim(2);
        QVERIFY(row.call(second));
        row.arrive(second);
        QVERIFY(!row.call(first));
        row.arrive(first);
        QCOMPARE(row.book().charges(), 1);

        RowProcess alive(m_fixture, m_world->database, journal("locked"), 130);
        const auto rival = FileJournal::open(journal("locked"), StoreFixture::coreId(130));
        QVERIFY(!rival.has_value());
        QCOMPARE(rival.error().code(), std::string("journal.locked"));
        // And where the disk was copied, the lock with it.
        const auto copy = journal("copied");
        std::filesystem::copy_file(journal("locked"), copy);
        RowProcess clone(m_fixture, m_world->database, copy, 130);
        QCOMPARE(clone.heartbeat(), std::string());
        QCOMPARE(alive.heartbeat(), std::string("core.replaced"));
    }

private:
    std::filesystem::path journal(const std::string& name) const
    {
        return std::filesystem::path(m_directory.path().toStdString()) / (name + ".journal");
    }

    std::string unclosed(const ModelRow& row) const
    {
        return m_world->scalar(
            "select count(*) from onceover.attempt_fates where payment_id = $1 and closed_by is "
            "null",
            Params().text(row.payment()));
    }

    QTemporaryDir m_directory;
    StoreFixture m_fixture;
    std::unique_ptr<DeskWorld> m_world;
};

QTEST_GUILESS_MAIN(ModelRowsSendingTest)

#include "model_rows_sending_test.moc"
