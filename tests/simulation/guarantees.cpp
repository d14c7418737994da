// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/guarantees.h"

#include "tests/simulation/violation.h"

#include <algorithm>
#include <string>

namespace onceover::simulation {

namespace {

using Status = PaymentStatus;

// Compares one payment before and after a transaction.
class Change
{
public:
    Change(const PaymentRow& before, const PaymentRow& after, Database& database)
        : m_before(before)
        , m_after(after)
        , m_database(database)
    {}

    void check() const;
    std::string why() const;

private:
    void need(bool isHeld, const char* rule) const;
    bool isDecidedNow(const char* kind) const;
    void checkFacts() const;
    void checkAccounts() const;
    void checkAttempts() const;
    void checkNewPermits() const;
    void checkEdge() const;
    void checkEnd() const;
    bool isLegalEdge() const;

    const PaymentRow& m_before;
    const PaymentRow& m_after;
    Database& m_database;
};

void Change::need(bool isHeld, const char* rule) const
{
    if (!isHeld)
        throw Violation{
            rule,
            m_after.reference + " " + std::string(toText(m_before.status)) + " to "
                + std::string(toText(m_after.status)) + " (" + why() + ")"};
}

// A decision came into force in this transaction, by as many persons as it needs.
bool Change::isDecidedNow(const char* kind) const
{
    for (std::size_t index = 0; index < m_after.proposals.size(); ++index) {
        const ProposalRow& proposal = m_after.proposals[index];
        const bool wasOpen = index >= m_before.proposals.size()
                             || m_before.proposals[index].end == ProposalEnd::Open;
        if (!wasOpen || proposal.end != ProposalEnd::InForce || proposal.kind != kind)
            continue;
        const bool isByTwo = proposal.approvedBy != 0 && proposal.approvedBy != proposal.proposedBy;
        const bool needsTwo =
            proposal.kind == "RESEND" || proposal.kind == "RELEASE" || proposal.peopleNeeded == 2;
        return isByTwo || !needsTwo;
    }
    return false;
}

void Change::checkFacts() const
{
    need(m_after.permits.size() >= m_before.permits.size(), "facts.permits_added_only");
    need(m_after.attempts.size() >= m_before.attempts.size(), "facts.attempts_added_only");
    need(m_after.evidence.size() >= m_before.evidence.size(), "facts.evidence_added_only");
    need(m_after.proposals.size() >= m_before.proposals.size(), "facts.proposals_added_only");
    need(
        std::includes(
            m_after.contradictions.begin(),
            m_after.contradictions.end(),
            m_before.contradictions.begin(),
            m_before.contradictions.end()),
        "facts.contradictions_added_only");
    need(m_after.version >= m_before.version, "versions.version_rises");
    need(m_after.evidenceVersion >= m_before.evidenceVersion, "versions.evidence_version_rises");
    need(m_after.generation >= m_before.generation, "versions.generation_rises");
    need(m_after.wasInReview || !m_before.wasInReview, "marks.review_stays");
    need(m_after.hasContradiction || !m_before.hasContradiction, "marks.contradiction_stays");
    for (const auto& [generation, body] : m_before.bodies)
        need(m_after.bodies.at(generation) == body, "facts.body_is_byte_equal");
    const auto proofs =
        std::count_if(m_after.owned.begin(), m_after.owned.end(), [](const auto& each) {
            return each.second == RecordRole::Proof;
        });
    need(proofs <= 1, "records.one_proof_in_a_layer");
}

// What may have happened is in transit, in doubt or decided, and nothing else is.
void Change::checkAccounts() const
{
    for (const Attempt& attempt : m_after.attempts) {
        const bool isVisible = attempt.account == Account::InTransit
                               || attempt.account == Account::InDoubt
                               || attempt.account == Account::DecidedNotProven;
        need(
            attempt.account == Account::None || isVisible == (attempt.fate == Fate::Possible),
            "ledger.possible_amounts_stay_visible");
    }
}

void Change::checkAttempts() const
{
    for (std::size_t index = 0; index < m_before.attempts.size(); ++index) {
        const Attempt& before = m_before.attempts[index];
        const Attempt& after = m_after.attempts[index];
        need(before.attemptId == after.attemptId, "facts.attempt_stays");
        need(!before.result || after.result.has_value(), "facts.result_stays");
        if (before.closure)
            need(
                after.closure && after.closure->closedBy == before.closure->closedBy,
                "facts.closed_once");
        const bool isLegalFate = before.fate == after.fate || before.fate == Fate::Possible
                                 || after.fate == Fate::Happened;
        need(isLegalFate, "fate.only_grows");
        if (after.fate != Fate::NotHappened || before.fate == Fate::NotHappened)
            continue;
        // Unknown is never failure: refused, not sent, or proven by the provider's own book.
        const bool isRefused = after.result
                               && (after.result->answer == Answer::NotSent
                                   || after.result->answer == Answer::RejectedFinal
                                   || after.result->answer == Answer::RejectedRetryable);
        const bool isProven =
            std::any_of(m_after.evidence.begin(), m_after.evidence.end(), [&](const auto& each) {
                return each.seen.evidenceId == after.fateRef
                       && (each.provesAbsence || each.seen.state == "DECLINED");
            });
        need(
            (after.closure && after.closure->provesNotSent) || isRefused || isProven,
            "fate.unknown_is_never_failure");
    }
}

void Change::checkNewPermits() const
{
    for (std::size_t index = m_before.permits.size(); index < m_after.permits.size(); ++index) {
        const Permit& permit = m_after.permits[index];
        const int last = index == 0 ? 1 : m_after.permits[index - 1].generation;
        need(permit.generation == last || permit.generation == last + 1, "permit.generation");
        for (std::size_t other = 0; other < index; ++other)
            need(
                m_after.permits[other].ground != permit.ground
                    || m_after.permits[other].groundRef != permit.groundRef,
                "permit.one_ground_one_permit");
        need(!m_before.hasProof(), "permit.charge_on_record");
        if (permit.ground == Ground::ApprovedResend)
            need(isDecidedNow("RESEND"), "permit.two_people");
        if (!isAutomatic(permit.ground))
            continue;
        need(!m_before.wasInReview, "permit.automatic_after_review");
        need(!m_before.hasContradiction, "permit.automatic_with_contradiction");
        need(m_before.areAllEndedForAutomation(), "permit.all_attempts_ended");
        need(m_before.candidates.empty(), "permit.candidate_on_record");
        need(
            permit.generation == last || !m_before.reliesOnAbsence(),
            "permit.generation_after_absence");
        const ProviderProfile* profile = m_database.profile(m_after.provider);
        need(
            permit.ground != Ground::ProvenAbsent || (profile && profile->keyCollapses),
            "permit.absence_needs_a_living_key");
    }
    const auto open =
        std::count_if(m_after.permits.begin(), m_after.permits.end(), [](const Permit& each) {
            return each.use == PermitUse::Open;
        });
    need(open <= 1, "permit.at_most_one_open");
    need((open == 1) == (m_after.status == Status::Pending), "permit.pending_exactly_when_open");
    for (const Attempt& attempt : m_after.attempts) {
        const auto users = std::count_if(
            m_after.attempts.begin(), m_after.attempts.end(), [&](const Attempt& each) {
                return each.permitId == attempt.permitId;
            });
        need(users == 1, "permit.one_attempt");
    }
}

bool Change::isLegalEdge() const
{
    static constexpr std::pair<Status, Status> kEdges[] = {
        {Status::Pending, Status::Submitting},
        {Status::Pending, Status::Failed},
        {Status::Pending, Status::Succeeded},
        {Status::Pending, Status::Review},
        {Status::Submitting, Status::Succeeded},
        {Status::Submitting, Status::Failed},
        {Status::Submitting, Status::Unknown},
        {Status::Unknown, Status::Succeeded},
        {Status::Unknown, Status::Failed},
        {Status::Unknown, Status::Review},
        {Status::Review, Status::Succeeded},
        {Status::Review, Status::Failed},
        {Status::Review, Status::Pending},
        {Status::Failed, Status::Pending},
        {Status::Failed, Status::Review},
        {Status::Succeeded, Status::Review}};
    // A call's end that disagrees with what came up meanwhile is two edges in one transaction.
    const bool isTwoEdges =
        m_before.status == Status::Submitting && m_after.status == Status::Review;
    return isTwoEdges || std::any_of(std::begin(kEdges), std::end(kEdges), [&](const auto& edge) {
               return edge.first == m_before.status && edge.second == m_after.status;
           });
}

void Change::checkEdge() const
{
    const Status from = m_before.status;
    const Status to = m_after.status;
    need(isLegalEdge(), "edge.legal");
    need(m_after.version > m_before.version, "versions.edge_raises_version");
    if (from == Status::Review && to == Status::Pending)
        need(isDecidedNow("RESEND"), "edge.review_to_pending_takes_two");
    if (from == Status::Failed && to == Status::Pending) {
        const Ground ground = m_after.permits.back().ground;
        const bool isFirst = ground == Ground::First && m_before.failureKind == "INVALID";
        need(isAutomatic(ground) || isFirst, "edge.failed_to_pending_ground");
    }
    if (to == Status::Submitting) {
        need(!m_before.isHeld, "edge.held_is_not_sent");
        const Attempt& attempt = m_after.attempts.back();
        const bool isCurrent =
            std::any_of(m_before.permits.begin(), m_before.permits.end(), [&](const Permit& each) {
                return each.permitId == attempt.permitId && each.use == PermitUse::Open
                       && each.evidenceVersion == m_before.evidenceVersion;
            });
        need(isCurrent, "edge.claim_on_current_evidence");
    }
    if (from == Status::Review && to != Status::Pending && m_after.changedBy == 0)
        need(!m_before.hasContradiction && m_before.takenBy == 0, "edge.machine_leaves_held_cases");
}

void Change::checkEnd() const
{
    const bool isDecided =
        isDecidedNow("CONFIRM") || isDecidedNow("REJECT") || isDecidedNow("CANCEL");
    if (m_after.status == Status::Failed && m_after.failureKind == "DECIDED") {
        need(isDecidedNow("REJECT"), "end.decided_by_people");
    } else if (m_after.status == Status::Failed) {
        need(m_after.areAllEndedForAutomation(), "end.all_attempts_ended");
        need(
            !m_after.attempts.empty() || m_after.failureKind == "CANCELLED",
            "end.no_attempt_proves_nothing");
    }
    if (m_after.status == Status::Succeeded)
        need(
            isDecided || m_after.hasFate(Fate::Happened) || m_after.hasProof(),
            "end.success_has_proof");
}

std::string Change::why() const
{
    const std::string by = m_after.changedBy == 0 ? " by the machine" : " by a person";
    switch (m_after.status) {
    case Status::Pending:
        return m_after.permits.empty() ? "no permit" : toText(m_after.permits.back().ground);
    case Status::Submitting:
        return m_after.attempts.empty() ? "no attempt" : toText(m_after.attempts.back().ground);
    case Status::Succeeded:
        return m_after.basis + by;
    case Status::Failed:
        return m_after.failureKind + by;
    case Status::Unknown:
        return m_after.unknownReason;
    case Status::Review:
        return m_after.reviewReason + by;
    }
    return {};
}

void Change::check() const
{
    checkFacts();
    checkAccounts();
    checkAttempts();
    checkNewPermits();
    if (m_after.status == m_before.status) {
        if (m_before.isHeld && !m_after.isHeld)
            need(isDecidedNow("RELEASE"), "edge.release_takes_two");
        return;
    }
    checkEdge();
    checkEnd();
}

void count(const std::optional<PaymentRow>& before, const PaymentRow& after, Database& database)
{
    Coverage& coverage = database.coverage();
    const std::size_t known = before ? before->permits.size() : 0;
    for (std::size_t index = known; index < after.permits.size(); ++index)
        coverage.permit(after.permits[index].ground);
    if (before && before->status == after.status)
        return;
    std::string why = Change(after, after, database).why();
    if (!before && after.isHeld)
        why = "HELD";
    coverage.edge(
        before ? std::string(toText(before->status)) : "(new)",
        std::string(toText(after.status)),
        why);
}

} // namespace

void checkChange(
    const std::optional<PaymentRow>& before, const PaymentRow& after, Database& database)
{
    count(before, after, database);
    // What lacks a defence is judged by the oracle outside alone.
    if (database.without() != Defence::None)
        return;
    if (before) {
        Change(*before, after, database).check();
        return;
    }
    const bool isLegal = after.status == Status::Pending
                         || (after.status == Status::Failed && after.failureKind == "INVALID");
    if (!isLegal)
        throw Violation{"edge.new", std::string(toText(after.status))};
}

} // namespace onceover::simulation
