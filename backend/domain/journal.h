// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "backend/domain/submission.h"
#include "backend/domain/uuid.h"
#include "backend/domain/witness.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace onceover {

// Before the claim: this core is about to use this attempt id.
struct JournalIntent
{
    Uuid attemptId;
    // The kernel's id of this boot: under another one, a missing CALLING proves nothing.
    Uuid bootId;
    // CLOCK_BOOTTIME; the age of the claim on this machine, whatever the wall clock does.
    std::int64_t bootTimeMs = 0;

    friend bool operator==(const JournalIntent&, const JournalIntent&) = default;
};

// Before the first request byte: everything needed to restore what was granted, should the database
// lose it.
struct JournalCalling
{
    Uuid attemptId;
    Uuid paymentId;
    Uuid permitId;
    // Which permit of the payment this is, from 1.
    std::int64_t ordinal = 0;
    // FIRST, NOT_SENT, ...
    std::string ground;
    std::int64_t generation = 0;
    std::string providerKey;
    std::string source;
    std::string idempotencyKey;
    // Lower-case hexadecimal, and the version of its rules.
    std::string fingerprint;
    std::int64_t fingerprintVersion = 0;
    std::int64_t amountMinor = 0;
    std::string currency;
    // Lower-case hexadecimal SHA-256 of the payee: the journal names nobody.
    std::string payeeDigest;
    std::string provider;
    std::int64_t epoch = 0;

    friend bool operator==(const JournalCalling&, const JournalCalling&) = default;
};

// After the call: what it proved, so that a restarted core can still record it.
struct JournalResult
{
    Uuid attemptId;
    SubmissionResult result;
};

// The result's transaction is committed.
struct JournalRecorded
{
    Uuid attemptId;
};

// The `why` of an attempt whose id was never claimed; the database holds it as void.
inline constexpr const char* kNotClaimedCode = "not_claimed";

// This core will not send the attempt, or no longer knows whether it did; `why` is a stable code.
struct JournalAbandoned
{
    Uuid attemptId;
    std::string why;
};

using JournalRecord =
    std::variant<JournalIntent, JournalCalling, JournalResult, JournalRecorded, JournalAbandoned>;

// An attempt that was begun and is neither recorded nor abandoned.
struct OpenAttempt
{
    JournalIntent intent;
    std::optional<JournalCalling> calling;
    std::optional<SubmissionResult> result;
    // A damaged record was cut off while the attempt was open. It was most likely never
    // acknowledged, but it may have been this attempt's CALLING: then a missing one is no proof
    // that nothing was sent.
    bool isCallingUncertain = false;
};

// The witness of one core, outside the database: what it says it was about to do and did. Records
// are durable when an append returns; a failed write is final, and a core without its journal
// claims nothing.
class Journal
{
public:
    Journal() = default;
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;
    virtual ~Journal() = default;

    // All of them or, after a failure, unknown which: journal.poisoned then and ever after. A
    // record that does not follow from those before it is refused without being written
    // (journal.order).
    virtual Result<void> appendAll(const std::vector<JournalRecord>& records) = 0;

    Result<void> append(const JournalRecord& record) { return appendAll({record}); }

    // Oldest first; after a restart, what the last process left behind.
    virtual std::vector<OpenAttempt> openAttempts() const = 0;

    // What the database must hold: every attempt touched by the record `since` (from 0) or a later
    // one, those still open, and the `newest` attempts of all. In the order of their INTENTs.
    virtual std::vector<WitnessedAttempt> witnesses(
        std::uint64_t since, std::size_t newest) const = 0;
    // All records ever written, ended attempts and the header included. It only grows.
    virtual std::uint64_t recordCount() const = 0;

    // The database this core last worked on; nothing before the first.
    virtual std::optional<ServerMark> server() const = 0;
    virtual Result<void> rememberServer(const ServerMark& mark) = 0;

    virtual Uuid journalId() const = 0;
    virtual Uuid coreId() const = 0;
    virtual bool isPoisoned() const = 0;
};

} // namespace onceover
