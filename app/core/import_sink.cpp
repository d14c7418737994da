// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/import_sink.h"

#include "app/core/import_record.h"
#include "backend/domain/sha256_stream.h"
#include "backend/statements/csv/csv_lines.h"
#include "backend/statements/entry_places.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

namespace onceover {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kRecordsPerCall = 1000;

Json amountOrNull(const std::optional<std::int64_t>& amountMinor)
{
    return amountMinor ? Json(*amountMinor) : Json();
}

// Where a bank numbers nothing, the balance that a statement opens with tells two of one day apart.
std::string sequenceOf(const Statement& statement)
{
    const std::string& number = statement.electronicSequenceNumber;
    const bool isUnnumbered = number.find_first_not_of('0') == std::string::npos;
    if (isUnnumbered && statement.format.starts_with("MT") && statement.openingMinor)
        return number + ":" + std::to_string(*statement.openingMinor);
    // Where pages come as messages of their own, which ones these are belongs to the number.
    const bool isPart = statement.firstPage > 1 || statement.isLastPage == false;
    const std::string pages =
        isPart && statement.firstPage > 0
            ? "/" + std::to_string(statement.firstPage) + "-"
                  + std::to_string(
                      statement.firstPage + std::max<std::int64_t>(statement.pageCount, 1) - 1)
            : std::string();
    return (number.empty() ? statement.legalSequenceNumber : number) + pages;
}

// A day, or a day and a time on the bank's own wall clock, as the database reads it.
Json momentOrNull(const std::string& text, const char* timeOfDay)
{
    if (!hasShape(text, "0000-00-00"))
        return {};
    const bool hasTime = hasShape(text, "0000-00-00T00:00:00");
    return hasTime ? text.substr(0, 19) : text.substr(0, 10) + timeOfDay;
}

// An MT940 prints no period: it begins behind the day of the balance that it opens with.
Json periodFrom(const Statement& statement)
{
    if (!statement.periodFrom.empty() || statement.format != "MT940")
        return momentOrNull(statement.periodFrom, "T00:00:00");
    const bool isOneDay = statement.openingDate == statement.closingDate;
    return momentOrNull(statement.openingDate, isOneDay ? "T00:00:00" : "T24:00:00");
}

Json statementJson(const Statement& statement)
{
    Json object;
    object["ordinal"] = statement.ordinal;
    object["statement_id"] = statement.statementId;
    object["sequence"] = sequenceOf(statement);
    object["account"] = statement.account;
    object["currency"] = statement.currency;
    object["from_date"] =
        dateOrNull(statement.periodFrom.empty() ? statement.openingDate : statement.periodFrom);
    object["to_date"] =
        dateOrNull(statement.periodTo.empty() ? statement.closingDate : statement.periodTo);
    object["period_from"] = periodFrom(statement);
    object["period_to"] = momentOrNull(
        statement.periodTo.empty() && statement.format == "MT940" ? statement.closingDate
                                                                  : statement.periodTo,
        "T24:00:00");
    object["opening_minor"] = amountOrNull(statement.openingMinor);
    object["closing_minor"] = amountOrNull(statement.closingMinor);
    object["credits_minor"] = statement.creditsMinor;
    object["debits_minor"] = statement.debitsMinor;
    object["entry_count"] = statement.entryCount;
    object["is_interim"] = statement.isInterim;
    object["ties"] = statement.ties ? Json(*statement.ties) : Json();
    // Absence is only as good as coverage: what does not tie, or says that it goes on, is not
    // complete.
    object["control_totals_hold"] = statement.controlTotalsHold.value_or(true);
    object["is_complete"] = statement.ties.value_or(false) && statement.isLastPage.value_or(true)
                            && statement.showsItsEnd && !statement.isInterim;
    return object;
}

bool isCsv(const Statement& statement)
{
    return statement.format.starts_with("csv:");
}

// A CSV file prints no period and shows no end: it is never complete. Of running balances the store
// makes the days that are.
Json csvStatementJson(
    const Statement& statement, const CsvLines& lines, const std::string& provider)
{
    Json object = statementJson(statement);
    object["period_from"] = nullptr;
    object["period_to"] = nullptr;
    object["layer"] = statement.layer;
    if (statement.layer != "BANK")
        object["owner_name"] = provider.empty() ? statement.account : provider;
    object["first_slot"] = lines.firstSlot;
    object["last_slot"] = lines.lastSlot;
    object["line_form"] = lines.form;
    object["balances_follow"] = statement.balancesFollow.value_or(false);
    object["is_complete"] = false;
    return object;
}

Json warningsJson(const Statement& statement)
{
    Json warnings = Json::array();
    for (const StatementWarning& warning : statement.warnings)
        warnings.push_back(
            {{"code", warning.code},
             {"line", warning.line},
             {"count", warning.count},
             {"message", warning.message}});
    return warnings;
}

std::string dump(const Json& value)
{
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Of what the statement says, not of where it stands in which file.
std::string contentDigest(Json statement, const std::vector<StatementEntry>& entries)
{
    statement.erase("ordinal");
    Sha256Stream digest;
    digest.add(dump(statement) + "\n");
    for (const StatementEntry& entry : entries) {
        for (const Shown& shown : shownBy(entry))
            digest.add(dump(recordJson(entry, shown)) + "\n");
    }
    return toHex(digest.finish());
}

// Where the file's own figures and its lines part, and which figure it is.
Refusal controlRefusal(const Statement& statement)
{
    Refusal refusal{
        statement.line,
        "import.control_totals",
        "the statement's own counts or sums differ from the entries that are in it: the file is "
        "not whole.",
        {}};
    for (const StatementWarning& warning : statement.warnings) {
        if (warning.code == "statement.control_totals_differ" && warning.line > 0) {
            refusal.line = warning.line;
            refusal.message = warning.message + ": the file is not whole.";
        }
    }
    return refusal;
}

// A balance that does not follow from the lines before it: lines are missing, or were changed.
Refusal balanceRefusal(const Statement& statement)
{
    Refusal refusal{
        statement.line,
        "import.running_balance",
        "a balance beside the lines does not follow from the lines before it: lines are missing or "
        "were "
        "changed.",
        {}};
    for (const StatementWarning& warning : statement.warnings) {
        if (warning.code == "statement.does_not_tie" && warning.line > 0)
            refusal.line = warning.line;
    }
    return refusal;
}

// What a bank may still change proves nothing by itself. Only a booked movement under the bank's
// own reference does, for the statement shows the same one again; an MT942 does not say what is
// booked.
EntryStatus provenStatus(const Statement& statement, const StatementEntry& entry)
{
    const bool isCamt = statement.format.starts_with("camt.");
    const bool isSameLater = isCamt && entry.references.count(std::string(kAccountServicer)) > 0;
    const bool isOpen = entry.status == EntryStatus::Booked && statement.isInterim && !isSameLater;
    return isOpen ? EntryStatus::Pending : entry.status;
}

} // namespace

bool IdentitySink::entry(const StatementEntry& entry)
{
    if (entry.currency.empty())
        m_refusal = Refusal{
            entry.line,
            "import.no_currency",
            "nothing before the line says in which currency it is: its amount is none.",
            {}};
    m_identities.add(entry);
    return !m_refusal;
}

bool IdentitySink::statement(const Statement& statement)
{
    m_format = statement.format;
    const bool isProposed = std::any_of(
        statement.warnings.begin(), statement.warnings.end(), [](const StatementWarning& warning) {
            return warning.code == "statement.mapping_proposed";
        });
    if (isProposed || statement.format == "csv:proposed")
        m_refusal = Refusal{
            statement.line,
            "import.format_not_stored",
            "no profile is known for the file: what its columns say of themselves is shown, never "
            "stored.",
            {}};
    else if (statement.isOverEarlier)
        m_refusal = Refusal{
            statement.line,
            "import.correction",
            "the bank takes back or corrects here what it sent before (BAI2 group status 2 or 3): "
            "stored beside it, the money would count twice. Nothing of the file is stored; a "
            "person compares it with what is on record.",
            {}};
    else if (statement.balancesFollow == false)
        m_refusal = balanceRefusal(statement);
    else if (statement.controlTotalsHold == false)
        m_refusal = controlRefusal(statement);
    else if (statement.account.empty())
        m_refusal = Refusal{
            statement.line,
            "import.no_account",
            "the statement names no account: its lines cannot be told from another account's.",
            {}};
    else if (!m_accounts.empty() && m_accounts.count(statement.account) == 0)
        m_refusal = Refusal{
            statement.line,
            "import.account_not_of_channel",
            "the account " + statement.account + " is none that this channel was approved for.",
            {}};
    else if (!m_layer.empty() && statement.layer != m_layer)
        m_refusal = Refusal{
            statement.line,
            "import.layer_not_of_channel",
            "the file is of the layer " + statement.layer
                + ", for which this channel was not approved.",
            {}};
    return !m_refusal;
}

bool IdentitySink::status(const PaymentStatus& status)
{
    m_refusal = Refusal{
        status.line,
        "import.format_not_stored",
        "the file says what a bank decided about orders, not that money moved: such statuses are "
        "read, not stored.",
        {}};
    return false;
}

bool ImportSink::entry(const StatementEntry& entry)
{
    m_entries.push_back(entry);
    if (m_entries.size() % 1024 == 0)
        m_store.keepAlive();
    return true;
}

bool ImportSink::statement(const Statement& statement)
{
    for (StatementEntry& each : m_entries)
        each.status = provenStatus(statement, each);
    const auto stored = store(statement);
    if (!stored) {
        m_error = stored.error();
        m_errorLine = statement.line;
    }
    m_entries.clear();
    return stored.has_value();
}

Result<void> ImportSink::store(const Statement& statement)
{
    const Uuid rowId = m_ids.next();
    const CsvLines lines = isCsv(statement) ? csvLinesOf(statement, m_entries) : CsvLines{};
    Json object = isCsv(statement) ? csvStatementJson(statement, lines, m_provider)
                                   : statementJson(statement);
    object["content_sha256"] = contentDigest(object, m_entries);
    object["statement_row_id"] = rowId.toText();
    object["issued_on"] = dateOrNull(statement.createdAt);
    object["warnings"] = warningsJson(statement);
    const auto known = m_store.addStatement(m_importId, dump(object));
    if (!known)
        return Failure(known.error());
    if (*known) {
        m_knownImports.insert(**known);
        return {};
    }
    ++m_newStatements;
    return isCsv(statement) ? storeLines(lines, rowId) : storeRecords(statement, rowId);
}

Result<void> ImportSink::storeLines(const CsvLines& lines, const Uuid& rowId)
{
    Json batch = Json::array();
    for (std::size_t number = 0; number < m_entries.size(); ++number) {
        const StatementEntry& entry = m_entries[number];
        const std::vector<Shown> shown = shownBy(entry);
        for (std::size_t index = 0; index < shown.size(); ++index) {
            Json record = recordJson(entry, shown[index]);
            record["record_id"] = m_ids.next().toText();
            record["external_id"] =
                lines.lines[number].name + (index > 0 ? "/" + std::to_string(index + 1) : "");
            record["line_key"] = entry.lineKey;
            record["slot"] = lines.lines[number].slot;
            record["ordinal"] = entry.ordinal;
            record["part"] = index + 1;
            batch.push_back(std::move(record));
        }
        if (batch.size() < kRecordsPerCall && number + 1 < m_entries.size())
            continue;
        const auto stored = m_store.addLines(m_importId, rowId, dump(batch));
        batch = Json::array();
        if (!stored)
            return Failure(stored.error());
        m_recordCount += *stored;
    }
    return {};
}

Result<void> ImportSink::storeRecords(const Statement& statement, const Uuid& rowId)
{
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
    const std::vector<std::string> places = placesOf(statement, m_entries);
    for (std::size_t number = 0; number < m_entries.size(); ++number) {
        const StatementEntry& entry = m_entries[number];
        const std::string identity = m_identities.of(
            statement,
            entry,
            m_fileDigest,
            places.empty() ? std::string_view{} : std::string_view(places[number]));
        const std::string position = EntryIdentities::positionOf(statement, entry, m_fileDigest);
        const std::vector<Shown> shown = shownBy(entry);
        for (std::size_t index = 0; index < shown.size(); ++index) {
            const std::string part = shown.size() > 1 ? "/" + std::to_string(index + 1) : "";
            Json record = recordJson(entry, shown[index]);
            record["record_id"] = m_ids.next().toText();
            record["external_id"] = identity + part;
            record["position_id"] = position + part;
            if (!part.empty())
                record["entry_name"] = identity;
            record["ordinal"] = entry.ordinal;
            record["part"] = index + 1;
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
