// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/machine_functions.h"
#include "tests/simulation/payment_change.h"

#include <algorithm>
#include <cctype>

namespace onceover::simulation {

namespace {

bool isRefusal(Answer answer)
{
    return answer == Answer::NotSent || answer == Answer::RejectedFinal
           || answer == Answer::RejectedRetryable;
}

// The reason of an UNKNOWN, as the database writes it.
std::string unknownReason(const SubmissionResult& result)
{
    if (isRefusal(result.answer))
        return "EARLIER_ATTEMPT_OPEN";
    if (result.answer != Answer::Unknown)
        return std::string(toText(result.answer));
    std::string reason = result.reason.substr(0, result.reason.find(':'));
    std::transform(reason.begin(), reason.end(), reason.begin(), [](unsigned char letter) {
        return std::isalnum(letter) != 0 ? static_cast<char>(std::toupper(letter)) : '_';
    });
    return reason.empty() ? "ANSWER_LOST" : reason;
}

// Takes one result into the books of one payment.
class Recording
{
public:
    Recording(Transaction& transaction, PaymentRow& row, Attempt& attempt, bool moves)
        : m_transaction(transaction)
        , m_row(row)
        , m_attemptId(attempt.attemptId)
        , m_change(transaction, row)
        , m_moves(moves)
    {}

    std::string run(const SubmissionResult& result);
    // The stored result takes effect.
    void take();

private:
    Attempt& attempt() { return *m_row.attempt(m_attemptId); }

    void store(const SubmissionResult& result);
    void addEvidence(const SubmissionResult& result);
    void setFate(const SubmissionResult& result, bool wasEnded);
    void setStatus(const SubmissionResult& result);

