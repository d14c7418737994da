// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_mapping.h"

#include "backend/statements/csv/csv_cell_word.h"
#include "backend/statements/csv/csv_columns.h"
#include "backend/statements/csv/csv_header_word.h"
#include "backend/statements/field_text.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace onceover {

namespace {

// Beginnings of the words for booking, in headers that name several days.
constexpr std::array kBookings = std::to_array<std::string_view>(
    {"book",
     "buchung",
     "boek",
     "post",
     "compta",
     "conta",
     "ksi",
     "k\u00f6ny",
     "bokf",
     "bogf",
     "za\u00fa"});

// What says that an amount is not the account's own.
constexpr std::array kForeign = std::to_array<std::string_view>(
    {"foreign",
     "original",
     "orig.",
     "currency",
     "fremd",
     "devise",
     "local",
     "source",
     "instructed"});

bool hasWord(const std::string& header, std::string_view word)
{
    return foldedHeader(header).find(word) != std::string::npos;
}

template <typename Words>
bool hasAny(const std::string& header, const Words& words)
{
    return std::any_of(words.begin(), words.end(), [&header](std::string_view word) {
        return hasWord(header, word);
    });
}

std::string referenceKeyOf(const std::string& header)
{
    if (hasWord(header, "end to end") || hasWord(header, "end-to-end")
        || hasWord(header, "endtoend"))
        return "end_to_end_id";
    if (hasWord(header, "mandat"))
        return "mandate_id";
    if (foldedHeader(header) == "id" || hasWord(header, "transaction"))
        return "account_servicer";
    return "customer";
}

bool isDirection(std::string_view meaning)
{
    return meaning == "credit" || meaning == "debit";
}

bool isState(std::string_view meaning)
{
    return meaning == "BOOKED" || meaning == "PENDING" || meaning == "INFO";
}

} // namespace

CsvMapping::CsvMapping(const CsvLayout& layout, const std::vector<CsvColumnLook>& looks)
    : m_layout(layout)
    , m_looks(looks)
    , m_roles(looks.size())
    , m_isEmpty(std::all_of(
          looks.begin(), looks.end(), [](const CsvColumnLook& look) { return look.filled() == 0; }))
{
    for (std::size_t column = 0; column < m_layout.header.size() && column < looks.size(); ++column)
        m_roles[column] = roleOfHeader(m_layout.header[column]);
}

std::optional<std::size_t> CsvMapping::dayColumn(
    const CsvLayout& layout, const std::vector<CsvColumnLook>& looks)
{
    std::optional<std::size_t> best;
    int bestRank = 0;
    const bool isEmpty = std::all_of(
        looks.begin(), looks.end(), [](const CsvColumnLook& look) { return look.filled() == 0; });
    for (std::size_t column = 0; column < looks.size(); ++column) {
        const CsvColumnLook& look = looks[column];
        // Lines about the whole have other cells in it, movements always a day.
        const bool isDay = look.dateCells() > 0 && look.dateCells() * 2 >= look.filled();
        if (!isDay && !isEmpty)
            continue;
        const std::string header = column < layout.header.size() ? layout.header[column] : "";
        const std::string role = roleOfHeader(header);
        const int rank = role == "booked" && hasAny(header, kBookings) ? 4
                         : role == "booked"                            ? 3
                         : role == "value"                             ? 2
                         : layout.header.empty()                       ? 1
                                                                       : 0;
        if (rank > bestRank) {
            best = column;
            bestRank = rank;
        }
    }
    return best;
}

std::optional<std::size_t> CsvMapping::columnOf(const std::string& key) const
{
    const auto found = m_columns.find(key);
    return found == m_columns.end() ? std::nullopt : std::optional(found->second);
}

void CsvMapping::set(const std::string& key, std::optional<std::size_t> column)
{
    m_columns.erase(key);
    if (column)
        m_columns[key] = *column;
}

std::string CsvMapping::nameOf(std::size_t column) const
{
    const bool isNamed =
        column < m_layout.header.size() && !trimmed(m_layout.header[column]).empty();
    return isNamed ? collapsed(m_layout.header[column]) : "column " + std::to_string(column + 1);
}

void CsvMapping::ask(
    const char* code, std::string column, std::string message, std::vector<std::string> choices)
{
    m_questions.push_back({code, 0, std::move(column), std::move(message), std::move(choices)});
}

bool CsvMapping::isMoney(std::size_t column) const
{
    // Without any row the header says all there is.
    return m_looks[column].isAmount() || m_isEmpty;
}

