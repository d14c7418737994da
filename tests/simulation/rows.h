// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/evidence.h"
#include "backend/domain/fate.h"
#include "backend/domain/payment_status.h"
#include "backend/domain/submission.h"
#include "backend/domain/uuid.h"
#include "tests/simulation/times.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace onceover::simulation {

// What the simulated database holds: facts and projections of one payment in one value, so that a
// transaction is a copy that is kept or thrown away. Times are Unix microseconds; 0 is "none" where
// a column may be null.

enum class Ground
{
    First,
    NotSent,
    RejectedRetryable,
    ProvenAbsent,
    ApprovedResend,
};

inline constexpr int kGroundCount = 5;

const char* toText(Ground ground);
bool isAutomatic(Ground ground);

enum class PermitUse
{
    Open,
    Attempt,
    Revoked,
};

struct Permit
{
    Uuid permitId;
    int ordinal = 1;
    int generation = 1;
    Ground ground = Ground::First;
    // The payment, its last attempt, or the decision.
    Uuid groundRef;
    std::int64_t profileVersion = 0;
    std::int64_t evidenceVersion = 0;
    bool isSharingFate = false;
    std::int64_t notBeforeUs = 0;
    PermitUse use = PermitUse::Open;
};

struct Closure
{
    ClosedBy closedBy = ClosedBy::Core;
    bool provesNotSent = false;
    std::int64_t closedAtUs = 0;
};

// In which account an attempt's amount stands.
enum class Account
{
    // The attempt shares its fate with another one and counts once.
    None,
    InTransit,
    InDoubt,
    DecidedNotProven,
    Settled,
    RefundDue,
    Obligation,
};

// What a fate rests on.
enum class FateBasis
{
    None,
    Direct,
    NotSent,
    Abandoned,
    Charge,
    Query,
    Absence,
};

struct Attempt
{
    Uuid attemptId;
    Uuid permitId;
    int ordinal = 1;
    Ground ground = Ground::First;
    int generation = 1;
    std::string providerKey;
    Uuid coreId;
    Uuid bootId;
    std::int64_t epoch = 0;
    std::int64_t claimedAtUs = 0;
    std::int64_t leaseUntilUs = 0;
    bool isReady = false;
    std::optional<SubmissionResult> result;
    std::optional<Closure> closure;
    Fate fate = Fate::Possible;
    FateBasis basis = FateBasis::None;
    Uuid fateRef;
    Account account = Account::InTransit;

    bool isClosedByCore() const { return closure && closure->closedBy == ClosedBy::Core; }

    // Closed by its own core and known not to have happened: guarantee 4 of one attempt.
    bool isEndedForAutomation() const { return fate == Fate::NotHappened && isClosedByCore(); }
};

struct EvidenceRow
{
    Evidence seen;
    // Null for an answer to a call.
    Uuid coreId;
    // By a core that was a witness then, or it has taken effect since.
    bool isWitnessed = true;
    std::optional<std::int64_t> amountMinor;
    std::string currency;
    bool provesAbsence = false;
    bool isMaterial = false;
    std::int64_t evidenceVersion = 0;
    std::int64_t recordedAtUs = 0;
};

// A charge as the provider shows it; its identity is provider and external id.
struct RecordRow
{
    Uuid recordId;
    std::string provider;
    std::string externalId;
    std::int64_t amountMinor = 0;
    std::string currency;
    std::string reference;
    std::string providerKey;
    std::string payeeAccount;
};

enum class RecordRole
{
    Proof,
    Duplicate,
};

enum class ProposalEnd
{
    Open,
    InForce,
    Withdrawn,
    Void,
    Expired,
};

struct ProposalRow
{
    Uuid decisionId;
    std::string kind;
    bool isNewGeneration = false;
    bool closesOpenAttempts = false;
    std::string digest;
    std::int64_t version = 0;
    int peopleNeeded = 2;
    int proposedBy = 0;
    int approvedBy = 0;
    std::int64_t expiresAtUs = 0;
    std::int64_t endedAtUs = 0;
    ProposalEnd end = ProposalEnd::Open;
};

// What was stored while nothing moved: the result of an attempt, or evidence.
struct WaitingFact
{
    bool isResult = false;
    Uuid factId;
};

struct PaymentRow
{
    Uuid paymentId;
    std::string reference;
    std::string source;
    std::string idempotencyKey;
    std::string payee;
    std::string payeeAccount;
    std::int64_t amountMinor = 0;
    std::string currency;
    std::string provider;
    std::int64_t sendBeforeUs = 0;

    PaymentStatus status = PaymentStatus::Pending;
    std::string unknownReason;
    std::string reviewReason;
    std::string failureKind;
    std::string basis;
    std::int64_t confirmedMinor = 0;
    bool isHeld = false;
    std::int64_t version = 1;
    std::int64_t evidenceVersion = 0;
    int generation = 1;
    bool wasInReview = false;
    bool hasContradiction = false;
    int takenBy = 0;
    std::int64_t nextLookAtUs = 0;
    int lookCount = 0;
    std::int64_t exhaustedAtUs = 0;
    // Who made the last change of status: the machine (0) or a person.
    int changedBy = 0;

    std::vector<Permit> permits;
    std::vector<Attempt> attempts;
    std::vector<EvidenceRow> evidence;
    std::vector<ProposalRow> proposals;
    std::map<Uuid, RecordRole> owned;
    std::set<Uuid> candidates;
    std::set<std::pair<std::string, std::string>> contradictions;
    // In the order in which they came.
    std::vector<WaitingFact> waiting;
    // The body of each generation, byte-equal for ever.
    std::map<int, std::string> bodies;

    Permit* openPermit();
    ProposalRow* openProposal();
    Attempt* attempt(const Uuid& attemptId);
    // By time of the claim.
    const Attempt* lastAttempt() const;
    bool areAllEndedForAutomation() const;
    bool hasFate(Fate fate) const;
    // Absence was taken as proof for some attempt.
    bool reliesOnAbsence() const;
    bool hasProof() const;
    // Some record, fate or answer says that a charge was made, or may say so once it takes effect.
    bool isChargeOnRecord() const;
    bool isWaiting(const Uuid& factId) const;
    void forgetWaiting(const Uuid& factId);
    bool hasFinding() const;
};

} // namespace onceover::simulation
