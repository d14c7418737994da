// SPDX-License-Identifier: GPL-3.0-or-later
// The engine and the commands decide by the codes of refusals. A code that arrives in another
// spelling is not recognised: a fenced database would count as a refusal of one payment, and a
// replaced core would go on.
#include "backend/store/pg_intake.h"
#include "backend/store/pg_payment_store.h"
#include "tests/support/engine_world.h"

#include <QTest>

#include <iterator>
#include <optional>

using namespace onceover;

namespace {

template <typename Value>
std::optional<Error> errorOf(const Result<Value>& result)
{
    return result ? std::nullopt : std::optional<Error>(result.error());
}

struct StoreCall
{
    const char* name;
    std::optional<Error> (*error)(PgPaymentStore& store);
};

using Store = PgPaymentStore;

const Uuid kId = StoreFixture::attemptId(1);

CoreIdentity firstCore()
{
    CoreIdentity core;
    core.coreId = StoreFixture::coreId(1);
    core.journalId = StoreFixture::coreId(11);
    core.bootId = StoreFixture::coreId(31);
    core.bootNonce = StoreFixture::coreId(41);
    return core;
}

const CoreIdentity kCore = firstCore();

// Every call of the port but the one that needs a claim.
const StoreCall kCalls[] = {
    {"heartbeat",
     [](Store& s) {
         return errorOf(s.heartbeat(kCore, 1));
     }},
    {"beginCheck",
     [](Store& s) {
         return errorOf(s.beginCheck(kCore, 1));
     }},
    {"findMissing",
     [](Store& s) {
         return errorOf(s.findMissing(kCore, {{kId, WitnessedState::Called}}));
     }},
    {"finishCheck",
     [](Store& s) {
         return errorOf(s.finishCheck(kCore, 1, 1));
     }},
    {"setPaused",
     [](Store& s) {
         return errorOf(s.setPaused(kCore, true));
     }},
    {"claim",
     [](Store& s) {
         return errorOf(s.claim(kCore, {"card", {kId}, 1000}));
     }},
    {"lookUpAttempt",
     [](Store& s) {
         return errorOf(s.lookUpAttempt(kCore, kId));
     }},
    {"recordResults",
     [](Store& s) {
         return errorOf(s.recordResults(kCore, {{}}));
     }},
    {"abandon",
     [](Store& s) {
         return errorOf(s.abandon(kCore, kId, kId, true, "x"));
     }},
    {"expireLeases",
     [](Store& s) {
         return errorOf(s.expireLeases(kCore, 1));
     }},
    {"endOverdue",
     [](Store& s) {
         return errorOf(s.endOverdue(kCore, 1));
     }},
    {"settleStored",
     [](Store& s) {
         return errorOf(s.settleStored(kCore, 1));
     }},
    {"takeDueLooks",
     [](Store& s) {
         return errorOf(s.takeDueLooks(kCore, "card", 1, 1));
     }},
    {"lookFacts",
     [](Store& s) {
         return errorOf(s.lookFacts(kId));
     }},
    {"recordEvidence",
     [](Store& s) {
         return errorOf(s.recordEvidence(kCore, kId, {}));
     }},
    {"applyVerdict",
     [](Store& s) {
         return errorOf(s.applyVerdict(kCore, kId, 1, {}));
     }},
    {"scheduleLook",
     [](Store& s) {
         return errorOf(s.scheduleLook(kCore, kId, {}));
     }},
    {"paymentsToRetry",
     [](Store& s) {
         return errorOf(s.paymentsToRetry(kCore, "card", 1));
     }},
    {"grantAutomatic",
     [](Store& s) {
         return errorOf(s.grantAutomatic(kCore, kId));
     }},
    {"fence",
     [](Store& s) {
         return errorOf(s.fence(kCore, "x"));
     }},
};

} // namespace

class AttackCodesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void refusalsKeepTheirCodes()
    {
        EngineWorld world(m_fixture);
        PgPaymentStore store(m_fixture.postgres().settingsFor("m_core", "m_core", world.database));
        const CoreIdentity core = firstCore();
        QVERIFY(store.registerCore(core));

        const std::string payment = world.accept("k1");
        QVERIFY(world.claim(1));
        world.record(1, "UNKNOWN");
        Verdict verdict;
        verdict.kind = VerdictKind::NotHappened;
        const auto stale = store.applyVerdict(core, *Uuid::fromText(payment), 7, verdict);
        QCOMPARE(stale.error().code(), std::string("verdict.stale"));
        QVERIFY(stale.error().effect() == Effect::None);
        const auto unproven = store.applyVerdict(core, *Uuid::fromText(payment), 0, verdict);
        QCOMPARE(unproven.error().code(), std::string("verdict.unproven"));
        const auto foreign =
            store.abandon(core, StoreFixture::attemptId(9), core.bootId, true, "x");
        QCOMPARE(foreign.error().code(), std::string("attempt.unknown"));

        CoreIdentity later = core;
        later.bootNonce = StoreFixture::coreId(42);
        QVERIFY(store.registerCore(later));
        QCOMPARE(store.heartbeat(core, 0).error().code(), std::string("core.replaced"));

        QVERIFY(store.fence(core, "test"));
        ClaimRequest request;
        request.provider = "card";
        request.attemptIds = {StoreFixture::attemptId(2)};
        request.leaseMs = 1000;
        QCOMPARE(store.claim(core, request).error().code(), std::string("fence.not_armed"));
        PgIntake intake(m_fixture.postgres().settingsFor("m_intake", "m_intake", world.database));
        const auto refused = intake.acceptAll({EngineWorld::request("k2", "card", 1, "P")});
        QCOMPARE(refused.error().code(), std::string("fence.not_armed"));
        QVERIFY(refused.error().effect() == Effect::None);
    }

    // Nobody takes what was refused, or never asked, for an answer.
    void everyCallSaysThatItFailed()
    {
        EngineWorld world(m_fixture);
        const auto settings = [&](const char* login) {
            return m_fixture.postgres().settingsFor(login, login, world.database);
        };
        PgPaymentStore stranger(settings("m_intake"));
        const auto registered = stranger.registerCore({});
        QVERIFY(!registered && registered.error().effect() == Effect::None);
        PgPaymentStore unopened(settings("m_core"));
        for (const StoreCall& call : kCalls) {
            const auto refused = call.error(stranger);
            QVERIFY2(refused && refused->effect() == Effect::None, call.name);
            QVERIFY2(refused->code() == registered.error().code(), refused->code().c_str());
            const auto away = call.error(unopened);
            QVERIFY2(away && away->effect() == Effect::None, call.name);
            QVERIFY2(away->code() == "database.away", away->code().c_str());
        }
        qInfo("%d calls", static_cast<int>(std::size(kCalls)));
    }

private:
    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(AttackCodesTest)

#include "attack_codes_test.moc"
