// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include <cstdint>
#include <optional>

namespace onceover {

// Rows of the review views as values. Times are microseconds since 1970 UTC, amounts minor units; a
// missing text is empty, a missing number or time is nullopt. Nothing here is translated.
using MaybeUs = std::optional<std::int64_t>;

struct PaymentRow
{
    QString paymentId;
    QString reference;
    QString source;
    QString idempotencyKey;
    QString kind;
    QString direction;
    QString payee;
    QString payeeAccount;
    std::int64_t amountMinor = 0;
    QString currency;
    QString provider;
    MaybeUs sendBeforeUs;
    std::int64_t createdUs = 0;
    QString status;
    QString unknownReason;
    QString reviewReason;
    QString failureKind;
    QString basis;
    QString finality;
    std::optional<std::int64_t> confirmedAmountMinor;
    QString holdReason;
    QString heldBecauseOf;
    std::int64_t version = 0;
    std::int64_t evidenceVersion = 0;
    std::int64_t generation = 1;
    bool hasContradiction = false;
    QString takenBy;
    QString takenByName;
    MaybeUs takenUs;
    MaybeUs deferredUntilUs;
    MaybeUs nextLookUs;
    std::int64_t lookCount = 0;
    MaybeUs nextEvidenceUs;
    QString absenceConditions;
    MaybeUs exhaustedUs;
    std::int64_t updatedUs = 0;
    std::int64_t attemptCount = 0;
    std::int64_t possibleMinor = 0;
    QString openDecisionId;
    QString openDecisionKind;
    QString openProposedBy;
    std::int64_t openPeopleNeeded = 0;

    friend bool operator==(const PaymentRow&, const PaymentRow&) = default;
};

struct PermitRow
{
    QString permitId;
    std::int64_t ordinal = 0;
    std::int64_t generation = 0;
    QString ground;
    QString providerKey;
    std::int64_t profileVersion = 0;
    QString decisionId;
    QString grantedBy;
    std::int64_t grantedUs = 0;
    QString usedAs;
    QString attemptId;
    QString useReason;
    MaybeUs usedUs;

    friend bool operator==(const PermitRow&, const PermitRow&) = default;
};

struct AttemptRow
{
    QString attemptId;
    std::int64_t ordinal = 0;
    QString ground;
    std::int64_t generation = 0;
    QString providerKey;
    QString coreName;
    std::int64_t claimedUs = 0;
    MaybeUs leaseUntilUs;
    QString fate;
    QString fateBasis;
    QString closedBy;
    QString account;
    QString closedHow;
    MaybeUs closedUs;
    QString answer;
    QString answerReason;
    QString providerId;
    std::int64_t httpStatus = 0;
    std::int64_t requestBytes = 0;
    MaybeUs startedUs;
    MaybeUs finishedUs;
    QString bodyExcerpt;
    QString bodySha256;

    friend bool operator==(const AttemptRow&, const AttemptRow&) = default;
};

struct EvidenceRow
{
    QString evidenceId;
    QString attemptId;
    QString source;
    QString kind;
    QString state;
    QString reason;
    QString recordId;
    std::optional<std::int64_t> amountMinor;
    QString currency;
    MaybeUs askedUs;
    std::int64_t answeredUs = 0;
    MaybeUs couldSeeUntilUs;
    QString bodyExcerpt;
    QString bodySha256;
    bool isHuman = false;
    bool provesAbsence = false;
    bool isMaterial = false;
    std::int64_t evidenceVersion = 0;
    QString recordedBy;
    std::int64_t recordedUs = 0;

    friend bool operator==(const EvidenceRow&, const EvidenceRow&) = default;
};

// A movement as somebody else shows it: linked, candidate or orphan.
struct RecordRow
{
    QString recordId;
    QString layer;
    QString ownerName;
    QString externalId;
    std::int64_t amountMinor = 0;
    QString currency;
    QString direction;
    QString state;
    bool isReversal = false;
    QString reference;
    QString providerKey;
    QString payeeAccount;
    QString narrative;
    QString bookedOn;
    QString valueOn;
    std::int64_t seenUs = 0;
    QString paymentId;
    QString role;
    QString tier;
    std::int64_t candidateCount = 0;

    friend bool operator==(const RecordRow&, const RecordRow&) = default;
};

struct CandidateRow
{
    RecordRow record;
    QString tier;
    QString fields;
    std::int64_t foundUs = 0;
    QString ownerPaymentId;
    QString ownerRole;
    std::int64_t paymentsCompeting = 0;

