// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/machine_functions.h"
#include "tests/simulation/payment_change.h"

#include <algorithm>

namespace onceover::simulation {

namespace {

// send_before has passed before the open permit was used.
int endOverdueIntents(Transaction& transaction, int limit)
{
    int ended = 0;
    for (const auto& each : transaction.database().tables.payments) {
        const PaymentRow& seen = each.second;
        if (ended == limit || seen.status != PaymentStatus::Pending || seen.sendBeforeUs == 0
            || seen.sendBeforeUs > transaction.nowUs())
            continue;
        PaymentRow* row = transaction.lockOrSkip(each.first);
        if (row == nullptr)
            continue;
        ++ended;
        PaymentChange change(transaction, *row);
        change.voidOpenProposal();
        change.revokePermit();
        if (row->areAllEndedForAutomation())
            change.changeStatus(PaymentStatus::Failed, "CANCELLED");
        else
            change.changeStatus(PaymentStatus::Review, "EARLIER_ATTEMPT_OPEN");
    }
    return ended;
}

int expireProposals(Transaction& transaction, int limit)
{
    int ended = 0;
    for (auto& each : transaction.database().tables.payments) {
        const ProposalRow* open = each.second.openProposal();
        if (ended == limit || open == nullptr || open->expiresAtUs > transaction.nowUs())
            continue;
        PaymentRow* row = transaction.lockOrSkip(each.first);
        if (row == nullptr)
            continue;
        ++ended;
        PaymentChange(transaction, *row).endExpiredProposal();
    }
    return ended;
}

bool isToClaim(const PaymentRow& row, const ClaimRequest& request, std::int64_t nowUs)
{
    return row.provider == request.provider && row.waiting.empty()
           && row.status == PaymentStatus::Pending && !row.isHeld
           && (row.sendBeforeUs == 0 || row.sendBeforeUs > nowUs)
           && std::any_of(row.permits.begin(), row.permits.end(), [&](const Permit& each) {
                  return each.use == PermitUse::Open && each.notBeforeUs <= nowUs;
              });
}

ClaimedAttempt claimedOf(const PaymentRow& row, const Permit& permit, const Attempt& attempt)
{
    ClaimedAttempt claimed{
        Submission{
            row.provider,
            permit.profileVersion,
            attempt.attemptId,
            row.reference,
            attempt.providerKey,
            Money(row.amountMinor, *Currency::fromCode(row.currency)),
            "OUT",
            row.payee,
            row.payeeAccount,
            row.source,
            row.idempotencyKey},
        row.paymentId,
        permit.permitId,
        permit.ordinal,
        permit.generation,
        toText(permit.ground),
        "PAYOUT",
        "",
        1,
        attempt.epoch,
        std::nullopt};
    const auto body = row.bodies.find(permit.generation);
    if (body != row.bodies.end())
        claimed.storedBody = body->second;
    return claimed;
}

// Nothing when the permit must not be used now.
std::optional<ClaimedAttempt> claimOne(
    Transaction& transaction,
    const CoreIdentity& core,
    PaymentRow& row,
    const Uuid& attemptId,
    std::int64_t leaseMs)
{
    Permit& permit = *row.openPermit();
    if (permit.evidenceVersion != row.evidenceVersion
        && !transaction.lacks(Defence::EvidenceRevokes))
        return std::nullopt;
    PaymentChange change(transaction, row);
    if (isAutomatic(permit.ground) && row.reliesOnAbsence()
        && !transaction.lacks(Defence::KeyOutlives) && !transaction.lacks(Defence::GenerationStays)
        && !change.keyOutlives(permit.generation, leaseMs)) {
        change.revokePermit();
        change.changeStatus(PaymentStatus::Review, "KEY_EXPIRED");
        return std::nullopt;
    }
    const ProviderProfile& can = *change.profile();
    const bool isShared =
        permit.isSharingFate
        && std::any_of(row.attempts.begin(), row.attempts.end(), [&](const Attempt& each) {
               return each.generation == permit.generation
                      && each.claimedAtUs + can.keyLifetimeMs * kMsUs
                             > transaction.nowUs() + leaseMs * kMsUs;
           });
    if (!transaction.insertAttemptId(attemptId, {false, core.coreId}))
        throw Refusal{"claim.attempt_void"};
    permit.use = PermitUse::Attempt;
    change.changeStatus(PaymentStatus::Submitting, "");
    row.nextLookAtUs = 0;
    row.lookCount = 0;
    row.exhaustedAtUs = 0;
    Attempt attempt;
    attempt.attemptId = attemptId;
    attempt.permitId = permit.permitId;
    attempt.ordinal = permit.ordinal;
    attempt.ground = permit.ground;
    attempt.generation = permit.generation;
    attempt.providerKey = row.reference + "-" + std::to_string(permit.generation);
    attempt.coreId = core.coreId;
    attempt.bootId = core.bootId;
    attempt.epoch = transaction.database().tables.epoch;
    attempt.claimedAtUs = transaction.nowUs();
    attempt.leaseUntilUs = transaction.nowUs() + leaseMs * kMsUs;
    attempt.account = isShared ? Account::None : Account::InTransit;
    row.attempts.push_back(attempt);
    return claimedOf(row, permit, attempt);
}

} // namespace

void requireArmed(Transaction& transaction)
{
    const FenceState state = transaction.database().tables.state;
    if (state != FenceState::Armed && !transaction.lacks(Defence::Fence))
        throw Refusal{state == FenceState::Checking ? "fence.checking" : "fence.not_armed"};
}

void requireWitness(Transaction& transaction, const Uuid& coreId)
{
    if (!transaction.database().tables.cores.at(coreId).isProven
        && !transaction.lacks(Defence::Fence) && !transaction.lacks(Defence::CheckAfterStart))
        throw Refusal{"fence.checking"};
}

void requireCore(Transaction& transaction, const Uuid& coreId)
{
    if (transaction.database().tables.cores.count(coreId) == 0)
        throw Refusal{"core.unknown"};
}

void registerCore(Transaction& transaction, const CoreIdentity& core)
{
    CoreRow& row = transaction.database().tables.cores[core.coreId];
    if (!row.journalId.isNull() && row.journalId != core.journalId)
        throw Refusal{"core.other_journal"};
    row.journalId = core.journalId;
    row.bootNonce = core.bootNonce;
}

bool heartbeat(Transaction& transaction, const CoreIdentity& core)
{
    requireCore(transaction, core.coreId);
    const CoreRow& row = transaction.database().tables.cores.at(core.coreId);
    if (row.bootNonce != core.bootNonce)
        throw Refusal{"core.replaced"};
    return row.isPaused;
}

PaymentRow& lockOfAttempt(Transaction& transaction, const Uuid& attemptId, const Uuid& coreId)
{
    for (const auto& each : transaction.database().tables.payments) {
        for (const Attempt& attempt : each.second.attempts) {
            if (attempt.attemptId == attemptId && attempt.coreId == coreId)
                return transaction.lock(each.first);
        }
    }
    throw Refusal{"attempt.unknown"};
}

std::vector<ClaimedAttempt> claim(
    Transaction& transaction, const CoreIdentity& core, const ClaimRequest& request)
{
    requireCore(transaction, core.coreId);
    requireArmed(transaction);
    requireWitness(transaction, core.coreId);
    std::vector<Uuid> waiting;
    for (const auto& each : transaction.database().tables.payments) {
        if (waiting.size() < request.attemptIds.size()
            && isToClaim(each.second, request, transaction.nowUs())
            && transaction.lockOrSkip(each.first) != nullptr)
            waiting.push_back(each.first);
    }
    std::vector<ClaimedAttempt> claimed;
    for (const Uuid& paymentId : waiting) {
        auto one = claimOne(
            transaction,
            core,
            transaction.lock(paymentId),
            request.attemptIds[claimed.size()],
            request.leaseMs);
        if (one)
            claimed.push_back(std::move(*one));
    }
    return claimed;
}

void readyToCall(
    Transaction& transaction,
    const CoreIdentity& core,
    const Uuid& attemptId,
    std::int64_t epoch,
    const std::string& body)
{
    requireCore(transaction, core.coreId);
    requireArmed(transaction);
    if (transaction.database().tables.epoch != epoch)
        throw Refusal{"fence.epoch"};
    requireWitness(transaction, core.coreId);
    PaymentRow& row = lockOfAttempt(transaction, attemptId, core.coreId);
    Attempt& attempt = *row.attempt(attemptId);
    const bool isOver = row.status != PaymentStatus::Submitting
                        || attempt.leaseUntilUs <= transaction.nowUs() || attempt.closure
                        || attempt.result;
    if (isOver && !transaction.lacks(Defence::CheckBeforeCall))
        throw Refusal{"attempt.over"};
    const auto permit =
        std::find_if(row.permits.begin(), row.permits.end(), [&](const Permit& each) {
            return each.permitId == attempt.permitId;
        });
    const bool isStale = row.hasContradiction || row.isChargeOnRecord()
                         || permit->evidenceVersion != row.evidenceVersion;
    if (isStale && !transaction.lacks(Defence::EvidenceRevokes))
        throw Refusal{"attempt.stale"};
    if (row.sendBeforeUs != 0 && row.sendBeforeUs <= transaction.nowUs())
        throw Refusal{"attempt.too_late"};
    if (attempt.isReady && !transaction.lacks(Defence::ReadyOnce))
        throw Refusal{"attempt.ready_before"};
    attempt.isReady = true;
    const auto stored = row.bodies.emplace(attempt.generation, body).first;
    if (stored->second != body)
        throw Refusal{"request.differs"};
}

AttemptLook lookUpAttempt(Transaction& transaction, const CoreIdentity& core, const Uuid& attemptId)
{
    requireCore(transaction, core.coreId);
    auto& ids = transaction.database().tables.attemptIds;
    if (transaction.lacks(Defence::VoidOnLook) && ids.count(attemptId) == 0)
        return AttemptLook::Void;
    transaction.insertAttemptId(attemptId, {true, core.coreId});
    if (ids.at(attemptId).coreId != core.coreId)
        throw Refusal{"attempt.unknown"};
    return ids.at(attemptId).isVoid ? AttemptLook::Void : AttemptLook::Claimed;
}

std::string abandon(
    Transaction& transaction,
    const CoreIdentity& core,
    const Uuid& attemptId,
    const Uuid& bootId,
    bool wasCalled)
{
    requireCore(transaction, core.coreId);
    PaymentRow& row = lockOfAttempt(transaction, attemptId, core.coreId);
    Attempt& attempt = *row.attempt(attemptId);
    if (attempt.closure)
        return std::string(toText(row.status));
    requireArmed(transaction);
    const bool wasReady = attempt.isReady && !transaction.lacks(Defence::ReadyIsDoubt);
    const bool isProof = !wasCalled && attempt.bootId == bootId && !wasReady;
    attempt.closure = Closure{ClosedBy::Core, isProof, transaction.nowUs()};
    PaymentChange change(transaction, row);
    change.voidOpenProposal();
    if (isProof && attempt.fate == Fate::Possible) {
        change.setFate(attemptId, Fate::NotHappened, FateBasis::Abandoned, attemptId);
        const bool isWaiting =
            row.status == PaymentStatus::Submitting || row.status == PaymentStatus::Unknown;
        if (isWaiting
            && (row.areAllEndedForAutomation() || transaction.lacks(Defence::AllAttempts))) {
            change.changeStatus(PaymentStatus::Failed, "NOT_SENT");
            change.reviewWhatDisagrees();
            return std::string(toText(row.status));
        }
    } else if (attempt.account == Account::InTransit) {
        PaymentChange::moveAccount(attempt, Account::InDoubt);
    }
    if (row.status == PaymentStatus::Submitting)
        change.changeStatus(
            PaymentStatus::Unknown, isProof ? "EARLIER_ATTEMPT_OPEN" : "CORE_STOPPED");
    if (row.status == PaymentStatus::Unknown || row.status == PaymentStatus::Review) {
        row.nextLookAtUs = transaction.nowUs() + change.profile()->lookDelaysMs.front() * kMsUs;
        row.lookCount = 0;
    }
    return std::string(toText(row.status));
}

int expireLeases(Transaction& transaction, const CoreIdentity& core, int limit)
{
    requireCore(transaction, core.coreId);
    requireArmed(transaction);
    requireWitness(transaction, core.coreId);
    int ended = 0;
    for (const auto& each : transaction.database().tables.payments) {
        const PaymentRow& seen = each.second;
        if (ended == limit || seen.status != PaymentStatus::Submitting
            || seen.attempts.back().leaseUntilUs >= transaction.nowUs())
            continue;
        PaymentRow* row = transaction.lockOrSkip(each.first);
        if (row == nullptr)
            continue;
        PaymentChange change(transaction, *row);
        Attempt& attempt = row->attempts.back();
        if (transaction.lacks(Defence::PermitUsedOnce)) {
            row->permits.back().use = PermitUse::Open;
            change.changeStatus(PaymentStatus::Pending, "");
            continue;
        }
        // A record may have shown meanwhile what became of it.
        if (attempt.account == Account::InTransit)
            PaymentChange::moveAccount(attempt, Account::InDoubt);
        change.changeStatus(PaymentStatus::Unknown, "CLAIM_LOST");
        if (transaction.lacks(Defence::LeaseClosesNothing) && !attempt.closure)
            attempt.closure = Closure{ClosedBy::Core, false, transaction.nowUs()};
        row->nextLookAtUs = transaction.nowUs() + change.profile()->lookDelaysMs.front() * kMsUs;
        row->lookCount = 0;
        ++ended;
    }
    return ended;
}

int endOverdue(Transaction& transaction, const CoreIdentity& core, int limit)
{
    requireCore(transaction, core.coreId);
    requireArmed(transaction);
    requireWitness(transaction, core.coreId);
    const int ended = endOverdueIntents(transaction, limit);
    return ended + expireProposals(transaction, limit);
}

bool grantAutomatic(Transaction& transaction, const CoreIdentity& core, const Uuid& paymentId)
{
    requireCore(transaction, core.coreId);
    requireArmed(transaction);
    requireWitness(transaction, core.coreId);
    PaymentChange change(transaction, transaction.lock(paymentId));
    return change.grantNext(true);
}

std::vector<Uuid> paymentsToRetry(
    Transaction& transaction, const CoreIdentity& core, const std::string& provider, int limit)
{
    requireCore(transaction, core.coreId);
    std::vector<Uuid> ids;
    for (auto& each : transaction.database().tables.payments) {
        if (static_cast<int>(ids.size()) < limit && each.second.provider == provider
            && PaymentChange(transaction, each.second).mayRetry(true))
            ids.push_back(each.first);
    }
    return ids;
}

void fence(Transaction& transaction)
{
    transaction.database().tables.state = FenceState::Fenced;
}

} // namespace onceover::simulation
