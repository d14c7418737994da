// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/case_file/shown_facts.h"

namespace onceover {

namespace {

std::optional<std::string> maybeText(const QString& text)
{
    if (text.isEmpty())
        return std::nullopt;
    return text.toStdString();
}

void addAttempts(CaseFacts& facts, const CaseFile& file)
{
    for (const AttemptRow& row : file.attempts) {
        CaseFacts::Attempt attempt;
        attempt.ordinal = row.ordinal;
        attempt.attemptId = row.attemptId.toStdString();
        attempt.generation = row.generation;
        attempt.fate = row.fate.toStdString();
        attempt.closedBy = maybeText(row.closedBy);
        attempt.answer = maybeText(row.answer);
        facts.attempts.push_back(std::move(attempt));
    }
}

void addEvidence(CaseFacts& facts, const CaseFile& file)
{
    for (const EvidenceRow& row : file.evidence) {
        if (!row.isMaterial)
            continue;
        CaseFacts::Evidence evidence;
        evidence.evidenceVersion = row.evidenceVersion;
        evidence.evidenceId = row.evidenceId.toStdString();
        evidence.source = row.source.toStdString();
        evidence.kind = row.kind.toStdString();
        evidence.state = row.state.toStdString();
        evidence.amountMinor = row.amountMinor;
        evidence.currency = maybeText(row.currency);
        facts.evidence.push_back(std::move(evidence));
    }
}

void addRecords(CaseFacts& facts, const CaseFile& file)
{
    for (const CandidateRow& row : file.candidates) {
        CaseFacts::Candidate candidate;
        candidate.recordId = row.record.recordId.toStdString();
        candidate.tier = row.tier.toStdString();
        facts.candidates.push_back(std::move(candidate));
    }
    for (const RecordRow& row : file.records) {
        CaseFacts::OwnedRecord record;
        record.recordId = row.recordId.toStdString();
        record.layer = row.layer.toStdString();
        record.role = row.role.toStdString();
        facts.records.push_back(std::move(record));
    }
    for (const ContradictionRow& row : file.contradictions) {
        CaseFacts::Contradiction contradiction;
        contradiction.kind = row.kind.toStdString();
        contradiction.ref = row.ref.toStdString();
        facts.contradictions.push_back(std::move(contradiction));
    }
}

} // namespace

CaseFacts shownFacts(const CaseFile& file)
{
    CaseFacts facts;
    facts.paymentId = file.payment.paymentId.toStdString();
    facts.reference = file.payment.reference.toStdString();
    facts.status = file.payment.status.toStdString();
    facts.amountMinor = file.payment.amountMinor;
    facts.currency = file.payment.currency.toStdString();
    facts.payee = file.payment.payee.toStdString();
    facts.payeeAccount = file.payment.payeeAccount.toStdString();
    facts.provider = file.payment.provider.toStdString();
    facts.generation = file.payment.generation;
    facts.evidenceVersion = file.payment.evidenceVersion;
    addAttempts(facts, file);
    addEvidence(facts, file);
    addRecords(facts, file);
    return facts;
}

} // namespace onceover
