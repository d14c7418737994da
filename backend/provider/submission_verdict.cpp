// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/provider/submission_verdict.h"

#include "backend/domain/sha256.h"
#include "backend/provider/answer_table.h"
#include "backend/provider/charge_reader.h"
#include "backend/provider/json_text.h"
#include "backend/provider/redaction.h"

#include <optional>

namespace onceover {

namespace {

constexpr std::size_t kMaxProviderIdBytes = 200;

// The first way in which the record is not ours; empty when it repeats everything that it has to.
std::string mismatchOf(
    const ChargeRecord& record, const Submission& submission, const HttpProfile& profile)
{
    const bool isKeyShown = !record.providerKey.empty();
    const bool isReferenceShown = !record.reference.empty();
    if (!isKeyShown && !isReferenceShown)
        return "echo_missing_reference";
    if (isKeyShown && record.providerKey != submission.providerKey)
        return "echo_mismatch_key";
    if (isReferenceShown && record.reference != submission.reference)
        return "echo_mismatch_reference";
    if (!record.amount)
        return "not_well_formed";
    if (record.amount->currency().code() != submission.amount.currency().code())
        return "echo_mismatch_currency";
    if (record.amount->amountMinor() != submission.amount.amountMinor())
        return "echo_mismatch_amount";
    if (profile.declared.echoesAccount && record.payeeAccount != submission.payeeAccount)
        return "echo_mismatch_account";
    if (!profile.record.states.empty() && record.state != "SUCCEEDED")
        return "echo_mismatch_state";
    return {};
}

std::string unmatchedReason(const HttpExchange& exchange, const nlohmann::json* document)
{
    if (exchange.status >= 300 && exchange.status < 400)
        return "redirect";
    if (exchange.status >= 400)
        return "http_" + std::to_string(exchange.status);
    if (exchange.body.empty())
        return "empty_answer";
    return document ? "answer_not_in_table" : "not_well_formed";
}

std::optional<ChargeRecord> recordIn(const nlohmann::json& document, const HttpProfile& profile)
{
    const nlohmann::json* node = nodeAt(document, profile.submit.recordAt);
    return node ? readCharge(*node, profile.record) : std::nullopt;
}

void judgeSuccess(
    SubmissionResult& result,
    const AnswerRow& row,
    const nlohmann::json* document,
    const Submission& submission,
    const HttpProfile& profile)
{
    if (!document) {
        result.reason = result.bodySha256.empty() ? "empty_answer" : "not_well_formed";
        return;
    }
    const auto record = recordIn(*document, profile);
    if (!record) {
        result.reason = "echo_missing_record";
        return;
    }
    const std::string mismatch = mismatchOf(*record, submission, profile);
    if (!mismatch.empty()) {
        result.reason = mismatch;
        return;
    }
    result.providerId = record->id;
    result.answer = Answer::Succeeded;
    result.reason = "answered_by_table:" + row.name;
}

void judgeOther(
    SubmissionResult& result,
    const AnswerRow& row,
    const nlohmann::json* document,
    const Submission& submission,
    const HttpProfile& profile)
{
    const auto record = document ? recordIn(*document, profile) : std::nullopt;
    if (record) {
        const bool isForeign =
            (!record->reference.empty() && record->reference != submission.reference)
            || (!record->providerKey.empty() && record->providerKey != submission.providerKey);
        if (isForeign) {
            result.reason = "echo_mismatch_reference";
            return;
        }
        result.providerId = record->id;
    }
    if (document && !profile.submit.refusedIdAt.empty()) {
        if (const nlohmann::json* node = nodeAt(*document, profile.submit.refusedIdAt)) {
            if (auto id = shortText(*node, kMaxProviderIdBytes); id && !id->empty())
                result.providerId = std::move(id);
        }
    }
    result.answer = answerFromText(row.answer).value_or(Answer::Unknown);
    const bool isRefusal =
        result.answer == Answer::RejectedFinal || result.answer == Answer::RejectedRetryable;
    result.reason = (isRefusal ? "refused_by_table:" : "answered_by_table:") + row.name;
}

} // namespace

SubmissionResult resultOf(
    const HttpExchange& exchange, const Submission& submission, const HttpProfile& profile)
{
    SubmissionResult result;
    result.httpStatus = exchange.status;
    result.requestBytes = exchange.requestBytes;
    result.startedAtUs = exchange.startedAtUs;
    result.finishedAtUs = exchange.finishedAtUs;
    if (!exchange.body.empty()) {
        result.bodyExcerpt = redactedExcerpt(exchange.body);
        result.bodySha256 = toHex(sha256(exchange.body));
    }
    if (exchange.end != HttpExchange::End::Answered) {
        result.answer =
            exchange.end == HttpExchange::End::NothingSent ? Answer::NotSent : Answer::Unknown;
        result.reason = exchange.reason;
        return result;
    }
    const auto parsed = parseJson(exchange.body);
    const nlohmann::json* document = parsed ? &*parsed : nullptr;
    const AnswerRow* row = rowFor(profile.submit.answers, exchange, document);
    if (!row)
        result.reason = unmatchedReason(exchange, document);
    else if (row->answer == "SUCCEEDED")
        judgeSuccess(result, *row, document, submission, profile);
    else
        judgeOther(result, *row, document, submission, profile);
    return result;
}

} // namespace onceover
