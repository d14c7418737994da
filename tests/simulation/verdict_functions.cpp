// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/machine_functions.h"
#include "tests/simulation/payment_change.h"

#include <algorithm>

namespace onceover::simulation {

namespace {

std::int64_t askedUs(const EvidenceRow& row)
{
    return row.seen.askedAtUs.value_or(row.seen.answeredAtUs);
}

// The decline that names this attempt alone, with no other charge under way seen since.
const EvidenceRow* declineOf(const PaymentRow& row, const Attempt& attempt)
{
    const bool hasTwin =
        std::any_of(row.attempts.begin(), row.attempts.end(), [&](const Attempt& each) {
            return each.generation == attempt.generation && each.attemptId != attempt.attemptId;
        });
    if (hasTwin)
        return nullptr;
    const EvidenceRow* latest = nullptr;
    for (const EvidenceRow& each : row.evidence) {
        if (!each.isWitnessed || each.seen.kind != EvidenceKind::Found
            || each.seen.state != "DECLINED" || each.seen.attemptId != attempt.attemptId)
            continue;
        const bool isOverruled =
            std::any_of(row.evidence.begin(), row.evidence.end(), [&](const EvidenceRow& other) {
                return other.seen.kind == EvidenceKind::Found && other.seen.state != "DECLINED"
                       && askedUs(other) >= askedUs(each);
            });
        if (!isOverruled)
            latest = &each;
    }
    return latest;
}

std::string kindOfLastAnswer(const PaymentRow& row)
{
    const auto& result = row.lastAttempt()->result;
    if (result
        && (result->answer == Answer::NotSent || result->answer == Answer::RejectedRetryable
            || result->answer == Answer::RejectedFinal))
        return std::string(toText(result->answer));
    return "ABSENT";
}

std::string succeed(PaymentRow& row, PaymentChange& change)
{
    const Attempt* happened = nullptr;
    for (const Attempt& each : row.attempts) {
        if (each.fate == Fate::Happened
            && (happened == nullptr || each.attemptId < happened->attemptId))
            happened = &each;
    }
    if (happened == nullptr)
        throw Refusal{"verdict.unproven"};
    change.changeStatus(
        PaymentStatus::Succeeded, "", happened->basis == FateBasis::Charge ? "QUERY" : "DIRECT");
    return "SUCCEEDED";
}

std::string fail(Transaction& transaction, PaymentRow& row, PaymentChange& change)
{
    if (row.attempts.empty())
        throw Refusal{"verdict.unproven"};
    std::string failure;
    std::vector<Uuid> possible;
    for (const Attempt& each : row.attempts) {
        if (each.fate == Fate::Possible)
            possible.push_back(each.attemptId);
    }
    std::sort(possible.begin(), possible.end());
    for (const Uuid& attemptId : possible) {
        const Attempt& attempt = *row.attempt(attemptId);
        const EvidenceRow* declined = declineOf(row, attempt);
        if (declined != nullptr && attempt.closure) {
            change.setFate(
                attemptId, Fate::NotHappened, FateBasis::Query, declined->seen.evidenceId);
            failure = "REJECTED_FINAL";
            continue;
        }
        const EvidenceRow* proof = absenceEvidence(row, attempt);
        if (proof == nullptr || !row.owned.empty())
            throw Refusal{"verdict.unproven"};
        change.setFate(attemptId, Fate::NotHappened, FateBasis::Absence, proof->seen.evidenceId);
        failure = "ABSENT";
    }
    if (row.hasFate(Fate::Happened))
        throw Refusal{"verdict.contradicted"};
    const bool isEnded =
        row.areAllEndedForAutomation() || transaction.lacks(Defence::PeopleCloseForPeople);
    if (!isEnded)
        return std::string(toText(row.status));
    change.changeStatus(PaymentStatus::Failed, failure.empty() ? kindOfLastAnswer(row) : failure);
    return "FAILED";
}

std::string goToPeople(
    Transaction& transaction, PaymentRow& row, PaymentChange& change, const Verdict& verdict)
{
    if (row.status != PaymentStatus::Unknown)
        return std::string(toText(row.status));
    const bool isNamed = verdict.reason == "PARTIAL" || verdict.reason == "KEY_EXPIRED"
                         || verdict.reason == "EARLIER_ATTEMPT_OPEN";
    change.changeStatus(
        PaymentStatus::Review, isNamed ? verdict.reason : std::string(toText(verdict.kind)));
    if (verdict.kind == VerdictKind::Exhausted)
        row.exhaustedAtUs = transaction.nowUs();
    return "REVIEW";
}

AttemptFacts factsOf(const Attempt& attempt, bool isClosedByAnybody)
{
    AttemptFacts facts;
    facts.attemptId = attempt.attemptId;
    facts.generation = attempt.generation;
    facts.providerKey = attempt.providerKey;
    facts.fate = attempt.fate;
    if (attempt.closure) {
        facts.closedBy = isClosedByAnybody ? ClosedBy::Core : attempt.closure->closedBy;
        facts.closedAtUs = attempt.closure->closedAtUs;
    }
    facts.claimedAtUs = attempt.claimedAtUs;
    if (attempt.result) {
        facts.answer = attempt.result->answer;
        facts.answerReason = attempt.result->reason;
        facts.finishedAtUs = attempt.result->finishedAtUs;
    }
    return facts;
}

// A record that names the payment and differs from it, as it stands.
LinkedRecord candidateOf(const RecordRow& row)
{
    LinkedRecord record;
    record.recordId = row.recordId;
    record.state = "SUCCEEDED";
    record.amountMinor = row.amountMinor;
    record.currency = row.currency;
    record.direction = "OUT";
    record.reference = row.reference;
    record.providerKey = row.providerKey;
    return record;
}

} // namespace

const EvidenceRow* absenceEvidence(const PaymentRow& row, const Attempt& attempt)
{
    if (!attempt.closure || row.hasFinding())
        return nullptr;
    const EvidenceRow* latest = nullptr;
    for (const EvidenceRow& each : row.evidence) {
        if (!each.provesAbsence || each.seen.askedAtUs.value_or(0) < attempt.closure->closedAtUs)
            continue;
        bool isNamed = row.attempts.size() == 1;
        if (each.seen.attemptId) {
            isNamed = false;
            for (const Attempt& named : row.attempts)
                isNamed = isNamed
                          || (named.attemptId == *each.seen.attemptId
                              && named.generation == attempt.generation);
        }
        if (isNamed && (latest == nullptr || each.evidenceVersion > latest->evidenceVersion))
            latest = &each;
    }
    return latest;
}

bool isAbsenceProven(const PaymentRow& row)
{
    return !row.attempts.empty() && !row.isChargeOnRecord() && row.contradictions.empty()
           && row.candidates.empty()
           && std::all_of(row.attempts.begin(), row.attempts.end(), [&](const Attempt& each) {
                  return each.fate == Fate::NotHappened
                         || (each.fate == Fate::Possible && each.closure
                             && absenceEvidence(row, each) != nullptr);
              });
}

std::string applyVerdict(
    Transaction& transaction,
    const CoreIdentity& core,
    const Uuid& paymentId,
    std::int64_t evidenceVersion,
    const Verdict& verdict)
{
    requireCore(transaction, core.coreId);
    requireArmed(transaction);
    requireWitness(transaction, core.coreId);
    PaymentRow& row = transaction.lock(paymentId);
    PaymentChange change(transaction, row);
    if (row.evidenceVersion != evidenceVersion)
        throw Refusal{"verdict.stale"};
    const std::string status(toText(row.status));
    if (verdict.kind == VerdictKind::Processing || verdict.kind == VerdictKind::Wait
        || (row.status != PaymentStatus::Unknown && row.status != PaymentStatus::Review))
        return status;
    // What waits to take effect may say otherwise than the verdict.
    const bool isEnding =
        verdict.kind == VerdictKind::Happened || verdict.kind == VerdictKind::NotHappened;
    if (isEnding && !row.waiting.empty())
        return status;
    change.endExpiredProposal();
    if (row.status == PaymentStatus::Review
        && (row.hasContradiction || row.takenBy != 0 || row.openProposal() != nullptr))
        return status;
    if (!isEnding)
        return goToPeople(transaction, row, change, verdict);
    if (row.hasContradiction)
        throw Refusal{"verdict.contradicted"};
    if (!row.candidates.empty())
        throw Refusal{"verdict.ambiguous"};
    return verdict.kind == VerdictKind::Happened ? succeed(row, change)
                                                 : fail(transaction, row, change);
}

std::vector<Uuid> takeDueLooks(
    Transaction& transaction,
    const CoreIdentity& core,
    const std::string& provider,
    int limit,
    std::int64_t leaseMs)
{
    requireCore(transaction, core.coreId);
    std::vector<std::pair<std::int64_t, Uuid>> due;
    for (const auto& each : transaction.database().tables.payments) {
        const PaymentRow& row = each.second;
        if (row.provider == provider && row.nextLookAtUs != 0
            && row.nextLookAtUs <= transaction.nowUs() && row.status != PaymentStatus::Pending
            && row.status != PaymentStatus::Submitting)
            due.emplace_back(row.nextLookAtUs, each.first);
    }
    std::sort(due.begin(), due.end());
    std::vector<Uuid> taken;
    for (const auto& each : due) {
        if (static_cast<int>(taken.size()) == limit)
            break;
        PaymentRow* row = transaction.lockOrSkip(each.second);
        if (row == nullptr)
            continue;
        row->nextLookAtUs = transaction.nowUs() + leaseMs * kMsUs;
        ++row->lookCount;
        taken.push_back(each.second);
    }
    return taken;
}

LookFacts lookFacts(Transaction& transaction, const Uuid& paymentId)
{
    const auto& payments = transaction.database().tables.payments;
    const auto found = payments.find(paymentId);
    if (found == payments.end())
        throw Refusal{"payment.unknown"};
    const PaymentRow& row = found->second;
    LookFacts facts;
    facts.paymentId = row.paymentId;
    facts.provider = row.provider;
    facts.reference = row.reference;
    facts.status = row.status;
    facts.direction = "OUT";
    facts.amountMinor = row.amountMinor;
    facts.currency = row.currency;
    facts.evidenceVersion = row.evidenceVersion;
    facts.lookCount = row.lookCount;
    facts.hasContradiction = row.hasContradiction;
    if (row.exhaustedAtUs != 0)
        facts.exhaustedAtUs = row.exhaustedAtUs;
    facts.candidateCount = static_cast<std::int64_t>(row.candidates.size());
    facts.nowUs = transaction.nowUs();
    for (const Attempt& each : row.attempts)
        facts.attempts.push_back(factsOf(each, transaction.lacks(Defence::PeopleCloseForPeople)));
    for (const EvidenceRow& each : row.evidence) {
        if (each.isWitnessed)
            facts.evidence.push_back(each.seen);
    }
    if (transaction.lacks(Defence::AbsenceHorizon)) {
        for (Evidence& each : facts.evidence)
            each.couldSeeUntilUs = each.couldSeeUntilUs ? kNever : each.couldSeeUntilUs;
    }
    for (const auto& [recordId, role] : row.owned) {
        LinkedRecord record;
        record.recordId = recordId;
        record.role = role == RecordRole::Proof ? "PROOF" : "DUPLICATE";
        record.state = "SUCCEEDED";
        record.amountMinor = row.amountMinor;
        record.currency = row.currency;
        record.direction = "OUT";
        record.reference = row.reference;
        facts.records.push_back(std::move(record));
    }
    for (const Uuid& recordId : row.candidates)
        facts.records.push_back(candidateOf(*transaction.record(recordId)));
    return facts;
}

void scheduleLook(
    Transaction& transaction,
    const CoreIdentity& core,
    const Uuid& paymentId,
    const Verdict& verdict)
{
    requireCore(transaction, core.coreId);
    PaymentRow& row = transaction.lock(paymentId);
    const bool isOpen = row.status == PaymentStatus::Unknown || row.status == PaymentStatus::Review;
    if (isOpen)
        row.nextLookAtUs = std::min(
            verdict.nextLookUs.value_or(transaction.nowUs() + kDayUs),
            transaction.nowUs() + 31 * kDayUs);
    else
        row.nextLookAtUs = verdict.nextLookUs.value_or(0);
}

} // namespace onceover::simulation
