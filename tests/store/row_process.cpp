// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/store/row_process.h"

#include "backend/engine/claim_step.h"
#include "backend/engine/inline_call_runner.h"
#include "backend/engine/settle_step.h"
#include "backend/engine/submit_step.h"
#include "backend/journal/file_journal.h"
#include "backend/store/pg_payment_store.h"

#include <array>
#include <cstdio>
#include <cstdlib>

namespace onceover {

namespace {

struct ProcessDied
{};

class StillClock final : public Clock
{
public:
    std::int64_t nowUs() const override { return 1'700'000'000'000'000; }

    std::int64_t bootTimeMs() const override { return 1000; }
};

class CountingIds final : public IdSource
{
public:
    Uuid next() override
    {
        static std::int64_t s_last = 1'800'000'000'000;
        return Uuid::version7(++s_last, {});
    }
};

class NoDirectory final : public ProviderDirectory
{
public:
    Result<void> refresh() override { return {}; }

    std::vector<std::shared_ptr<Provider>> inForce() const override { return {}; }

    std::shared_ptr<Provider> find(const std::string&, std::int64_t) const override { return {}; }
};

class DyingJournal final : public Journal
{
public:
    DyingJournal(Journal& disk, std::filesystem::path path)
        : m_disk(disk)
        , m_path(std::move(path))
    {}

    Result<void> appendAll(const std::vector<JournalRecord>& records) override
    {
        const bool isCalling = std::holds_alternative<JournalCalling>(records.front());
        if (isCalling && !image.empty())
            std::filesystem::copy_file(m_path, image);
        if (isCalling && death == Death::BeforeCalling)
            throw ProcessDied{};
        auto written = m_disk.appendAll(records);
        if (isCalling && death == Death::AfterCalling)
            throw ProcessDied{};
        return written;
    }

    std::vector<OpenAttempt> openAttempts() const override { return m_disk.openAttempts(); }

    std::vector<WitnessedAttempt> witnesses(std::uint64_t since, std::size_t newest) const override
    {
        return m_disk.witnesses(since, newest);
    }

    std::uint64_t recordCount() const override { return m_disk.recordCount(); }

    std::optional<ServerMark> server() const override { return m_disk.server(); }

    Result<void> rememberServer(const ServerMark& mark) override
    {
        return m_disk.rememberServer(mark);
    }

    Uuid journalId() const override { return m_disk.journalId(); }

    Uuid coreId() const override { return m_disk.coreId(); }

    bool isPoisoned() const override { return m_disk.isPoisoned(); }

    Death death = Death::None;
    std::filesystem::path image;

private:
    Journal& m_disk;
    std::filesystem::path m_path;
};

// Executes in the row's book, and looks at the journal's file first, as an auditor would.
class BookProvider final : public Provider
{
public:
    BookProvider(ModelRow& row, std::filesystem::path journal, Death death)
        : m_row(row)
        , m_journal(std::move(journal))
        , m_death(death)
    {
        m_profile.name = row.provider();
        m_profile.version = 1;
    }

    const ProviderProfile& profile() const override { return m_profile; }

    Result<std::string> renderRequest(const Submission&) const override { return "body"; }

    SubmissionResult submit(const Submission& submission, std::string_view) override
    {
        ++calls;
        const auto records = FileJournal::read(m_journal);
        bool isThere = false;
        for (const JournalRecord& record : records ? *records : std::vector<JournalRecord>{}) {
            const auto* calling = std::get_if<JournalCalling>(&record);
            isThere = isThere || (calling && calling->attemptId == submission.attemptId);
        }
        isAnnounced = isAnnounced && isThere;
        SubmissionResult result;
        result.answer = Answer::Succeeded;
        result.providerId = m_row.book().execute(submission.providerKey);
        result.httpStatus = 200;
        result.requestBytes = 100;
        if (m_death == Death::InCall)
            throw ProcessDied{};
        return result;
    }

    QueryAnswer queryByKey(std::string_view, std::string_view, std::int64_t) override { return {}; }

