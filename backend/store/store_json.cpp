// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/store_json.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace onceover {

namespace {

using Json = nlohmann::json;

std::string withoutNul(std::string text)
{
    text.erase(std::remove(text.begin(), text.end(), '\0'), text.end());
    return text;
}

std::string dump(const Json& value)
{
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace

std::string resultsJson(const std::vector<AttemptResult>& results)
{
    Json list = Json::array();
    for (const AttemptResult& each : results) {
        const SubmissionResult& result = each.result;
        Json item;
        item["attempt_id"] = each.attemptId.toText();
        item["answer"] = toText(result.answer);
        item["reason"] = withoutNul(result.reason);
        item["provider_id"] = result.providerId ? Json(withoutNul(*result.providerId)) : Json();
        item["http_status"] = result.httpStatus;
        item["request_bytes"] = result.requestBytes;
        item["started_at_us"] = result.startedAtUs;
        item["finished_at_us"] = result.finishedAtUs;
        item["body_excerpt"] = withoutNul(result.bodyExcerpt);
        item["body_sha256"] = result.bodySha256;
        list.push_back(std::move(item));
    }
    return dump(list);
}

std::string evidenceJson(const NewEvidence& evidence)
{
    Json item;
    item["evidence_id"] = evidence.evidenceId.toText();
    if (evidence.attemptId)
        item["attempt_id"] = evidence.attemptId->toText();
    item["source"] = toText(evidence.source);
    item["kind"] = toText(evidence.kind);
    item["state"] = withoutNul(evidence.state);
    item["reason"] = withoutNul(evidence.reason);
    item["asked_at_us"] = evidence.askedAtUs;
    item["answered_at_us"] = evidence.answeredAtUs;
    if (evidence.couldSeeUntilUs)
        item["could_see_until_us"] = *evidence.couldSeeUntilUs;
    item["body_excerpt"] = withoutNul(evidence.bodyExcerpt);
    item["body_sha256"] = evidence.bodySha256;
    if (evidence.record) {
        const ChargeRecord& record = *evidence.record;
        Json shown;
        shown["external_id"] = withoutNul(record.id);
        shown["state"] = withoutNul(record.state);
        if (record.amount) {
            shown["amount_minor"] = record.amount->amountMinor();
            shown["currency"] = std::string(record.amount->currency().code());
        }
        shown["reference"] = withoutNul(record.reference);
        shown["provider_key"] = withoutNul(record.providerKey);
        shown["payee_account"] = withoutNul(record.payeeAccount);
        shown["created_us"] = record.createdAtUs;
        item["record"] = std::move(shown);
    }
    return dump(item);
}

std::string conditionsJson(const std::vector<AbsenceCondition>& conditions)
{
    Json list = Json::array();
    for (const AbsenceCondition& condition : conditions) {
        Json item;
        item["condition"] = condition.code;
        item["is_met"] = condition.isMet;
        item["due_us"] = condition.dueAtUs ? Json(*condition.dueAtUs) : Json();
        list.push_back(std::move(item));
    }
    return dump(list);
}

} // namespace onceover
