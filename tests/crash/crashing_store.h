// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/payment_store.h"
#include "tests/crash/crash_point.h"

namespace onceover {

// A store that dies before or after what it is asked to do.
class CrashingStore final : public PaymentStore
{
public:
    // Both outlive it.
    CrashingStore(PaymentStore& inner, const Crash& crash)
        : m_inner(inner)
        , m_crash(crash)
    {}

    Result<void> registerCore(const CoreIdentity& core) override
    {
        return m_inner.registerCore(core);
    }

    Result<bool> heartbeat(const CoreIdentity& core) override { return m_inner.heartbeat(core); }

    Result<void> setPaused(const CoreIdentity& core, bool isPaused) override
    {
        return m_inner.setPaused(core, isPaused);
    }

    Result<ClaimAnswer> claim(const CoreIdentity& core, const ClaimRequest& request) override
    {
        m_crash.at(CrashPoint::BeforeClaim);
        auto answer = m_inner.claim(core, request);
        if (answer && !answer->attempts.empty())
            m_crash.at(CrashPoint::AfterClaim);
        return answer;
    }

    Result<void> readyToCall(
        const CoreIdentity& core,
        std::uint64_t session,
        const ClaimedAttempt& attempt,
        const std::string& body) override
    {
        auto ready = m_inner.readyToCall(core, session, attempt, body);
        m_crash.at(CrashPoint::BeforeCalling);
        return ready;
    }

    Result<AttemptLook> lookUpAttempt(const CoreIdentity& core, const Uuid& attemptId) override
    {
        return m_inner.lookUpAttempt(core, attemptId);
    }

    Result<std::vector<RecordedResult>> recordResults(
        const CoreIdentity& core, const std::vector<AttemptResult>& results) override
    {
        m_crash.at(CrashPoint::BeforeRecord);
        auto recorded = m_inner.recordResults(core, results);
        m_crash.at(CrashPoint::AfterRecord);
        return recorded;
    }

    Result<std::string> abandon(
        const CoreIdentity& core,
        const Uuid& attemptId,
        const Uuid& bootId,
        bool wasCalled,
        const std::string& why) override
    {
        return m_inner.abandon(core, attemptId, bootId, wasCalled, why);
    }

    Result<int> expireLeases(const CoreIdentity& core, int limit) override
    {
        return m_inner.expireLeases(core, limit);
    }

    Result<int> endOverdue(const CoreIdentity& core, int limit) override
    {
        return m_inner.endOverdue(core, limit);
    }

    Result<std::vector<Uuid>> takeDueLooks(
        const CoreIdentity& core,
        const std::string& provider,
        int limit,
        std::int64_t leaseMs) override
    {
        return m_inner.takeDueLooks(core, provider, limit, leaseMs);
    }

    Result<LookFacts> lookFacts(const Uuid& paymentId) override
    {
        return m_inner.lookFacts(paymentId);
    }

    Result<RecordedEvidence> recordEvidence(
        const CoreIdentity& core, const Uuid& paymentId, const NewEvidence& evidence) override
    {
        return m_inner.recordEvidence(core, paymentId, evidence);
    }

    Result<std::string> applyVerdict(
        const CoreIdentity& core,
        const Uuid& paymentId,
        std::int64_t evidenceVersion,
        const Verdict& verdict) override
    {
        return m_inner.applyVerdict(core, paymentId, evidenceVersion, verdict);
    }

    Result<void> scheduleLook(
        const CoreIdentity& core, const Uuid& paymentId, const Verdict& verdict) override
    {
        return m_inner.scheduleLook(core, paymentId, verdict);
    }

    Result<std::vector<Uuid>> paymentsToRetry(
        const CoreIdentity& core, const std::string& provider, int limit) override
    {
        return m_inner.paymentsToRetry(core, provider, limit);
    }

    Result<std::optional<Uuid>> grantAutomatic(
        const CoreIdentity& core, const Uuid& paymentId) override
    {
        return m_inner.grantAutomatic(core, paymentId);
    }

    Result<void> fence(const CoreIdentity& core, const std::string& why) override
    {
        return m_inner.fence(core, why);
    }

private:
    PaymentStore& m_inner;
    const Crash& m_crash;
};

} // namespace onceover
