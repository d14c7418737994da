// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/read_values.h"

#include <QHash>
#include <QMetaType>

#include <memory>

namespace onceover {

// Immutable answers of the reading thread. Each carries the server's time at which it was read;
// each was read in one transaction of its own. They are shared between threads as shared_ptr<const
// …> and never changed.

// The lists of the console.
enum class ListKind
{
    WaitingOnMe,
    SecondApprover,
    AllCases,
    Watched,
    Held,
    Payments,
};

struct QueueFilter
{
    QString provider;
    QString currency;
    QString status;
    QString reason;
    // Any id, payee or account that the payment, its attempts or its records carry.
    QString needle;

    bool isEmpty() const
    {
        return provider.isEmpty() && currency.isEmpty() && status.isEmpty() && reason.isEmpty()
               && needle.isEmpty();
    }

    friend bool operator==(const QueueFilter&, const QueueFilter&) = default;
};

struct QueuePage
{
    ListKind list = ListKind::AllCases;
    std::int64_t readUs = 0;
    QList<PaymentRow> rows;
    // More rows stand after the last one.
    bool hasMore = false;
};

struct CaseFile
{
    std::int64_t readUs = 0;
    bool exists = false;
    PaymentRow payment;
    QList<PermitRow> permits;
    QList<AttemptRow> attempts;
    QList<EvidenceRow> evidence;
    QList<RecordRow> records;
    QList<CandidateRow> candidates;
    QList<ContradictionRow> contradictions;
    QList<DecisionRow> decisions;
    QList<NoteRow> notes;
    QList<EventRow> events;
    // The provider's profile in force, as JSON.
    QString profile;
};

// What stands in the strip at the top: who, where, how alive.
struct DeskPulse
{
    std::int64_t readUs = 0;
    bool isDemo = false;
    bool isStandby = false;
    std::int64_t schemaVersion = 0;
    QString incarnationState;
    QString incarnationWhy;
    QString login;
    QString personId;
    QString personName;
    QStringList roles;
    bool isPersonDisabled = false;
    QList<CoreRow> cores;
    // Of accounts in_transit and in_doubt.
    QList<LedgerRow> doubts;
    QHash<ListKind, std::int64_t> counts;
    std::int64_t orphanCount = 0;
    std::int64_t inDoubtCount = 0;
    MaybeUs oldestDoubtUs;
};

struct LedgerSheet
{
    std::int64_t readUs = 0;
    QList<LedgerRow> balances;
    QList<LedgerCheckRow> checks;
};

struct OrphanPage
{
    std::int64_t readUs = 0;
    QList<RecordRow> rows;
};

struct ImportPage
{
    std::int64_t readUs = 0;
    QList<ImportRow> rows;
};

// A person's file that waits, with what a decision about it is bound to.
struct UploadFile
{
    std::int64_t readUs = 0;
    bool exists = false;
    QString uploadId;
    QString sha256;
    QString fileName;
    QString format;
    QString reading;
    QString byteCount;
    QString personId;
    QString personName;
    QString contentSha256;
    QString recordCount;
    QString state;
    QString openDecisionId;
    QString openProposedBy;
    QString openReasonCode;
    QString openNote;
    MaybeUs openExpiresUs;
    QList<FileStatementRow> statements;
    // The first of them.
    QList<FileLineRow> lines;
};

// Lists that are shown as they are read.
enum class SideTable
{
    // What came while nothing moved and has not taken effect.
    Waiting,
    Sources,
    Gaps,
    Expectations,
};

struct SideTablePage
{
    std::int64_t readUs = 0;
    SideTable table = SideTable::Waiting;
    // Texts in the order of the statement's columns; empty for null.
    QList<QStringList> rows;
};

struct EventPage
{
    std::int64_t readUs = 0;
    QList<EventRow> rows;
    bool hasMore = false;
};

template <typename T>
using Snapshot = std::shared_ptr<const T>;

inline size_t qHash(ListKind list, size_t seed = 0)
{
    return ::qHash(static_cast<int>(list), seed);
}

} // namespace onceover

Q_DECLARE_METATYPE(onceover::Snapshot<onceover::QueuePage>)
Q_DECLARE_METATYPE(onceover::Snapshot<onceover::CaseFile>)
Q_DECLARE_METATYPE(onceover::Snapshot<onceover::DeskPulse>)
Q_DECLARE_METATYPE(onceover::Snapshot<onceover::LedgerSheet>)
Q_DECLARE_METATYPE(onceover::Snapshot<onceover::OrphanPage>)
Q_DECLARE_METATYPE(onceover::Snapshot<onceover::ImportPage>)
Q_DECLARE_METATYPE(onceover::Snapshot<onceover::EventPage>)
Q_DECLARE_METATYPE(onceover::Snapshot<onceover::UploadFile>)
Q_DECLARE_METATYPE(onceover::Snapshot<onceover::SideTablePage>)
