// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_frame.h"

#include "backend/statements/csv/csv_amount.h"
#include "backend/statements/field_text.h"

#include <algorithm>
#include <cstddef>

namespace onceover {

namespace {

// A header stands near the beginning, or it is none.
constexpr std::int64_t kMostRowsBefore = 100;

std::string upper(std::string text)
{
    for (char& each : text)
        each = each >= 'a' && each <= 'z' ? static_cast<char>(each - 'a' + 'A') : each;
    return text;
}

bool isBlank(const std::string& text)
{
    return trimmed(text).empty();
}

} // namespace

CsvFrame::CsvFrame(const CsvProfile& profile, const CsvOptions& options, ParseLog& log)
    : m_profile(profile)
    , m_options(options)
    , m_log(log)
{
    if (!profile.hasHeader)
        m_columns = CsvColumns::numbered(profile);
}

CsvFrame::Kind CsvFrame::refuse(const CsvRow& row, const char* code, const std::string& message)
{
    m_log.setLine(row.line);
    m_log.refuseField(code, message, {});
    return Kind::Refused;
}

CsvFrame::Kind CsvFrame::take(CsvRow& row)
{
    ++m_rows;
    // The header may be the row in which a line of the preamble is expected.
    if (!m_columns)
        takeHeader(row);
    if (m_columns && m_profile.hasHeader && row.cells == m_header)
        return Kind::Beside;
    if (takeMarked(row))
        return Kind::Beside;
    if (!m_columns) {
        if (m_rows < kMostRowsBefore)
            return Kind::Beside;
        finish();
        return Kind::Refused;
    }
    if (isLeftOut(row)) {
        ++m_skippedRows;
        return Kind::Beside;
    }
    return checkWidth(row);
}

bool CsvFrame::takeMarked(const CsvRow& row)
{
    const std::string first = collapsed(row.cells.front());
    bool isMarked = false;
    for (const CsvMarkedLine& each : m_profile.markedLines) {
        const bool isIt = each.row > 0 ? each.row == m_rows : first.starts_with(each.begins);
        // A line before the header that the file does not have must not cost a movement.
        if (!isIt || (each.row > 0 && m_columns))
            continue;
        takeMark(each, row);
        isMarked = true;
    }
    return isMarked;
}

void CsvFrame::takeMark(const CsvMarkedLine& mark, const CsvRow& row)
{
    std::string_view text =
        mark.cell <= row.cells.size() ? trimmed(row.cells[mark.cell - 1]) : std::string_view();
    if (!mark.after.empty()) {
        const auto after = text.find(mark.after);
        text = after == std::string_view::npos ? std::string_view()
                                               : trimmed(text.substr(after + mark.after.size()));
    }
    switch (mark.take) {
    case CsvMarkedLine::Take::Opening:
        m_opening = CsvMark{std::string(text), row.line};
        break;
    case CsvMarkedLine::Take::Closing:
        m_closing = CsvMark{std::string(text), row.line};
        break;
    case CsvMarkedLine::Take::Account:
        m_account = text;
        break;
    case CsvMarkedLine::Take::Currency:
        m_currency = upper(std::string(text));
        break;
    case CsvMarkedLine::Take::Nothing:
        break;
    }
}

void CsvFrame::takeHeader(const CsvRow& row)
{
    auto columns = CsvColumns::bind(m_profile, row.cells);
    if (columns) {
        m_header = row.cells;
        m_columns = std::move(*columns);
        return;
    }
    if (row.cells.size() > m_bestCells) {
        m_bestCells = row.cells.size();
        m_missing = columns.error();
        m_missingLine = row.line;
    }
}

bool CsvFrame::finish()
{
    if (m_columns)
        return true;
    m_log.setLine(m_missingLine);
    return m_log.refuseField(
        "statement.header_missing",
        "no line is the header of the profile \"" + m_profile.name + "\": the nearest has no "
            + (m_missing.empty() ? "columns" : m_missing),
        {});
}

bool CsvFrame::isWithoutAmount(const CsvRow& row) const
{
    const auto isEmpty = [&](const CsvPlace& place) {
        return m_columns->textOf(place, row).empty();
    };
    return isEmpty(m_profile.amount) && isEmpty(m_profile.debit) && isEmpty(m_profile.credit)
           && isEmpty(m_profile.net) && isEmpty(m_profile.netDebit) && isEmpty(m_profile.netCredit);
}

bool CsvFrame::isLeftOut(const CsvRow& row)
{
    const auto skipped = m_profile.statuses.find("SKIP");
    if (skipped != m_profile.statuses.end()) {
        const std::string status = m_columns->textOf(m_profile.status, row);
        const auto& words = skipped->second;
        if (std::find(words.begin(), words.end(), status) != words.end())
            return true;
    }
    if (!m_profile.isEmptyAmountSkipped || !isWithoutAmount(row))
        return false;
    const std::string opening = m_columns->textOf(m_profile.opening, row);
    const std::string closing = m_columns->textOf(m_profile.closing, row);
    if (!opening.empty())
        m_opening = CsvMark{opening, row.line};
    if (!closing.empty())
        m_closing = CsvMark{closing, row.line};
    return true;
}

CsvFrame::Kind CsvFrame::checkWidth(CsvRow& row)
{
    const std::size_t width = m_columns->width();
    while (row.cells.size() > width && isBlank(row.cells.back()))
        row.cells.pop_back();
    if (row.cells.size() > width && m_profile.extraCells == CsvProfile::Extra::Refuse)
        return refuse(
            row,
            "statement.extra_cells",
            "the line has " + std::to_string(row.cells.size()) + " columns, the header "
                + std::to_string(width));
    if (row.cells.size() < width && !m_profile.isMissingCellBlank)
        return refuse(
            row,
            "statement.missing_cells",
            "the line has " + std::to_string(row.cells.size()) + " columns, the header "
                + std::to_string(width) + ": the file may be cut");
    return Kind::Movement;
}

std::string CsvFrame::accountOf(const CsvRow& row) const
{
    std::string account = collapsed(m_columns->textOf(m_profile.account, row));
    if (account.empty())
        account = m_account;
    return account.empty() ? m_options.account : account;
}

std::string CsvFrame::currencyOf(const CsvRow& row, const CsvPlace& place) const
{
    std::string currency = upper(m_columns->textOf(m_profile.currency, row));
    if (currency.empty())
        currency = m_columns->currencyOf(place);
    if (currency.empty())
        currency = m_currency;
    return currency.empty() ? m_options.currency : currency;
}

std::string CsvFrame::currencyOf(const CsvRow& row) const
{
    std::string currency;
    for (const CsvPlace* place :
         {&m_profile.amount, &m_profile.net, &m_profile.netCredit, &m_profile.credit}) {
        if (m_columns->has(*place)) {
            currency = currencyOf(row, *place);
            break;
        }
    }
    if (!currency.empty())
        return currency;
    // Where nothing else names it, the cell of the amount may.
    for (const CsvPlace* place : amountPlaces()) {
        currency = currencyOfCell(m_columns->textOf(*place, row));
        if (!currency.empty())
            return currency;
    }
    return currencyOf(row, m_profile.amount);
}

std::vector<const CsvPlace*> CsvFrame::amountPlaces() const
{
    std::vector<const CsvPlace*> places = {
        &m_profile.amount,
        &m_profile.debit,
        &m_profile.credit,
        &m_profile.gross,
        &m_profile.net,
        &m_profile.netDebit,
        &m_profile.netCredit,
        &m_profile.refund,
        &m_profile.balance};
    for (const CsvPlace& each : m_profile.fees)
        places.push_back(&each);
    places.erase(
        std::remove_if(
            places.begin(),
            places.end(),
            [this](const CsvPlace* place) { return !m_columns->has(*place); }),
        places.end());
    return places;
}

} // namespace onceover
