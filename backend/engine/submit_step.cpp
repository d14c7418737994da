// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/engine/submit_step.h"

#include "backend/domain/sha256.h"

namespace onceover {

namespace {

JournalCalling callingOf(const ClaimedAttempt& attempt)
{
    JournalCalling calling;
    calling.attemptId = attempt.submission.attemptId;
    calling.paymentId = attempt.paymentId;
    calling.permitId = attempt.permitId;
    calling.ordinal = attempt.ordinal;
    calling.ground = attempt.ground;
    calling.generation = attempt.generation;
    calling.providerKey = attempt.submission.providerKey;
    calling.source = attempt.submission.source;
    calling.idempotencyKey = attempt.submission.idempotencyKey;
    calling.fingerprint = attempt.fingerprint;
    calling.fingerprintVersion = attempt.fingerprintVersion;
    calling.amountMinor = attempt.submission.amount.amountMinor();
    calling.currency = std::string(attempt.submission.amount.currency().code());
    calling.payeeDigest =
        toHex(sha256(attempt.submission.payee + "\n" + attempt.submission.payeeAccount));
    calling.provider = attempt.submission.provider;
    calling.epoch = attempt.epoch;
    return calling;
}

} // namespace

Result<void> SubmitStep::run(const FreshClaim& claim, const std::shared_ptr<Provider>& provider)
{
    const ClaimedAttempt& attempt = claim.attempt;
    if (!provider)
        return Failure(Error::notHappened(
            "profile.unknown", "The profile version of this permit is not known here."));
    std::string body;
    if (attempt.storedBody) {
        body = *attempt.storedBody;
    } else {
        auto rendered = provider->renderRequest(attempt.submission);
        if (!rendered)
            return Failure(rendered.error());
        body = std::move(*rendered);
    }
    if (auto ready = m_parts.store.readyToCall(m_parts.core, claim.session, attempt, body); !ready)
        return Failure(Error::notHappened(ready.error().code(), ready.error().detail()));
    // Asked last: a machine that slept since the claim does not call.
    if (m_parts.clock.bootTimeMs() - claim.claimedAtBootMs > kMaxClaimAgeMs)
        return Failure(Error::notHappened("claim.stale", "The claim is too old to be called."));
    if (auto written = m_parts.journal.append(callingOf(attempt)); !written)
        return Failure(Error::notHappened(written.error().code(), written.error().detail()));
    m_runner.start([provider, submission = attempt.submission, body = std::move(body)] {
        return FinishedCall{
            submission.provider,
            FinishedSubmission{submission.attemptId, provider->submit(submission, body)}};
    });
    return {};
}

} // namespace onceover
