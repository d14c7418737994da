// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_layout.h"

#include "backend/statements/csv/csv_amount.h"
#include "backend/statements/csv/csv_date.h"
#include "backend/statements/csv/csv_header_word.h"
#include "backend/statements/csv/csv_reader.h"
#include "backend/statements/field_text.h"

#include <algorithm>
#include <map>
#include <utility>

namespace onceover {

namespace {

// The rows of some text; what comes before a refusal.
std::vector<CsvRow> rowsOf(const std::string& text, const CsvShape& shape, const CsvLimits& limits)
{
    std::vector<CsvRow> rows;
    ParseLog log;
    CsvReader reader(
        shape,
        limits,
        [&rows](CsvRow& row) {
            rows.push_back(row);
            return true;
        },
        log);
    if (reader.feed(text))
        reader.finish();
    return rows;
}

// The width that most rows have, and how many have it.
std::pair<std::size_t, std::size_t> commonWidth(const std::vector<CsvRow>& rows)
{
    std::map<std::size_t, std::size_t> counts;
    for (const CsvRow& row : rows)
        ++counts[row.cells.size()];
    std::pair<std::size_t, std::size_t> best{0, 0};
    for (const auto& [width, count] : counts) {
        if (count >= best.second)
            best = {width, count};
    }
    return best;
}

bool isDay(const std::string& cell)
{
    return datePartsOf(trimmed(cell)).has_value();
}

bool isValue(const std::string& cell)
{
    return isDay(cell) || decimalHint(cell) != DecimalHint::None;
}

// A row that names columns: two words of headers at least, and no date or amount.
bool isHeader(const CsvRow& row)
{
    const auto words =
        std::count_if(row.cells.begin(), row.cells.end(), [](const std::string& cell) {
            return !roleOfHeader(cell).empty();
        });
    return words >= 2 && std::none_of(row.cells.begin(), row.cells.end(), isValue);
}

bool isMovement(const CsvRow& row)
{
    const auto days = std::count_if(row.cells.begin(), row.cells.end(), isDay);
    const auto values = std::count_if(row.cells.begin(), row.cells.end(), isValue);
    return days > 0 && values > days;
}

void chooseHeader(const std::vector<CsvRow>& rows, CsvLayout& layout)
{
    for (const CsvRow& row : rows) {
        // A trailing delimiter makes rows one cell wider than their header, or narrower.
        const bool isWide =
            row.cells.size() + 1 >= layout.width && row.cells.size() <= layout.width + 1;
        if (isWide && isHeader(row)) {
            layout.headerLine = row.line;
            layout.header = row.cells;
            return;
        }
        // Lines before the header may have a balance or a day; the first movement has both.
        if (isWide && isMovement(row))
            return;
    }
}

} // namespace

std::optional<CsvLayout> csvLayoutOf(const std::string& head, const CsvLimits& limits)
{
    std::size_t best = 0;
    std::vector<CsvRow> bestRows;
    CsvLayout layout;
    for (const char delimiter : {',', ';', '\t', '|'}) {
        auto rows = rowsOf(head, {delimiter, layout.quote, true}, limits);
        const auto [width, count] = commonWidth(rows);
        // A wide row says more than two cells that a comma in a text parts.
        const std::size_t score = width < 2 ? 0 : count * std::min<std::size_t>(width, 8);
        if (score <= best)
            continue;
        best = score;
        layout.width = width;
        layout.delimiter = delimiter;
        bestRows = std::move(rows);
    }
    if (best == 0)
        return std::nullopt;
    chooseHeader(bestRows, layout);
    return layout;
}

} // namespace onceover