void CsvMapping::assign(std::size_t dayColumn)
{
    m_columns["booked"] = dayColumn;
    for (std::size_t column = 0; column < m_roles.size(); ++column) {
        const std::string& role = m_roles[column];
        const CsvColumnLook& look = m_looks[column];
        if (role == "value" && column != dayColumn && look.isDate())
            m_columns.emplace(role, column);
        if ((role == "currency" || m_layout.header.empty()) && look.isCurrency())
            m_columns.emplace("currency", column);
        // A column of many accounts names other people's.
        const bool isOwn = role == "account" && !look.words().empty() && look.words().size() <= 3;
        const bool isOne = isOwn || role == "counterparty" || role == "counterpartyAccount";
        const bool isTaken = isOne && m_columns.emplace(role, column).second;
        if (role == "text" || (role == "counterparty" && !isTaken))
            m_texts.push_back(column);
        if (role == "reference")
            m_references.emplace(referenceKeyOf(m_layout.header[column]), column);
    }
    assignMoney();
    assignWords();
}

void CsvMapping::assignMoney()
{
    std::map<std::string, std::vector<std::size_t>> named;
    for (std::size_t column = 0; column < m_roles.size(); ++column) {
        const std::string& role = m_roles[column];
        const bool isSide = role == "debit" || role == "credit";
        // A column in which nothing stands is one too, where nothing went that way.
        const bool isRight = isMoney(column) || (isSide && m_looks[column].filled() == 0);
        if (isRight && (isSide || role == "amount" || role == "balance"))
            named[role].push_back(column);
        if (role == "fee" && m_looks[column].negatives() + m_looks[column].positives() > 0)
            m_fees.push_back(column);
    }
    if (named["balance"].size() == 1)
        m_columns["balance"] = named["balance"].front();
    const bool isPair = named["debit"].size() == 1 && named["credit"].size() == 1
                        && named["debit"].front() != named["credit"].front();
    if (isPair && named["amount"].empty()) {
        m_columns["debit"] = named["debit"].front();
        m_columns["credit"] = named["credit"].front();
        return;
    }
    if (!named["debit"].empty() || !named["credit"].empty()) {
        std::vector<std::string> names;
        for (const char* role : {"amount", "debit", "credit"}) {
            for (const std::size_t column : named[role])
                names.push_back(nameOf(column));
        }
        ask("amount_column", {}, "which columns are the debits and credits is not certain", names);
        return;
    }
    chooseAmount(named["amount"]);
}

void CsvMapping::chooseAmount(const std::vector<std::size_t>& named)
{
    std::vector<std::size_t> own;
    for (const std::size_t column : named) {
        if (!hasAny(m_layout.header[column], kForeign))
            own.push_back(column);
    }
    if (own.size() == 1) {
        m_columns["amount"] = own.front();
        return;
    }
    m_amounts = named;
    if (named.empty()) {
        for (std::size_t column = 0; column < m_looks.size(); ++column) {
            if (isMoney(column) && m_looks[column].hasMarks() && m_roles[column] != "balance"
                && m_roles[column] != "fee")
                m_amounts.push_back(column);
        }
    }
}

void CsvMapping::assignWords()
{
    for (std::size_t column = 0; column < m_looks.size(); ++column) {
        const auto words = m_looks[column].words();
        const auto count = [&words](bool (*is)(std::string_view)) {
            return static_cast<std::size_t>(
                std::count_if(words.begin(), words.end(), [is](const std::string& word) {
                    return is(meaningOfCell(word));
                }));
        };
        const std::size_t directions = count(isDirection);
        // Words for the way money went are directions whatever the header says; where some of a
        // direction's column are unknown, a person says what they are.
        const bool isFull = !words.empty() && directions == words.size();
        const bool isPlain = words.size() > 1 || (isFull && words.begin()->size() >= 5);
        if (isFull && (m_roles[column] == "direction" || isPlain)) {
            if (!m_columns.emplace("direction", column).second)
                ask("direction_words",
                    nameOf(column),
                    "more than one column has words for credit and debit");
        } else if (m_roles[column] == "direction" && m_looks[column].filled() > 0) {
            ask("direction_words",
                nameOf(column),
                "which of its words are credits and which are debits is not known",
                {words.begin(), words.end()});
        }
        const std::size_t states = count(isState);
        if (m_roles[column] != "status" || states == 0)
            continue;
        if (states == words.size())
            m_columns.emplace("status", column);
        else
            ask("status_words",
                nameOf(column),
                "which of its words are booked lines is not known",
                {words.begin(), words.end()});
    }
    if (hasPair())
        m_columns.erase("direction");
}

bool CsvMapping::hasSigns() const
{
    if (m_isEmpty)
        return true;
    const auto amount = columnOf("amount");
    return hasPair() || columnOf("direction") || (amount && m_looks[*amount].negatives() > 0);
}

} // namespace onceover
