// SPDX-License-Identifier: GPL-3.0-or-later
// Identical payments are settled as a set or not at all; and two programs at once judge one after
// the other.
#include "backend/postgres/transaction.h"
#include "tests/store/match_world.h"

#include <QTest>

#include <thread>

using namespace onceover;

namespace {

constexpr const char* kAlike = "ACCOUNT_AMOUNT_WINDOW";
constexpr const char* kUnique = "UNIQUE_ACCOUNT_AND_AMOUNT";

std::string withoutSets()
{
    std::string rules = MatchWorld::defaultRules();
    const std::string on = "\"sets\":true";
    return rules.replace(rules.find(on), on.size(), "\"sets\":false");
}

} // namespace

class MatchSetsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void asManyLinesAsPaymentsAreSettledTogether()
    {
        MatchWorld world(m_fixture);
        world.sent("a");
        world.sent("b");
        world.sent("c");
        QCOMPARE(
            world.storeAndMatch({{"one"}, {"two", 1250, "DE021203", 1}, {"three"}}),
            std::string("3 0"));
        QCOMPARE(
            world.scalar("select count(distinct payment_id) from onceover.record_owners"),
            std::string("3"));
        QVERIFY(world.isConsistent());
    }

    void whatIsNoSet_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("reason");
        const auto add = [](const char* kind, const char* reason) {
            QTest::newRow(kind) << kind << reason;
        };
        add("a payment more", "SET_COUNTS_DIFFER");
        add("a line more", "SET_COUNTS_DIFFER");
        add("a line more without a day", "SET_COUNTS_DIFFER");
        add("one sent twice", "SET_SENT_MORE_THAN_ONCE");
        add("one not closed", "SET_NOT_CLOSED");
        add("days not covered", "SET_COVERAGE_INCOMPLETE");
        add("rules without sets", "PAYMENTS_COMPETE");
        add("one line too late", "SET_WINDOWS_DIFFER");
        add("one settled already", "PAYMENT_HAS_RECORD");
        add("one line twice", "SET_COUNTS_DIFFER");
        add("one line for two", "SET_COUNTS_DIFFER");
    }

    // Nothing moves, neither by the step nor by a program that calls it a set, and people read why.
    void whatIsNoSet()
    {
        QFETCH(QString, kind);
        QFETCH(QString, reason);
        MatchWorld world(
            m_fixture, kind == "rules without sets" ? withoutSets() : MatchWorld::defaultRules());
        std::vector<std::string> payments = {world.sent("a")};
        if (kind == "one sent twice") {
            QCOMPARE(world.resend(m_fixture, payments[0], "new"), std::string());
            QVERIFY(world.claim(9));
            world.record(9, "UNKNOWN");
        }
        if (kind == "one not closed") {
            payments.push_back(world.accept("b"));
            QVERIFY(world.claim(8));
        } else {
            payments.push_back(world.sent("b"));
        }
        if (kind == "a payment more")
            world.sent("c");
        std::vector<StatementLine> lines = {{"one"}, {"two"}};
        if (kind == "a line more" || kind == "a line more without a day")
            lines.push_back({"three"});
        if (kind == "one line for two")
            lines.pop_back();
        if (kind == "one line too late")
            lines[1].daysFromToday = 3;
        if (kind == "one settled already") {
            lines.push_back({"own", 1250, "", 0, "", world.reference(payments[1])});
            lines.erase(lines.begin() + 1);
            lines.push_back({"two"});
        }
        const std::string import = world.store(lines, kind != "days not covered");
        if (kind == "a line more without a day")
            world.runAsOwner(
                "update onceover.free_records set booked_on = null where record_id = '"
                + world.recordOf("three") + "'");
        const std::string before = world.linkCount();
        std::vector<std::string> named = {"one", "two"};
        if (kind == "one line twice")
            named = {"one", "one"};
        if (kind == "one line for two")
            named = {"one"};
        const std::string answer = world.proposeSet(payments, named);
        QVERIFY2(answer.rfind("0 ", 0) == 0 && answer != "0 0", answer.c_str());
        QVERIFY2(
            world.reasonsOf("one").find(reason.toStdString()) != std::string::npos,
            world.reasonsOf("one").c_str());
        QCOMPARE(world.linkCount(), before);
        // With what the set said gone, the step alone moves nothing either.
        if (!kind.startsWith("one line") && !kind.endsWith("day")
            && kind != "one settled already") {
            const std::string counts = world.match(import);
            QVERIFY2(counts.rfind("0 ", 0) == 0, counts.c_str());
            QCOMPARE(world.linkCount(), before);
        }
        QVERIFY(world.isConsistent());
    }

    // Two programs judge one after the other: the second waits and sees what the first did.
    void twoProgramsJudgeOneAfterTheOther()
    {
        MatchWorld world(m_fixture);
        const std::string a = world.sent("a");
        world.store({{"one"}});
        Connection first = m_fixture.connectOwner(world.database);
        auto judging = Transaction::begin(first, PgFixture::patience());
        QVERIFY(judging);
        QVERIFY(judging->execute(
            {"test", "select onceover.lock_matching()"}, {}, PgFixture::patience()));
        std::string answer;
        std::thread waiting(
            [&] { answer = world.propose(world.ingest, a, "one", kAlike, kUnique); });
        Connection observer = m_fixture.connectOwner(world.database);
        const auto isWaiting = [&] {
            return !mustRun(
                        observer,
                        "select 1 as one from pg_locks where locktype = 'advisory' and not granted "
                        "and "
                        "database = (select oid from pg_database where datname = "
                        "current_database())")
                        .isEmpty();
        };
        const bool waits = QTest::qWaitFor(isWaiting, 8000);
        QVERIFY(judging->commit(PgFixture::patience()).toResult());
        waiting.join();
        QVERIFY(waits);
        QCOMPARE(answer, std::string("1 0"));
    }

private:
    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(MatchSetsTest)

#include "match_sets_test.moc"
