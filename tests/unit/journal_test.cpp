// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/journal/boot.h"
#include "backend/journal/crc32c.h"
#include "backend/journal/file_journal.h"
#include "backend/journal/journal_frames.h"
#include "backend/journal/journal_history.h"

#include <QtTest>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace onceover;
namespace fs = std::filesystem;

namespace {

Uuid numbered(int number)
{
    std::array<std::uint8_t, 10> random{};
    random[9] = static_cast<std::uint8_t>(number);
    return Uuid::version7(1700000000000, random);
}

const Uuid kCore = numbered(200);

JournalIntent intent(int number)
{
    return {numbered(number), numbered(201), 1234};
}

JournalCalling calling(int number)
{
    JournalCalling record;
    record.attemptId = numbered(number);
    record.paymentId = numbered(100 + number);
    record.permitId = numbered(150 + number);
    record.ordinal = 1;
    record.ground = "FIRST";
    record.generation = 1;
    record.providerKey = "0123456789ABCDEF-1";
    record.source = "payroll";
    record.idempotencyKey = "key \"1\"\n";
    record.fingerprint = "00ff";
    record.fingerprintVersion = 1;
    record.amountMinor = 9007199254740993;
    record.currency = "KWD";
    record.payeeDigest = "abcd";
    record.provider = "sandbox";
    record.epoch = 3;
    return record;
}

JournalResult answered(int number)
{
    SubmissionResult result;
    result.answer = Answer::Succeeded;
    result.reason = "answered_by_table:1";
    result.providerId = "ch_1";
    result.httpStatus = 200;
    result.requestBytes = 321;
    result.startedAtUs = 1;
    result.finishedAtUs = 2;
    result.bodyExcerpt = "{\"a\":\"\xff\"}";
    result.bodySha256 = "ee";
    return {numbered(number), result};
}

std::string wordOf(WitnessedState state)
{
    switch (state) {
    case WitnessedState::Called:
        return " called ";
    case WitnessedState::Recorded:
        return " recorded ";
    case WitnessedState::Closed:
        return " closed ";
    case WitnessedState::Void:
        return " void ";
    }
    return " ? ";
}

std::string contentOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

void overwrite(const fs::path& path, const std::string& content)
{
    std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

} // namespace

class JournalTest : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_directory;

    fs::path path() const { return fs::path(m_directory->path().toStdString()) / "core.journal"; }

    std::unique_ptr<FileJournal> mustOpen() const
    {
        auto journal = FileJournal::open(path(), kCore);
        if (!journal) {
            qFatal("%s", journal.error().detail().c_str());
        }
        return std::move(*journal);
    }

    // Attempt 1 recorded, 2 called, 3 intended.
    void writeSample() const
    {
        auto journal = mustOpen();
        const std::vector<JournalRecord> records = {
            intent(1),
            intent(2),
            calling(1),
            answered(1),
            JournalRecorded{numbered(1)},
            calling(2),
            intent(3)};
        for (const JournalRecord& record : records) {
            QVERIFY(journal->append(record).has_value());
        }
    }

private Q_SLOTS:

    void init() { m_directory = std::make_unique<QTemporaryDir>(); }

    void crcIsCastagnoli() { QCOMPARE(crc32c("123456789"), 0xe3069283U); }

    void bootIsKnown()
    {
        QVERIFY(currentBootId().has_value());
        QCOMPARE(*currentBootId(), *currentBootId());
        QVERIFY(currentBootTimeMs() > 0);
    }

    void recordsSurviveReopening()
    {
        writeSample();
        QVERIFY(!QTest::currentTestFailed());
        const auto journal = mustOpen();
        const auto open = journal->openAttempts();
        QCOMPARE(open.size(), std::size_t{2});
        QVERIFY(open[0].intent == intent(2));
        QVERIFY(open[0].calling && *open[0].calling == calling(2));
        QVERIFY(!open[0].result && !open[0].isCallingUncertain);
        QVERIFY(open[1].intent == intent(3));
        QVERIFY(!open[1].calling);
        const auto records = FileJournal::read(path());
        QVERIFY(records.has_value());
        QCOMPARE(records->size(), std::size_t{7});
        const auto& result = std::get<JournalResult>((*records)[3]).result;
        QCOMPARE(*result.providerId, std::string("ch_1"));
        QCOMPARE(result.requestBytes, std::int64_t{321});
        // What is no UTF-8 is replaced: the record itself must never be refused.
        QCOMPARE(result.bodyExcerpt, std::string("{\"a\":\"\xef\xbf\xbd\"}"));
    }

