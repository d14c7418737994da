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
        return std::tuple(
            each.providerKey == record.providerKey,
            each.fate == Fate::Happened,
            each.fate == Fate::Possible);
    };
    for (const Attempt& each : row.attempts) {
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
    return askedUs >= horizonUs + lagUs
           && evidence.couldSeeUntilUs.value_or(askedUs - lagUs) >= horizonUs && !isShown;
}

// Takes one observation into the books of one payment.
class Observation
{
public:
    Observation(Transaction& transaction, PaymentRow& row, const NewEvidence& evidence)
        : m_transaction(transaction)
        , m_row(row)
        , m_evidence(evidence)
        , m_change(transaction, row)
    {}

    RecordedEvidence run();

private:
    void readFinding();
    void readAbsence();
    void store(bool isMaterial);
    bool openWhatDisagrees(Link link, PaymentStatus before);

    Transaction& m_transaction;
    PaymentRow& m_row;
    const NewEvidence& m_evidence;
    PaymentChange m_change;
    std::optional<Uuid> m_named;
    std::optional<Uuid> m_recordId;
    bool m_isMaterial = false;
    bool m_isChanged = false;
    bool m_proves = false;
};

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
            return each.isMaterial && each.seen.kind == EvidenceKind::Found
                   && each.seen.source == m_evidence.source && each.seen.attemptId == m_named
                   && each.seen.state == m_evidence.state && each.seen.recordId == m_recordId;
        });
    if (!m_recordId)
        return;
    m_isMaterial = m_isMaterial && m_row.owned.count(*m_recordId) == 0;
    const RecordRow& known = *m_transaction.record(*m_recordId);
    m_isChanged = (known.amountMinor != shown->amount->amountMinor()
                   || known.currency != shown->amount->currency().code())
                  && m_row.contradictions.count({"RECORD_CHANGED", m_recordId->toText()}) == 0;
    m_isMaterial = m_isMaterial || m_isChanged;
}

void Observation::readAbsence()
{
    m_proves = isAbsenceProof(m_transaction, m_row, m_evidence);
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

bool Observation::openWhatDisagrees(Link link, PaymentStatus before)
{
    bool isOpened = false;
    if (m_isChanged)
        isOpened = m_change.openContradiction("RECORD_CHANGED", m_recordId->toText());
    if (m_proves && before == PaymentStatus::Succeeded && isAbsenceProven(m_row))
        isOpened =
            m_change.openContradiction("CONFIRMED_BUT_ABSENT", m_evidence.evidenceId.toText());
    const Attempt* named = m_named ? m_row.attempt(*m_named) : nullptr;
    if (m_proves) {
        for (const Attempt& each : m_row.attempts) {
            if (each.fate == Fate::Happened
                && (named == nullptr || named->providerKey == each.providerKey)) {
                isOpened =
                    m_change.openContradiction("SUCCESS_NOT_LISTED", each.attemptId.toText());
                break;
            }
        }
    }
    if (m_evidence.kind == EvidenceKind::Found && m_evidence.state == "DECLINED" && named != nullptr
        && named->fate == Fate::Happened)
        isOpened = m_change.openContradiction("SUCCESS_DECLINED", m_evidence.evidenceId.toText());
    return isOpened || link == Link::Duplicate || link == Link::Foreign;
}

RecordedEvidence Observation::run()
{
    const bool moves =
        m_transaction.database().tables.isArmed || m_transaction.lacks(Defence::Fence);
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
    m_isMaterial = m_isMaterial && moves;
    store(m_isMaterial);
    if (!m_isMaterial)
        return recorded;
    const PaymentStatus before = m_row.status;
    const Link link = m_recordId ? linkRecord(m_transaction, m_row, *m_recordId) : Link::None;
    m_change.materialEvidence();
    recorded.isMaterial = true;
    recorded.evidenceVersion = m_row.evidenceVersion;
    recorded.openedContradiction = openWhatDisagrees(link, before);
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

RecordedEvidence recordEvidence(
    Transaction& transaction,
    const CoreIdentity& core,
    const Uuid& paymentId,
    const NewEvidence& evidence)
{
    requireCore(transaction, core.coreId);
    return Observation(transaction, transaction.lock(paymentId), evidence).run();
}

} // namespace onceover::simulation
