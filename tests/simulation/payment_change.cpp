// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/payment_change.h"

#include <algorithm>

namespace onceover::simulation {

namespace {

// What a send may take beyond the delay of its permit, where the life of its key matters.
constexpr std::int64_t kSendMarginMs = 60'000;

} // namespace

const ProviderProfile* PaymentChange::profile() const
{
    return m_transaction.database().profile(m_row.provider);
}

void PaymentChange::changeStatus(
    PaymentStatus to, const std::string& reason, const std::string& basis)
{
    const bool isOpen = to == PaymentStatus::Unknown || to == PaymentStatus::Review;
    m_row.status = to;
    m_row.unknownReason = to == PaymentStatus::Unknown ? reason : "";
    m_row.reviewReason = to == PaymentStatus::Review ? reason : "";
    m_row.failureKind = to == PaymentStatus::Failed ? reason : "";
    if (to == PaymentStatus::Succeeded) {
        m_row.basis = basis;
        m_row.confirmedMinor = m_row.amountMinor;
    } else if (!isOpen) {
        m_row.basis.clear();
    }
    m_row.wasInReview = m_row.wasInReview || to == PaymentStatus::Review;
    m_row.isHeld = m_row.isHeld && to == PaymentStatus::Pending;
    if (to != PaymentStatus::Review)
        m_row.takenBy = 0;
    if (isOpen && m_row.nextLookAtUs == 0)
        m_row.nextLookAtUs = m_transaction.nowUs();
    m_row.changedBy = m_person;
    ++m_row.version;
}

void PaymentChange::grantPermit(
    Ground ground, const Uuid& groundRef, int generation, std::int64_t notBeforeUs)
{
    const ProviderProfile* can = profile();
    if (can == nullptr)
        throw Refusal{"provider.unknown"};
    Permit permit;
    permit.permitId = m_transaction.database().nextId();
    permit.ordinal = static_cast<int>(m_row.permits.size()) + 1;
    permit.generation = generation;
    permit.ground = ground;
    permit.groundRef = groundRef;
    permit.profileVersion = can->version;
    permit.evidenceVersion = m_row.evidenceVersion;
    permit.notBeforeUs = notBeforeUs;
    permit.isSharingFate =
        can->keyCollapses
        && std::any_of(m_row.attempts.begin(), m_row.attempts.end(), [&](const Attempt& each) {
               return each.generation == generation && each.fate == Fate::Possible
                      && each.claimedAtUs + can->keyLifetimeMs * kMsUs > m_transaction.nowUs();
           });
    m_row.permits.push_back(permit);
    m_row.generation = generation;
}

void PaymentChange::revokePermit()
{
    if (Permit* open = m_row.openPermit())
        open->use = PermitUse::Revoked;
}

void PaymentChange::setFate(const Uuid& attemptId, Fate fate, FateBasis basis, const Uuid& ref)
{
    Attempt& attempt = *m_row.attempt(attemptId);
    if (attempt.fate == fate)
        return;
    Account target = Account::Obligation;
    Attempt* sharer = nullptr;
    if (fate == Fate::Happened) {
        const bool isAgain =
            std::any_of(m_row.attempts.begin(), m_row.attempts.end(), [](const Attempt& each) {
                return each.account == Account::Settled;
            });
        target = isAgain ? Account::RefundDue : Account::Settled;
    } else {
        for (Attempt& each : m_row.attempts) {
            // The amount stays visible while another send under the same key is possible.
            if (sharer == nullptr && each.generation == attempt.generation && &each != &attempt
                && each.fate == Fate::Possible && each.account == Account::None)
                sharer = &each;
        }
    }
    const bool isUncounted = attempt.account == Account::None;
    if (sharer != nullptr && !isUncounted)
        sharer->account = attempt.account;
    attempt.account = isUncounted || sharer != nullptr ? Account::None : target;
    attempt.fate = fate;
    attempt.basis = basis;
    attempt.fateRef = ref;
    const ProviderProfile* can = profile();
    if (fate != Fate::Happened || can == nullptr || !can->keyCollapses)
        return;
    // One key, one charge: the other sends of a collapsing generation happened with this one.
    for (std::size_t index = 0; index < m_row.attempts.size(); ++index) {
        const Attempt& other = m_row.attempts[index];
        if (other.generation == attempt.generation && other.attemptId != attemptId
            && other.fate == Fate::Possible && (other.account == Account::None || isUncounted))
            setFate(other.attemptId, Fate::Happened, basis, ref);
    }
}

void PaymentChange::moveAccount(Attempt& attempt, Account to)
{
    if (attempt.account != Account::None)
        attempt.account = to;
}

bool PaymentChange::openContradiction(const std::string& kind, const std::string& ref)
{
    if (!m_row.contradictions.emplace(kind, ref).second)
        return false;
    m_row.hasContradiction = true;
    if (m_row.status == PaymentStatus::Succeeded || m_row.status == PaymentStatus::Failed
        || m_row.status == PaymentStatus::Unknown)
        changeStatus(PaymentStatus::Review, "CONTRADICTION");
    return true;
}

void PaymentChange::reviewWhatDisagrees()
{
    if (m_row.status != PaymentStatus::Succeeded && m_row.status != PaymentStatus::Failed)
        return;
    if (m_row.hasContradiction)
        changeStatus(PaymentStatus::Review, "CONTRADICTION");
    else if (!m_row.candidates.empty())
        openContradiction("RECORD_DIFFERS", m_row.candidates.begin()->toText());
}

void PaymentChange::materialEvidence()
{
    ++m_row.evidenceVersion;
    ++m_row.version;
    m_row.nextLookAtUs = m_transaction.nowUs();
    voidOpenProposal();
    if (m_row.status == PaymentStatus::Pending && !m_transaction.lacks(Defence::EvidenceRevokes)) {
        revokePermit();
        changeStatus(PaymentStatus::Review, "EVIDENCE_ARRIVED");
    }
}

void PaymentChange::voidOpenProposal(ProposalEnd as)
{
    if (ProposalRow* open = m_row.openProposal()) {
        open->end = as;
        open->endedAtUs = m_transaction.nowUs();
    }
}

void PaymentChange::endExpiredProposal()
{
    const ProposalRow* open = m_row.openProposal();
    if (open != nullptr && open->expiresAtUs <= m_transaction.nowUs())
        voidOpenProposal(ProposalEnd::Expired);
}

bool PaymentChange::keyOutlives(int generation, std::int64_t sendMs) const
{
    const ProviderProfile* can = profile();
    if (can == nullptr || !can->keyCollapses)
        return false;
    // A key lives from its first use.
    std::int64_t firstUs = 0;
    for (const Attempt& each : m_row.attempts) {
        if (each.generation == generation && (firstUs == 0 || each.claimedAtUs < firstUs))
            firstUs = each.claimedAtUs;
    }
    return firstUs != 0
           && firstUs + can->keyLifetimeMs * kMsUs > m_transaction.nowUs() + sendMs * kMsUs;
}

// Guarantee 4, or what is left of it without one of its defences.
bool PaymentChange::failsBlindly() const
{
    return std::all_of(m_row.attempts.begin(), m_row.attempts.end(), [&](const Attempt& each) {
        const bool isClosed =
            each.isClosedByCore()
            || (each.closure && m_transaction.lacks(Defence::PeopleCloseForPeople));
        return each.fate == Fate::NotHappened && isClosed;
    });
}

bool PaymentChange::mayRetry(bool isBounded) const
{
    const ProviderProfile* can = profile();
    const bool isKind = m_row.failureKind == "NOT_SENT" || m_row.failureKind == "REJECTED_RETRYABLE"
                        || m_row.failureKind == "ABSENT";
    const bool wasInReview = m_row.wasInReview && !m_transaction.lacks(Defence::NothingAfterReview);
    if (m_row.status != PaymentStatus::Failed || !isKind || wasInReview || m_row.hasContradiction
        || can == nullptr || m_row.attempts.empty()
        || (m_row.sendBeforeUs != 0 && m_row.sendBeforeUs <= m_transaction.nowUs()))
        return false;
    if (!failsBlindly() && !m_transaction.lacks(Defence::AllAttempts))
        return false;
    if (!m_row.candidates.empty() || m_row.hasFinding())
        return false;
    const bool isOnAbsence = m_row.failureKind == "ABSENT" || m_row.reliesOnAbsence();
    if (isOnAbsence && !m_transaction.lacks(Defence::KeyOutlives)
        && !keyOutlives(m_row.generation, can->retryDelayMs + kSendMarginMs))
        return false;
    const auto granted =
        std::count_if(m_row.permits.begin(), m_row.permits.end(), [](const Permit& each) {
            return isAutomatic(each.ground);
        });
    return !isBounded || granted < can->maxAutomaticPermits;
}

bool PaymentChange::grantNext(bool isBounded)
{
    if (!mayRetry(isBounded))
        return false;
    Ground ground = Ground::ProvenAbsent;
    if (m_row.failureKind == "NOT_SENT")
        ground = Ground::NotSent;
    else if (m_row.failureKind == "REJECTED_RETRYABLE")
        ground = Ground::RejectedRetryable;
    const bool isRaised = (ground != Ground::ProvenAbsent && !m_row.reliesOnAbsence())
                          || m_transaction.lacks(Defence::GenerationStays);
    const std::int64_t delayUs = profile()->retryDelayMs * kMsUs;
    grantPermit(
        ground,
        m_row.lastAttempt()->attemptId,
        m_row.generation + (isRaised ? 1 : 0),
        m_transaction.nowUs() + delayUs);
    changeStatus(PaymentStatus::Pending, "");
    return true;
}

} // namespace onceover::simulation
