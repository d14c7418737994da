// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "backend/store/pg_session.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

struct StatusTotal
{
    std::string status;
    std::string currency;
    std::int64_t count = 0;
    std::int64_t amountMinor = 0;
};

struct AccountBalance
{
    std::string account;
    std::string currency;
    std::int64_t balanceMinor = 0;
};

struct InstallationState
{
    bool isDemo = false;
    std::int64_t schemaVersion = 0;
    // ARMED, CHECKING or FENCED.
    std::string incarnationState;
    std::string incarnationWhy;
};

// A core as a witness of the running server.
struct CoreWitness
{
    std::string coreId;
    std::string name;
    std::string host;
    // LISTED, ADMITTED or RETIRED.
    std::string coreState;
    // PROVEN, EXCUSED, AWAITED, NOT_ADMITTED or RETIRED.
    std::string witnessState;
    std::int64_t serverStartedUs = 0;
    std::int64_t lastSeenUs = 0;
    std::int64_t openAttemptCount = 0;
    // Separated by blanks.
    std::string openAttemptIds;
    // What a decision about it is bound to.
    std::string digest;
    // The proposal that waits for a second person; empty where there is none.
    std::string openDecisionId;
    std::string openDecisionKind;
    std::string openProposedBy;
};

// What a decision about a payment is bound to.
struct CaseKey
{
    Uuid paymentId;
    std::int64_t version = 0;
    std::string digest;
};

// What a decision about a core is bound to.
struct CoreKey
{
    Uuid coreId;
    std::string digest;
};

// What a decision about a person's file is bound to.
struct UploadKey
{
    Uuid uploadId;
    std::string digest;
    // STORED, WAITS or ACCEPTED.
    std::string state;
};

// The reading contract (schema review) for the command line. One thread.
class PgReview
{
public:
    explicit PgReview(ConnectionSettings settings);

    Result<InstallationState> installation();
    Result<std::vector<CoreWitness>> witnesses();
    Result<std::vector<StatusTotal>> status();
    Result<std::vector<AccountBalance>> ledger();
    // JSON objects of review.payments, in the order of their ids, page by page.
    Result<void> payments(
        const std::optional<std::string>& status,
        const std::function<void(const std::string& json)>& take);
    // JSON objects of what the sources of evidence gave and owe, each with its "type" ("source",
    // "gap", "expectation", "duplicate", "orphan", "next_evidence"); of one type or all.
    Result<void> sources(
        const std::optional<std::string>& type,
        const std::function<void(const std::string& json)>& take);
    // The case as it is now, by id or reference; nothing if there is none.
    Result<std::optional<CaseKey>> caseKey(const std::string& idOrReference);
    // The core as it is now, by id or name. Errors: core.unknown, core.several.
    Result<CoreKey> coreKey(const std::string& idOrName);
    // The upload as it is now, by id or by the file's SHA-256. Error: upload.unknown.
    Result<UploadKey> uploadKey(const std::string& idOrSha256);
    // JSON objects of review.files, the newest first, at most `limit`.
    Result<void> files(int limit, const std::function<void(const std::string& json)>& take);
    // One JSON object with everything about a payment, by id or reference; nothing if there is
    // none.
    Result<std::optional<std::string>> payment(const std::string& idOrReference);

private:
    Result<Rows> read(std::string_view name, const Params& params);

    PgSession m_session;
};

} // namespace onceover
