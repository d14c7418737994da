// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/provider/charge_query.h"

#include "backend/domain/sha256.h"
#include "backend/provider/answer_table.h"
#include "backend/provider/charge_reader.h"
#include "backend/provider/json_text.h"
#include "backend/provider/message_template.h"
#include "backend/provider/redaction.h"

#include <algorithm>

namespace onceover {

namespace {

bool isAskedFor(const ChargeRecord& record, const ChargeQuestion& question)
{
    return record.providerKey == question.providerKey || record.reference == question.reference;
}

// Fills the records; returns what is wrong with them.
std::string readRecords(
    const nlohmann::json& document,
    const ChargeQuestion& question,
    const HttpProfile& profile,
    std::vector<ChargeRecord>& records)
{
    const nlohmann::json* node = nodeAt(document, profile.query->recordsAt);
    if (!node || !node->is_structured())
        return "not_well_formed";
    const nlohmann::json single =
        node->is_object() ? nlohmann::json::array({*node}) : nlohmann::json();
    for (const nlohmann::json& item : node->is_object() ? single : *node) {
        auto record = readCharge(item, profile.record);
        if (!record)
            return "record_without_id";
        if (!isAskedFor(*record, question))
            return "foreign_record";
        records.push_back(std::move(*record));
    }
    return {};
}

std::int64_t visibleUntil(
    const nlohmann::json& document, const HttpProfile& profile, std::int64_t askedAtUs)
{
    const std::int64_t declaredUs = askedAtUs - profile.declared.visibilityLagMs * 1000;
    if (profile.visibleUntilAt.empty())
        return declaredUs;
    // A provider that says how far its answer reaches is believed when it reaches less far, never
    // when it reaches farther.
    const nlohmann::json* node = nodeAt(document, profile.visibleUntilAt);
    const auto claimed = node ? exactInteger(*node) : std::nullopt;
    std::int64_t claimedUs = 0;
    if (!claimed || __builtin_mul_overflow(*claimed, profile.record.createdUnitUs, &claimedUs))
        return 0;
    return std::min(declaredUs, claimedUs);
}

void judge(
    QueryAnswer& answer,
    const AnswerRow& row,
    const nlohmann::json* document,
    const ChargeQuestion& question,
    const HttpProfile& profile)
{
    if (row.answer == "ABSENT") {
        answer.kind = QueryKind::Absent;
        answer.reason = "absent_by_table:" + row.name;
        return;
    }
    answer.kind = QueryKind::Inconclusive;
    if (row.answer == "INCONCLUSIVE") {
        answer.reason = "inconclusive_by_table:" + row.name;
        return;
    }
    answer.reason =
        document ? readRecords(*document, question, profile, answer.records) : "not_well_formed";
    if (!answer.reason.empty()) {
        answer.records.clear();
        return;
    }
    if (!answer.records.empty()) {
        answer.kind = QueryKind::Found;
        answer.reason = "found";
    } else if (row.answer == "RECORDS_OR_ABSENT") {
        answer.kind = QueryKind::Absent;
        answer.reason = "absent_by_table:" + row.name;
    } else {
        answer.reason = "no_records";
    }
}

std::string unmatchedReason(const HttpExchange& exchange, const nlohmann::json* document)
{
    if (exchange.status >= 300)
        return "http_" + std::to_string(exchange.status);
    if (exchange.body.empty())
        return "empty_answer";
    return document ? "answer_not_in_table" : "not_well_formed";
}

} // namespace

std::string queryPath(const HttpProfile& profile, const ChargeQuestion& question)
{
    const PlaceholderValues values = {
        {"provider_key", question.providerKey}, {"reference", question.reference}};
    return expand(profile.query->path, values, percentEncoded).value_or(std::string{});
}

QueryAnswer answerFromExchange(
    const ChargeQuestion& question, const HttpExchange& exchange, const HttpProfile& profile)
{
    QueryAnswer answer;
    answer.askedAtUs = exchange.startedAtUs;
    answer.answeredAtUs = exchange.finishedAtUs;
    if (!exchange.body.empty()) {
        answer.bodyExcerpt = redactedExcerpt(exchange.body);
        answer.bodySha256 = toHex(sha256(exchange.body));
    }
    if (exchange.end != HttpExchange::End::Answered) {
        answer.reason = exchange.reason;
        return answer;
    }
    const auto parsed = parseJson(exchange.body);
    const nlohmann::json* document = parsed ? &*parsed : nullptr;
    const AnswerRow* row = rowFor(profile.query->answers, exchange, document);
    if (!row) {
        answer.reason = unmatchedReason(exchange, document);
        return answer;
    }
    judge(answer, *row, document, question, profile);
    if (document && (answer.kind == QueryKind::Found || answer.kind == QueryKind::Absent))
        answer.visibleUntilUs = visibleUntil(*document, profile, answer.askedAtUs);
    return answer;
}

QueryAnswer answerFromList(const ChargeQuestion& question, ListAnswer&& list)
{
    QueryAnswer answer;
    answer.askedAtUs = list.askedAtUs;
    answer.answeredAtUs = list.answeredAtUs;
    answer.bodyExcerpt = std::move(list.bodyExcerpt);
    answer.bodySha256 = std::move(list.bodySha256);
    for (ChargeRecord& record : list.records) {
        if (isAskedFor(record, question))
            answer.records.push_back(std::move(record));
    }
    if (!answer.records.empty()) {
        answer.kind = QueryKind::Found;
        answer.reason = "found";
        answer.visibleUntilUs = list.visibleUntilUs;
    } else if (list.complete) {
        answer.kind = QueryKind::Absent;
        answer.reason = "not_in_list";
        answer.visibleUntilUs = list.visibleUntilUs;
    } else {
        answer.kind =
            list.reason == "passes_disagree" ? QueryKind::Inconclusive : QueryKind::QueryFailed;
        answer.reason = list.reason;
    }
    return answer;
}

} // namespace onceover
