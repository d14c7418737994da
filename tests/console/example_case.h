// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/snapshots.h"

#include <memory>

namespace onceover {

// A payment in review with one attempt whose answer was lost, a query that found nothing and a
// candidate that differs.
inline CaseFile exampleCase()
{
    constexpr std::int64_t kMinuteUs = 60'000'000;
    CaseFile file;
    file.readUs = 1'796'047'402'000'000;
    file.exists = true;
    PaymentRow& payment = file.payment;
    payment.paymentId = QStringLiteral("01a22bf1-d0e9-72d2-8918-5d950ee88136");
    payment.reference = QStringLiteral("5AWSH8VHTPRE95BG");
    payment.source = QStringLiteral("order-service");
    payment.idempotencyKey = QStringLiteral("A-1042");
    payment.direction = QStringLiteral("OUT");
    payment.payee = QStringLiteral("ACME GmbH");
    payment.payeeAccount = QStringLiteral("DE89370400440532013000");
    payment.amountMinor = 125000;
    payment.currency = QStringLiteral("EUR");
    payment.provider = QStringLiteral("card");
    payment.createdUs = file.readUs - 360 * kMinuteUs;
    payment.status = QStringLiteral("REVIEW");
    payment.reviewReason = QStringLiteral("EXHAUSTED");
    payment.version = 5;
    payment.evidenceVersion = 2;
    payment.generation = 1;
    payment.attemptCount = 1;
    payment.possibleMinor = 125000;
    payment.absenceConditions = QStringLiteral(
        R"([{"code":"attempts_closed","is_met":true},{"code":"nothing_found","is_met":false}])");
    file.profile = QStringLiteral(
        R"({"capabilities":{"key_collapses":true,"key_lifetime_ms":86400000,"query_by_key":true,"list":true},"times":{"late_window_ms":86400000}})");
    PermitRow permit;
    permit.permitId = QStringLiteral("01a22bf1-d0e9-72d2-8918-000000000001");
    permit.ordinal = 1;
    permit.ground = QStringLiteral("FIRST");
    permit.providerKey = QStringLiteral("5AWSH8VHTPRE95BG-1");
    permit.usedAs = QStringLiteral("ATTEMPT");
    permit.attemptId = QStringLiteral("01a22bf1-d0e9-72d2-8918-000000000002");
    file.permits.append(permit);
    AttemptRow attempt;
    attempt.attemptId = permit.attemptId;
    attempt.ordinal = 1;
    attempt.generation = 1;
    attempt.providerKey = permit.providerKey;
    attempt.claimedUs = payment.createdUs + kMinuteUs;
    attempt.fate = QStringLiteral("POSSIBLE");
    attempt.closedBy = QStringLiteral("CORE");
    attempt.closedHow = QStringLiteral("RESULT");
    attempt.answer = QStringLiteral("UNKNOWN");
    attempt.answerReason = QStringLiteral("deadline");
    file.attempts.append(attempt);
    EvidenceRow evidence;
    evidence.evidenceId = QStringLiteral("01a22bf1-d0e9-72d2-8918-000000000003");
    evidence.source = QStringLiteral("QUERY");
    evidence.kind = QStringLiteral("ABSENT");
    evidence.answeredUs = payment.createdUs + 20 * kMinuteUs;
    evidence.isMaterial = true;
    evidence.evidenceVersion = 2;
    file.evidence.append(evidence);
    CandidateRow candidate;
    candidate.record.recordId = QStringLiteral("01a22bf1-d0e9-72d2-8918-000000000004");
    candidate.record.layer = QStringLiteral("BANK");
    candidate.record.amountMinor = 98000;
    candidate.record.currency = QStringLiteral("EUR");
    candidate.record.direction = QStringLiteral("OUT");
    candidate.tier = QStringLiteral("EXACT_REFERENCE");
    candidate.paymentsCompeting = 2;
    file.candidates.append(candidate);
    return file;
}

inline Snapshot<CaseFile> snapshotOf(CaseFile file)
{
    return std::make_shared<const CaseFile>(std::move(file));
}

} // namespace onceover
