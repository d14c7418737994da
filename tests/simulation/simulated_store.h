// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/payment_store.h"
#include "tests/simulation/simulated_core.h"
#include "tests/simulation/transaction.h"

#include <functional>

namespace onceover::simulation {

// The database as one process of a core reaches it: a session that breaks, answers that are lost,
// commits that end after their client has given up.
class SimulatedStore final : public PaymentStore
{
public:
    explicit SimulatedStore(SimulatedCore& core)
        : m_core(core)
        , m_world(core.world())
    {}

    // A process restored from an image believes in the session of before.
    void believeInSession(std::uint64_t session);

    std::uint64_t session() const { return m_session; }

    // The profile versions in force are read like everything else.
    Result<void> readProfiles();

    Result<void> registerCore(const CoreIdentity& core) override;
    Result<bool> heartbeat(const CoreIdentity& core, std::uint64_t journalRecords) override;
    Result<ServerCheck> beginCheck(const CoreIdentity& core, std::uint64_t journalRecords) override;
    Result<std::vector<MissingAttempt>> findMissing(
        const CoreIdentity& core, const std::vector<WitnessedAttempt>& attempts) override;
    Result<void> finishCheck(
        const CoreIdentity& core, std::int64_t startedAtUs, std::uint64_t journalRecords) override;
    Result<void> setPaused(const CoreIdentity& core, bool isPaused) override;
    Result<ClaimAnswer> claim(const CoreIdentity& core, const ClaimRequest& request) override;
    Result<void> readyToCall(
        const CoreIdentity& core,
        std::uint64_t session,
        const ClaimedAttempt& attempt,
        const std::string& body) override;
    Result<AttemptLook> lookUpAttempt(const CoreIdentity& core, const Uuid& attemptId) override;
    Result<std::vector<RecordedResult>> recordResults(
        const CoreIdentity& core, const std::vector<AttemptResult>& results) override;
    Result<std::string> abandon(
        const CoreIdentity& core,
        const Uuid& attemptId,
        const Uuid& bootId,
        bool wasCalled,
        const std::string& why) override;
    Result<int> expireLeases(const CoreIdentity& core, int limit) override;
    Result<int> endOverdue(const CoreIdentity& core, int limit) override;
    Result<int> settleStored(const CoreIdentity& core, int limit) override;
    Result<std::vector<Uuid>> takeDueLooks(
        const CoreIdentity& core,
        const std::string& provider,
        int limit,
        std::int64_t leaseMs) override;
    Result<LookFacts> lookFacts(const Uuid& paymentId) override;
    Result<RecordedEvidence> recordEvidence(
        const CoreIdentity& core, const Uuid& paymentId, const NewEvidence& evidence) override;
    Result<std::string> applyVerdict(
        const CoreIdentity& core,
        const Uuid& paymentId,
        std::int64_t evidenceVersion,
        const Verdict& verdict) override;
    Result<void> scheduleLook(
        const CoreIdentity& core, const Uuid& paymentId, const Verdict& verdict) override;
    Result<std::vector<Uuid>> paymentsToRetry(
        const CoreIdentity& core, const std::string& provider, int limit) override;
    Result<std::optional<Uuid>> grantAutomatic(
        const CoreIdentity& core, const Uuid& paymentId) override;
    Result<void> fence(const CoreIdentity& core, const std::string& why) override;

private:
    enum class Kind
    {
        Read,
        Write,
    };

    // How one try of a transaction ended.
    enum class End
    {
        Committed,
        Refused,
        Locked,
        Parked,
    };

    template <typename Value>
    struct Try
    {
        End end = End::Locked;
        std::string code;
        std::optional<Value> value;
    };

    template <typename Value>
    using Work = std::function<Value(Transaction&)>;

    template <typename Value>
    Try<Value> tryOnce(Kind kind, bool isParked, const Work<Value>& work);
    template <typename Value>
    Result<Value> ask(const char* name, Kind kind, const Work<Value>& work);
    Result<ClaimAnswer> claimNow(const CoreIdentity& core, const ClaimRequest& request);
    Result<void> done(const Result<bool>& answer);
    bool isSessionAlive();
    Error lost();

    SimulatedCore& m_core;
    World& m_world;
    bool m_isConnected = false;
    int m_serverStart = 0;
    std::uint64_t m_session = 0;
};

} // namespace onceover::simulation
