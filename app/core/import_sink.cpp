// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/import_sink.h"

#include "backend/matching/found_reference.h"

#include <cstdlib>
#include <set>

#include <nlohmann/json.hpp>

namespace onceover {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kRecordsPerCall = 1000;

Json dateOrNull(const std::string& text)
{
    return text.size() >= 10 ? Json(text.substr(0, 10)) : Json();
}

Json amountOrNull(const std::optional<std::int64_t>& amountMinor)
{
    return amountMinor ? Json(*amountMinor) : Json();
}

std::string sequenceOf(const Statement& statement)
{
    return statement.electronicSequenceNumber.empty() ? statement.legalSequenceNumber
                                                      : statement.electronicSequenceNumber;
}

Json statementJson(const Statement& statement, const Uuid& rowId)
{
    Json object;
    object["statement_row_id"] = rowId.toText();
    object["ordinal"] = statement.ordinal;
    object["statement_id"] = statement.statementId;
    object["sequence"] = sequenceOf(statement);
    object["account"] = statement.account;
    object["currency"] = statement.currency;
    object["from_date"] =
        dateOrNull(statement.periodFrom.empty() ? statement.openingDate : statement.periodFrom);
    object["to_date"] =
        dateOrNull(statement.periodTo.empty() ? statement.closingDate : statement.periodTo);
    object["opening_minor"] = amountOrNull(statement.openingMinor);
    object["closing_minor"] = amountOrNull(statement.closingMinor);
    object["credits_minor"] = statement.creditsMinor;
    object["debits_minor"] = statement.debitsMinor;
    object["entry_count"] = statement.entryCount;
    object["ties"] = statement.ties ? Json(*statement.ties) : Json();
    // Absence is only as good as coverage: what does not tie, or says that it goes on, is not
    // complete.
    object["is_complete"] = statement.ties.value_or(false) && statement.isLastPage.value_or(true)
                            && statement.controlTotalsHold.value_or(true);
    object["warnings"] = Json::array();
    for (const StatementWarning& warning : statement.warnings)
        object["warnings"].push_back(
            {{"code", warning.code},
             {"line", warning.line},
             {"count", warning.count},
             {"message", warning.message}});
    return object;
}

// What one record shows: an entry, or one transaction of an entry that bundles several.
struct Shown
{
    std::int64_t amountMinor = 0;
    const StatementReferences* references = nullptr;
    std::string text;
    std::string account;
};

std::vector<Shown> shownBy(const StatementEntry& entry)
{
    bool isSplit = entry.details.size() > 1 && !entry.unexplainedMinor;
    for (const StatementDetail& detail : entry.details)
        isSplit = isSplit && detail.amountMinor.has_value();
    std::vector<Shown> shown;
    if (isSplit) {
        for (const StatementDetail& detail : entry.details)
            shown.push_back(
                {*detail.amountMinor, &detail.references, detail.text, detail.counterpartyAccount});
        return shown;
    }
    const bool hasOne = entry.details.size() == 1;
    shown.push_back(
        {entry.amountMinor,
         &entry.references,
         entry.text,
         hasOne ? entry.details.front().counterpartyAccount : std::string()});
    return shown;
}

Json recordJson(const StatementEntry& entry, const Shown& shown, const std::string& externalId)
{
    Json record;
    record["external_id"] = externalId;
    record["amount_minor"] = std::llabs(shown.amountMinor);
    record["currency"] = entry.currency;
    record["direction"] = shown.amountMinor < 0 ? "OUT" : "IN";
    record["state"] = toText(entry.status);
    record["is_reversal"] = entry.isReversal;
    record["payee_account"] = shown.account;
    record["references"] = Json::object();
    for (const auto& reference : *shown.references)
        record["references"][reference.first] = reference.second;
    record["narrative"] = shown.text;
    record["booked_on"] = dateOrNull(entry.bookingDate);
    record["value_on"] = dateOrNull(entry.valueDate);
    record["ordinal"] = entry.ordinal;
    const auto found = referencesOf(*shown.references, shown.text);
    std::set<std::string> distinct;
    for (const FoundReference& each : found)
        distinct.insert(each.reference.text());
    // A line that names several payments proves none of them by itself.
    if (distinct.size() == 1) {
        record["reference"] = *distinct.begin();
        if (found.front().generation)
            record["provider_key"] =
                *distinct.begin() + "-" + std::to_string(*found.front().generation);
    }
    return record;
}

} // namespace

bool ImportSink::entry(const StatementEntry& entry)
{
    m_entries.push_back(entry);
    return true;
}

bool ImportSink::statement(const Statement& statement)
{
    const auto stored = store(statement);
    if (!stored)
        m_error = stored.error();
    m_entries.clear();
    return stored.has_value();
}

Result<void> ImportSink::store(const Statement& statement)
{
    const Uuid rowId = m_ids.next();
    const auto dump = [](const Json& value) {
        return value.dump(-1, ' ', false, Json::error_handler_t::replace);
    };
    if (auto added = m_store.addStatement(m_importId, dump(statementJson(statement, rowId)));
        !added)
        return added;
    Json batch = Json::array();
    const auto flush = [&]() -> Result<void> {
        if (batch.empty())
            return {};
        const auto stored = m_store.addRecords(m_importId, rowId, dump(batch));
        batch = Json::array();
        if (!stored)
            return Failure(stored.error());
        m_recordCount += *stored;
        return {};
    };
    for (const StatementEntry& entry : m_entries) {
        const std::string identity = m_identities.of(statement, entry, m_fileDigest);
        const std::vector<Shown> shown = shownBy(entry);
        for (std::size_t index = 0; index < shown.size(); ++index) {
            const std::string part = shown.size() > 1 ? "/" + std::to_string(index + 1) : "";
            Json record = recordJson(entry, shown[index], identity + part);
            record["record_id"] = m_ids.next().toText();
            batch.push_back(std::move(record));
        }
        if (batch.size() >= kRecordsPerCall) {
            if (auto flushed = flush(); !flushed)
                return flushed;
        }
    }
    return flush();
}

} // namespace onceover
