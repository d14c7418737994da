// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_proposed_profile.h"

#include "backend/domain/currency.h"
#include "backend/statements/csv/csv_amount.h"
#include "backend/statements/csv/csv_cell_word.h"
#include "backend/statements/csv/csv_columns.h"
#include "backend/statements/csv/csv_header_word.h"
#include "backend/statements/csv/csv_proposal.h"
#include "backend/statements/field_text.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

namespace onceover {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kLongestBeginning = 60;

bool isLetter(char each)
{
    return (each >= 'A' && each <= 'Z') || (each >= 'a' && each <= 'z');
}

// Where a header names a currency: "Amount (EUR)", "Debit CHF".
std::optional<std::size_t> currencyIn(const std::string& header)
{
    for (std::size_t position = 0; position + 3 <= header.size(); ++position) {
        const bool isWord = (position == 0 || !isLetter(header[position - 1]))
                            && (position + 3 == header.size() || !isLetter(header[position + 3]));
        if (isWord && Currency::fromCode(header.substr(position, 3)))
            return position;
    }
    return std::nullopt;
}

// The only cell beyond the first that is an amount.
std::optional<std::size_t> amountCell(const CsvRow& row)
{
    std::optional<std::size_t> found;
    for (std::size_t index = 1; index < row.cells.size(); ++index) {
        const std::string_view text = trimmed(row.cells[index]);
        if (text.empty() || decimalHint(text) == DecimalHint::None)
            continue;
        if (found)
            return std::nullopt;
        found = index;
    }
    return found;
}

std::string withoutColon(const std::string& cell)
{
    std::string_view text = trimmed(cell);
    if (text.ends_with(':'))
        text.remove_suffix(1);
    return std::string(trimmed(text));
}

} // namespace

CsvProposedProfile::CsvProposedProfile(
    const CsvLayout& layout, const std::vector<CsvColumnLook>& looks, const CsvMapping& mapping)
    : m_layout(layout)
    , m_looks(looks)
    , m_mapping(mapping)
{}

Json CsvProposedProfile::placeOf(std::size_t column) const
{
    if (column >= m_layout.header.size() || trimmed(m_layout.header[column]).empty())
        return {{"number", column + 1}};
    const std::string folded = foldedHeader(m_layout.header[column]);
    const auto count =
        std::count_if(m_layout.header.begin(), m_layout.header.end(), [&](const std::string& each) {
            return foldedHeader(each) == folded;
        });
    // "*" and "{" have meanings in the names of a profile.
    const bool isPlain = folded.find_first_of("*{") == std::string::npos;
    if (count > 1 || !isPlain)
        return {{"number", column + 1}};
    return collapsed(m_layout.header[column]);
}

Json CsvProposedProfile::amountPlaceOf(std::size_t column) const
{
    Json place = placeOf(column);
    if (!place.is_string() || m_mapping.columnOf("currency"))
        return place;
    auto name = place.get<std::string>();
    if (const auto code = currencyIn(name))
        name.replace(*code, 3, "{currency}");
    return name;
}

void CsvProposedProfile::addBefore(const CsvRow& row, std::int64_t number)
{
    const std::string first = collapsed(row.cells.front()).substr(0, kLongestBeginning);
    if (first.empty() || row.cells.size() < 2)
        return;
    const std::string meaning(meaningOfLine(first));
    const auto cell = amountCell(row);
    if ((meaning == "opening" || meaning == "closing") && cell) {
        m_lines.push_back({{}, number, meaning, *cell + 1});
        return;
    }
    const std::string role = roleOfHeader(withoutColon(first));
    const std::string value = collapsed(row.cells[1]);
    const bool isCurrency = role == "currency" && Currency::fromCode(value);
    const bool isAccount = role == "account" && !value.empty();
    if (isCurrency || isAccount)
        m_lines.push_back({{}, number, role, 2});
}

// A movement cannot begin like a line about the whole where its first cell is a day.
bool CsvProposedProfile::addBeside(const CsvRow& row)
{
    const std::string first = collapsed(row.cells.front()).substr(0, kLongestBeginning);
    const std::string meaning(meaningOfLine(first));
    const bool isTold = !m_looks.empty() && m_looks.front().isDate();
    if (first.empty() || meaning.empty() || !isTold)
        return false;
    const auto cell = amountCell(row);
    const bool isBalance = meaning != "total" && cell;
    m_lines.push_back({first, 0, isBalance ? meaning : "nothing", isBalance ? *cell + 1 : 2});
    return true;
}