    friend bool operator==(const CandidateRow&, const CandidateRow&) = default;
};

struct ContradictionRow
{
    QString kind;
    QString ref;
    QString detail;
    std::int64_t openedUs = 0;

    friend bool operator==(const ContradictionRow&, const ContradictionRow&) = default;
};

struct DecisionRow
{
    QString decisionId;
    QString kind;
    QString reasonCode;
    QString note;
    QString options;
    QString digest;
    std::int64_t version = 0;
    std::int64_t peopleNeeded = 0;
    QString proposedBy;
    QString proposedByName;
    std::int64_t proposedUs = 0;
    MaybeUs expiresUs;
    QString approvedByName;
    MaybeUs approvedUs;
    QString state;
    QString endReason;
    MaybeUs endedUs;

    friend bool operator==(const DecisionRow&, const DecisionRow&) = default;
};

struct NoteRow
{
    QString noteId;
    QString personName;
    QString kind;
    QString reasonCode;
    QString note;
    MaybeUs untilUs;
    std::int64_t atUs = 0;

    friend bool operator==(const NoteRow&, const NoteRow&) = default;
};

struct EventRow
{
    QString subjectId;
    QString subjectKind;
    // What people call the subject: a payment's reference, a person's name; often empty.
    QString subjectName;
    std::int64_t seq = 0;
    QString kind;
    std::int64_t atUs = 0;
    QString actor;
    QString personName;
    QString login;
    QString body;
    QString fromAccount;
    QString toAccount;
    std::optional<std::int64_t> amountMinor;
    QString currency;
    QString leaf;

    friend bool operator==(const EventRow&, const EventRow&) = default;
};

// A statement file, whoever brought it.
struct ImportRow
{
    QString importId;
    QString sha256;
    QString fileName;
    QString format;
    std::int64_t byteCount = 0;
    QString channel;
    QString broughtBy;
    std::int64_t storedUs = 0;
    // NOT_LINKED, LINKED; of a person's file STORED, WAITS, ACCEPTED.
    QString state;
    std::int64_t recordCount = 0;
    std::int64_t linkedCount = 0;
    std::int64_t candidateCount = 0;
    std::int64_t unmatchedCount = 0;
    QString accounts;
    QString fromDate;
    QString toDate;
    std::int64_t statementCount = 0;
    // Of its statements: do not tie.
    std::int64_t flaggedCount = 0;
    // Missing between the statements of its accounts.
    std::int64_t gapCount = 0;

    friend bool operator==(const ImportRow&, const ImportRow&) = default;
};

// What one statement of a person's file covers; texts as the database keeps them.
struct FileStatementRow
{
    QString account;
    QString currency;
    QString fromDate;
    QString toDate;
    QString openingMinor;
    QString closingMinor;
    QString creditsMinor;
    QString debitsMinor;
    QString entryCount;
    QString ties;

    friend bool operator==(const FileStatementRow&, const FileStatementRow&) = default;
};

struct FileLineRow
{
    std::int64_t part = 0;
    std::int64_t number = 0;
    QString bookedOn;
    QString valueOn;
    std::int64_t amountMinor = 0;
    QString currency;
    QString direction;
    QString reference;
    QString payeeAccount;
    QString narrative;

    friend bool operator==(const FileLineRow&, const FileLineRow&) = default;
};

struct LedgerRow
{
    QString account;
    QString currency;
    std::int64_t balanceMinor = 0;

    friend bool operator==(const LedgerRow&, const LedgerRow&) = default;
};

struct LedgerCheckRow
{
    QString currency;
    std::int64_t ledgerMinor = 0;
    std::int64_t possibleMinor = 0;
    bool agrees = false;

    friend bool operator==(const LedgerCheckRow&, const LedgerCheckRow&) = default;
};

struct CoreRow
{
    QString coreId;
    QString name;
    QString host;
    bool isPaused = false;
    std::int64_t lastSeenUs = 0;
    // PROVEN, EXCUSED, AWAITED, NOT_ADMITTED or RETIRED.
    QString witnessState;
    // The proposal that waits for a second person; empty where there is none.
    QString openDecisionId;
    QString openDecisionKind;
    QString openProposedBy;

    friend bool operator==(const CoreRow&, const CoreRow&) = default;
};

} // namespace onceover
