// SPDX-License-Identifier: GPL-3.0-or-later
// Lines without a reference: what is linked by itself, what goes to people, and what no program can
// make the database link.
#include "tests/store/match_world.h"
#include "tests/support/passing_time.h"

#include <QTest>

using namespace onceover;
using namespace std::chrono_literals;

namespace {

constexpr const char* kAlike = "ACCOUNT_AMOUNT_WINDOW";
constexpr const char* kUnique = "UNIQUE_ACCOUNT_AND_AMOUNT";
constexpr const char* kName = "NORMALISED_REFERENCE";
constexpr const char* kUniqueName = "UNIQUE_NORMALISED_REFERENCE";

} // namespace

class MatchTiersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void onePaymentAndOneLineMeet()
    {
        MatchWorld world(m_fixture);
        const std::string payment = world.sent("a");
        QCOMPARE(world.storeAndMatch({{"line"}}), std::string("1 0"));
        QCOMPARE(world.ownerOf("line"), std::string("a ACCOUNT_AMOUNT_WINDOW"));
        QCOMPARE(world.verdictCode(payment, "HAPPENED"), std::string());
        QCOMPARE(world.status(payment), std::string("SUCCEEDED"));
        QCOMPARE(world.scalar("select count(*) from onceover.free_records"), std::string("0"));
        // Once more changes nothing.
        QCOMPARE(world.matchDue(), std::string("0 0"));
        QVERIFY(world.isConsistent());
    }

    // Nothing is linked by itself before two people have put rules in force.
    void withoutRulesNothingIsLinked()
    {
        MatchWorld world(m_fixture, "");
        world.sent("a");
        QCOMPARE(world.storeAndMatch({{"line"}}), std::string("0 0"));
        const std::string record = world.recordOf("line");
        QCOMPARE(
            world.propose(
                world.ingest,
                world.scalar("select payment_id from onceover.payments"),
                "line",
                kAlike,
                kUnique),
            std::string("0 1"));
        QCOMPARE(world.reasonsOf("line"), std::string("TIER_IS_FOR_PEOPLE"));
        QCOMPARE(world.linkCount(), std::string("0"));
    }

    // FAULTS 0.8 in this tier: the line may be either's, and both cases show it.
    void scenario08_twoEqualPaymentsFacingOneLine()
    {
        MatchWorld world(m_fixture);
        const std::string a = world.accept("a");
        QVERIFY(world.claim(1));
        world.record(1, "SUCCEEDED", "ch_a");
        const std::string b = world.sent("b");
        QCOMPARE(world.status(a), std::string("SUCCEEDED"));
        QCOMPARE(world.storeAndMatch({{"line"}}), std::string("0 2"));
        QCOMPARE(world.reasonsOf("line"), std::string("SET_COUNTS_DIFFER SET_COUNTS_DIFFER"));
        QCOMPARE(world.linkCount(), std::string("0"));
        QCOMPARE(world.verdictCode(b, "HAPPENED"), std::string("verdict.ambiguous"));
        // A program that says otherwise is told the same.
        QCOMPARE(world.propose(world.ingest, b, "line", kAlike, kUnique), std::string("0 0"));
        QCOMPARE(world.linkCount(), std::string("0"));
        QVERIFY(world.isConsistent());
    }

    // What a program may not make of a pair, whatever it says, and the reason that people read.
    void aWrongProgramLinksNothing_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("more");
        QTest::addColumn<QString>("tier");
        QTest::addColumn<QString>("reason");
        const auto add = [](const char* name,
                            const char* line,
                            const char* more,
                            const char* tier,
                            const char* reason) {
            QTest::newRow(name) << line << more << tier << reason;
        };
        add("another payment", "", "payment", kAlike, "PAYMENTS_COMPETE");
        add("another line", "", "line", kAlike, "RECORDS_COMPETE");
        add("a line without a day", "", "undated", kAlike, "RECORDS_COMPETE");
        add("an amount in part", "amount", "", kAlike, "AMOUNT_PARTIAL");
        add("the other direction", "direction", "", kAlike, "DIRECTION_DIFFERS");
        add("another account", "account", "", kAlike, "ACCOUNT_DIFFERS");
        add("no account", "no account", "", kAlike, "ACCOUNT_DIFFERS");
        add("too late", "late", "", kAlike, "OUTSIDE_WINDOW");
        add("too early", "early", "", kAlike, "DATED_BEFORE_SEND");
        add("it names another", "names b", "payment", kAlike, "NAMES_ANOTHER");
        add("it hides another's name", "hides b", "payment", kAlike, "NAMES_ANOTHER");
        add("it names two", "names two", "payment", kAlike, "RECORD_NAMES_SEVERAL");
        add("a name that is not there", "", "", kName, "DAMAGED_REFERENCE");
        add("no name in the first tier", "", "", "EXACT_REFERENCE", "DAMAGED_REFERENCE");
        add("a payment that ended", "", "ended", kAlike, "NEVER_SENT");
    }

    void aWrongProgramLinksNothing()
    {
        QFETCH(QString, line);
        QFETCH(QString, more);
        QFETCH(QString, tier);
        QFETCH(QString, reason);
        MatchWorld world(m_fixture);
        const std::string a = world.accept("a");
        QVERIFY(world.claim(1));
        world.record(1, more == "ended" ? "REJECTED_FINAL" : "UNKNOWN");
        const std::string b = more == "payment" ? world.sent("b") : std::string();
        StatementLine shown{"line"};
        if (line == "amount")
            shown.amountMinor = 1249;
        else if (line == "direction")
            shown.direction = "IN";
        else if (line == "account")
            shown.account = "DE99";
        else if (line == "no account")
            shown.account = "";
        else if (line == "late")
            shown.daysFromToday = 3;
        else if (line == "early")
            shown.daysFromToday = -4;
        else if (line == "names b")
            shown.reference = world.reference(b);
        else if (line == "hides b")
            shown.narrative =
                "paid " + world.reference(b).substr(0, 8) + "-" + world.reference(b).substr(8);
        else if (line == "names two")
            shown.named = "[\"" + world.reference(a) + "\",\"" + world.reference(b) + "\"]";
        std::vector<StatementLine> lines = {shown};
        if (more == "line" || more == "undated")
            lines.push_back({"other"});
        if (line == "names b")
            lines.push_back({"b's own", 1250, "DE021203", 0, "", world.reference(b)});
        world.store(lines);
        if (more == "undated")
            world.runAsOwner(
                "update onceover.free_records set booked_on = null where record_id = '"
                + world.recordOf("other") + "'");
        const std::string before = world.linkCount();
        const std::string found = tier == kAlike  ? kUnique
                                  : tier == kName ? kUniqueName
                                                  : "UNIQUE_REFERENCE";
        QCOMPARE(
            world.propose(world.ingest, a, "line", tier.toStdString(), found),
            std::string(line == "names two" ? "0 0" : "0 1"));
        QCOMPARE(world.linkCount(), before);
        if (line != "names two")
            QCOMPARE(
                QString::fromStdString(world.reasonsOf("line")).split(' ').contains(reason), true);
        QVERIFY(world.isConsistent());
    }

    // A bank cut the reference at the end of its field.
    void aCutReferenceIsLinkedInTheSecondTier()
    {
        MatchWorld world(m_fixture);
        const std::string a = world.sent("a");
        world.sent("b");
        const std::string cut = "PAY " + world.reference(a).substr(0, 12);
        QCOMPARE(world.storeAndMatch({{"line", 1250, "", 0, cut}}), std::string("1 0"));
        QCOMPARE(world.ownerOf("line"), std::string("a NORMALISED_REFERENCE"));
        // Where two lines are cut so, neither is.
        MatchWorld other(m_fixture);
        const std::string c = other.sent("a");
        const std::string twice = "PAY " + other.reference(c).substr(0, 12);
        QCOMPARE(
            other.storeAndMatch({{"one", 1250, "", 0, twice}, {"two", 1250, "", 0, twice}}),
            std::string("0 2"));
        QCOMPARE(other.propose(other.ingest, c, "one", kName, kUniqueName), std::string("0 0"));
        QCOMPARE(other.linkCount(), std::string("0"));
    }

    // The provider's own number of the charge stands in a line.
    void theProvidersNumberIsAName()
    {
        MatchWorld world(m_fixture);
        const std::string a = world.accept("a");
        QVERIFY(world.claim(1));
        world.record(1, "SUCCEEDED", "ch_4711_0815");
        world.sent("b");
        world.store({{"line", 1250, ""}});
        world.runScript(
            "alter table onceover.records disable trigger user; update onceover.records set "
            "references_found = '{\"account_servicer\": \"ch_4711_0815\"}'; alter table "
            "onceover.records enable always trigger append_only");
        world.runAsOwner("update onceover.free_records set next_look_at = clock_timestamp()");
        QCOMPARE(world.matchDue(), std::string("1 0"));
        QCOMPARE(world.ownerOf("line"), std::string("a EXACT_REFERENCE"));
    }

    // The line comes first; the core's own round finds the payment later.
    void aPaymentThatComesAfterItsLine()
    {
        MatchWorld world(m_fixture);
        QCOMPARE(world.storeAndMatch({{"line"}}), std::string("0 0"));
        QCOMPARE(world.matchDue(), std::string("0 0"));
        world.sent("a");
        world.runAsOwner("update onceover.free_records set next_look_at = clock_timestamp()");
        QCOMPARE(world.matchDue(), std::string("1 0"));
        QCOMPARE(world.ownerOf("line"), std::string("a ACCOUNT_AMOUNT_WINDOW"));
    }

    // A second line over the same comes late: the link stays as it is, and people look.
    void aLateLineOpensACase()
    {
        MatchWorld world(m_fixture);
        const std::string a = world.sent("a");
        QCOMPARE(world.storeAndMatch({{"line"}}), std::string("1 0"));
        QCOMPARE(world.verdictCode(a, "HAPPENED"), std::string());
        QCOMPARE(world.storeAndMatch({{"late", 1250, "DE021203", 1}}), std::string("0 1"));
        QCOMPARE(world.ownerOf("line"), std::string("a ACCOUNT_AMOUNT_WINDOW"));
        QCOMPARE(world.ownerOf("late"), std::string());
        QCOMPARE(world.status(a), std::string("REVIEW CONTRADICTION"));
        QCOMPARE(
            world.scalar("select kind from onceover.contradictions"), std::string("LATE_RECORD"));
        // An equal payment that was sent meanwhile explains it: no case, and the line is its own.
        MatchWorld explained(m_fixture);
        const std::string b = explained.sent("a");
        QCOMPARE(explained.storeAndMatch({{"line"}}), std::string("1 0"));
        QCOMPARE(explained.verdictCode(b, "HAPPENED"), std::string());
        explained.sent("c");
        QCOMPARE(explained.storeAndMatch({{"late", 1250, "DE021203", 1}}), std::string("1 0"));
        QCOMPARE(explained.ownerOf("late"), std::string("c ACCOUNT_AMOUNT_WINDOW"));
        QCOMPARE(explained.status(b), std::string("SUCCEEDED"));
    }

    // An equal payment that the database had lost comes back after the link.
    void aLatePaymentOpensACase()
    {
        MatchWorld world(m_fixture);
        const std::string a = world.sent("a");
        QCOMPARE(world.storeAndMatch({{"line"}}), std::string("1 0"));
        QCOMPARE(world.verdictCode(a, "HAPPENED"), std::string());
        const std::string b = world.sent("b");
        QCOMPARE(world.matchDue(), std::string("0 0"));
        world.runScript(
            "alter table onceover.payments disable trigger user; update onceover.payments set "
            "unknown_reason = 'RECOVERED' where payment_id = '"
            + b + "'; alter table onceover.payments enable trigger user");
        QCOMPARE(world.matchDue(), std::string("0 1"));
        QCOMPARE(world.status(a), std::string("REVIEW CONTRADICTION"));
        QCOMPARE(world.ownerOf("line"), std::string("a ACCOUNT_AMOUNT_WINDOW"));
        QCOMPARE(world.matchDue(), std::string("0 0"));
    }

    // A line that is a payment's is nobody else's candidate, and says so to a program.
    void aTakenLineIsNoCandidate()
    {
        MatchWorld world(m_fixture);
        world.sent("a");
        QCOMPARE(world.storeAndMatch({{"line"}}), std::string("1 0"));
        const std::string b = world.sent("b");
        QCOMPARE(world.propose(world.ingest, b, "line", kAlike, kUnique), std::string("0 0"));
        QCOMPARE(world.reasonsOf("line"), std::string());
        QCOMPARE(world.linkCount(), std::string("1"));
    }

    // A file that waits for its second person is matched with nothing.
    void scenario06_anUploadWaitingForAcceptanceMatchesNothing()
    {
        MatchWorld world(m_fixture);
        const std::string a = world.sent("a");
        const std::string import = world.store({{"line"}});
        world.runScript(
            "delete from onceover.free_records; alter table onceover.imports disable trigger "
            "user; update onceover.imports set channel = 'UPLOAD', person_id = '"
            + world.scalar("select person_id from onceover.people limit 1")
            + "'; alter table onceover.imports enable trigger user");
        QCOMPARE(
            codeOf(world.ingest, "select onceover.link_import($1)", Params().text(import)),
            std::string("import.not_accepted"));
        QCOMPARE(world.match(import), std::string("0 0"));
        QCOMPARE(world.propose(world.ingest, a, "line", kAlike, kUnique), std::string("0 0"));
        QCOMPARE(world.linkCount(), std::string("0"));
        QCOMPARE(world.scalar("select count(*) from onceover.candidates"), std::string("0"));
        QVERIFY(world.status(a).rfind("UNKNOWN", 0) == 0);
    }

    // Hourly files of one day, each with an equal line: both stay, and each is a payment's own.
    void scenario20_equalLinesOfHourlyFilesBothStay()
    {
        MatchWorld world(m_fixture);
        world.sent("a");
        world.sent("b");
        const std::string first = world.store({{"ten o'clock"}});
        const std::string second = world.store({{"eleven o'clock"}});
        QCOMPARE(world.scalar("select count(*) from onceover.records"), std::string("2"));
        QCOMPARE(world.match(first), std::string("2 0"));
        QCOMPARE(world.match(second), std::string("0 0"));
        QCOMPARE(
            world.scalar("select count(distinct payment_id) from onceover.record_owners"),
            std::string("2"));
    }

    // Whoever is no machine of the kind, and a core that nobody admitted, matches nothing.
    void othersMatchNothing()
    {
        MatchWorld world(m_fixture);
        const std::string a = world.sent("a");
        world.store({{"line"}});
        QCOMPARE(
            world.propose(world.core, a, "line", kAlike, kUnique), std::string("machine.unknown"));
        world.runScript(
            "alter table onceover.cores disable trigger user; update onceover.cores set state = "
            "'RETIRED'; alter table onceover.cores enable always trigger guard_core");
        QCOMPARE(world.matchDue(), std::string("core.retired"));
        QCOMPARE(world.linkCount(), std::string("0"));
    }

private:
    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(MatchTiersTest)

#include "match_tiers_test.moc"