std::vector<CsvQuestion> CsvProposedProfile::addLines(
    const std::vector<CsvRow>& before, const std::vector<CsvRow>& beside)
{
    std::int64_t number = 0;
    for (const CsvRow& row : before)
        addBefore(row, ++number);
    std::vector<CsvQuestion> questions;
    for (const CsvRow& row : beside) {
        if (!addBeside(row) && hasAmount(row))
            questions.push_back(
                {"line",
                 row.line,
                 {},
                 "the line has an amount and no day: what it is, is not known",
                 {}});
    }
    return questions;
}

bool CsvProposedProfile::hasAmount(const CsvRow& row) const
{
    for (const char* key : {"amount", "debit", "credit"}) {
        const auto column = m_mapping.columnOf(key);
        if (column && *column < row.cells.size() && !trimmed(row.cells[*column]).empty())
            return true;
    }
    return false;
}

// The order of one column of days is that of the others, which the same program printed.
std::string CsvProposedProfile::dateOrder() const
{
    std::set<DateOrder> orders;
    for (const char* key : {"booked", "value"}) {
        const auto column = m_mapping.columnOf(key);
        const auto decided =
            column ? m_looks[*column].dates().decided() : std::optional<DateOrder>();
        if (decided)
            orders.insert(*decided);
    }
    return std::string(toText(orders.size() == 1 ? *orders.begin() : DateOrder::Decide));
}

void CsvProposedProfile::writeColumns(Json& profile) const
{
    Json& columns = profile["columns"] = Json::object();
    for (const char* key :
         {"booked",
          "value",
          "direction",
          "currency",
          "account",
          "status",
          "counterparty",
          "counterpartyAccount"}) {
        if (const auto column = m_mapping.columnOf(key))
            columns[key] = placeOf(*column);
    }
    for (const char* key : {"amount", "debit", "credit", "balance"}) {
        if (const auto column = m_mapping.columnOf(key))
            columns[key] = amountPlaceOf(*column);
    }
    for (const std::size_t column : m_mapping.texts())
        columns["text"].push_back(placeOf(column));
    for (const auto& [key, column] : m_mapping.references())
        columns["references"][key] = placeOf(column);
    for (const CsvCellWords& each : csvCellWords()) {
        const bool isDirection = each.meaning == "credit" || each.meaning == "debit";
        if (m_mapping.columnOf(isDirection ? "direction" : "status"))
            profile[isDirection ? "directions" : "statuses"][std::string(each.meaning)] =
                each.words;
    }
    const auto currency = m_mapping.columnOf("currency");
    if (currency && m_looks[*currency].words().size() != 1)
        profile["groupBy"] = {"currency"};
}

std::string CsvProposedProfile::json() const
{
    Json profile = {
        {"profile", 1},
        {"name", kProposedProfile},
        {"layer", "BANK"},
        {"numbers", {{"decimal", "decide"}}},
        {"emptyAmount", "skip"}};
    Json& file = profile["file"];
    file["delimiter"] = std::string(1, m_layout.delimiter);
    if (m_layout.header.empty()) {
        file["header"] = false;
        file["columns"] = m_layout.width;
    }
    for (const Line& line : m_lines) {
        Json marked = {{"take", line.take}, {"cell", line.cell}};
        if (line.row > 0)
            marked["row"] = line.row;
        else
            marked["begins"] = line.begins;
        file["markedLines"].push_back(std::move(marked));
    }
    profile["dates"]["order"] = dateOrder();
    for (const char* key : {"amount", "debit", "credit", "balance"}) {
        const auto column = m_mapping.columnOf(key);
        if (column && m_looks[*column].hasIndianGroups())
            profile["numbers"]["indianGroups"] = true;
    }
    if (m_isInverse)
        profile["numbers"]["sign"] = "inverse";
    writeColumns(profile);
    return profile.dump(2, ' ', false, Json::error_handler_t::replace);
}

} // namespace onceover
