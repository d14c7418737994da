// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/submission.h"
#include "backend/domain/uuid.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

// One attempt as the claim's answer brought it: everything that the journal and the call need.
struct ClaimedAttempt
{
    Submission submission;
    Uuid paymentId;
    Uuid permitId;
    int ordinal = 1;
    int generation = 1;
    std::string ground;
    std::string kind;
    // Lower-case hexadecimal.
    std::string fingerprint;
    int fingerprintVersion = 1;
    // The armed incarnation under which the claim was committed.
    std::int64_t epoch = 0;
    // The request body of an earlier send of the same generation: to be sent byte-equal.
    std::optional<std::string> storedBody;
};

struct ClaimRequest
{
    std::string provider;
    // Chosen by the core and in its journal before the claim; fewer answers than ids are possible.
    std::vector<Uuid> attemptIds;
    std::int64_t leaseMs = 0;
};

enum class ClaimCommit
{
    Committed,
    // Only lookUpAttempt can tell, for each id of the request.
    InDoubt,
};

struct ClaimAnswer
{
    ClaimCommit commit = ClaimCommit::InDoubt;
    std::vector<ClaimedAttempt> attempts;
    // Which session made the claim; readyToCall refuses any other.
    std::uint64_t session = 0;
};

enum class AttemptLook
{
    Claimed,
    // Nothing was claimed under this id, and nothing can be any more.
    Void,
};

// What a batch did with one result.
struct RecordedResult
{
    Uuid attemptId;
    // "RECORDED", "REPEATED" or "REFUSED".
    std::string outcome;
    std::string code;
    std::string detail;
    // The payment's status afterwards.
    std::string status;
};

struct AttemptResult
{
    Uuid attemptId;
    Uuid paymentId;
    // Of the submission, for the record that an accepted charge is.
    std::string reference;
    std::string providerKey;
    SubmissionResult result;
};

} // namespace onceover
