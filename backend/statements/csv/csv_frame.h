// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/csv/csv_columns.h"
#include "backend/statements/csv/csv_options.h"
#include "backend/statements/parse_log.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

// What a marked line said about the whole file.
struct CsvMark
{
    std::string text;
    std::int64_t line = 0;
};

// Tells the rows of a file apart: lines before the header, the header, lines about the whole, rows
// that are left out, and the rows that are movements. The same in every pass over the file.
class CsvFrame
{
public:
    enum class Kind : std::uint8_t
    {
        Movement,
        // Nothing to store: before the header, the header, a marked line, a row without an amount.
        Beside,
        Refused,
    };

    // Profile, options and log must outlive the frame.
    CsvFrame(const CsvProfile& profile, const CsvOptions& options, ParseLog& log);

    // May shorten the row to the width of the header.
    Kind take(CsvRow& row);
    // Refuses a file in which no header was found.
    bool finish();

    bool hasColumns() const { return m_columns.has_value(); }

    const CsvColumns& columns() const { return *m_columns; }

    // Of the row that was nearest to a header, where none was found.
    std::size_t nearestCells() const { return m_bestCells; }

    std::int64_t skippedRows() const { return m_skippedRows; }

    const std::optional<CsvMark>& opening() const { return m_opening; }

    const std::optional<CsvMark>& closing() const { return m_closing; }

    // By the row, the header, the file's own lines, or the person.
    std::string accountOf(const CsvRow& row) const;
    // Upper case; empty where nothing names one. `place` is the column of the amount.
    std::string currencyOf(const CsvRow& row, const CsvPlace& place) const;
    // Of the column that holds the row's amount.
    std::string currencyOf(const CsvRow& row) const;

    // Columns that hold money, those of this file only.
    std::vector<const CsvPlace*> amountPlaces() const;

private:
    bool takeMarked(const CsvRow& row);
    void takeMark(const CsvMarkedLine& mark, const CsvRow& row);
    void takeHeader(const CsvRow& row);
    Kind checkWidth(CsvRow& row);
    bool isWithoutAmount(const CsvRow& row) const;
    bool isLeftOut(const CsvRow& row);
    Kind refuse(const CsvRow& row, const char* code, const std::string& message);

    const CsvProfile& m_profile;
    const CsvOptions& m_options;
    ParseLog& m_log;
    std::optional<CsvColumns> m_columns;
    std::vector<std::string> m_header;
    std::int64_t m_rows = 0;
    std::size_t m_bestCells = 0;
    std::string m_missing;
    std::int64_t m_missingLine = 1;
    std::int64_t m_skippedRows = 0;
    std::optional<CsvMark> m_opening;
    std::optional<CsvMark> m_closing;
    std::string m_account;
    std::string m_currency;
};

} // namespace onceover
