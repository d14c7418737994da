// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_reader.h"

#include "backend/statements/field_text.h"

#include <algorithm>
#include <utility>

namespace onceover {

namespace {

// DOS ends a text file with it; joined files have it in the middle.
constexpr char kSubstitute = '\x1a';

bool isBlankCell(const std::string& cell)
{
    return trimmed(cell).empty();
}

} // namespace

CsvReader::CsvReader(const CsvShape& shape, const CsvLimits& limits, OnRow onRow, ParseLog& log)
    : m_shape(shape)
    , m_limits(limits)
    , m_onRow(std::move(onRow))
    , m_log(log)
{
    m_row.line = 1;
}

bool CsvReader::feed(std::string_view text)
{
    for (const char each : text) {
        if (m_isStopped || !take(each)) {
            m_isStopped = true;
            return false;
        }
    }
    return true;
}

bool CsvReader::finish()
{
    if (m_isStopped)
        return false;
    if (m_place == Place::Quoted) {
        m_line = m_cellLine;
        return refuse(
            "statement.unclosed_quote", "a quoted cell that begins here has no closing quote");
    }
    const bool isOpen = m_place != Place::CellStart || !m_row.cells.empty() || !m_cell.empty();
    if (!isOpen)
        return true;
    m_row.isEnded = false;
    return endRow();
}

bool CsvReader::refuse(const char* code, const std::string& message)
{
    m_log.setLine(m_line);
    return m_log.refuseField(code, message, "column " + std::to_string(m_row.cells.size() + 1));
}

bool CsvReader::append(char each)
{
    m_cell += each;
    if (m_cell.size() > m_limits.cellBytes)
        return refuse("statement.cell_length", "a cell is longer than any statement's");
    if (++m_rowBytes > m_limits.rowBytes)
        return refuse("statement.line_length", "a line is longer than any statement's");
    return true;
}

bool CsvReader::take(char each)
{
    if (m_place == Place::Quoted || m_place == Place::Quote)
        return takeQuoted(each);
    const bool wasReturn = std::exchange(m_wasReturn, each == '\r');
    if (each == '\n' && wasReturn) {
        if (m_place == Place::CellStart && m_row.cells.empty() && m_cell.empty())
            return true;
    }
    if (each == '\n' || each == '\r')
        return takeBreak(each);
    if (each == m_shape.delimiter)
        return endCell();
    if (m_place == Place::AfterQuote) {
        if (each == ' ' || each == '\t') {
            m_blanks += each;
            return true;
        }
        if (m_shape.isStrayQuoteText && m_blanks.size() < m_limits.cellBytes) {
            // It was a quote within the text after all, and the blanks are text too.
            m_place = Place::Quoted;
            m_cell += m_shape.quote + m_blanks;
            return take(each);
        }
        return refuse(
            "statement.stray_quote",
            "text follows the closing quote of a cell: a quote within the text is not doubled");
    }
    if (m_place == Place::CellStart) {
        if (each == kSubstitute && m_row.cells.empty() && m_cell.empty())
            return true;
        if (m_shape.quote != 0 && each == m_shape.quote && isBlankCell(m_cell)) {
            m_cell.clear();
            m_cellLine = m_line;
            m_place = Place::Quoted;
            return true;
        }
        if (each != ' ')
            m_place = Place::Plain;
    }
    return append(each);
}

bool CsvReader::takeBreak(char)
{
    const bool isGood = endRow();
    ++m_line;
    m_row.line = m_line;
    return isGood;
}

bool CsvReader::takeQuoted(char each)
{
    if (m_place == Place::Quoted) {
        if (each == m_shape.quote) {
            m_place = Place::Quote;
            return true;
        }
        const bool wasReturn = std::exchange(m_wasReturn, each == '\r');
        if (each == '\n' && wasReturn)
            return true;
        if (each == '\n' || each == '\r') {
            ++m_line;
            if (m_line - m_cellLine > m_limits.cellLines) {
                m_line = m_cellLine;
                return refuse(
                    "statement.unclosed_quote",
                    "a quoted cell that begins here goes on for more lines than any statement's");
            }
            return append('\n');
        }
        return append(each);
    }
    if (each == m_shape.quote) {
        m_place = Place::Quoted;
        m_wasReturn = false;
        return append(each);
    }
    const bool isEnd =
        each == m_shape.delimiter || each == '\n' || each == '\r' || each == ' ' || each == '\t';
    if (!isEnd && m_shape.isStrayQuoteText) {
        m_place = Place::Quoted;
        return append(m_shape.quote) && append(each);
    }
    m_place = Place::AfterQuote;
    m_blanks.clear();
    m_wasReturn = false;
    return take(each);
}

bool CsvReader::endCell()
{
    m_row.cells.push_back(std::exchange(m_cell, {}));
    m_place = Place::CellStart;
    if (m_row.cells.size() > m_limits.cells)
        return refuse("statement.too_many_columns", "a line has more columns than any statement");
    return true;
}

bool CsvReader::endRow()
{
    if (!endCell())
        return false;
    CsvRow row = std::exchange(m_row, CsvRow{});
    m_rowBytes = 0;
    if (std::all_of(row.cells.begin(), row.cells.end(), isBlankCell)) {
        ++m_blankRows;
        return true;
    }
    m_log.setLine(row.line);
    if (++m_rows > m_limits.rows)
        return refuse("statement.too_many_rows", "the file has more lines than the limit");
    return m_onRow(row);
}

} // namespace onceover
