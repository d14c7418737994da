// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/engine/inline_call_runner.h"
#include "backend/engine/pass.h"
#include "tests/unit/engine_fakes.h"

#include <QtTest>

#include <algorithm>

using namespace onceover;

namespace {

constexpr int kPayments = 3;

// A disk, a database and a provider that outlive any number of processes of one core.
struct World
{
    World()
        : store(plan)
    {
        for (int index = 0; index < kPayments; ++index)
            store.addPayment(Uuid::version7(1000 + index, {}));
        provider = std::make_shared<FakeProvider>(
            plan, [this](const Uuid& attempt) { checkBeforeFirstByte(attempt); });
    }

    void checkBeforeFirstByte(const Uuid& attempt)
    {
        const bool isOnDisk =
            std::any_of(disk.begin(), disk.end(), [&](const JournalRecord& record) {
                const auto* calling = std::get_if<JournalCalling>(&record);
                return calling != nullptr && calling->attemptId == attempt;
            });
        const auto claimed = store.attempts.find(attempt);
        if (!isOnDisk || claimed == store.attempts.end() || claimed->second.isClosed)
            complaints.push_back("called without a committed claim and CALLING on the disk");
    }

    // An earlier process called, and died.
    Uuid leaveCalled(int number = 500)
    {
        const Uuid attempt = Uuid::version7(number, {});
        const Uuid payment = store.status.begin()->first;
        disk.emplace_back(JournalIntent{attempt, Uuid::version7(77, {}), 1});
        JournalCalling calling;
        calling.attemptId = attempt;
        calling.paymentId = payment;
        disk.emplace_back(calling);
        store.attempts[attempt] = {payment, false, true};
        store.status[payment] = "SUBMITTING";
        return attempt;
    }

    // One process, until it ends or dies.
    PassReport runProcess()
    {
        store.disconnect();
        FakeJournal journal(disk, plan);
        FakeDirectory directory(provider);
        InlineCallRunner runner;
        CoreIdentity core;
        core.coreId = Uuid::version7(2, {});
        core.bootId = Uuid::version7(boot, {});
        Pass pass({store, journal, directory, clock, ids, core}, runner);
        return pass.run([] { return false; });
    }

    // A process that lives on after the fault has brought everything to its end itself.
    void runUntilKilled()
    {
        try {
            const PassReport report = runProcess();
            if (report.isPoisoned)
                return;
            if (report.error)
                complaints.push_back("one lost answer ended the pass: " + report.error->code());
            for (const auto& payment : store.status) {
                if (payment.second == "SUBMITTING")
                    complaints.push_back("an attempt was left open by a process that lived on");
            }
        } catch (const Killed&) {}
    }

    void judge()
    {
        for (const auto& sent : provider->submissions) {
            if (sent.second > 1)
                complaints.push_back("one permit was sent twice");
        }
        for (const auto& charged : provider->charges) {
            if (charged.second > 1)
                complaints.push_back("one payment was charged twice");
        }
        for (const auto& payment : store.status) {
            const bool isCharged = provider->charges.count(payment.first.toText()) > 0;
            if (payment.second == "FAILED" && isCharged)
                complaints.push_back("a charged payment counts as failed");
            if (payment.second == "SUCCEEDED" && !isCharged)
                complaints.push_back("a payment that was not charged counts as paid");
        }
    }

    FaultPlan plan;
    std::vector<JournalRecord> disk;
    FakeStore store;
    std::shared_ptr<FakeProvider> provider;
    FakeClock clock;
    FakeIds ids;
    std::int64_t boot = 77;
    std::vector<std::string> complaints;
};

} // namespace

class EngineFaultTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutFaultsEverythingIsPaid();
    void everyFaultAtEveryCall_data();
    void everyFaultAtEveryCall();
    void anotherBootProvesNothing();
    void aRestartedMachineProvesNothing();
    void staleClaimIsNotCalled();
    void poisonedJournalStopsClaims();
    void aRefusedResultIsTriedAgainLater();
    void whatConcernsTheSessionEndsThePass();
    void anAttemptThatCannotBeGivenUpWaits();
    void resultsOfOnePaymentAreRecordedOneByOne();
    void pausedCoreClaimsNothing();
    void whatIsOverdueEndsWithoutAClaim();
    void missingCallFences();
    void aServerThatWasNotComparedIsToldNothing();
};

void EngineFaultTest::withoutFaultsEverythingIsPaid()
{
    World world;
    const PassReport report = world.runProcess();
    QVERIFY(!report.error);
    QCOMPARE(report.counts.recorded, kPayments);
    for (const auto& payment : world.store.status)
        QCOMPARE(payment.second, std::string("SUCCEEDED"));
    world.judge();
    QVERIFY(world.complaints.empty());
}

