// SPDX-License-Identifier: GPL-3.0-or-later
// What is held is not sent: suspected doubles by rule, anything that waits by one person, until two
// people release it. Attacked from the intake, from the core and from one person's two logins.
#include "tests/store/desk_world.h"
#include "tests/store/lock_step.h"

#include <QTest>

#include <algorithm>
#include <memory>

using namespace onceover;

namespace {

constexpr int kSide = 16;
constexpr int kRounds = 12;

SessionCall accepting(const std::string& json)
{
    return {
        "select outcome || ' ' || code as answer from onceover.accept($1)", Params().json(json)};
}

SessionCall claiming(int attempt)
{
    return {
        "select count(*)::text as answer from onceover.claim($1, "
        "'00000000-0000-7000-b000-000000000001', 'card', $2, 60000)",
        Params().uuid(StoreFixture::coreId(1)).uuidArray({StoreFixture::attemptId(attempt)})};
}

SessionCall deciding(
    DeskWorld& world, const std::string& payment, const std::string& kind, const std::string& id)
{
    return {
        "select a ->> 'state' as answer from onceover.propose($1::uuid, $2::uuid, $3, 'OTHER', "
        "'because', '{}', $4, $5::bigint) a",
        Params()
            .text(id)
            .text(payment)
            .text(kind)
            .text(world.digest(payment))
            .text(world.version(payment))};
}

std::string permitsOf(DeskWorld& world, const std::string& payment)
{
    return world.scalar(
        "select count(*) from onceover.permits where payment_id = $1", Params().text(payment));
}

std::string attemptsOf(DeskWorld& world, const std::string& payment)
{
    return world.scalar(
        "select count(*) from onceover.attempts where payment_id = $1", Params().text(payment));
}

} // namespace

class HoldsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_world = std::make_unique<DeskWorld>(m_fixture); }

    void cleanupTestCase() { m_world.reset(); }

    // Everything of the one world is still whole after each attack on it.
    void cleanup() { QVERIFY(m_world == nullptr || m_world->isConsistent()); }

    // Scenario 18: the page is loaded again and sends the same purchase under another key.
    void theReloadedPageIsHeld()
    {
        const auto request = [](const char* key, const char* payee, const char* account) {
            std::string json = EngineWorld::request(key, "card", 900, payee);
            return json.replace(json.find("DE02 1203"), 9, account);
        };
        const std::string accepted = "ACCEPTED intake.accepted";
        const std::string held = "ACCEPTED intake.held";
        QCOMPARE(m_world->acceptOutcome(request("p1", "Page GmbH", "DE02 1203")), accepted);
        QCOMPARE(m_world->acceptOutcome(request("p2", "Page GmbH", "DE02 1203")), held);
        // Other blanks and capitals are the same payee, another account or amount is not.
        QCOMPARE(m_world->acceptOutcome(request("p3", "page  gmbh", "de021203")), held);
        QCOMPARE(m_world->acceptOutcome(request("p4", "Page GmbH", "DE99 9999")), accepted);
        QCOMPARE(
            m_world->acceptOutcome(EngineWorld::request("p5", "card", 901, "Page GmbH")), accepted);
        // The key that came first goes on; a repeat of the held one says that it is held.
        QCOMPARE(
            m_world->acceptOutcome(request("p1", "Page GmbH", "DE02 1203")),
            std::string("IN_PROGRESS intake.in_progress"));
        QCOMPARE(
            m_world->scalar("select string_agg(idempotency_key, ' ' order by idempotency_key) from "
                            "onceover.payments where hold_reason = 'SUSPECTED_DOUBLE'"),
            std::string("p2 p3"));
        QCOMPARE(
            m_world->scalar("select count(*) from onceover.payments p join onceover.payments d on "
                            "d.payment_id = p.held_because_of where p.idempotency_key in ('p2', "
                            "'p3') and d.idempotency_key in ('p1', 'p2')"),
            std::string("2"));
    }

    // The window belongs to the source; after it an equal payment is another one.
    void theWindowIsTheSources()
    {
        const std::string accepted = "ACCEPTED intake.accepted";
        const auto age = [&](const char* interval) {
            m_world->runAsOwner(
                std::string("update onceover.double_guards set last_at = clock_timestamp() - "
                            "interval '")
                + interval + "' where payee = 'WINDOW LTD'");
        };
        const auto accept = [&](const char* key) {
            return m_world->acceptOutcome(EngineWorld::request(key, "card", 77, "Window Ltd"));
        };
        QCOMPARE(accept("w1"), accepted);
        age("11 minutes");
        QCOMPARE(accept("w2"), accepted);
        age("9 minutes");
        QCOMPARE(accept("w3"), std::string("ACCEPTED intake.held"));
        m_world->runAsOwner("insert into onceover.source_windows values ('shop', '1 minute')");
        age("2 minutes");
        const std::string narrow = accept("w4");
        m_world->runAsOwner("delete from onceover.source_windows");
        QCOMPARE(narrow, accepted);
    }

    // Two sessions, neither of which sees the other's payment: the row between them does.
    void ofTwoAtOnceOneIsHeld_data()
    {
        QTest::addColumn<bool>("isKnownBefore");
        QTest::newRow("the first of its kind") << false;
        QTest::newRow("long after an equal one") << true;
    }

    void ofTwoAtOnceOneIsHeld()
    {
        QFETCH(bool, isKnownBefore);
        const std::string payee = isKnownBefore ? "Known AG" : "Fresh AG";
        const auto request = [&](const char* key) {
            return EngineWorld::request(payee + key, "card", 55, payee);
        };
        if (isKnownBefore) {
            m_world->acceptOutcome(request("0"));
            m_world->runAsOwner("update onceover.double_guards set last_at = last_at - interval '1 "
                                "day' where payee = 'KNOWN AG'");
        }
        Connection other = m_world->connect("m_intake");
        const LockStep both = inLockStep(
            m_world->owner,
            m_world->intake,
            accepting(request("1")),
            other,
            accepting(request("2")));
        QVERIFY(both.hasWaited);
        QCOMPARE(both.first, std::string("ACCEPTED intake.accepted"));
        QCOMPARE(both.second, std::string("ACCEPTED intake.held"));
    }

    void whatIsHeldIsNotClaimed()
    {
        const std::string byRule = m_world->heldPayment();
        const std::string byPerson = m_world->accept("heldByPerson");
        QCOMPARE(
            m_world->propose(m_world->omar, m_world->freshId(), byPerson, "HOLD"), std::string());
        QCOMPARE(m_world->column(byPerson, "hold_reason"), std::string("HELD_BY_PERSON"));
        drain();
        for (const std::string& payment : {byRule, byPerson}) {
            QCOMPARE(m_world->status(payment), std::string("PENDING"));
            QCOMPARE(attemptsOf(*m_world, payment), std::string("0"));
            QCOMPARE(
                m_world->scalar(
                    "select case_kind from review.cases where payment_id = $1",
                    Params().text(payment)),
                std::string("HELD"));
        }
    }

    // Even a function that forgot the hold could not send.
    void theTableHoldsToo()
    {
        const std::string held = m_world->heldPayment();
        for (const char* change :
             {"status = 'SUBMITTING', hold_reason = null, version = version + 1",
              "hold_reason = null, version = version + 1"}) {
            QCOMPARE(
                codeOf(
                    m_world->owner,
                    std::string("update onceover.payments set ") + change
                        + " where payment_id = $1",
                    Params().text(held)),
                std::string("guard.release"));
        }
    }

    // By two people, whatever the logins are; the permit stays the one of the beginning.
    void aReleaseIsNoSecondPermit()
    {
        const std::string held = m_world->heldPayment();
        const std::string decision = m_world->freshId();
        QCOMPARE(m_world->propose(m_world->liwei, decision, held, "RELEASE"), std::string());
        QCOMPARE(m_world->stateOf(decision), std::string("OPEN"));
        const std::string before = m_world->fingerprintOfEverything();
        QCOMPARE(m_world->approve(m_world->liwei, decision), std::string("person.proposer"));
        QCOMPARE(m_world->approve(m_world->liwei2, decision), std::string("person.proposer"));
        QCOMPARE(m_world->approve(m_world->omar, decision), std::string("database.refused"));
        QCOMPARE(
            m_world->propose(m_world->omar, m_world->freshId(), held, "RELEASE"),
            std::string("proposal.open"));
        QVERIFY(m_world->fingerprintOfEverything() == before);
        QCOMPARE(m_world->approve(m_world->ana, decision), std::string());
        QCOMPARE(permitsOf(*m_world, held), std::string("1"));
        QCOMPARE(m_world->openPermits(held), std::string("1"));
        QCOMPARE(
            m_world->propose(m_world->liwei, m_world->freshId(), held, "RELEASE"),
            std::string("decision.status"));
        m_world->record(m_world->send(held), "UNKNOWN");
        QCOMPARE(permitsOf(*m_world, held), std::string("1"));
        QCOMPARE(attemptsOf(*m_world, held), std::string("1"));
        QCOMPARE(
            m_world->propose(m_world->liwei, m_world->freshId(), held, "RELEASE"),
            std::string("decision.status"));
    }

    // One person keeps it back, two let it go: never the other way round.
    void holdingTakesOneReleasingTwo()
    {
        const std::string payment = m_world->accept("oneHoldsTwoRelease");
        const std::string hold = m_world->freshId();
        QCOMPARE(m_world->propose(m_world->omar, hold, payment, "HOLD"), std::string());
        QCOMPARE(m_world->stateOf(hold), std::string("IN_FORCE"));
        QCOMPARE(
            m_world->propose(m_world->liwei, m_world->freshId(), payment, "HOLD"),
            std::string("decision.status"));
        // Small enough for one person, were it not a release.
        m_world->runAsOwner("insert into onceover.amount_classes values ('EUR', 1000000)");
        const std::string release = m_world->freshId();
        const std::string code = m_world->propose(m_world->omar, release, payment, "RELEASE");
        m_world->runAsOwner("delete from onceover.amount_classes");
        QCOMPARE(code, std::string());
        QCOMPARE(m_world->column(payment, "hold_reason"), std::string("HELD_BY_PERSON"));
        QCOMPARE(m_world->approve(m_world->ana, release), std::string());
        QCOMPARE(m_world->column(payment, "hold_reason"), std::string());
        QCOMPARE(permitsOf(*m_world, payment), std::string("1"));
        m_world->record(m_world->send(payment), "UNKNOWN");
        QCOMPARE(
            m_world->propose(m_world->liwei, m_world->freshId(), payment, "HOLD"),
            std::string("decision.status"));
    }

    // The facts of the release changed: it is void, and the permit is gone with them.
    void evidenceEndsHoldAndRelease()
    {
        const std::string held = m_world->heldPayment();
        const std::string decision = m_world->freshId();
        QCOMPARE(m_world->propose(m_world->liwei, decision, held, "RELEASE"), std::string());
        m_world->showCharge(held);
        QCOMPARE(m_world->stateOf(decision), std::string("VOID"));
        QCOMPARE(m_world->approve(m_world->ana, decision), std::string("proposal.over"));
        QCOMPARE(m_world->status(held), std::string("REVIEW EVIDENCE_ARRIVED"));
        QCOMPARE(m_world->openPermits(held), std::string("0"));
    }

    // Whoever comes first at the row wins; the other is told, and nothing is both.
    void aHoldMeetsAClaim()
    {
        drain();
        const std::string claimedFirst = m_world->accept("claimedBeforeHold");
        const LockStep claimed = inLockStep(
            m_world->owner,
            m_world->core,
            claiming(9001),
            m_world->liwei,
            deciding(*m_world, claimedFirst, "HOLD", m_world->freshId()));
        QVERIFY(claimed.hasWaited);
        QCOMPARE(claimed.first, std::string("1"));
        QCOMPARE(claimed.second, std::string("version.stale"));
        const std::string heldFirst = m_world->accept("heldBeforeClaim");
        const LockStep held = inLockStep(
            m_world->owner,
            m_world->liwei,
            deciding(*m_world, heldFirst, "HOLD", m_world->freshId()),
            m_world->core,
            claiming(9002));
        QCOMPARE(held.first, std::string("IN_FORCE"));
        QCOMPARE(held.second, std::string("0"));
        QCOMPARE(m_world->status(heldFirst), std::string("PENDING"));
    }

    // 16 cores' sessions claim while 16 persons' sessions hold.
    void holdOrClaimNeverBoth()
    {
        drain();
        std::vector<Connection> sessions;
        for (int session = 0; session < 2 * kSide; ++session)
            sessions.push_back(m_world->connect(session < kSide ? "m_core" : "liwei"));
        std::ptrdiff_t heldRounds = 0;
        for (int round = 0; round < kRounds; ++round) {
            const std::string payment = m_world->accept("crowd" + std::to_string(round));
            std::vector<SessionCall> calls;
            for (int session = 0; session < 2 * kSide; ++session)
                calls.push_back(
                    session < kSide ? claiming(10000 + round * kSide + session)
                                    : deciding(*m_world, payment, "HOLD", m_world->freshId()));
            const std::vector<std::string> answers = answersAtOnce(sessions, calls);
            const auto claimed = std::count(answers.begin(), answers.end(), "1");
            const auto held = std::count(answers.begin(), answers.end(), "IN_FORCE");
            QCOMPARE(claimed + held, std::ptrdiff_t(1));
            QCOMPARE(attemptsOf(*m_world, payment), std::to_string(claimed));
            heldRounds += held;
        }
        qInfo(
            "%d rounds of %d sessions: held first in %d",
            kRounds,
            2 * kSide,
            static_cast<int>(heldRounds));
    }

private:
    // Nothing of the tests before waits for a claim.
    void drain()
    {
        while (m_world->claim(++m_attempt)) {}
    }

    StoreFixture m_fixture;
    std::unique_ptr<DeskWorld> m_world;
    int m_attempt = 20000;
};

QTEST_GUILESS_MAIN(HoldsTest)

#include "holds_test.moc"