    Transaction& m_transaction;
    PaymentRow& m_row;
    Uuid m_attemptId;
    PaymentChange m_change;
    bool m_moves;
};

void Recording::store(const SubmissionResult& result)
{
    attempt().result = result;
    if (!attempt().closure)
        attempt().closure =
            Closure{ClosedBy::Core, result.answer == Answer::NotSent, m_transaction.nowUs()};
}

void Recording::addEvidence(const SubmissionResult& result)
{
    EvidenceRow row;
    row.seen.evidenceId = m_transaction.database().nextId();
    row.seen.attemptId = m_attemptId;
    row.seen.source = EvidenceSource::Direct;
    row.seen.kind = EvidenceKind::Answer;
    row.seen.state = toText(result.answer);
    row.seen.reason = result.reason;
    row.seen.askedAtUs = result.startedAtUs;
    row.seen.answeredAtUs = result.finishedAtUs;
    row.isMaterial = result.answer != Answer::Unknown;
    row.evidenceVersion = m_row.evidenceVersion + (row.isMaterial ? 1 : 0);
    row.recordedAtUs = m_transaction.nowUs();
    m_row.evidence.push_back(std::move(row));
}

void Recording::setFate(const SubmissionResult& result, bool wasEnded)
{
    if (result.answer == Answer::Succeeded) {
        m_change.setFate(m_attemptId, Fate::Happened, FateBasis::Direct, m_attemptId);
        if (result.providerId.value_or("").empty()) {
            if (wasEnded)
                m_change.openContradiction("CHARGE_AFTER_FAILURE", m_attemptId.toText());
            return;
        }
        RecordRow shown;
        shown.provider = m_row.provider;
        shown.externalId = *result.providerId;
        shown.amountMinor = m_row.amountMinor;
        shown.currency = m_row.currency;
        shown.reference = m_row.reference;
        shown.providerKey = attempt().providerKey;
        shown.payeeAccount = m_row.payeeAccount;
        linkRecord(m_transaction, m_row, m_transaction.recordOf(shown).recordId);
    } else if (isRefusal(result.answer)) {
        const FateBasis basis =
            result.answer == Answer::NotSent ? FateBasis::NotSent : FateBasis::Direct;
        if (attempt().fate == Fate::Possible)
            m_change.setFate(m_attemptId, Fate::NotHappened, basis, m_attemptId);
        else if (attempt().fate == Fate::Happened)
            m_change.openContradiction("REFUSAL_AFTER_CHARGE", m_attemptId.toText());
    } else if (attempt().account == Account::InTransit) {
        attempt().account = Account::InDoubt;
    }
}

void Recording::setStatus(const SubmissionResult& result)
{
    const ProviderProfile& can = *m_change.profile();
    const bool areAllEnded =
        m_row.areAllEndedForAutomation() || m_transaction.lacks(Defence::AllAttempts);
    if (result.answer == Answer::Succeeded) {
        m_change.changeStatus(PaymentStatus::Succeeded, "", "DIRECT");
        m_row.lookCount = 0;
        m_row.nextLookAtUs = can.queryByKey
                                 ? m_transaction.nowUs()
                                       + (can.longestProcessingMs + can.visibilityLagMs + 1) * kMsUs
                                 : 0;
    } else if (isRefusal(result.answer) && areAllEnded) {
        m_change.changeStatus(PaymentStatus::Failed, std::string(toText(result.answer)));
    } else {
        m_change.changeStatus(PaymentStatus::Unknown, unknownReason(result));
        m_row.lookCount = 0;
        m_row.nextLookAtUs = m_transaction.nowUs() + can.lookDelaysMs.front() * kMsUs;
    }
    m_change.reviewWhatDisagrees();
}

std::string Recording::run(const SubmissionResult& result)
{
    if (const auto& stored = attempt().result) {
        if (stored->answer != result.answer || stored->bodySha256 != result.bodySha256
            || stored->httpStatus != result.httpStatus)
            throw Refusal{"result.differs"};
        // Stored while nothing moved, it takes effect when it is delivered again.
        if (!m_row.isWaiting(m_attemptId))
            return "REPEATED";
        if (!m_moves)
            return "STORED";
    } else {
        store(result);
        if (!m_moves) {
            m_row.waiting.push_back({true, m_attemptId});
            m_transaction.database().coverage().waited(true);
            return "STORED";
        }
    }
    take();
    return "RECORDED";
}

void Recording::take()
{
    const SubmissionResult result = *attempt().result;
    addEvidence(result);
    if (m_row.isWaiting(m_attemptId))
        m_transaction.database().coverage().settledLate();
    m_row.forgetWaiting(m_attemptId);
    const bool wasEnded =
        m_row.status == PaymentStatus::Failed || attempt().fate == Fate::NotHappened;
    const bool isCurrent =
        m_row.status == PaymentStatus::Submitting && m_row.lastAttempt()->attemptId == m_attemptId;
    setFate(result, wasEnded);
    if (!isCurrent) {
        if (result.answer != Answer::Unknown)
            m_change.materialEvidence();
        else
            m_change.voidOpenProposal();
        return;
    }
    if (result.answer != Answer::Unknown)
        ++m_row.evidenceVersion;
    // A contradiction met above has moved the payment already.
    if (m_row.status == PaymentStatus::Submitting)
        setStatus(result);
}

} // namespace

void takeAnswer(Transaction& transaction, PaymentRow& row, const Uuid& attemptId)
{
    Recording(transaction, row, *row.attempt(attemptId), true).take();
}

std::vector<RecordedResult> recordResults(
    Transaction& transaction, const CoreIdentity& core, const std::vector<AttemptResult>& results)
{
    requireCore(transaction, core.coreId);
    const bool moves = transaction.database().tables.isArmed() || transaction.lacks(Defence::Fence);
    std::vector<RecordedResult> recorded;
    for (const AttemptResult& each : results) {
        RecordedResult answer;
        answer.attemptId = each.attemptId;
        Transaction::Savepoint savepoint;
        // One poisoned row does not take the batch with it.
        try {
            PaymentRow& row = lockOfAttempt(transaction, each.attemptId, core.coreId);
            savepoint = transaction.save(row.paymentId);
            answer.outcome =
                Recording(transaction, row, *row.attempt(each.attemptId), moves).run(each.result);
            answer.status = toText(row.status);
        } catch (const Refusal& refusal) {
            if (!savepoint.row.paymentId.isNull()) {
                transaction.rollBackTo(savepoint);
                answer.status = toText(savepoint.row.status);
            }
            answer.outcome = "REFUSED";
            answer.code = refusal.code;
        }
        recorded.push_back(std::move(answer));
    }
    return recorded;
}

} // namespace onceover::simulation
