// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/claim.h"
#include "backend/domain/core_identity.h"
#include "backend/domain/look_facts.h"
#include "backend/domain/query_answer.h"
#include "backend/domain/result.h"
#include "backend/domain/uuid.h"
#include "backend/domain/verdict.h"
#include "backend/domain/witness.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

// One observation to be stored.
struct NewEvidence
{
    Uuid evidenceId;
    std::optional<Uuid> attemptId;
    EvidenceSource source = EvidenceSource::Query;
    EvidenceKind kind = EvidenceKind::QueryFailed;
    std::string state;
    std::string reason;
    std::int64_t askedAtUs = 0;
    std::int64_t answeredAtUs = 0;
    std::optional<std::int64_t> couldSeeUntilUs;
    std::string bodyExcerpt;
    std::string bodySha256;
    // Of a Found.
    std::optional<ChargeRecord> record;
};

struct RecordedEvidence
{
    bool isMaterial = false;
    std::int64_t evidenceVersion = 0;
    bool openedContradiction = false;
};

// Port: the database as the machine's steps see it. Used by one thread. Each function is one
// transaction; an error with effect Possible means that the commit may have happened, and every
// function but claim may then be asked again with the same arguments. Errors: database.away,
// fence.*, core.replaced, and the refusals of the database by their codes.
class PaymentStore
{
public:
    virtual ~PaymentStore() = default;

    // Makes this process the owner of its core id.
    virtual Result<void> registerCore(const CoreIdentity& core) = 0;
    // Whether the core is paused. Error core.replaced: another process owns the core id now. The
    // database remembers how long the journal was, so that it notices one that went back.
    virtual Result<bool> heartbeat(const CoreIdentity& core, std::uint64_t journalRecords) = 0;
    virtual Result<void> setPaused(const CoreIdentity& core, bool isPaused) = 0;

    // The server as this core finds it. Errors: fence.standby; core.journal_went_back, where the
    // database has seen more of the journal than there is.
    virtual Result<ServerCheck> beginCheck(
        const CoreIdentity& core, std::uint64_t journalRecords) = 0;
    // Which of these the database lacks or has otherwise; if there are any, it has fenced itself.
    virtual Result<std::vector<MissingAttempt>> findMissing(
        const CoreIdentity& core, const std::vector<WitnessedAttempt>& attempts) = 0;
    // Nothing was missing in this start of the server. The last awaited core's ends the check.
    virtual Result<void> finishCheck(
        const CoreIdentity& core, std::int64_t startedAtUs, std::uint64_t journalRecords) = 0;

    // Never repeated: after an InDoubt every id is looked up.
    virtual Result<ClaimAnswer> claim(const CoreIdentity& core, const ClaimRequest& request) = 0;
    // On the claim's own session; any error means that the call must not be made.
    virtual Result<void> readyToCall(
        const CoreIdentity& core,
        std::uint64_t session,
        const ClaimedAttempt& attempt,
        const std::string& body) = 0;
    // On a fresh connection; waits for a claim that is still uncommitted.
    virtual Result<AttemptLook> lookUpAttempt(const CoreIdentity& core, const Uuid& attemptId) = 0;
    // At most one result per payment. The answer names every attempt of the request.
    virtual Result<std::vector<RecordedResult>> recordResults(
        const CoreIdentity& core, const std::vector<AttemptResult>& results) = 0;
    // `bootId` is the one of the journal's INTENT.
    virtual Result<std::string> abandon(
        const CoreIdentity& core,
        const Uuid& attemptId,
        const Uuid& bootId,
        bool wasCalled,
        const std::string& why) = 0;
    virtual Result<int> expireLeases(const CoreIdentity& core, int limit) = 0;
    // What time has ended: intents whose send_before has passed, proposals that nobody approved.
    // How many.
    virtual Result<int> endOverdue(const CoreIdentity& core, int limit) = 0;
    // What was stored while nothing moved takes effect, whichever core brought it. How many. Asked
    // before anything is claimed.
    virtual Result<int> settleStored(const CoreIdentity& core, int limit) = 0;

    virtual Result<std::vector<Uuid>> takeDueLooks(
        const CoreIdentity& core, const std::string& provider, int limit, std::int64_t leaseMs) = 0;
    virtual Result<LookFacts> lookFacts(const Uuid& paymentId) = 0;
    virtual Result<RecordedEvidence> recordEvidence(
        const CoreIdentity& core, const Uuid& paymentId, const NewEvidence& evidence) = 0;
    // The payment's status afterwards. Refusals: verdict.stale, verdict.unproven.
    virtual Result<std::string> applyVerdict(
        const CoreIdentity& core,
        const Uuid& paymentId,
        std::int64_t evidenceVersion,
        const Verdict& verdict) = 0;
    virtual Result<void> scheduleLook(
        const CoreIdentity& core, const Uuid& paymentId, const Verdict& verdict) = 0;

    virtual Result<std::vector<Uuid>> paymentsToRetry(
        const CoreIdentity& core, const std::string& provider, int limit) = 0;
    // The new permit, or nothing when the provider's rule allows none.
    virtual Result<std::optional<Uuid>> grantAutomatic(
        const CoreIdentity& core, const Uuid& paymentId) = 0;

    // Nothing moves any more; this version has no way to arm the database again.
    virtual Result<void> fence(const CoreIdentity& core, const std::string& why) = 0;
};

} // namespace onceover
