// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/engine/engine_parts.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace onceover {

// The process dies here.
struct Killed
{};

// What happens to the n-th call of any port.
enum class Fault
{
    None,
    KillBefore,
    KillAfter,
    // The answer is lost: the effect did not happen, or did.
    LostBefore,
    LostAfter,
    // The store refuses it, for a reason that concerns the whole core.
    Refused,
};

// Counts the calls of all ports and strikes once.
class FaultPlan
{
public:
    void arm(Fault fault, int atCall)
    {
        m_fault = fault;
        m_atCall = atCall;
        m_calls = 0;
    }

    int calls() const { return m_calls; }

    // The fault that strikes this call.
    Fault next() { return ++m_calls == m_atCall ? m_fault : Fault::None; }

private:
    Fault m_fault = Fault::None;
    int m_atCall = 0;
    int m_calls = 0;
};

class FakeClock final : public Clock
{
public:
    std::int64_t nowUs() const override { return 1'000'000'000; }

    std::int64_t bootTimeMs() const override { return m_bootTimeMs += m_stepMs; }

    // Between two questions the machine sleeps so long.
    void setStepMs(std::int64_t stepMs) { m_stepMs = stepMs; }

private:
    mutable std::int64_t m_bootTimeMs = 0;
    std::int64_t m_stepMs = 1;
};

class FakeIds final : public IdSource
{
public:
    Uuid next() override { return Uuid::version7(++m_count, {}); }

private:
    std::int64_t m_count = 0;
};

// A journal whose records survive the process, on a disk of our own.
class FakeJournal final : public Journal
{
public:
    FakeJournal(std::vector<JournalRecord>& disk, FaultPlan& plan)
        : m_disk(disk)
        , m_plan(plan)
    {}

    Result<void> appendAll(const std::vector<JournalRecord>& records) override;
    std::vector<OpenAttempt> openAttempts() const override;
    std::vector<WitnessedAttempt> witnesses(std::uint64_t since, std::size_t newest) const override;

    std::uint64_t recordCount() const override { return m_disk.size(); }

    std::optional<ServerMark> server() const override { return m_server; }

    Result<void> rememberServer(const ServerMark& mark) override
    {
        m_server = mark;
        return {};
    }

    Uuid journalId() const override { return Uuid::version7(1, {}); }

    Uuid coreId() const override { return Uuid::version7(2, {}); }

    bool isPoisoned() const override { return m_isPoisoned; }

    void poison() { m_isPoisoned = true; }

private:
    std::vector<JournalRecord>& m_disk;
    FaultPlan& m_plan;
    std::optional<ServerMark> m_server;
    bool m_isPoisoned = false;
};

// The database's promises in memory: one permit, one attempt; a voided id never claims; what is
// closed stays closed.
class FakeStore final : public PaymentStore
{
public:
    struct Attempt
    {
        Uuid payment;
        bool isClosed = false;
        bool isCalledBodyStored = false;
    };

    explicit FakeStore(FaultPlan& plan)
        : m_plan(plan)
    {}

    void addPayment(const Uuid& id) { status[id] = "PENDING"; }

    // Another process: its session is gone.
    void disconnect() { m_isConnected = false; }

    Result<void> registerCore(const CoreIdentity&) override;
    Result<bool> heartbeat(const CoreIdentity&, std::uint64_t) override;
    Result<ServerCheck> beginCheck(const CoreIdentity&, std::uint64_t) override;
    Result<std::vector<MissingAttempt>> findMissing(
        const CoreIdentity&, const std::vector<WitnessedAttempt>&) override;
    Result<void> finishCheck(const CoreIdentity&, std::int64_t, std::uint64_t) override;
    Result<void> setPaused(const CoreIdentity&, bool isPaused) override;
    Result<ClaimAnswer> claim(const CoreIdentity&, const ClaimRequest&) override;
    Result<void> readyToCall(
        const CoreIdentity&, std::uint64_t, const ClaimedAttempt&, const std::string&) override;
    Result<AttemptLook> lookUpAttempt(const CoreIdentity&, const Uuid&) override;
    Result<std::vector<RecordedResult>> recordResults(
        const CoreIdentity&, const std::vector<AttemptResult>&) override;
    Result<std::string> abandon(
        const CoreIdentity&, const Uuid&, const Uuid&, bool, const std::string&) override;
    Result<int> expireLeases(const CoreIdentity&, int) override;
    Result<int> endOverdue(const CoreIdentity&, int) override;
    Result<int> settleStored(const CoreIdentity&, int) override;
    Result<std::vector<Uuid>> takeDueLooks(
        const CoreIdentity&, const std::string&, int, std::int64_t) override;
    Result<LookFacts> lookFacts(const Uuid&) override;
    Result<RecordedEvidence> recordEvidence(
        const CoreIdentity&, const Uuid&, const NewEvidence&) override;
    Result<std::string> applyVerdict(
        const CoreIdentity&, const Uuid&, std::int64_t, const Verdict&) override;
    Result<void> scheduleLook(const CoreIdentity&, const Uuid&, const Verdict&) override;
    Result<std::vector<Uuid>> paymentsToRetry(
        const CoreIdentity&, const std::string&, int) override;
    Result<std::optional<Uuid>> grantAutomatic(const CoreIdentity&, const Uuid&) override;
    Result<void> fence(const CoreIdentity&, const std::string&) override;