void EngineFaultTest::everyFaultAtEveryCall_data()
{
    QTest::addColumn<int>("fault");
    QTest::addColumn<bool>("isSameBoot");
    const std::pair<Fault, const char*> faults[] = {
        {Fault::KillBefore, "kill before"},
        {Fault::KillAfter, "kill after"},
        {Fault::LostBefore, "lost before"},
        {Fault::LostAfter, "lost after"}};
    for (const auto& fault : faults) {
        QTest::addRow("%s, same boot", fault.second) << int(fault.first) << true;
        QTest::addRow("%s, another boot", fault.second) << int(fault.first) << false;
    }
}

void EngineFaultTest::everyFaultAtEveryCall()
{
    QFETCH(int, fault);
    QFETCH(bool, isSameBoot);
    bool isStruck = true;
    for (int atCall = 1; isStruck; ++atCall) {
        World world;
        world.plan.arm(static_cast<Fault>(fault), atCall);
        world.runUntilKilled();
        isStruck = world.plan.calls() >= atCall;
        world.judge();
        world.plan.arm(Fault::None, 0);
        if (!isSameBoot)
            ++world.boot;
        // The next process of the same core meets what the last one left behind.
        const PassReport report = world.runProcess();
        QVERIFY2(!report.error, report.error ? report.error->code().c_str() : "");
        world.judge();
        for (const auto& payment : world.store.status) {
            const bool isSettled = payment.second == "SUCCEEDED" || payment.second == "UNKNOWN";
            QVERIFY2(isSettled, (payment.second + " at call " + std::to_string(atCall)).c_str());
        }
        QVERIFY2(
            world.complaints.empty(),
            world.complaints.empty()
                ? ""
                : (world.complaints.front() + " at call " + std::to_string(atCall)).c_str());
        QVERIFY(atCall < 1000);
    }
}

void EngineFaultTest::anotherBootProvesNothing()
{
    World world;
    const Uuid attempt = Uuid::version7(500, {});
    const Uuid payment = world.store.status.begin()->first;
    world.disk.emplace_back(JournalIntent{attempt, Uuid::version7(77, {}), 1});
    world.store.attempts[attempt] = {payment, false, false};
    // The machine was restored: the claim was made in a later boot than the INTENT shows.
    world.store.boots[attempt] = Uuid::version7(78, {});
    world.store.status[payment] = "SUBMITTING";
    world.runProcess();
    QCOMPARE(world.store.status[payment], std::string("UNKNOWN"));
}

// The machine was restarted, or restored from an image with claim and journal of before: what the
// journal does not show may have been sent all the same.
void EngineFaultTest::aRestartedMachineProvesNothing()
{
    World world;
    const Uuid attempt = Uuid::version7(500, {});
    const Uuid payment = world.store.status.begin()->first;
    world.disk.emplace_back(JournalIntent{attempt, Uuid::version7(77, {}), 1});
    world.store.attempts[attempt] = {payment, false, false};
    world.store.boots[attempt] = Uuid::version7(77, {});
    world.store.status[payment] = "SUBMITTING";
    world.boot = 78;
    world.runProcess();
    QCOMPARE(world.store.status[payment], std::string("UNKNOWN"));
}

void EngineFaultTest::staleClaimIsNotCalled()
{
    World world;
    world.clock.setStepMs(kMaxClaimAgeMs + 1);
    world.store.disconnect();
    FakeJournal journal(world.disk, world.plan);
    FakeDirectory directory(world.provider);
    InlineCallRunner runner;
    EngineParts parts{world.store, journal, directory, world.clock, world.ids, {}};
    QVERIFY(world.store.registerCore({}));
    ClaimStep claim(parts);
    SubmitStep submit(parts, runner);
    const auto claims = claim.run(world.provider->profile(), 1);
    QVERIFY(claims);
    QCOMPARE(claims->size(), std::size_t(1));
    const auto begun = submit.run(claims->front(), world.provider);
    QVERIFY(!begun);
    QCOMPARE(begun.error().code(), std::string("claim.stale"));
    QVERIFY(world.provider->submissions.empty());
}

void EngineFaultTest::poisonedJournalStopsClaims()
{
    World world;
    FakeJournal journal(world.disk, world.plan);
    journal.poison();
    FakeDirectory directory(world.provider);
    InlineCallRunner runner;
    Pass pass({world.store, journal, directory, world.clock, world.ids, {}}, runner);
    const PassReport report = pass.run([] { return false; });
    QVERIFY(report.isPoisoned);
    QVERIFY(world.store.attempts.empty());
    QVERIFY(world.provider->submissions.empty());
}

