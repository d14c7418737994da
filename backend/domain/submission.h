// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/money.h"
#include "backend/domain/uuid.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onceover {

// Everything one send needs, taken from the attempt's row. A provider adapter adds nothing of its
// own to it (no clock, no random value), so that the same submission always gives the same request
// bytes.
struct Submission
{
    std::string provider;
    std::int64_t profileVersion = 0;
    Uuid attemptId;
    // The bare reference; goes into reference and memo fields.
    std::string reference;
    // "REFERENCE-GENERATION": what the provider sees as idempotency key or merchant number.
    std::string providerKey;
    Money amount;
    // "OUT" or "IN".
    std::string direction;
    std::string payee;
    std::string payeeAccount;
    std::string source;
    std::string idempotencyKey;
};

// What the provider's answer to one call proved. Only NotSent, RejectedFinal and RejectedRetryable
// say that nothing happened; Unknown is the answer to everything that the profile does not name.
enum class Answer
{
    Succeeded,
    RejectedFinal,
    RejectedRetryable,
    Processing,
    Exists,
    NotSent,
    Unknown,
};

// "SUCCEEDED", "REJECTED_FINAL", "REJECTED_RETRYABLE", "PROCESSING", "EXISTS", "NOT_SENT",
// "UNKNOWN".
std::string_view toText(Answer answer);
std::optional<Answer> answerFromText(std::string_view text);

// The result of one call. Always filled: a call has no error beside its result.
struct SubmissionResult
{
    Answer answer = Answer::Unknown;
    // A stable code, e.g. deadline, connection_reset, connection_closed, empty_answer, truncated,
    // not_well_formed, too_large, redirect, http_500, echo_mismatch_amount,
    // answered_by_table:<row>, refused_by_table:<row>, connect_failed, name_not_resolved,
    // tls_failed, not_expressible.
    std::string reason;
    // The provider's own id of the charge, where the answer names one (also for refusals that do).
    std::optional<std::string> providerId;
    // 0 when no complete status line and header arrived.
    int httpStatus = 0;
    // Request bytes handed to the socket; bytes of a TLS handshake do not count. 0 is the only
    // proof of NotSent.
    std::int64_t requestBytes = 0;
    // Unix time in microseconds.
    std::int64_t startedAtUs = 0;
    std::int64_t finishedAtUs = 0;
    // At most 4 KiB of the body as received, with digit runs of card-number length and bearer
    // tokens masked.
    std::string bodyExcerpt;
    // Lower-case hexadecimal SHA-256 of the body as received; empty when no body arrived.
    std::string bodySha256;
};

} // namespace onceover
