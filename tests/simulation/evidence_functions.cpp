// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/machine_functions.h"
#include "tests/simulation/payment_change.h"

#include <algorithm>
#include <tuple>

namespace onceover::simulation {

namespace {

bool startsWith(const std::string& text, const std::string& prefix)
{
    return text.compare(0, prefix.size(), prefix) == 0;
}

// The attempt that a record names: by its key, or the only one there is.
std::optional<Uuid> attemptNamed(const PaymentRow& row, const std::string& providerKey)
{
    std::optional<Uuid> named;
    int matching = 0;
    for (const Attempt& each : row.attempts) {
        if (!providerKey.empty() && each.providerKey != providerKey)
            continue;
        if (matching++ == 0)
            named = each.attemptId;
    }
    return matching == 1 || !providerKey.empty() ? named : std::nullopt;
}

bool provesPayment(const PaymentRow& row, const RecordRow& record, const ProviderProfile& can)
{
    const bool namesUs =
        (!record.reference.empty() || !record.providerKey.empty())
        && (record.reference.empty() || record.reference == row.reference)
        && (record.providerKey.empty() || startsWith(record.providerKey, row.reference + "-"));
    const bool isOnOtherAccount = can.echoesAccount && !record.payeeAccount.empty()
                                  && record.payeeAccount != row.payeeAccount;
    return namesUs && !isOnOtherAccount && record.amountMinor == row.amountMinor
           && record.currency == row.currency;
}

Link linkCandidate(Transaction& transaction, PaymentRow& row, const RecordRow& record)
{
    if (!row.candidates.insert(record.recordId).second)
        return Link::Known;
    const std::string ref = record.recordId.toText();
    const bool isNoted =
        std::any_of(row.contradictions.begin(), row.contradictions.end(), [&](const auto& each) {
            return each.second == ref;
        });
    const bool isSettled =
        row.status == PaymentStatus::Failed || row.status == PaymentStatus::Succeeded;
    if (isSettled && !isNoted)
        PaymentChange(transaction, row).openContradiction("RECORD_DIFFERS", ref);
    return Link::Candidate;
}

void takeProof(Transaction& transaction, PaymentRow& row, const RecordRow& record)
{
    PaymentChange change(transaction, row);
    const bool wasFailed = row.status == PaymentStatus::Failed;
    const std::string ref = record.recordId.toText();
    const Attempt* cause = nullptr;
    const auto rank = [&](const Attempt& each) {
        return std::tuple(each.fate == Fate::Happened, each.fate == Fate::Possible);
    };
    for (const Attempt& each : row.attempts) {
        if (!record.providerKey.empty() && each.providerKey != record.providerKey)
            continue;
        if (cause == nullptr || rank(each) > rank(*cause))
            cause = &each;
    }
    if (cause == nullptr) {
        change.openContradiction("CHARGE_WITHOUT_SEND", ref);
        return;
    }
    const bool wasEnded = cause->fate == Fate::NotHappened;
    change.setFate(cause->attemptId, Fate::Happened, FateBasis::Charge, record.recordId);
    if (wasEnded || wasFailed)
        change.openContradiction("CHARGE_AFTER_FAILURE", ref);
}

void takeDuplicate(Transaction& transaction, PaymentRow& row, const RecordRow& record)
{
    PaymentChange change(transaction, row);
    for (const Attempt& each : row.attempts) {
        if (each.fate == Fate::Possible
            && (record.providerKey.empty() || each.providerKey == record.providerKey)) {
            change.setFate(each.attemptId, Fate::Happened, FateBasis::Charge, record.recordId);
            break;
        }
    }
    change.openContradiction("DUPLICATE", record.recordId.toText());
}

bool isAbsenceProof(Transaction& transaction, const PaymentRow& row, const NewEvidence& evidence)
{
    const ProviderProfile* can = transaction.database().profile(row.provider);
    if (can == nullptr || !can->queryAuthoritative || !can->queryByKey
        || evidence.source != EvidenceSource::Query)
        return false;
    std::int64_t lastCloseUs = 0;
    for (const Attempt& each : row.attempts) {
        if (!each.closure)
            return false;
        lastCloseUs = std::max(lastCloseUs, each.closure->closedAtUs);
    }
    if (lastCloseUs == 0 || evidence.answeredAtUs < evidence.askedAtUs)
        return false;
    if (transaction.lacks(Defence::AbsenceHorizon))
        return true;
    const std::int64_t askedUs = std::min(
        evidence.askedAtUs, transaction.nowUs() - (evidence.answeredAtUs - evidence.askedAtUs));
    const std::int64_t horizonUs = lastCloseUs + can->longestProcessingMs * kMsUs;
    const std::int64_t lagUs = can->visibilityLagMs * kMsUs;
    const bool isShown =
        std::any_of(row.evidence.begin(), row.evidence.end(), [&](const EvidenceRow& each) {
            return each.seen.recordId && row.owned.count(*each.seen.recordId) > 0;
        });
    return askedUs >= horizonUs + lagUs && row.waiting.empty()
           && evidence.couldSeeUntilUs.value_or(askedUs - lagUs) >= horizonUs && !isShown;
}

// Takes one observation into the books of one payment.
class Observation
{
public:
    Observation(
        Transaction& transaction, PaymentRow& row, const Uuid& coreId, const NewEvidence& evidence)
        : m_transaction(transaction)
        , m_row(row)
        , m_coreId(coreId)
        , m_evidence(evidence)
    {}