    std::map<Uuid, std::string> status;
    std::map<Uuid, Attempt> attempts;
    std::set<Uuid> voided;
    std::map<Uuid, Uuid> boots;
    // Intents and proposals that time has ended, not yet noticed by any core.
    int overdue = 0;
    bool isPaused = false;
    bool isFenced = false;
    bool isRefusing = false;
    // What it answers to whoever is ready to call; nothing if all is well.
    std::string notReady;
    // What a look at the server shows; its session is set here.
    ServerCheck check = [] {
        ServerCheck armed;
        armed.state = FenceState::Armed;
        armed.isAdmitted = true;
        return armed;
    }();
    // How many attempts each question named, and how many proofs were finished.
    std::vector<std::size_t> askedFor;
    int finished = 0;
    bool wasRefused = false;
    // The look at the server is not answered, and the session stays.
    bool isCheckFailing = false;
    // What it answers to whoever gives an attempt up, or stores an answer; nothing if all is well.
    std::optional<Error> notAbandoned;
    std::optional<Error> notStored;
    // The payments that are to be looked at, once, and what is known of each of them.
    std::vector<Uuid> due;
    LookFacts facts;
    // The results of each call.
    std::vector<std::vector<AttemptResult>> rounds;
    // What was stored, judged and put off.
    std::vector<NewEvidence> evidence;
    std::vector<Verdict> verdicts;
    std::vector<Verdict> scheduled;
    // The answers to the next verdicts; an empty status when there are no more.
    std::vector<Result<std::string>> verdictAnswers;

private:
    template <typename Value>
    Result<Value> answer(const std::function<Result<Value>()>& work);

    FaultPlan& m_plan;
    bool m_isConnected = false;
    std::uint64_t m_session = 0;
};

// A provider that counts, and checks what must be true before its first byte.
class FakeProvider final : public Provider
{
public:
    FakeProvider(FaultPlan& plan, std::function<void(const Uuid&)> onSubmit);

    const ProviderProfile& profile() const override { return m_profile; }

    Result<std::string> renderRequest(const Submission& submission) const override;
    SubmissionResult submit(const Submission& submission, std::string_view body) override;
    QueryAnswer queryByKey(
        std::string_view key, std::string_view reference, std::int64_t sinceUs) override;

    ListAnswer list(std::int64_t, std::int64_t) override { return {}; }

    // Charges by reference.
    std::map<std::string, int> charges;
    std::map<Uuid, int> submissions;
    // Key, reference and time of each question.
    std::vector<std::string> questions;

    void setProfile(const ProviderProfile& profile) { m_profile = profile; }

private:
    FaultPlan& m_plan;
    std::function<void(const Uuid&)> m_onSubmit;
    ProviderProfile m_profile;
};

class FakeDirectory final : public ProviderDirectory
{
public:
    explicit FakeDirectory(std::shared_ptr<Provider> provider)
        : m_provider(std::move(provider))
    {}

    Result<void> refresh() override { return {}; }

    std::vector<std::shared_ptr<Provider>> inForce() const override { return {m_provider}; }

    std::shared_ptr<Provider> find(const std::string&, std::int64_t) const override
    {
        return m_provider;
    }

private:
    std::shared_ptr<Provider> m_provider;
};

} // namespace onceover
