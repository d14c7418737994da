// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/payment_store.h"
#include "backend/store/pg_session.h"

#include <string_view>

namespace onceover {

// The machine's functions in PostgreSQL, under one core's own login. A lost session is replaced by
// registerCore alone, so that whoever works on it looks around first; lookUpAttempt and the rest
// answer database.away until then.
class PgPaymentStore final : public PaymentStore
{
public:
    // `timeout` bounds each function, its COMMIT included.
    explicit PgPaymentStore(
        ConnectionSettings settings, std::chrono::milliseconds timeout = std::chrono::seconds(20));

    Result<void> registerCore(const CoreIdentity& core) override;
    Result<bool> heartbeat(const CoreIdentity& core, std::uint64_t journalRecords) override;
    Result<void> setPaused(const CoreIdentity& core, bool isPaused) override;
    Result<ServerCheck> beginCheck(const CoreIdentity& core, std::uint64_t journalRecords) override;
    Result<std::vector<MissingAttempt>> findMissing(
        const CoreIdentity& core, const std::vector<WitnessedAttempt>& attempts) override;
    Result<void> finishCheck(
        const CoreIdentity& core, std::int64_t startedAtUs, std::uint64_t journalRecords) override;
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

    // A profile in force, as two people approved it.
    struct ProfileRow
    {
        std::string provider;
        std::int64_t version = 0;
        std::string body;
        std::string sha256;
    };

    Result<std::vector<ProfileRow>> profilesInForce();

private:
    Result<Rows> read(std::string_view name, const Params& params);
    Result<Rows> write(std::string_view name, const Params& params);

    PgSession m_session;
    // Heartbeats that the server has counted of this process's core: it must never count fewer.
    std::int64_t m_beats = 0;
};

} // namespace onceover
