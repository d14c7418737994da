// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/journal/journal_json.h"

#include <exception>

#include <nlohmann/json.hpp>

namespace onceover {

namespace {

using Json = nlohmann::json;

Json toObject(const JournalIntent& record)
{
    return {
        {"type", "INTENT"},
        {"attempt", record.attemptId.toText()},
        {"boot", record.bootId.toText()},
        {"boot_time_ms", record.bootTimeMs}};
}

Json toObject(const JournalCalling& record)
{
    return {
        {"type", "CALLING"},
        {"attempt", record.attemptId.toText()},
        {"payment", record.paymentId.toText()},
        {"permit", record.permitId.toText()},
        {"ordinal", record.ordinal},
        {"ground", record.ground},
        {"generation", record.generation},
        {"provider_key", record.providerKey},
        {"source", record.source},
        {"idempotency_key", record.idempotencyKey},
        {"fingerprint", record.fingerprint},
        {"fingerprint_version", record.fingerprintVersion},
        {"amount_minor", record.amountMinor},
        {"currency", record.currency},
        {"payee_digest", record.payeeDigest},
        {"provider", record.provider},
        {"epoch", record.epoch}};
}

Json toObject(const JournalResult& record)
{
    const SubmissionResult& result = record.result;
    return {
        {"type", "RESULT"},
        {"attempt", record.attemptId.toText()},
        {"answer", std::string(toText(result.answer))},
        {"reason", result.reason},
        {"provider_id", result.providerId ? Json(*result.providerId) : Json(nullptr)},
        {"http_status", result.httpStatus},
        {"request_bytes", result.requestBytes},
        {"started_at_us", result.startedAtUs},
        {"finished_at_us", result.finishedAtUs},
        {"body_excerpt", result.bodyExcerpt},
        {"body_sha256", result.bodySha256}};
}

Json toObject(const JournalRecorded& record)
{
    return {{"type", "RECORDED"}, {"attempt", record.attemptId.toText()}};
}

Json toObject(const JournalAbandoned& record)
{
    return {{"type", "ABANDONED"}, {"attempt", record.attemptId.toText()}, {"why", record.why}};
}

std::string dump(const Json& object)
{
    return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Throws what is caught in the two functions below: a missing or ill-typed member makes the record
// unreadable.
Uuid uuidAt(const Json& object, const char* name)
{
    return Uuid::fromText(object.at(name).get<std::string>()).value();
}

JournalCalling callingFrom(const Json& object)
{
    JournalCalling record;
    record.attemptId = uuidAt(object, "attempt");
    record.paymentId = uuidAt(object, "payment");
    record.permitId = uuidAt(object, "permit");
    record.ordinal = object.at("ordinal").get<std::int64_t>();
    record.ground = object.at("ground").get<std::string>();
    record.generation = object.at("generation").get<std::int64_t>();
    record.providerKey = object.at("provider_key").get<std::string>();
    record.source = object.at("source").get<std::string>();
    record.idempotencyKey = object.at("idempotency_key").get<std::string>();
    record.fingerprint = object.at("fingerprint").get<std::string>();
    record.fingerprintVersion = object.at("fingerprint_version").get<std::int64_t>();
    record.amountMinor = object.at("amount_minor").get<std::int64_t>();
    record.currency = object.at("currency").get<std::string>();
    record.payeeDigest = object.at("payee_digest").get<std::string>();
    record.provider = object.at("provider").get<std::string>();
    record.epoch = object.at("epoch").get<std::int64_t>();
    return record;
}

JournalResult resultFrom(const Json& object)
{
    JournalResult record;
    record.attemptId = uuidAt(object, "attempt");
    SubmissionResult& result = record.result;
    result.answer = answerFromText(object.at("answer").get<std::string>()).value();
    result.reason = object.at("reason").get<std::string>();
    if (const Json& providerId = object.at("provider_id"); !providerId.is_null()) {
        result.providerId = providerId.get<std::string>();
    }
    result.httpStatus = object.at("http_status").get<int>();
    result.requestBytes = object.at("request_bytes").get<std::int64_t>();
    result.startedAtUs = object.at("started_at_us").get<std::int64_t>();
    result.finishedAtUs = object.at("finished_at_us").get<std::int64_t>();
    result.bodyExcerpt = object.at("body_excerpt").get<std::string>();
    result.bodySha256 = object.at("body_sha256").get<std::string>();
    return record;
}

std::optional<JournalRecord> recordFrom(const Json& object)
{
    const auto type = object.at("type").get<std::string>();
    if (type == "INTENT") {
        return JournalIntent{
            uuidAt(object, "attempt"),
            uuidAt(object, "boot"),
            object.at("boot_time_ms").get<std::int64_t>()};
    }
    if (type == "CALLING") {
        return callingFrom(object);
    }
    if (type == "RESULT") {
        return resultFrom(object);
    }
    if (type == "RECORDED") {
        return JournalRecorded{uuidAt(object, "attempt")};
    }
    if (type == "ABANDONED") {
        return JournalAbandoned{uuidAt(object, "attempt"), object.at("why").get<std::string>()};
    }
    return std::nullopt;
}

} // namespace

std::string toJson(const JournalHeader& header)
{
    return dump(
        {{"type", "JOURNAL"},
         {"version", 1},
         {"journal", header.journalId.toText()},
         {"core", header.coreId.toText()}});
}

std::string toJson(const JournalRecord& record)
{
    return dump(std::visit([](const auto& one) { return toObject(one); }, record));
}

std::string lossToJson(std::size_t offset)
{
    return dump({{"type", "LOST"}, {"at", offset}});
}

bool isLoss(std::string_view json)
{
    // Almost no record is one, and a journal is read whole at each start.
    if (json.find("\"LOST\"") == std::string_view::npos) {
        return false;
    }
    const Json object = Json::parse(json, nullptr, false);
    return object.is_object() && object.value("type", Json()) == "LOST";
}

std::string serverToJson(const ServerMark& mark)
{
    return dump(
        {{"type", "SERVER"},
         {"tenant", mark.tenant},
         {"system", mark.systemIdentifier},
         {"timeline", mark.timeline},
         {"epoch", mark.epoch}});
}

std::optional<ServerMark> serverFromJson(std::string_view json)
{
    // Nearly every record is something else.
    if (json.find("\"SERVER\"") == std::string_view::npos) {
        return std::nullopt;
    }
    try {
        const Json object = Json::parse(json);
        if (object.at("type") != "SERVER") {
            return std::nullopt;
        }
        return ServerMark{
            object.at("tenant").get<std::string>(),
            object.at("system").get<std::string>(),
            object.at("timeline").get<std::string>(),
            object.at("epoch").get<std::int64_t>()};
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

std::optional<JournalHeader> headerFromJson(std::string_view json)
{
    try {
        const Json object = Json::parse(json);
        if (object.at("type") != "JOURNAL" || object.at("version") != 1) {
            return std::nullopt;
        }
        return JournalHeader{uuidAt(object, "journal"), uuidAt(object, "core")};
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

std::optional<JournalRecord> recordFromJson(std::string_view json)
{
    try {
        return recordFrom(Json::parse(json));
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

} // namespace onceover