    void orderIsKept()
    {
        auto journal = mustOpen();
        const auto refused = [&journal](const std::vector<JournalRecord>& records) {
            const auto appended = journal->appendAll(records);
            return !appended && appended.error().code() == "journal.order"
                   && appended.error().effect() == Effect::None;
        };
        QVERIFY(refused({calling(1)}));
        QVERIFY(refused({JournalRecorded{numbered(1)}}));
        QVERIFY(refused({intent(1), answered(1)}));
        QVERIFY(refused({intent(1), intent(1)}));
        QVERIFY(journal->appendAll({intent(1), calling(1)}).has_value());
        QVERIFY(refused({calling(1)}));
        QVERIFY(journal->append(JournalAbandoned{numbered(1), "claim_too_old"}).has_value());
        QVERIFY(refused({answered(1)}));
        QVERIFY(journal->openAttempts().empty());
        QVERIFY(!journal->isPoisoned());
    }

    // What is open, what is later than the database has heard of, and the newest; never what has
    // but an INTENT.
    void witnessesAreWhoMayBeMissing()
    {
        JournalHistory history;
        std::uint64_t number = 0;
        const std::vector<JournalRecord> records = {
            intent(1),
            calling(1),
            JournalRecorded{numbered(1)},
            intent(2),
            calling(2),
            answered(2),
            intent(3),
            JournalAbandoned{numbered(3), kNotClaimedCode},
            intent(4),
            calling(4),
            JournalAbandoned{numbered(4), "core_stopped"},
            intent(5)};
        for (const JournalRecord& record : records)
            history.take(record, ++number);
        const auto told = [&history](std::uint64_t since, std::size_t newest) {
            std::string text;
            for (const WitnessedAttempt& one : history.witnesses(since, newest))
                for (int i = 1; i <= 5; ++i)
                    text +=
                        one.attemptId == numbered(i) ? std::to_string(i) + wordOf(one.state) : "";
            return text;
        };
        const std::string first = "1 recorded ";
        const std::string open = "2 called ";
        const std::string unused = "3 void ";
        const std::string closed = "4 closed ";
        QCOMPARE(told(0, 0), first + open + unused + closed);
        QCOMPARE(told(3, 0), first + open + unused + closed);
        QCOMPARE(told(4, 0), open + unused + closed);
        QCOMPARE(told(8, 0), open + unused + closed);
        QCOMPARE(told(9, 0), open + closed);
        QCOMPARE(told(12, 0), open);
        QCOMPARE(told(12, 1), open);
        QCOMPARE(told(12, 2), open + closed);
        QCOMPARE(told(12, 3), open + unused + closed);
        QCOMPARE(told(12, 4), open + unused + closed);
        QCOMPARE(told(12, 5), first + open + unused + closed);
        QCOMPARE(told(12, 99), first + open + unused + closed);
    }

    void secondOpenerIsRefused()
    {
        const auto journal = mustOpen();
        const auto second = FileJournal::open(path(), kCore);
        QVERIFY(!second);
        QCOMPARE(second.error().code(), std::string("journal.locked"));
    }

    void anotherCoreIsRefused()
    {
        writeSample();
        const auto other = FileJournal::open(path(), numbered(9));
        QVERIFY(!other);
        QCOMPARE(other.error().code(), std::string("journal.other_core"));
    }

    void cutAtEveryByteKeepsWhatIsSound()
    {
        writeSample();
        const std::string whole = contentOf(path());
        const auto all = FileJournal::read(path());
        const std::size_t headerEnd =
            kJournalMagic.size() + 16 + readFrames(whole)->payloads.front().size();
        for (std::size_t size = 0; size < whole.size(); ++size) {
            QTemporaryDir directory;
            const fs::path cut = fs::path(directory.path().toStdString()) / "j";
            overwrite(cut, whole.substr(0, size));
            const auto journal = FileJournal::open(cut, kCore);
            if (size < headerEnd) {
                QVERIFY(!journal);
                QCOMPARE(journal.error().code(), std::string("journal.corrupt"));
                continue;
            }
            QVERIFY2(journal.has_value(), std::to_string(size).c_str());
            const auto sound = readFrames(std::string_view(whole).substr(0, size));
            const bool isTorn = sound->soundBytes < size;
            for (const OpenAttempt& open : (*journal)->openAttempts()) {
                QCOMPARE(open.isCallingUncertain, isTorn);
            }
            QCOMPARE(
                fs::exists(cut.string() + ".torn-" + std::to_string(sound->soundBytes)), isTorn);
            QVERIFY((*journal)->append(intent(50)).has_value());
            // The mark outlives the next opening too.
            const auto records = FileJournal::read(cut);
            QVERIFY(records.has_value());
            QCOMPARE(records->size(), sound->payloads.size());
        }
    }

