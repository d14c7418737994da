// SPDX-License-Identifier: GPL-3.0-or-later
// One call of the store after the other is refused for good: whoever takes no notice goes on with
// what nobody answered.
#include "backend/engine/inline_call_runner.h"
#include "backend/engine/pass.h"
#include "tests/unit/engine_fakes.h"

#include <QtTest>

using namespace onceover;

namespace {

// Something to do for every call: payments to claim and to retry, looks that are due, an answer to
// deliver, attempts to give up and to look up, and a pause that was taken back.
struct World
{
    World()
        : store(plan)
        , journal(disk, plan)
        , provider(std::make_shared<FakeProvider>(plan, [](const Uuid&) {}))
        , directory(provider)
        , pass({store, journal, directory, clock, ids, core()}, runner)
    {
        ProviderProfile profile = provider->profile();
        profile.queryByKey = true;
        provider->setProfile(profile);
        for (int number = 1; number <= 4; ++number)
            store.addPayment(Uuid::version7(number, {}));
        store.status[Uuid::version7(1, {})] = "FAILED";
        store.due = {Uuid::version7(3, {})};
        AttemptFacts attempt;
        attempt.providerKey = "K-1";
        attempt.fate = Fate::Happened;
        attempt.answer = Answer::Succeeded;
        store.facts.attempts = {attempt};
        leave(11, Uuid::version7(3, {}), true, true);
        leave(12, Uuid::version7(4, {}), true, false);
        leave(13, Uuid::version7(4, {}), false, false);
        pass.wantPaused(false);
    }

    static CoreIdentity core()
    {
        CoreIdentity core;
        core.coreId = Uuid::version7(2, {});
        core.bootId = Uuid::version7(77, {});
        return core;
    }

    // An attempt of an earlier process.
    void leave(int number, const Uuid& payment, bool wasCalled, bool wasAnswered)
    {
        JournalCalling calling;
        calling.attemptId = Uuid::version7(number, {});
        calling.paymentId = payment;
        disk.emplace_back(JournalIntent{calling.attemptId, core().bootId, 1});
        if (wasCalled)
            disk.emplace_back(calling);
        if (wasAnswered)
            disk.emplace_back(JournalResult{calling.attemptId, {}});
        store.attempts[calling.attemptId] = {payment, false, wasCalled};
        store.status[payment] = "SUBMITTING";
    }

    FaultPlan plan;
    std::vector<JournalRecord> disk;
    FakeStore store;
    FakeJournal journal;
    std::shared_ptr<FakeProvider> provider;
    FakeDirectory directory;
    FakeClock clock;
    FakeIds ids;
    InlineCallRunner runner;
    Pass pass;
};

} // namespace

class EngineRefusalTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void everyRefusalEndsThePass()
    {
        int refused = 0;
        bool isStruck = true;
        for (int atCall = 1; isStruck; ++atCall) {
            World world;
            world.plan.arm(Fault::Refused, atCall);
            const PassReport report = world.pass.run([] { return false; });
            isStruck = world.plan.calls() >= atCall;
            QCOMPARE(report.error.has_value(), world.store.wasRefused);
            QVERIFY(!report.error || report.error->code() == "core.replaced");
            refused += world.store.wasRefused ? 1 : 0;
        }
        // Each function of the port but the fence is among them.
        QVERIFY2(refused >= 20, std::to_string(refused).c_str());
        qInfo("%d calls refused", refused);
    }
};

QTEST_GUILESS_MAIN(EngineRefusalTest)
#include "engine_refusal_test.moc"
