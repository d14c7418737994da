// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/read/row_reader.h"

namespace onceover {

// The order of the assignments is the order of the columns in the statements of sql/.

PaymentRow readPayment(RowReader& reader)
{
    PaymentRow row;
    row.paymentId = reader.text();
    row.reference = reader.text();
    row.source = reader.text();
    row.idempotencyKey = reader.text();
    row.kind = reader.text();
    row.direction = reader.text();
    row.payee = reader.text();
    row.payeeAccount = reader.text();
    row.amountMinor = reader.number();
    row.currency = reader.text();
    row.provider = reader.text();
    row.sendBeforeUs = reader.maybeNumber();
    row.createdUs = reader.number();
    row.status = reader.text();
    row.unknownReason = reader.text();
    row.reviewReason = reader.text();
    row.failureKind = reader.text();
    row.basis = reader.text();
    row.finality = reader.text();
    row.confirmedAmountMinor = reader.maybeNumber();
    row.holdReason = reader.text();
    row.heldBecauseOf = reader.text();
    row.version = reader.number();
    row.evidenceVersion = reader.number();
    row.generation = reader.number();
    row.hasContradiction = reader.flag();
    row.takenBy = reader.text();
    row.takenByName = reader.text();
    row.takenUs = reader.maybeNumber();
    row.deferredUntilUs = reader.maybeNumber();
    row.nextLookUs = reader.maybeNumber();
    row.lookCount = reader.number();
    row.nextEvidenceUs = reader.maybeNumber();
    row.absenceConditions = reader.text();
    row.exhaustedUs = reader.maybeNumber();
    row.updatedUs = reader.number();
    row.attemptCount = reader.number();
    row.possibleMinor = reader.number();
    row.openDecisionId = reader.text();
    row.openDecisionKind = reader.text();
    row.openProposedBy = reader.text();
    row.openPeopleNeeded = reader.number();
    return row;
}

PermitRow readPermit(RowReader& reader)
{
    PermitRow row;
    row.permitId = reader.text();
    row.ordinal = reader.number();
    row.generation = reader.number();
    row.ground = reader.text();
    row.providerKey = reader.text();
    row.profileVersion = reader.number();
    row.decisionId = reader.text();
    row.grantedBy = reader.text();
    row.grantedUs = reader.number();
    row.usedAs = reader.text();
    row.attemptId = reader.text();
    row.useReason = reader.text();
    row.usedUs = reader.maybeNumber();
    return row;
}

AttemptRow readAttempt(RowReader& reader)
{
    AttemptRow row;
    row.attemptId = reader.text();
    row.ordinal = reader.number();
    row.ground = reader.text();
    row.generation = reader.number();
    row.providerKey = reader.text();
    row.coreName = reader.text();
    row.claimedUs = reader.number();
    row.leaseUntilUs = reader.maybeNumber();
    row.fate = reader.text();
    row.fateBasis = reader.text();
    row.closedBy = reader.text();
    row.account = reader.text();
    row.closedHow = reader.text();
    row.closedUs = reader.maybeNumber();
    row.answer = reader.text();
    row.answerReason = reader.text();
    row.providerId = reader.text();
    row.httpStatus = reader.number();
    row.requestBytes = reader.number();
    row.startedUs = reader.maybeNumber();
    row.finishedUs = reader.maybeNumber();
    row.bodyExcerpt = reader.text();
    row.bodySha256 = reader.text();
    return row;
}

EvidenceRow readEvidence(RowReader& reader)
{
    EvidenceRow row;
    row.evidenceId = reader.text();
    row.attemptId = reader.text();
    row.source = reader.text();
    row.kind = reader.text();
    row.state = reader.text();
    row.reason = reader.text();
    row.recordId = reader.text();
    row.amountMinor = reader.maybeNumber();
    row.currency = reader.text();
    row.askedUs = reader.maybeNumber();
    row.answeredUs = reader.number();
    row.couldSeeUntilUs = reader.maybeNumber();
    row.bodyExcerpt = reader.text();
    row.bodySha256 = reader.text();
    row.isHuman = reader.flag();
    row.provesAbsence = reader.flag();
    row.isMaterial = reader.flag();
    row.evidenceVersion = reader.number();
    row.recordedBy = reader.text();
    row.recordedUs = reader.number();
    return row;
}

RecordRow readRecord(RowReader& reader)
{
    RecordRow row;
    row.recordId = reader.text();
    row.layer = reader.text();
    row.ownerName = reader.text();
    row.externalId = reader.text();
    row.amountMinor = reader.number();
    row.currency = reader.text();
    row.direction = reader.text();
    row.state = reader.text();
    row.isReversal = reader.flag();
    row.reference = reader.text();
    row.providerKey = reader.text();
    row.payeeAccount = reader.text();
    row.narrative = reader.text();
    row.bookedOn = reader.text();
    row.valueOn = reader.text();
    row.seenUs = reader.number();
    row.paymentId = reader.text();
    row.role = reader.text();
    row.tier = reader.text();
    row.candidateCount = reader.number();
    return row;
}

CandidateRow readCandidate(RowReader& reader)
{
    CandidateRow row;
    row.record = readRecord(reader);
    row.tier = reader.text();
    row.fields = reader.text();
    row.foundUs = reader.number();
    row.ownerPaymentId = reader.text();
    row.ownerRole = reader.text();
    row.paymentsCompeting = reader.number();
    return row;
}

ContradictionRow readContradiction(RowReader& reader)
{
    ContradictionRow row;
    row.kind = reader.text();
    row.ref = reader.text();
    row.detail = reader.text();
    row.openedUs = reader.number();
    return row;
}

DecisionRow readDecision(RowReader& reader)
{
    DecisionRow row;
    row.decisionId = reader.text();
    row.kind = reader.text();
    row.reasonCode = reader.text();
    row.note = reader.text();
    row.options = reader.text();
    row.digest = reader.text();
    row.version = reader.number();
    row.peopleNeeded = reader.number();
    row.proposedBy = reader.text();
    row.proposedByName = reader.text();
    row.proposedUs = reader.number();
    row.expiresUs = reader.maybeNumber();
    row.approvedByName = reader.text();
    row.approvedUs = reader.maybeNumber();
    row.state = reader.text();
    row.endReason = reader.text();
    row.endedUs = reader.maybeNumber();
    return row;
}

NoteRow readNote(RowReader& reader)
{
    NoteRow row;
    row.noteId = reader.text();
    row.personName = reader.text();
    row.kind = reader.text();
    row.reasonCode = reader.text();
    row.note = reader.text();
    row.untilUs = reader.maybeNumber();
    row.atUs = reader.number();
    return row;
}

EventRow readEvent(RowReader& reader)
{
    EventRow row;
    row.subjectId = reader.text();
    row.subjectKind = reader.text();
    row.subjectName = reader.text();
    row.seq = reader.number();
    row.kind = reader.text();
    row.atUs = reader.number();
    row.actor = reader.text();
    row.personName = reader.text();
    row.login = reader.text();
    row.body = reader.text();
    row.fromAccount = reader.text();
    row.toAccount = reader.text();
    row.amountMinor = reader.maybeNumber();
    row.currency = reader.text();
    row.leaf = reader.text();
    return row;
}

ImportRow readImport(RowReader& reader)
{
    ImportRow row;
    row.importId = reader.text();
    row.sha256 = reader.text();
    row.fileName = reader.text();
    row.format = reader.text();
    row.byteCount = reader.number();
    row.channel = reader.text();
    row.broughtBy = reader.text();
    row.storedUs = reader.number();
    row.state = reader.text();
    row.recordCount = reader.number();
    row.linkedCount = reader.number();
    row.candidateCount = reader.number();
    row.unmatchedCount = reader.number();
    row.accounts = reader.text();
    row.fromDate = reader.text();
    row.toDate = reader.text();
    row.statementCount = reader.number();
    row.flaggedCount = reader.number();
    row.gapCount = reader.number();
    return row;
}

FileStatementRow readFileStatement(RowReader& reader)
{
    FileStatementRow row;
    row.account = reader.text();
    row.currency = reader.text();
    row.fromDate = reader.text();
    row.toDate = reader.text();
    row.openingMinor = reader.text();
    row.closingMinor = reader.text();
    row.creditsMinor = reader.text();
    row.debitsMinor = reader.text();
    row.entryCount = reader.text();
    row.ties = reader.text();
    return row;
}

FileLineRow readFileLine(RowReader& reader)
{
    FileLineRow row;
    row.part = reader.number();
    row.number = reader.number();
    row.bookedOn = reader.text();
    row.valueOn = reader.text();
    row.amountMinor = reader.number();
    row.currency = reader.text();
    row.direction = reader.text();
    row.reference = reader.text();
    row.payeeAccount = reader.text();
    row.narrative = reader.text();
    return row;
}

LedgerRow readLedger(RowReader& reader)
{
    LedgerRow row;
    row.account = reader.text();
    row.currency = reader.text();
    row.balanceMinor = reader.number();
    return row;
}

LedgerCheckRow readLedgerCheck(RowReader& reader)
{
    LedgerCheckRow row;
    row.currency = reader.text();
    row.ledgerMinor = reader.number();
    row.possibleMinor = reader.number();
    row.agrees = reader.flag();
    return row;
}

CoreRow readCore(RowReader& reader)
{
    CoreRow row;
    row.coreId = reader.text();
    row.name = reader.text();
    row.host = reader.text();
    row.isPaused = reader.flag();
    row.lastSeenUs = reader.number();
    row.witnessState = reader.text();
    row.openDecisionId = reader.text();
    row.openDecisionKind = reader.text();
    row.openProposedBy = reader.text();
    return row;
}

} // namespace onceover
