// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/statement_json.h"

#include "backend/statements/statement_entry.h"

#include <optional>
#include <string_view>

#include <nlohmann/json.hpp>

namespace onceover {

namespace {

using Json = nlohmann::ordered_json;

template <typename T>
Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

Json orNull(const std::string& text)
{
    return text.empty() ? Json(nullptr) : Json(text);
}

// The tokenizer delivers valid UTF-8; should a text ever be cut within a character, the line must
// still be valid.
std::string dumped(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json referencesOf(const StatementReferences& references)
{
    Json json = Json::object();
    for (const auto& [key, value] : references)
        json[key] = value;
    return json;
}

Json detailOf(const StatementDetail& detail)
{
    Json json = {
        {"amount_minor", orNull(detail.amountMinor)},
        {"references", referencesOf(detail.references)}};
    json["text"] = detail.text;
    if (detail.instructed) {
        json["instructed_minor"] = detail.instructed->amountMinor;
        json["instructed_currency"] = detail.instructed->currency;
    }
    json["counterparty"] = orNull(detail.counterpartyName);
    json["counterparty_account"] = orNull(detail.counterpartyAccount);
    if (!detail.returnReason.empty())
        json["return_reason"] = detail.returnReason;
    return json;
}

Json feeOf(const StatementFee& fee)
{
    return {
        {"amount_minor", fee.amountMinor},
        {"currency", fee.currency},
        {"included", orNull(fee.isIncluded)}};
}

Json warningOf(const StatementWarning& warning)
{
    return {
        {"code", warning.code},
        {"line", warning.line},
        {"count", warning.count},
        {"message", warning.message}};
}

} // namespace

std::string StatementJson::line(const Statement& statement)
{
    Json json = {
        {"type", "statement"},
        {"format", statement.format},
        {"encoding", orNull(statement.encoding)},
        {"encoding_reason", orNull(statement.encodingReason)},
        {"account", orNull(statement.account)},
        {"currency", orNull(statement.currency)},
        {"opening_minor", orNull(statement.openingMinor)},
        {"closing_minor", orNull(statement.closingMinor)},
        {"credits_minor", statement.creditsMinor},
        {"debits_minor", statement.debitsMinor},
        {"entries", statement.entryCount},
        {"ties", orNull(statement.ties)},
        {"control_totals", orNull(statement.controlTotalsHold)},
        {"statement_id", orNull(statement.statementId)},
        {"electronic_sequence_number", orNull(statement.electronicSequenceNumber)},
        {"legal_sequence_number", orNull(statement.legalSequenceNumber)},
        {"opening_currency", orNull(statement.openingCurrency)},
        {"closing_currency", orNull(statement.closingCurrency)},
        {"opening_date", orNull(statement.openingDate)},
        {"closing_date", orNull(statement.closingDate)},
        {"period_from", orNull(statement.periodFrom)},
        {"period_to", orNull(statement.periodTo)},
        // As the bank wrote it, which may be without an offset.
        {"created", orNull(statement.createdAt)},
        {"copy", orNull(statement.copyMark)},
        {"last_page", orNull(statement.isLastPage)},
        {"interim", statement.isInterim},
    };
    json["layer"] = statement.layer;
    if (!statement.settlement.empty()) {
        json["settlement"] = Json::array();
        for (const SettlementPart& part : statement.settlement)
            json["settlement"].push_back(
                {{"kind", part.kind}, {"amount_minor", part.amountMinor}, {"entries", part.count}});
        json["settlement_remainder_minor"] = orNull(statement.settlementRemainderMinor);
    }
    if (statement.pageCount > 0)
        json["pages"] = statement.pageCount;
    if (!statement.floorLimits.empty()) {
        json["floor_limits"] = Json::array();
        for (const FloorLimit& limit : statement.floorLimits)
            json["floor_limits"].push_back(
                {{"amount_minor", limit.amountMinor},
                 {"direction",
                  limit.sign == 0  ? Json(nullptr)
                  : limit.sign > 0 ? Json("CRDT")
                                   : Json("DBIT")}});
    }
    json["totals"] = Json::array();
    for (const CurrencyTotal& total : statement.totals)
        json["totals"].push_back(
            {{"currency", total.currency},
             {"credits_minor", total.creditsMinor},
             {"debits_minor", total.debitsMinor},
             {"entries", total.bookedEntries}});
    json["warnings"] = Json::array();
    for (const StatementWarning& warning : statement.warnings)
        json["warnings"].push_back(warningOf(warning));
    return dumped(json);
}

std::string StatementJson::line(const StatementEntry& entry)
{
    Json json = {
        {"type", "entry"},
        {"ordinal", entry.ordinal},
        {"statement", entry.statementOrdinal},
        {"line", entry.line},
        {"booking_date", orNull(entry.bookingDate)},
        {"value_date", orNull(entry.valueDate)},
        {"amount_minor", entry.amountMinor},
        {"currency", entry.currency},
        {"reversal", entry.isReversal},
        {"status", toText(entry.status)},
        {"references", referencesOf(entry.references)},
        {"text", entry.text},
    };
    if (!entry.bookedAt.empty())
        json["booked_at"] = entry.bookedAt;
    if (!entry.kind.empty())
        json["kind"] = entry.kind;
    if (!entry.typeCode.empty())
        json["type_code"] = entry.typeCode;
    if (!entry.printedValueDate.empty())
        json["value_date_printed"] = entry.printedValueDate;
    if (entry.batchCount)
        json["batch_count"] = *entry.batchCount;
    if (entry.unexplainedMinor)
        json["unexplained_minor"] = *entry.unexplainedMinor;
    if (!entry.fees.empty()) {
        json["fees"] = Json::array();
        for (const StatementFee& fee : entry.fees)
            json["fees"].push_back(feeOf(fee));
    }
    if (!entry.details.empty()) {
        json["details"] = Json::array();
        for (const StatementDetail& detail : entry.details)
            json["details"].push_back(detailOf(detail));
    }
    return dumped(json);
}

std::string StatementJson::line(const PaymentStatus& status)
{
    Json json = {
        {"type", "status"},
        {"format", status.format},
        {"ordinal", status.ordinal},
        {"line", status.line},
        {"level", toText(status.level)},
        {"status", orNull(status.status)},
        {"original_message_id", orNull(status.originalMessageId)},
        {"original_payment_information_id", orNull(status.originalPaymentInformationId)},
        {"references", referencesOf(status.references)},
    };
    json["reasons"] = Json::array();
    for (const StatusReason& reason : status.reasons)
        json["reasons"].push_back({{"code", orNull(reason.code)}, {"text", reason.text}});
    if (status.instructed) {
        json["instructed_minor"] = status.instructed->amountMinor;
        json["instructed_currency"] = status.instructed->currency;
    }
    json["created"] = orNull(status.createdAt);
    json["warnings"] = Json::array();
    for (const StatementWarning& warning : status.warnings)
        json["warnings"].push_back(warningOf(warning));
    return dumped(json);
}

std::string StatementJson::line(const Refusal& refusal, const std::string& path)
{
    const std::optional<std::int64_t> line =
        refusal.line > 0 ? std::optional(refusal.line) : std::nullopt;
    return dumped(
        {{"type", "refusal"},
         {"file", orNull(path)},
         {"line", orNull(line)},
         {"code", refusal.code},
         {"message", refusal.message},
         {"field", orNull(refusal.field)}});
}

} // namespace onceover