// Not in a tight loop, and not never: the same process delivers it once the row is mended.
void EngineFaultTest::aRefusedResultIsTriedAgainLater()
{
    World world;
    world.store.isRefusing = true;
    FakeJournal journal(world.disk, world.plan);
    FakeDirectory directory(world.provider);
    InlineCallRunner runner;
    Pass pass({world.store, journal, directory, world.clock, world.ids, {}}, runner);
    const auto run = [&pass] {
        return pass.run([] { return false; }).counts;
    };
    QCOMPARE(run().refused, kPayments);
    QCOMPARE(run().refused, 0);
    world.clock.setStepMs(2'000);
    QVERIFY(run().refused >= kPayments);
    world.store.isRefusing = false;
    QCOMPARE(run().recorded, kPayments);
    for (const auto& payment : world.store.status)
        QCOMPARE(payment.second, std::string("SUCCEEDED"));
    // What is still open are ids that no claim has used.
    for (const OpenAttempt& open : journal.openAttempts())
        QVERIFY(!open.result);
}

// A fence in front of a call is told to whoever runs the passes, so that it registers and witnesses
// again.
void EngineFaultTest::whatConcernsTheSessionEndsThePass()
{
    World world;
    world.store.notReady = "fence.not_armed";
    const PassReport report = world.runProcess();
    QVERIFY(report.error && report.error->code() == world.store.notReady);
    QVERIFY(!report.notCalled.empty());
    QVERIFY(world.provider->submissions.empty());
}

// A refusal of this one attempt is asked again later and holds up no other; anything else ends the
// pass.
void EngineFaultTest::anAttemptThatCannotBeGivenUpWaits()
{
    const std::pair<Error, bool> answers[] = {
        {Error::notHappened("attempt.of_another_core", ""), true},
        {Error::possible("attempt.of_another_core", ""), false},
        {Error::notHappened("core.replaced", ""), false}};
    for (const auto& [refusal, isOfOneAttempt] : answers) {
        World world;
        const Uuid payment = world.store.attempts[world.leaveCalled()].payment;
        world.store.notAbandoned = refusal;
        const PassReport report = world.runProcess();
        QCOMPARE(report.error.has_value(), !isOfOneAttempt);
        QCOMPARE(report.counts.refused, isOfOneAttempt ? 1 : 0);
        QCOMPARE(report.counts.recorded, isOfOneAttempt ? kPayments - 1 : 0);
        world.store.notAbandoned.reset();
        QCOMPARE(world.runProcess().counts.abandoned, 1);
        QCOMPARE(world.store.status[payment], std::string("UNKNOWN"));
    }
}

// The second is judged by what the first has left.
void EngineFaultTest::resultsOfOnePaymentAreRecordedOneByOne()
{
    World world;
    for (const int number : {500, 501})
        world.disk.emplace_back(JournalResult{world.leaveCalled(number), {}});
    world.runProcess();
    for (const std::size_t round : {0U, 1U}) {
        QCOMPARE(world.store.rounds.at(round).size(), std::size_t(1));
        QVERIFY(world.store.rounds[round][0].paymentId == world.store.status.begin()->first);
    }
}

void EngineFaultTest::pausedCoreClaimsNothing()
{
    World world;
    world.store.isPaused = true;
    const PassReport report = world.runProcess();
    QVERIFY(!report.error);
    QVERIFY(report.isPaused);
    QVERIFY(world.store.attempts.empty());
}

// A core that may claim nothing still ends what is too late to be sent.
void EngineFaultTest::whatIsOverdueEndsWithoutAClaim()
{
    World paused;
    paused.store.isPaused = true;
    paused.store.overdue = 2;
    QCOMPARE(paused.runProcess().counts.overdue, 2);
    World poisoned;
    poisoned.store.overdue = 3;
    FakeJournal journal(poisoned.disk, poisoned.plan);
    journal.poison();
    FakeDirectory directory(poisoned.provider);
    InlineCallRunner runner;
    Pass pass({poisoned.store, journal, directory, poisoned.clock, poisoned.ids, {}}, runner);
    QCOMPARE(pass.run([] { return false; }).counts.overdue, 3);
    QVERIFY(poisoned.store.attempts.empty());
}

void EngineFaultTest::missingCallFences()
{
    World world;
    const Uuid attempt = Uuid::version7(500, {});
    world.disk.emplace_back(JournalIntent{attempt, Uuid::version7(77, {}), 1});
    JournalCalling calling;
    calling.attemptId = attempt;
    world.disk.emplace_back(calling);
    const PassReport report = world.runProcess();
    QVERIFY(report.error.has_value());
    QCOMPARE(report.error->code(), std::string("fence.witness"));
    QVERIFY(world.store.isFenced);
    QVERIFY(world.provider->submissions.empty());
}

// The first look at the server fails, and then the core is to stop: what it knows stays in the
// journal.
void EngineFaultTest::aServerThatWasNotComparedIsToldNothing()
{
    World world;
    const Uuid attempt = world.leaveCalled();
    world.disk.emplace_back(JournalResult{attempt, {}});
    for (const bool isAnswering : {false, true}) {
        world.store.isCheckFailing = !isAnswering;
        FakeJournal journal(world.disk, world.plan);
        FakeDirectory directory(world.provider);
        InlineCallRunner runner;
        CoreIdentity core;
        core.coreId = Uuid::version7(2, {});
        core.bootId = Uuid::version7(world.boot, {});
        Pass pass({world.store, journal, directory, world.clock, world.ids, core}, runner);
        int asked = 0;
        pass.run([&asked] { return asked++ > 0; });
        QCOMPARE(world.store.attempts[attempt].isClosed, isAnswering);
    }
}

QTEST_GUILESS_MAIN(EngineFaultTest)
#include "engine_fault_test.moc"
