// SPDX-License-Identifier: GPL-3.0-or-later
// The engine and the commands decide by the codes of refusals. A code that arrives in another
// spelling is not recognised: a fenced database would count as a refusal of one payment, and a
// replaced core would go on.
#include "backend/store/pg_intake.h"
#include "backend/store/pg_payment_store.h"
#include "tests/support/engine_world.h"

#include <QTest>

using namespace onceover;

class AttackCodesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void refusalsKeepTheirCodes()
    {
        EngineWorld world(m_fixture);
        PgPaymentStore store(m_fixture.postgres().settingsFor("m_core", "m_core", world.database));
        CoreIdentity core;
        core.coreId = StoreFixture::coreId(1);
        core.journalId = StoreFixture::coreId(11);
        core.bootId = StoreFixture::coreId(31);
        core.bootNonce = StoreFixture::coreId(41);
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

private:
    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(AttackCodesTest)

#include "attack_codes_test.moc"