    void everyFlippedBitIsNoticed()
    {
        writeSample();
        const std::string whole = contentOf(path());
        const auto frames = readFrames(whole);
        const std::size_t lastFrame = whole.size() - 16 - frames->payloads.back().size();
        for (std::size_t byte = 0; byte < whole.size(); ++byte) {
            for (int bit = 0; bit < 8; ++bit) {
                std::string damaged = whole;
                damaged[byte] = static_cast<char>(damaged[byte] ^ (1 << bit));
                const auto read = readFrames(damaged);
                if (byte < lastFrame) {
                    QVERIFY2(!read, std::to_string(byte).c_str());
                    QCOMPARE(read.error().code(), std::string("journal.corrupt"));
                } else {
                    QVERIFY2(read.has_value(), std::to_string(byte).c_str());
                    QCOMPARE(read->soundBytes, lastFrame);
                }
            }
        }
    }

    void missingAndRepeatedRecordsAreCorrupt()
    {
        writeSample();
        const std::string whole = contentOf(path());
        const auto frames = readFrames(whole);
        std::string missing(kJournalMagic);
        std::string repeated = whole;
        for (std::size_t i = 0; i < frames->payloads.size(); ++i) {
            if (i != 3) {
                missing += makeFrame(i, frames->payloads[i]);
            }
        }
        repeated += makeFrame(frames->payloads.size() - 1, frames->payloads.back());
        QVERIFY(!readFrames(missing));
        QVERIFY(!readFrames(repeated));
    }

    void failedWriteIsFinal()
    {
        ::signal(SIGXFSZ, SIG_IGN);
        auto journal = mustOpen();
        QVERIFY(journal->append(intent(1)).has_value());
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
        rlimit small = before;
        small.rlim_cur = static_cast<rlim_t>(fs::file_size(path()) + 40);
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
        const auto failed = journal->append(calling(1));
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
        QVERIFY(!failed);
        QCOMPARE(failed.error().code(), std::string("journal.poisoned"));
        QCOMPARE(failed.error().effect(), Effect::Possible);
        QVERIFY(journal->isPoisoned());
        // There is room again, but nobody knows what the file holds.
        const auto later = journal->append(calling(1));
        QVERIFY(!later);
        QCOMPARE(later.error().code(), std::string("journal.poisoned"));
        QVERIFY(!journal->openAttempts().front().calling);
        journal.reset();
        const auto again = mustOpen();
        QVERIFY(again->openAttempts().front().isCallingUncertain);
        QVERIFY(!again->openAttempts().front().calling);
    }

    void fullDiskIsFinal()
    {
        const std::string mountPoint = m_directory->path().toStdString();
        if (::geteuid() != 0 || ::mount("tmpfs", mountPoint.c_str(), "tmpfs", 0, "size=64k") != 0) {
            QSKIP("only root can mount a small file system");
        }
        {
            auto journal = mustOpen();
            Result<void> appended;
            for (int number = 1; appended && number < 250; ++number) {
                JournalIntent record = intent(number % 250);
                appended = journal->append(record);
                if (appended) {
                    appended = journal->append(calling(number % 250));
                }
            }
            QVERIFY(!appended);
            QCOMPARE(appended.error().code(), std::string("journal.poisoned"));
            QVERIFY(journal->isPoisoned());
        }
        ::umount(mountPoint.c_str());
    }

    void unwritablePlaceIsRefused()
    {
        const auto journal = FileJournal::open("/nonexistent/core.journal", kCore);
        QVERIFY(!journal);
        QCOMPARE(journal.error().code(), std::string("journal.unwritable"));
        QCOMPARE(journal.error().effect(), Effect::None);
    }
};

QTEST_GUILESS_MAIN(JournalTest)
#include "journal_test.moc"
