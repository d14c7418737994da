// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/engine/inline_call_runner.h"
#include "backend/engine/pass.h"
#include "backend/journal/file_journal.h"
#include "backend/journal/journal_frames.h"
#include "backend/journal/journal_json.h"
#include "tests/unit/engine_fakes.h"
#include "tests/unit/memory_files.h"

#include <QtTest>

#include <cstdio>

using namespace onceover;

namespace {

constexpr const char* kPath = "/state/core.journal";
constexpr int kPayments = 3;
constexpr int kMostOperations = 500;

// The real engine over the real journal, on a disk that fails.
struct World
{
    World()
        : store(plan)
    {
        for (int index = 0; index < kPayments; ++index)
            store.addPayment(Uuid::version7(1000 + index, {}));
        provider = std::make_shared<FakeProvider>(plan, [this](const Uuid& attempt) {
            if (!isOnDisk(attempt))
                complaints.push_back("called without CALLING on the disk");
        });
    }

    // What a loss of power would leave of the journal names the call.
    bool isOnDisk(const Uuid& attempt) const
    {
        const auto frames = readFrames(files.durable(kPath));
        if (!frames)
            return false;
        return std::any_of(
            frames->payloads.begin(), frames->payloads.end(), [&](const std::string& json) {
                const auto record = recordFromJson(json);
                const auto* calling = record ? std::get_if<JournalCalling>(&*record) : nullptr;
                return calling != nullptr && calling->attemptId == attempt;
            });
    }

    // One process. False where it cannot have its journal and does nothing.
    bool runProcess()
    {
        store.disconnect();
        CoreIdentity core;
        core.coreId = Uuid::version7(2, {});
        core.bootId = Uuid::version7(boot, {});
        const auto journal = FileJournal::open(kPath, core.coreId, files);
        if (!journal)
            return false;
        FakeDirectory directory(provider);
        InlineCallRunner runner;
        Pass pass({store, **journal, directory, clock, ids, core}, runner);
        const PassReport report = pass.run([] { return false; });
        if (report.error && !report.isPoisoned)
            complaints.push_back("the pass ends with " + report.error->code());
        return true;
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
    MemoryFiles files;
    FakeStore store;
    std::shared_ptr<FakeProvider> provider;
    FakeClock clock;
    FakeIds ids;
    std::int64_t boot = 77;
    std::vector<std::string> complaints;
};

} // namespace

// The n-th file operation of a core's whole life, for every n: a full disk, EIO, half a write,
// death before and after it, with and without a loss of power.
class EngineFileFaultTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyOperationFails_data();
    void everyOperationFails();
    void cleanupTestCase();

private:
    int m_strikes = 0;
};

void EngineFileFaultTest::everyOperationFails_data()
{
    QTest::addColumn<int>("fault");
    QTest::addColumn<bool>("losesPower");
    const std::pair<FileFault, const char*> faults[] = {
        {FileFault::NoSpace, "no space"},
        {FileFault::InputOutput, "EIO"},
        {FileFault::HalfWritten, "half written"},
        {FileFault::DiesBefore, "dies before"},
        {FileFault::DiesAfter, "dies after"}};
    for (const auto& fault : faults) {
        QTest::addRow("%s", fault.second) << int(fault.first) << false;
        QTest::addRow("%s, power lost", fault.second) << int(fault.first) << true;
    }
}

void EngineFileFaultTest::everyOperationFails()
{
    QFETCH(int, fault);
    QFETCH(bool, losesPower);
    bool isStruck = true;
    for (int n = 1; isStruck; ++n) {
        World world;
        world.files.arm(static_cast<FileFault>(fault), n);
        try {
            if (!world.runProcess() && !world.store.attempts.empty())
                world.complaints.push_back("claimed without a journal");
        } catch (const Died&) {}
        isStruck = world.files.hasStruck();
        m_strikes += isStruck ? 1 : 0;
        world.files.endProcess();
        if (losesPower) {
            world.files.losePower(true);
            ++world.boot;
        }
        world.judge();
        world.files.arm(FileFault::None, 0);
        if (!world.runProcess())
            world.complaints.push_back("the next process has no journal");
        world.judge();
        for (const auto& payment : world.store.status) {
            if (payment.second != "SUCCEEDED" && payment.second != "UNKNOWN")
                world.complaints.push_back("a payment is left " + payment.second);
        }
        const std::string at = " at operation " + std::to_string(n);
        QVERIFY2(
            world.complaints.empty(),
            world.complaints.empty() ? "" : (world.complaints.front() + at).c_str());
        QVERIFY(n < kMostOperations);
    }
}

void EngineFileFaultTest::cleanupTestCase()
{
    std::printf("engine and journal: %d file operations failed or interrupted\n", m_strikes);
}

QTEST_GUILESS_MAIN(EngineFileFaultTest)
#include "engine_file_fault_test.moc"
