// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/parse_log.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// How the cells of a file are told apart.
struct CsvShape
{
    char delimiter = ',';
    // 0 where cells are never quoted.
    char quote = '"';
    // Whether a quote within a quoted cell that no delimiter follows is text ("Firma "X" GmbH");
    // otherwise such a file is refused, for one stray quote can swallow rows.
    bool isStrayQuoteText = false;
};

struct CsvLimits
{
    std::int64_t fileBytes = std::int64_t{2} * 1024 * 1024 * 1024;
    std::size_t cellBytes = std::size_t{64} * 1024;
    std::size_t rowBytes = std::size_t{256} * 1024;
    std::size_t cells = 1024;
    std::int64_t rows = 20'000'000;
    // Lines that one quoted cell may span.
    std::int64_t cellLines = 1000;
    // Of one pass over the file, checked now and then.
    std::int64_t passMs = std::int64_t{30} * 60 * 1000;
};

struct CsvRow
{
    // Where the row begins, from 1.
    std::int64_t line = 0;
    // False for a last row without a line end: the file may be cut there.
    bool isEnded = true;
    std::vector<std::string> cells;
};

// Splits UTF-8 text into rows: quotes, doubled quotes, blanks around quotes, cells over several
// lines, line ends of every kind. Rows without any text are counted and not delivered. Bounded
// memory; one object, one file, one thread.
class CsvReader
{
public:
    // False from `onRow` stops the reading.
    using OnRow = std::function<bool(CsvRow& row)>;

    // The log must outlive the reader. It receives refusals and the line of each.
    CsvReader(const CsvShape& shape, const CsvLimits& limits, OnRow onRow, ParseLog& log);

    // False once refused or stopped.
    bool feed(std::string_view text);
    bool finish();

    std::int64_t blankRows() const { return m_blankRows; }

private:
    enum class Place : std::uint8_t
    {
        CellStart,
        Plain,
        Quoted,
        // A quote within a quoted cell: its end, or half of a doubled one.
        Quote,
        // Blanks between the closing quote and the delimiter.
        AfterQuote,
    };

    bool take(char each);
    bool takeBreak(char each);
    bool takeQuoted(char each);
    bool append(char each);
    bool endCell();
    bool endRow();
    bool refuse(const char* code, const std::string& message);

    CsvShape m_shape;
    CsvLimits m_limits;
    OnRow m_onRow;
    ParseLog& m_log;
    CsvRow m_row;
    std::string m_cell;
    // Those behind a closing quote.
    std::string m_blanks;
    Place m_place = Place::CellStart;
    std::int64_t m_line = 1;
    std::int64_t m_cellLine = 1;
    std::size_t m_rowBytes = 0;
    std::int64_t m_rows = 0;
    std::int64_t m_blankRows = 0;
    bool m_wasReturn = false;
    bool m_isStopped = false;
};

} // namespace onceover