    ListAnswer list(std::int64_t, std::int64_t) override { return {}; }

    int calls = 0;
    bool isAnnounced = true;

private:
    ModelRow& m_row;
    std::filesystem::path m_journal;
    Death m_death;
    ProviderProfile m_profile;
};

template <typename Value>
Value must(Result<Value> result)
{
    if (!result) {
        std::fprintf(
            stderr,
            "row process: %s %s\n",
            result.error().code().c_str(),
            result.error().detail().c_str());
        std::abort();
    }
    return std::move(*result);
}

} // namespace

struct RowProcess::Parts
{
    Parts(ConnectionSettings settings, std::filesystem::path file, const Uuid& coreId)
        : path(std::move(file))
        , disk(must(FileJournal::open(path, coreId)))
        , journal(*disk, path)
        , store(std::move(settings))
        , engine{store, journal, directory, clock, ids, identity(coreId)}
        , claim(engine)
        , submit(engine, runner)
        , settle(engine)
    {}

    CoreIdentity identity(const Uuid& coreId)
    {
        CoreIdentity core;
        core.coreId = coreId;
        core.journalId = disk->journalId();
        core.name = "row";
        core.host = "here";
        // One boot for all processes, one nonce for each.
        core.bootId = Uuid::version7(1, {});
        core.bootNonce = ids.next();
        core.programVersion = "0";
        return core;
    }

    std::filesystem::path path;
    std::unique_ptr<FileJournal> disk;
    DyingJournal journal;
    PgPaymentStore store;
    NoDirectory directory;
    StillClock clock;
    CountingIds ids;
    EngineParts engine;
    InlineCallRunner runner;
    ClaimStep claim;
    SubmitStep submit;
    SettleStep settle;
    int calls = 0;
    bool isAnnounced = true;
};

RowProcess::RowProcess(
    StoreFixture& fixture,
    const std::string& database,
    const std::filesystem::path& journalFile,
    int coreNumber)
    : m_parts(std::make_unique<Parts>(
        fixture.postgres().settingsFor("m_core", "m_core", database),
        journalFile,
        StoreFixture::coreId(coreNumber)))
{
    if (auto known = m_parts->store.registerCore(m_parts->engine.core); !known) {
        std::fprintf(stderr, "row process: %s\n", known.error().code().c_str());
        std::abort();
    }
    Connection owner = fixture.connectOwner(database);
    StoreFixture::admitCores(owner);
}

RowProcess::~RowProcess() = default;

bool RowProcess::claimAndCall(ModelRow& row, Death death)
{
    m_parts->journal.death = death;
    const auto provider = std::make_shared<BookProvider>(row, m_parts->path, death);
    bool isAlive = true;
    try {
        for (const FreshClaim& fresh : must(m_parts->claim.run(provider->profile(), 1))) {
            if (death == Death::AfterClaim)
                throw ProcessDied{};
            static_cast<void>(m_parts->submit.run(fresh, provider));
        }
        for (const FinishedCall& finished : m_parts->runner.takeFinished({}))
            m_parts->settle.takeResult(std::get<FinishedSubmission>(finished.outcome));
    } catch (const ProcessDied&) {
        isAlive = false;
    }
    m_parts->calls += provider->calls;
    m_parts->isAnnounced = m_parts->isAnnounced && provider->isAnnounced;
    return isAlive;
}

std::string RowProcess::settle()
{
    const auto settled = m_parts->settle.run({});
    return settled ? std::string() : settled.error().code();
}

std::string RowProcess::heartbeat()
{
    const auto alive =
        m_parts->store.heartbeat(m_parts->engine.core, m_parts->journal.recordCount());
    return alive ? std::string() : alive.error().code();
}

void RowProcess::takeImage(const std::filesystem::path& image)
{
    m_parts->journal.image = image;
}

bool RowProcess::wasAnnounced() const
{
    return m_parts->isAnnounced;
}

int RowProcess::callCount() const
{
    return m_parts->calls;
}

} // namespace onceover
