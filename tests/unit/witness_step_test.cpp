// SPDX-License-Identifier: GPL-3.0-or-later
// What a core finds out about the server before it works: whether it is the one it knows, whether
// everything is there that its journal tells, and what holds it back.
#include "backend/engine/witness_step.h"
#include "tests/unit/engine_fakes.h"

#include <QtTest>

using namespace onceover;

namespace {

struct World
{
    World()
        : store(plan)
        , journal(disk, plan)
        , provider(std::make_shared<FakeProvider>(plan, [](const Uuid&) {}))
        , directory(provider)
        , parts{store, journal, directory, clock, ids, {}}
        , step(parts)
    {
        store.check.mark = {"tenant", "system", "00000001", 1};
        static_cast<void>(store.registerCore({}));
    }

    void connectAnew()
    {
        store.disconnect();
        static_cast<void>(store.registerCore({}));
    }

    // Called according to the journal, and to the database if it has not lost it.
    void addCalled(int number, bool isLost = false)
    {
        JournalCalling calling;
        calling.attemptId = Uuid::version7(number, {});
        disk.emplace_back(JournalIntent{calling.attemptId, {}, 1});
        disk.emplace_back(calling);
        if (!isLost)
            store.attempts[calling.attemptId] = {};
    }

    // "works", the code of what holds the core back, or "fails: " and the code.
    std::string outcome()
    {
        const auto held = step.run();
        if (!held)
            return "fails: " + held.error().code();
        return *held ? (*held)->code() : "works";
    }

    FaultPlan plan;
    std::vector<JournalRecord> disk;
    FakeStore store;
    FakeJournal journal;
    std::shared_ptr<FakeProvider> provider;
    FakeDirectory directory;
    FakeClock clock;
    FakeIds ids;
    EngineParts parts;
    WitnessStep step;
};

} // namespace

class WitnessStepTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    // Once on each connection, and as long as it is not proven in this start of the server.
    void everyConnectionIsLookedThrough()
    {
        World world;
        world.addCalled(1);
        world.store.check.isProven = true;
        QCOMPARE(world.outcome(), std::string("works"));
        QCOMPARE(world.outcome(), std::string("works"));
        QCOMPARE(world.store.askedFor.size(), std::size_t(1));
        QCOMPARE(world.store.finished, 1);
        world.connectAnew();
        QCOMPARE(world.outcome(), std::string("works"));
        QCOMPARE(world.store.askedFor.size(), std::size_t(2));
        world.store.check.isProven = false;
        QCOMPARE(world.outcome(), std::string("works"));
        QCOMPARE(world.store.askedFor.size(), std::size_t(3));
        QCOMPARE(world.store.finished, 3);
    }

    void everyWitnessIsAskedFor()
    {
        World world;
        for (int number = 1; number <= 2001; ++number)
            world.addCalled(number);
        QCOMPARE(world.outcome(), std::string("works"));
        QVERIFY((world.store.askedFor == std::vector<std::size_t>{1000, 1000, 1}));
        QCOMPARE(world.store.finished, 1);
        World lost;
        for (int number = 1; number <= 1001; ++number)
            lost.addCalled(number, number == 1001);
        QCOMPARE(lost.outcome(), std::string("fails: fence.witness"));
        QCOMPARE(lost.store.finished, 0);
    }

    void whatHoldsTheCoreBackIsTold()
    {
        struct Case
        {
            FenceState state;
            bool isAdmitted;
            bool isRetired;
            const char* outcome;
            int finished;
        };

        const Case cases[] = {
            {FenceState::Armed, true, false, "works", 1},
            {FenceState::Armed, false, false, "core.not_admitted", 1},
            {FenceState::Armed, false, true, "core.retired", 1},
            {FenceState::Checking, true, false, "fence.checking", 1},
            {FenceState::Checking, false, false, "core.not_admitted", 1},
            {FenceState::Fenced, true, false, "fence.not_armed", 0},
            {FenceState::Fenced, false, true, "fence.not_armed", 0}};
        for (const Case& one : cases) {
            World world;
            world.store.check.state = one.state;
            world.store.check.isAdmitted = one.isAdmitted;
            world.store.check.isRetired = one.isRetired;
            QCOMPARE(world.outcome(), std::string(one.outcome));
            QCOMPARE(world.store.finished, one.finished);
        }
        World unanswered;
        unanswered.store.isCheckFailing = true;
        QCOMPARE(unanswered.outcome(), std::string("fails: database.lock_timeout"));
    }

    // The journal's server against the one it meets: who of the two is later.
    void aCoreNeverGoesBack()
    {
        const ServerMark known{"tenant", "system", "00000002", 2};

        struct Case
        {
            ServerMark met;
            const char* outcome;
            bool isRemembered;
        };

        const Case cases[] = {
            {known, "works", true},
            {{"other", "system", "00000002", 2}, "fails: core.other_installation", false},
            {{"other", "system", "00000003", 3}, "fails: core.other_installation", false},
            {{"tenant", "system", "00000002", 1}, "fails: fence.older_server", false},
            {{"tenant", "system", "00000009", 1}, "fails: fence.older_server", false},
            {{"tenant", "system", "00000001", 2}, "fails: fence.older_server", false},
            {{"tenant", "system", "00000003", 2}, "works", true},
            {{"tenant", "system", "00000001", 3}, "works", true},
            {{"tenant", "another", "00000001", 2}, "works", false},
            {{"tenant", "another", "00000003", 2}, "works", false}};
        for (const Case& one : cases) {
            World world;
            static_cast<void>(world.journal.rememberServer(known));
            world.store.check.mark = one.met;
            QCOMPARE(world.outcome(), std::string(one.outcome));
            QCOMPARE(*world.journal.server() == one.met, one.isRemembered);
            QVERIFY(one.isRemembered || *world.journal.server() == known);
            QCOMPARE(world.store.finished, std::string(one.outcome) == "works" ? 1 : 0);
        }
        World first;
        QCOMPARE(first.outcome(), std::string("works"));
        QVERIFY(*first.journal.server() == first.store.check.mark);
        World poisoned;
        poisoned.journal.poison();
        QCOMPARE(poisoned.outcome(), std::string("works"));
        QVERIFY(!poisoned.journal.server());
    }
};

QTEST_GUILESS_MAIN(WitnessStepTest)
#include "witness_step_test.moc"
