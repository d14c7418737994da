// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/desk_functions.h"

#include "backend/domain/case_facts.h"
#include "tests/simulation/machine_functions.h"
#include "tests/simulation/payment_change.h"

#include <algorithm>

namespace onceover::simulation {

namespace {

const std::string& answerOf(Transaction& transaction, const Uuid& commandId)
{
    return transaction.database().tables.commands.at(commandId).answer;
}

// The provider's own book: the one record that counts as proof in this world.
const RecordRow* confirmingRecord(Transaction& transaction, const PaymentRow& row)
{
    for (const auto& [recordId, role] : row.owned) {
        if (role == RecordRole::Proof)
            return transaction.record(recordId);
    }
    return nullptr;
}

std::int64_t decidedAloneMinor(Transaction& transaction, int person, const std::string& currency)
{
    std::int64_t sum = 0;
    for (const auto& each : transaction.database().tables.payments) {
        for (const ProposalRow& proposal : each.second.proposals) {
            const bool counts = proposal.proposedBy == person && proposal.peopleNeeded == 1
                                && (proposal.kind == "CONFIRM" || proposal.kind == "REJECT")
                                && proposal.end == ProposalEnd::InForce
                                && each.second.currency == currency
                                && proposal.endedAtUs > transaction.nowUs() - kDayUs;
            sum += counts ? each.second.amountMinor : 0;
        }
    }
    return sum;
}

int peopleNeeded(
    Transaction& transaction, const PaymentRow& row, const std::string& kind, int person)
{
    if (kind == "RESEND" || kind == "RELEASE")
        return 2;
    if (kind == "CANCEL" || kind == "HOLD")
        return 1;
    const bool isUnproven =
        kind == "CONFIRM" ? confirmingRecord(transaction, row) == nullptr : !isAbsenceProven(row);
    if (row.hasContradiction || !row.contradictions.empty() || isUnproven)
        return 2;
    const std::int64_t sum = decidedAloneMinor(transaction, person, row.currency);
    return sum + row.amountMinor > transaction.database().singlePersonMaxMinor ? 2 : 1;
}

void checkResend(
    Transaction& transaction, const PaymentRow& row, bool isNewGeneration, bool closesOpenAttempts)
{
    if (row.hasContradiction || !row.contradictions.empty())
        throw Refusal{"resend.contradiction"};
    const bool isShown =
        std::any_of(row.attempts.begin(), row.attempts.end(), [](const Attempt& each) {
            return each.result && each.result->answer == Answer::Succeeded;
        });
    if (!row.owned.empty() || row.hasFate(Fate::Happened) || isShown || row.hasFinding())
        throw Refusal{"resend.charge_on_record"};
    if (row.reviewReason == "PARTIAL"
        || (row.confirmedMinor != 0 && row.confirmedMinor != row.amountMinor))
        throw Refusal{"resend.partial"};
    const bool isKeyUsed =
        std::any_of(row.attempts.begin(), row.attempts.end(), [&row](const Attempt& each) {
            return each.generation == row.generation;
        });
    if (!isNewGeneration && !row.attempts.empty() && !isKeyUsed)
        throw Refusal{"resend.key_unused"};
    if (row.sendBeforeUs != 0 && row.sendBeforeUs <= transaction.nowUs())
        throw Refusal{"resend.too_late"};
    if (transaction.database().profile(row.provider) == nullptr)
        throw Refusal{"provider.unknown"};
    const bool isOpen =
        std::any_of(row.attempts.begin(), row.attempts.end(), [](const Attempt& each) {
            return !each.closure;
        });
    if (isOpen && !closesOpenAttempts)
        throw Refusal{"resend.attempt_open"};
}

void checkDecision(
    Transaction& transaction,
    const PaymentRow& row,
    const std::string& kind,
    bool isNewGeneration,
    bool closesOpenAttempts)
{
    const bool isPending = row.status == PaymentStatus::Pending;
    bool isLegal = row.status == PaymentStatus::Review;
    if (kind == "RELEASE")
        isLegal = isPending && row.isHeld;
    else if (kind == "CANCEL")
        isLegal = isPending;
    else if (kind == "HOLD")
        isLegal = isPending && !row.isHeld;
    if (!isLegal)
        throw Refusal{"decision.status"};
    if (kind == "RESEND")
        checkResend(transaction, row, isNewGeneration, closesOpenAttempts);
}

// A decision settles the payment, never what happened.
void decideFates(Transaction& transaction, PaymentRow& row, const std::string& kind, int person)
{
    PaymentChange change(transaction, row, person);
    const RecordRow* record = confirmingRecord(transaction, row);
    const bool isAbsent = isAbsenceProven(row);
    if (kind == "CONFIRM" && record != nullptr) {
        const auto isNamed = [&](const Attempt& each) {
            return record->providerKey.empty() || record->providerKey == each.providerKey;
        };
        std::vector<Uuid> named;
        bool isKnown = false;
        for (const Attempt& each : row.attempts) {
            isKnown = isKnown || (each.fate == Fate::Happened && isNamed(each));
            if (each.fate == Fate::Possible && each.account != Account::None && isNamed(each))
                named.push_back(each.attemptId);
        }
        if (!isKnown && named.size() == 1)
            change.setFate(named.front(), Fate::Happened, FateBasis::Charge, record->recordId);
    }
    for (std::size_t index = 0; index < row.attempts.size(); ++index) {
        Attempt& each = row.attempts[index];
        if (each.fate != Fate::Possible)
            continue;
        if (kind == "REJECT" && isAbsent) {
            const Uuid ref = absenceEvidence(row, each)->seen.evidenceId;
            change.setFate(each.attemptId, Fate::NotHappened, FateBasis::Query, ref);
        } else {
            PaymentChange::moveAccount(each, Account::DecidedNotProven);
        }
    }
}

void resend(Transaction& transaction, PaymentRow& row, const ProposalRow& decision, int person)
{
    for (Attempt& each : row.attempts) {
        if (!each.closure)
            each.closure = Closure{ClosedBy::People, false, transaction.nowUs()};
    }
    PaymentChange change(transaction, row, person);
    change.grantPermit(
        Ground::ApprovedResend,
        decision.decisionId,
        row.generation + (decision.isNewGeneration ? 1 : 0));
    change.changeStatus(PaymentStatus::Pending, "");
}

void cancel(Transaction& transaction, PaymentRow& row, int person)
{
    PaymentChange change(transaction, row, person);
    if (!transaction.lacks(Defence::CancelRevokes))
        change.revokePermit();
    if (row.areAllEndedForAutomation())
        change.changeStatus(PaymentStatus::Failed, "CANCELLED");
    else
        change.changeStatus(PaymentStatus::Review, "EARLIER_ATTEMPT_OPEN");
    if (transaction.lacks(Defence::CancelRevokes))
        row.status = PaymentStatus::Pending;
}

void putInForce(Transaction& transaction, PaymentRow& row, std::size_t proposalIndex, int person)
{
    row.proposals[proposalIndex].end = ProposalEnd::InForce;
    row.proposals[proposalIndex].endedAtUs = transaction.nowUs();
    const ProposalRow decision = row.proposals[proposalIndex];
    PaymentChange change(transaction, row, person);
    if (decision.kind == "CONFIRM") {
        const bool isShown = confirmingRecord(transaction, row) != nullptr;
        decideFates(transaction, row, decision.kind, person);
        change.changeStatus(PaymentStatus::Succeeded, "", isShown ? "QUERY" : "HUMAN");
    } else if (decision.kind == "REJECT") {
        decideFates(transaction, row, decision.kind, person);
        change.changeStatus(PaymentStatus::Failed, "DECIDED");
    } else if (decision.kind == "RESEND") {
        resend(transaction, row, decision, person);
    } else if (decision.kind == "RELEASE") {
        row.isHeld = false;
        row.takenBy = 0;
        ++row.version;
    } else if (decision.kind == "HOLD") {
        row.isHeld = true;
        ++row.version;
    } else {
        cancel(transaction, row, person);
    }
}

std::string stateOf(const ProposalRow& proposal)
{
    return proposal.end == ProposalEnd::Open ? "OPEN" : "IN_FORCE";
}

PaymentRow* findPayment(Transaction& transaction, const Uuid& decisionId, std::size_t& index)
{
    for (auto& each : transaction.database().tables.payments) {
        auto& proposals = each.second.proposals;
        for (index = 0; index < proposals.size(); ++index) {
            if (proposals[index].decisionId == decisionId)
                return &transaction.lock(each.first);
        }
    }
    throw Refusal{"proposal.unknown"};
}

std::string contentOf(const ProposalInput& input)
{
    return "propose " + input.paymentId.toText() + input.kind + (input.isNewGeneration ? "n" : "s")
           + (input.closesOpenAttempts ? "c" : "-") + input.digest + std::to_string(input.version);
}

CaseFacts factsOf(const PaymentRow& row)
{
    CaseFacts facts;
    facts.paymentId = row.paymentId.toText();
    facts.reference = row.reference;
    facts.status = toText(row.status);
    facts.amountMinor = row.amountMinor;
    facts.currency = row.currency;
    facts.payee = row.payee;
    facts.payeeAccount = row.payeeAccount;
    facts.provider = row.provider;
    facts.generation = row.generation;
    facts.evidenceVersion = row.evidenceVersion;
    return facts;
}

} // namespace

std::string digestOf(const PaymentRow& row)
{
    CaseFacts facts = factsOf(row);
    for (const Attempt& each : row.attempts) {
        CaseFacts::Attempt attempt;
        attempt.ordinal = each.ordinal;
        attempt.attemptId = each.attemptId.toText();
        attempt.generation = each.generation;
        attempt.fate = toText(each.fate);
        if (each.closure)
            attempt.closedBy = std::string(toText(each.closure->closedBy));
        if (each.result)
            attempt.answer = std::string(toText(each.result->answer));
        facts.attempts.push_back(std::move(attempt));
    }
    for (const EvidenceRow& each : row.evidence) {
        if (!each.isMaterial)
            continue;
        CaseFacts::Evidence evidence;
        evidence.evidenceVersion = each.evidenceVersion;
        evidence.evidenceId = each.seen.evidenceId.toText();
        evidence.source = toText(each.seen.source);
        evidence.kind = toText(each.seen.kind);
        evidence.state = each.seen.state;
        evidence.amountMinor = each.amountMinor;
        if (each.amountMinor)
            evidence.currency = each.currency;
        facts.evidence.push_back(std::move(evidence));
    }
    for (const Uuid& recordId : row.candidates)
        facts.candidates.push_back({recordId.toText(), "EXACT_REFERENCE"});
    for (const auto& [recordId, role] : row.owned)
        facts.records.push_back(
            {recordId.toText(), "CHARGE", role == RecordRole::Proof ? "PROOF" : "DUPLICATE"});
    for (const auto& [kind, ref] : row.contradictions)
        facts.contradictions.push_back({kind, ref});
    return caseDigest(facts);
}

std::string propose(Transaction& transaction, int person, const ProposalInput& input)
{
    if (transaction.isRepeated(person, input.decisionId, contentOf(input)))
        return answerOf(transaction, input.decisionId);
    requireArmed(transaction);
    PaymentRow& row = transaction.lock(input.paymentId);
    PaymentChange(transaction, row, person).endExpiredProposal();
    if (row.openProposal() != nullptr)
        throw Refusal{"proposal.open"};
    if (row.takenBy != 0 && row.takenBy != person)
        throw Refusal{"case.taken"};
    if (input.version != row.version && !transaction.lacks(Defence::DigestCompared))
        throw Refusal{"version.stale"};
    if (input.digest != digestOf(row) && !transaction.lacks(Defence::DigestCompared))
        throw Refusal{"digest.changed"};
    checkDecision(transaction, row, input.kind, input.isNewGeneration, input.closesOpenAttempts);
    ProposalRow proposal;
    proposal.decisionId = input.decisionId;
    proposal.kind = input.kind;
    proposal.isNewGeneration = input.isNewGeneration;
    proposal.closesOpenAttempts = input.closesOpenAttempts;
    proposal.digest = input.digest;
    proposal.version = input.version;
    proposal.peopleNeeded = peopleNeeded(transaction, row, input.kind, person);
    if (transaction.lacks(Defence::SecondPerson))
        proposal.peopleNeeded = 1;
    proposal.proposedBy = person;
    proposal.expiresAtUs = transaction.nowUs() + kDayUs;
    row.proposals.push_back(proposal);
    if (proposal.peopleNeeded == 1)
        putInForce(transaction, row, row.proposals.size() - 1, person);
    const std::string answer = stateOf(row.proposals.back());
    transaction.insertCommand(input.decisionId, {person, contentOf(input), answer});
    return answer;
}

std::string approve(
    Transaction& transaction,
    int person,
    const Uuid& commandId,
    const Uuid& decisionId,
    const std::string& digest)
{
    const std::string content = "approve " + decisionId.toText() + digest;
    if (transaction.isRepeated(person, commandId, content))
        return answerOf(transaction, commandId);
    requireArmed(transaction);
    std::size_t index = 0;
    PaymentRow& row = *findPayment(transaction, decisionId, index);
    const ProposalRow proposal = row.proposals[index];
    if (proposal.end != ProposalEnd::Open)
        throw Refusal{"proposal.over"};
    if (proposal.expiresAtUs <= transaction.nowUs())
        throw Refusal{"proposal.expired"};
    if (proposal.proposedBy == person)
        throw Refusal{"person.proposer"};
    const bool isCompared = !transaction.lacks(Defence::DigestCompared);
    if (digest != proposal.digest && isCompared)
        throw Refusal{"digest.changed"};
    if (proposal.version != row.version && isCompared)
        throw Refusal{"version.stale"};
    if (digestOf(row) != proposal.digest && isCompared)
        throw Refusal{"digest.changed"};
    checkDecision(
        transaction, row, proposal.kind, proposal.isNewGeneration, proposal.closesOpenAttempts);
    row.proposals[index].approvedBy = person;
    putInForce(transaction, row, index, person);
    transaction.insertCommand(commandId, {person, content, "IN_FORCE"});
    return "IN_FORCE";
}

void withdraw(Transaction& transaction, int person, const Uuid& commandId, const Uuid& decisionId)
{
    const std::string content = "withdraw " + decisionId.toText();
    if (transaction.isRepeated(person, commandId, content))
        return;
    requireArmed(transaction);
    std::size_t index = 0;
    PaymentRow& row = *findPayment(transaction, decisionId, index);
    if (row.proposals[index].end != ProposalEnd::Open)
        throw Refusal{"proposal.over"};
    PaymentChange(transaction, row, person).voidOpenProposal(ProposalEnd::Withdrawn);
    transaction.insertCommand(commandId, {person, content, "WITHDRAWN"});
}

} // namespace onceover::simulation