    RecordedEvidence run();

private:
    void readFinding();
    void readAbsence();
    bool isToldBefore(const EvidenceRow& known) const;
    void store(bool isMaterial);

    Transaction& m_transaction;
    PaymentRow& m_row;
    Uuid m_coreId;
    const NewEvidence& m_evidence;
    std::optional<Uuid> m_named;
    std::optional<Uuid> m_recordId;
    bool m_moves = false;
    bool m_isMaterial = false;
    bool m_proves = false;
};

// One charge, two amounts: the record keeps what was seen first.
bool isChanged(
    const Transaction& transaction,
    const PaymentRow& row,
    const Uuid& recordId,
    std::int64_t amountMinor,
    std::string_view currency)
{
    const RecordRow& known = *transaction.record(recordId);
    return (known.amountMinor != amountMinor || known.currency != currency)
           && row.contradictions.count({"RECORD_CHANGED", recordId.toText()}) == 0;
}

// What counts already; and where nothing moves what waits already, or was said by the same core.
bool Observation::isToldBefore(const EvidenceRow& known) const
{
    return (known.isMaterial && known.isWitnessed)
           || (!m_moves && (known.coreId == m_coreId || m_row.isWaiting(known.seen.evidenceId)));
}

void Observation::readFinding()
{
    const ChargeRecord* shown = m_evidence.record ? &*m_evidence.record : nullptr;
    if (shown != nullptr && !shown->id.empty() && shown->state == "SUCCEEDED" && shown->amount) {
        RecordRow record;
        record.provider = m_row.provider;
        record.externalId = shown->id;
        record.amountMinor = shown->amount->amountMinor();
        record.currency = std::string(shown->amount->currency().code());
        record.reference = shown->reference;
        record.providerKey = shown->providerKey;
        record.payeeAccount = shown->payeeAccount;
        m_recordId = m_transaction.recordOf(record).recordId;
    }
    m_isMaterial =
        std::none_of(m_row.evidence.begin(), m_row.evidence.end(), [&](const EvidenceRow& each) {
            return isToldBefore(each) && each.seen.kind == EvidenceKind::Found
                   && each.seen.source == m_evidence.source && each.seen.attemptId == m_named
                   && each.seen.state == m_evidence.state && each.seen.recordId == m_recordId;
        });
    if (!m_recordId)
        return;
    m_isMaterial = m_isMaterial && m_row.owned.count(*m_recordId) == 0;
    m_isMaterial = m_isMaterial
                   || isChanged(
                       m_transaction,
                       m_row,
                       *m_recordId,
                       shown->amount->amountMinor(),
                       shown->amount->currency().code());
}

void Observation::readAbsence()
{
    m_proves = m_moves && isAbsenceProof(m_transaction, m_row, m_evidence);
    std::int64_t lastCloseUs = 0;
    for (const Attempt& each : m_row.attempts)
        lastCloseUs = std::max(lastCloseUs, each.closure ? each.closure->closedAtUs : 0);
    m_isMaterial =
        m_proves
        && std::none_of(m_row.evidence.begin(), m_row.evidence.end(), [&](const auto& each) {
               return each.provesAbsence && each.isMaterial && each.seen.attemptId == m_named
                      && each.recordedAtUs > lastCloseUs;
           });
}

void Observation::store(bool isMaterial)
{
    EvidenceRow row;
    row.coreId = m_coreId;
    row.isWitnessed = m_moves;
    row.seen.evidenceId = m_evidence.evidenceId;
    row.seen.attemptId = m_named;
    row.seen.source = m_evidence.source;
    row.seen.kind = m_evidence.kind;
    row.seen.state = m_evidence.state;
    row.seen.reason = m_evidence.reason;
    row.seen.recordId = m_recordId;
    row.seen.askedAtUs = m_evidence.askedAtUs;
    row.seen.answeredAtUs = m_evidence.answeredAtUs;
    row.seen.couldSeeUntilUs = m_evidence.couldSeeUntilUs;
    if (m_evidence.record && m_evidence.record->amount) {
        row.amountMinor = m_evidence.record->amount->amountMinor();
        row.currency = std::string(m_evidence.record->amount->currency().code());
    }
    row.provesAbsence = m_proves;
    row.isMaterial = isMaterial;
    row.evidenceVersion = m_row.evidenceVersion + (isMaterial ? 1 : 0);
    row.recordedAtUs = m_transaction.nowUs();
    m_row.evidence.push_back(std::move(row));
}

bool openWhatDisagrees(
    Transaction& transaction, PaymentRow& row, const EvidenceRow& shown, PaymentStatus before)
{
    PaymentChange change(transaction, row);
    bool isOpened = false;
    if (shown.provesAbsence && before == PaymentStatus::Succeeded && isAbsenceProven(row))
        isOpened = change.openContradiction("CONFIRMED_BUT_ABSENT", shown.seen.evidenceId.toText());
    const Attempt* named = shown.seen.attemptId ? row.attempt(*shown.seen.attemptId) : nullptr;
    if (shown.provesAbsence) {
        for (const Attempt& each : row.attempts) {
            if (each.fate == Fate::Happened
                && (named == nullptr || named->providerKey == each.providerKey)) {
                isOpened = change.openContradiction("SUCCESS_NOT_LISTED", each.attemptId.toText());
                break;
            }
        }
    }
    if (shown.seen.kind == EvidenceKind::Found && shown.seen.state == "DECLINED" && named != nullptr
        && named->fate == Fate::Happened)
        isOpened = change.openContradiction("SUCCESS_DECLINED", shown.seen.evidenceId.toText());
    return isOpened;
}

RecordedEvidence Observation::run()
{
    const Tables& tables = m_transaction.database().tables;
    m_moves = (tables.isArmed() && tables.cores.at(m_coreId).isProven)
              || m_transaction.lacks(Defence::Fence)
              || m_transaction.lacks(Defence::CheckAfterStart);
    RecordedEvidence recorded;
    recorded.evidenceVersion = m_row.evidenceVersion;
    for (const EvidenceRow& each : m_row.evidence) {
        if (each.seen.evidenceId == m_evidence.evidenceId)
            return recorded;
    }
    if (m_evidence.attemptId && m_row.attempt(*m_evidence.attemptId) == nullptr)
        throw Refusal{"evidence.other_attempt"};
    m_named = m_evidence.attemptId
                  ? m_evidence.attemptId
                  : attemptNamed(
                      m_row, m_evidence.record ? m_evidence.record->providerKey : std::string());
    if (m_evidence.kind == EvidenceKind::Found)
        readFinding();
    else if (m_evidence.kind == EvidenceKind::Absent)
        readAbsence();
    const bool isNews = m_isMaterial && m_evidence.kind == EvidenceKind::Found;
    m_isMaterial = m_isMaterial && m_moves;
    store(m_isMaterial);
    if (m_isMaterial) {
        recorded.isMaterial = true;
        recorded.openedContradiction = takeEffect(m_transaction, m_row, m_evidence.evidenceId);
        recorded.evidenceVersion = m_row.evidenceVersion;
    } else if (isNews && !m_moves) {
        m_row.waiting.push_back({false, m_evidence.evidenceId});
        m_transaction.database().coverage().waited(false);
    }
    return recorded;
}

} // namespace

Link linkRecord(Transaction& transaction, PaymentRow& row, const Uuid& recordId)
{
    const auto& owners = transaction.database().tables.recordOwners;
    const auto owner = owners.find(recordId);
    if (owner != owners.end() && owner->second == row.paymentId)
        return Link::Known;
    if (owner != owners.end()) {
        PaymentChange(transaction, row).openContradiction("RECORD_OF_ANOTHER", recordId.toText());
        return Link::Foreign;
    }
    const RecordRow record = *transaction.record(recordId);
    if (!provesPayment(row, record, *transaction.database().profile(row.provider)))
        return linkCandidate(transaction, row, record);
    const bool isProof = !row.hasProof();
    row.owned.emplace(recordId, isProof ? RecordRole::Proof : RecordRole::Duplicate);
    transaction.own(recordId, row.paymentId);
    if (isProof)
        takeProof(transaction, row, record);
    else
        takeDuplicate(transaction, row, record);
    return isProof ? Link::Proof : Link::Duplicate;
}

bool takeEffect(Transaction& transaction, PaymentRow& row, const Uuid& evidenceId)
{
    const auto found =
        std::find_if(row.evidence.begin(), row.evidence.end(), [&](const EvidenceRow& each) {
            return each.seen.evidenceId == evidenceId;
        });
    if (row.isWaiting(evidenceId)) {
        found->isMaterial = true;
        found->isWitnessed = true;
        found->evidenceVersion = row.evidenceVersion + 1;
        row.forgetWaiting(evidenceId);
        transaction.database().coverage().settledLate();
    }
    const EvidenceRow shown = *found;
    const std::optional<Uuid>& recordId = shown.seen.recordId;
    const bool isOtherAmount =
        recordId
        && isChanged(transaction, row, *recordId, shown.amountMinor.value_or(0), shown.currency);
    const PaymentStatus before = row.status;
    const Link link = recordId ? linkRecord(transaction, row, *recordId) : Link::None;
    PaymentChange change(transaction, row);
    change.materialEvidence();
    bool isOpened = false;
    if (isOtherAmount)
        isOpened = change.openContradiction("RECORD_CHANGED", recordId->toText());
    isOpened = openWhatDisagrees(transaction, row, shown, before) || isOpened;
    return isOpened || link == Link::Duplicate || link == Link::Foreign;
}

RecordedEvidence recordEvidence(
    Transaction& transaction,
    const CoreIdentity& core,
    const Uuid& paymentId,
    const NewEvidence& evidence)
{
    requireCore(transaction, core.coreId);
    return Observation(transaction, transaction.lock(paymentId), core.coreId, evidence).run();
}

} // namespace onceover::simulation
