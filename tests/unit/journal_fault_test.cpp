// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/journal/file_journal.h"
#include "tests/unit/memory_files.h"

#include <QtTest>

#include <cstdio>

using namespace onceover;

namespace {

constexpr const char* kPath = "/state/core.journal";
constexpr int kMostOperations = 500;

Uuid numbered(int number)
{
    return Uuid::version7(1'700'000'000'000 + number, {});
}

JournalCalling calling(int number)
{
    JournalCalling record;
    record.attemptId = numbered(number);
    record.paymentId = numbered(100 + number);
    return record;
}

JournalResult result(int number)
{
    JournalResult record;
    record.attemptId = numbered(number);
    return record;
}

// What a process of the core was told is on the disk.
struct Acknowledged
{
    std::optional<Uuid> journalId;
    std::size_t records = 0;
    bool hasFailed = false;
    // An append succeeded after one had failed.
    bool isHealed = false;
};

void append(FileJournal& journal, const JournalRecord& record, Acknowledged& known)
{
    if (journal.append(record)) {
        known.isHealed = known.isHealed || known.hasFailed;
        ++known.records;
    } else {
        known.hasFailed = true;
    }
}

// One process: opens its journal and lives through an attempt. False if the journal does not open.
bool live(MemoryFiles& files, int attempt, Acknowledged& known)
{
    const auto opened = FileJournal::open(kPath, numbered(900), files);
    if (!opened)
        return false;
    FileJournal& journal = **opened;
    known.journalId = journal.journalId();
    append(journal, JournalIntent{numbered(attempt), numbered(901), 1}, known);
    append(journal, calling(attempt), known);
    append(journal, result(attempt), known);
    append(journal, JournalRecorded{numbered(attempt)}, known);
    return true;
}

} // namespace

// A disk that fails at its n-th operation, or a machine that loses its power there, for every n:
// what an append acknowledged is there for ever, a failed write is final, and a core without a
// sound journal gets none.
class JournalFaultTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyOperationFails_data();
    void everyOperationFails();
    void cleanupTestCase();

private:
    int m_strikes = 0;
};

void JournalFaultTest::everyOperationFails_data()
{
    QTest::addColumn<int>("fault");
    QTest::addColumn<bool>("losesPower");
    QTest::addColumn<bool>("losesItLater");
    QTest::addColumn<bool>("keepsHalf");
    const std::pair<FileFault, const char*> faults[] = {
        {FileFault::NoSpace, "no space"},
        {FileFault::InputOutput, "EIO"},
        {FileFault::HalfWritten, "half written"},
        {FileFault::DiesBefore, "dies before"},
        {FileFault::DiesAfter, "dies after"}};
    for (const auto& fault : faults) {
        QTest::addRow("%s, process restarted", fault.second)
            << int(fault.first) << false << false << false;
        QTest::addRow("%s, power lost", fault.second) << int(fault.first) << true << false << false;
        QTest::addRow("%s, power lost, half kept", fault.second)
            << int(fault.first) << true << false << true;
        QTest::addRow("%s, power lost later", fault.second)
            << int(fault.first) << false << true << false;
    }
}

void JournalFaultTest::everyOperationFails()
{
    QFETCH(int, fault);
    QFETCH(bool, losesPower);
    QFETCH(bool, losesItLater);
    QFETCH(bool, keepsHalf);
    bool isStruck = true;
    for (int n = 1; isStruck; ++n) {
        const QByteArray at = "at operation " + QByteArray::number(n);
        MemoryFiles files;
        Acknowledged known;
        files.arm(static_cast<FileFault>(fault), n);
        // The second process may meet the fault while it cuts what the first left behind.
        for (const int attempt : {1, 2}) {
            try {
                live(files, attempt, known);
            } catch (const Died&) {}
            files.endProcess();
            QVERIFY2(!known.isHealed, at.constData());
            known.hasFailed = false;
            if (losesPower)
                files.losePower(keepsHalf);
        }
        isStruck = files.hasStruck();
        m_strikes += isStruck ? 1 : 0;
        files.arm(FileFault::None, 0);
        if (losesItLater)
            files.losePower(false);
        const auto opened = FileJournal::open(kPath, numbered(900), files);
        // A hole that a failed flush left is found, and the core does not start.
        if (losesItLater && !opened) {
            QCOMPARE(opened.error().code(), std::string("journal.corrupt"));
            continue;
        }
        QVERIFY2(opened, at.constData());
        QVERIFY2(!known.journalId || *known.journalId == (*opened)->journalId(), at.constData());
        const auto records = FileJournal::read(kPath, files);
        QVERIFY2(records && records->size() >= known.records, at.constData());
        QVERIFY2((*opened)->append(JournalIntent{numbered(50), numbered(901), 1}), at.constData());
        QVERIFY(n < kMostOperations);
    }
}

void JournalFaultTest::cleanupTestCase()
{
    std::printf("journal: %d operations failed or interrupted\n", m_strikes);
}

QTEST_GUILESS_MAIN(JournalFaultTest)
#include "journal_fault_test.moc"
