// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_profile.h"
#include "backend/statements/csv/json_fields.h"
#include "backend/statements/encoding/charset.h"
#include "backend/statements/statement_entry.h"

#include <algorithm>
#include <array>
#include <utility>

#include <nlohmann/json.hpp>

namespace onceover {

namespace {

using Json = nlohmann::json;

constexpr std::array kKinds = std::to_array<std::string_view>(
    {"PAYMENT",
     "REFUND",
     "CHARGEBACK",
     "FEE",
     "RESERVE",
     "PAYOUT",
     "CARRY",
     "CONVERSION",
     "TRANSFER",
     "ADJUSTMENT"});

class ProfileReader
{
public:
    tl::expected<CsvProfile, CsvProfileProblem> read(const Json& json);

private:
    void readFile(const Json& json);
    void readColumns(const Json& json);
    void readNumbers(const Json& json);
    void readWords(JsonFields& fields);
    void readMarkedLines(const Json& json, const std::string& path);
    void place(JsonFields& fields, const std::string& key, CsvPlace& target);
    void placeOf(const Json& json, const std::string& path, CsvPlace& target);
    void places(JsonFields& fields, const std::string& key, std::vector<CsvPlace>& target);
    void check();
    void fail(const std::string& field, const std::string& message);

    CsvProfile m_profile;
    std::optional<CsvProfileProblem> m_problem;
};

void ProfileReader::fail(const std::string& field, const std::string& message)
{
    if (!m_problem)
        m_problem = CsvProfileProblem{field, message};
}

void ProfileReader::placeOf(const Json& json, const std::string& path, CsvPlace& target)
{
    if (json.is_string()) {
        target.names.push_back(json.get<std::string>());
        if (target.names.back().empty())
            fail(path, "must name a column");
        return;
    }
    JsonFields fields(json, path, m_problem);
    fields.texts("name", target.names);
    std::int64_t number = 0;
    fields.number("number", 1, 1000, number);
    target.number = static_cast<std::size_t>(number);
    fields.text("fixed", target.fixed);
    fields.flag("optional", target.isOptional);
    fields.character("split", target.splitBy);
    fields.choice<bool>("take", {{"first", false}, {"last", true}}, target.isSplitLast);
    fields.finish();
    const int ways = (target.names.empty() ? 0 : 1) + (target.number > 0 ? 1 : 0)
                     + (target.fixed.empty() ? 0 : 1);
    if (ways != 1)
        fail(path, "must have exactly one of: name, number, fixed");
}

void ProfileReader::place(JsonFields& fields, const std::string& key, CsvPlace& target)
{
    if (const Json* json = fields.find(key))
        placeOf(*json, fields.pathOf(key), target);
}

void ProfileReader::places(
    JsonFields& fields, const std::string& key, std::vector<CsvPlace>& target)
{
    const Json* json = fields.find(key);
    if (json == nullptr)
        return;
    const Json list = json->is_array() ? *json : Json::array({*json});
    for (const Json& each : list)
        placeOf(each, fields.pathOf(key), target.emplace_back());
}

void ProfileReader::readFile(const Json& json)
{
    JsonFields fields(json, "file", m_problem);
    fields.text("encoding", m_profile.encoding);
    fields.character("delimiter", m_profile.delimiter);
    fields.character("quote", m_profile.quote);
    fields.choice<bool>(
        "strayQuotes", {{"refuse", false}, {"text", true}}, m_profile.isStrayQuoteText);
    fields.flag("header", m_profile.hasHeader);
    std::int64_t columns = 0;
    fields.number("columns", 1, 1000, columns);
    m_profile.columns = static_cast<std::size_t>(columns);
    using Extra = CsvProfile::Extra;
    fields.choice<Extra>(
        "extraCells",
        {{"refuse", Extra::Refuse}, {"ignore", Extra::Ignore}, {"text", Extra::Text}},
        m_profile.extraCells);
    fields.choice<bool>(
        "missingCells", {{"refuse", false}, {"blank", true}}, m_profile.isMissingCellBlank);
    if (const Json* lines = fields.find("markedLines"))
        readMarkedLines(*lines, "file.markedLines");
    fields.finish();
    if (!m_profile.encoding.empty() && !asciiKeepingCharset(m_profile.encoding)
        && !unicodeCharset(m_profile.encoding))
        fail("file.encoding", "is no character set that can be read");
    if (m_profile.hasHeader && m_profile.columns > 0)
        fail("file.columns", "is for files without a header");
    if (!m_profile.hasHeader && m_profile.columns == 0)
        fail("file.columns", "is missing: a file without a header is known by its columns");
    if (!m_profile.hasHeader && m_profile.delimiter == 0)
        fail("file.delimiter", "is missing: without a header it cannot be found");
    if (m_profile.quote != 0 && m_profile.quote == m_profile.delimiter)
        fail("file.quote", "is the delimiter too");
}

void ProfileReader::readMarkedLines(const Json& json, const std::string& path)
{
    if (!json.is_array())
        return fail(path, "must be a list");
    using Take = CsvMarkedLine::Take;
    for (const Json& each : json) {
        CsvMarkedLine line;
        JsonFields fields(each, path, m_problem);
        fields.text("begins", line.begins);
        fields.number("row", 1, 100, line.row);
        fields.choice<Take>(
            "take",
            {{"opening", Take::Opening},
             {"closing", Take::Closing},
             {"account", Take::Account},
             {"currency", Take::Currency},
             {"nothing", Take::Nothing}},
            line.take);
        std::int64_t cell = 2;
        fields.number("cell", 1, 1000, cell);
        line.cell = static_cast<std::size_t>(cell);
        fields.text("after", line.after);
        fields.finish();
        if (line.begins.empty() == (line.row == 0))
            fail(path, "must have exactly one of: begins, row");
        m_profile.markedLines.push_back(line);
    }
}

void ProfileReader::readColumns(const Json& json)
{
    JsonFields fields(json, "columns", m_problem);
    place(fields, "booked", m_profile.booked);
    place(fields, "value", m_profile.value);
    place(fields, "time", m_profile.time);
    place(fields, "zone", m_profile.zone);
    place(fields, "amount", m_profile.amount);
    place(fields, "debit", m_profile.debit);
    place(fields, "credit", m_profile.credit);
    place(fields, "gross", m_profile.gross);
    place(fields, "net", m_profile.net);
    place(fields, "netDebit", m_profile.netDebit);
    place(fields, "netCredit", m_profile.netCredit);
    places(fields, "fees", m_profile.fees);
    place(fields, "refund", m_profile.refund);
    place(fields, "direction", m_profile.direction);
    place(fields, "currency", m_profile.currency);
    place(fields, "account", m_profile.account);
    place(fields, "balance", m_profile.balance);
    place(fields, "opening", m_profile.opening);
    place(fields, "closing", m_profile.closing);
    place(fields, "status", m_profile.status);
    place(fields, "type", m_profile.type);
    place(fields, "statement", m_profile.statementId);
    place(fields, "counterparty", m_profile.counterparty);
    place(fields, "counterpartyAccount", m_profile.counterpartyAccount);
    places(fields, "text", m_profile.text);
    if (const Json* references = fields.find("references")) {
        if (!references->is_object())
            fields.fail("references", "must be an object");
        else
            for (const auto& item : references->items())
                placeOf(
                    item.value(),
                    "columns.references." + item.key(),
                    m_profile.references[item.key()]);
    }
    fields.finish();
}

void ProfileReader::readNumbers(const Json& json)
{
    JsonFields fields(json, "numbers", m_problem);
    using Decimal = CsvProfile::Decimal;
    using Conflict = CsvProfile::Conflict;
    fields.choice<Decimal>(
        "decimal",
        {{".", Decimal::Dot}, {",", Decimal::Comma}, {"decide", Decimal::Decide}},
        m_profile.decimal);
    fields.flag("indianGroups", m_profile.numbers.hasIndianGroups);
    fields.flag("minorUnits", m_profile.numbers.isMinor);
    fields.choice<bool>(
        "scientific", {{"refuse", false}, {"exact", true}}, m_profile.numbers.isScientificRead);
    fields.choice<bool>("sign", {{"as-printed", false}, {"inverse", true}}, m_profile.isInverse);
    fields.choice<bool>("fees", {{"signed", false}, {"positive", true}}, m_profile.isFeePositive);
    fields.choice<Conflict>(
        "conflict",
        {{"refuse", Conflict::Refuse}, {"recompute", Conflict::Recompute}},
        m_profile.conflict);
    fields.finish();
}

void ProfileReader::readWords(JsonFields& fields)
{
    const auto wordsBy = [&](const std::string& key, auto isKnown, auto& target) {
        const Json* json = fields.find(key);
        if (json == nullptr)
            return;
        JsonFields words(*json, key, m_problem);
        if (!json->is_object())
            return;
        for (const auto& item : json->items()) {
            if (!isKnown(item.key()))
                words.fail(item.key(), "is none of the words that are known here");
            words.texts(item.key(), target[item.key()]);
        }
    };
    wordsBy(
        "statuses",
        [](const std::string& key) {
            return key == "BOOKED" || key == "PENDING" || key == "INFO" || key == "SKIP";
        },
        m_profile.statuses);
    wordsBy(
        "types",
        [](const std::string& key) {
            return std::find(kKinds.begin(), kKinds.end(), key) != kKinds.end();
        },
        m_profile.types);
    if (const Json* directions = fields.find("directions")) {
        JsonFields words(*directions, "directions", m_problem);
        words.texts("credit", m_profile.creditWords);
        words.texts("debit", m_profile.debitWords);
        words.finish();
    }
}

void ProfileReader::check()
{
    const auto& p = m_profile;
    const int ways = (p.amount.isSet() ? 1 : 0) + (p.debit.isSet() || p.credit.isSet() ? 1 : 0)
                     + (p.net.isSet() ? 1 : 0)
                     + (p.netDebit.isSet() || p.netCredit.isSet() ? 1 : 0);
    if (p.name.empty()
        || p.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos)
        fail("name", "must be lower-case letters, digits and dashes");
    if (!p.booked.isSet())
        fail("columns.booked", "is missing: a line without a day is no statement's");
    if (ways != 1)
        fail(
            "columns",
            "must say where the amount is in exactly one way: amount, debit and credit, net, or "
            "netDebit and netCredit");
    if (p.debit.isSet() != p.credit.isSet() || p.netDebit.isSet() != p.netCredit.isSet())
        fail("columns", "must name both the debit and the credit column");
    if (p.direction.isSet() && (p.creditWords.empty() || p.debitWords.empty()))
        fail("directions", "must give the words for credit and debit");
    if (p.gross.isSet() && !p.net.isSet())
        fail("columns.gross", "needs the net beside it");
    if (p.refund.isSet() && !p.gross.isSet())
        fail("columns.refund", "needs the gross beside it");
    if (p.status.isSet() == p.statuses.empty())
        fail("statuses", "and columns.status need each other");
    if (p.type.isSet() == p.types.empty())
        fail("types", "and columns.type need each other");
    if (p.layer != CsvLayer::Bank && !p.account.isSet())
        fail("columns.account", "is missing: a provider's file names the provider here");
    for (const std::string& each : p.groupBy) {
        if (each != "account" && each != "currency" && each != "statement")
            fail("groupBy", "must be of: account, currency, statement");
    }
    for (const std::string& each : p.identity) {
        const bool isWord = each == "type" || each == "statement" || each == "currency";
        if (p.references.count(each) == 0 && (!isWord || each == p.identity.front()))
            fail(
                "identity",
                "must begin with a key of columns.references, and be of those, type, statement and "
                "currency");
    }
}

tl::expected<CsvProfile, CsvProfileProblem> ProfileReader::read(const Json& json)
{
    JsonFields fields(json, "", m_problem);
    std::int64_t version = 0;
    fields.number("profile", 1, 1, version);
    if (version == 0)
        fail("profile", "is missing: the version of the profile's form, 1");
    fields.text("name", m_profile.name);
    fields.text("title", m_profile.title);
    fields.flag("onlyByName", m_profile.isOnlyByName);
    fields.choice<CsvLayer>(
        "layer",
        {{"BANK", CsvLayer::Bank},
         {"SETTLEMENT", CsvLayer::Settlement},
         {"CHARGE", CsvLayer::Charge}},
        m_profile.layer);
    static const Json kEmpty = Json::object();
    const auto part = [&](const char* key) -> const Json& {
        const Json* found = fields.find(key);
        return found == nullptr ? kEmpty : *found;
    };
    readFile(part("file"));
    readColumns(part("columns"));
    readNumbers(part("numbers"));
    JsonFields dates(part("dates"), "dates", m_problem);
    dates.choice<DateOrder>(
        "order",
        {{"decide", DateOrder::Decide},
         {"dmy", DateOrder::DayMonthYear},
         {"mdy", DateOrder::MonthDayYear},
         {"ymd", DateOrder::YearMonthDay}},
        m_profile.dates.order);
    std::int64_t from = m_profile.dates.twoDigitYearsFrom;
    dates.number("twoDigitYearsFrom", 1900, 2050, from);
    m_profile.dates.twoDigitYearsFrom = static_cast<int>(from);
    dates.finish();
    readWords(fields);
    fields.texts("groupBy", m_profile.groupBy);
    fields.texts("identity", m_profile.identity);
    if (m_profile.identity.empty() && m_profile.references.count(std::string(kAccountServicer)) > 0)
        m_profile.identity.emplace_back(kAccountServicer);
    fields.choice<bool>("balance", {{"after", false}, {"before", true}}, m_profile.isBalanceBefore);
    fields.choice<bool>(
        "emptyAmount", {{"refuse", false}, {"skip", true}}, m_profile.isEmptyAmountSkipped);
    fields.flag("balancesToZero", m_profile.balancesToZero);
    fields.finish();
    check();
    if (m_problem)
        return tl::unexpected<CsvProfileProblem>(*m_problem);
    return m_profile;
}

} // namespace

std::string_view toText(CsvLayer layer)
{
    switch (layer) {
    case CsvLayer::Bank:
        return "BANK";
    case CsvLayer::Settlement:
        return "SETTLEMENT";
    case CsvLayer::Charge:
        return "CHARGE";
    }
    return "BANK";
}

tl::expected<CsvProfile, CsvProfileProblem> readCsvProfile(std::string_view json)
{
    if (json.size() > std::size_t{64} * 1024)
        return tl::unexpected<CsvProfileProblem>(CsvProfileProblem{"", "is longer than 64 KiB"});
    const Json parsed = Json::parse(json.begin(), json.end(), nullptr, false);
    if (parsed.is_discarded())
        return tl::unexpected<CsvProfileProblem>(CsvProfileProblem{"", "is no JSON"});
    return ProfileReader().read(parsed);
}

} // namespace onceover
