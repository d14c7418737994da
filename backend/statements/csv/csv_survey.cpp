// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_survey.h"

#include "backend/domain/currency.h"
#include "backend/statements/csv/csv_identifier.h"

#include <algorithm>

namespace onceover {

namespace {

// Each statement costs a pass over the file.
constexpr std::size_t kMostGroups = 200;

std::string shown(const std::string& text)
{
    return "\"" + text.substr(0, 40) + "\"";
}

} // namespace

CsvGroup groupOf(const CsvProfile& profile, const CsvFrame& frame, const CsvRow& row)
{
    const auto isBy = [&profile](const char* name) {
        return std::find(profile.groupBy.begin(), profile.groupBy.end(), name)
               != profile.groupBy.end();
    };
    CsvGroup group;
    // Rows of two accounts are never one statement.
    group.account = frame.accountOf(row);
    if (isBy("currency"))
        group.currency = frame.currencyOf(row);
    if (isBy("statement"))
        group.statementId = frame.columns().textOf(profile.statementId, row);
    return group;
}

CsvSurvey::CsvSurvey(
    const CsvProfile& profile, const CsvOptions& options, const CsvFrame& frame, ParseLog& log)
    : m_profile(profile)
    , m_options(options)
    , m_frame(frame)
    , m_log(log)
{}

bool CsvSurvey::refuse(
    std::int64_t line, const char* code, const std::string& message, const std::string& field) const
{
    m_log.setLine(line);
    return m_log.refuseField(code, message, field);
}

bool CsvSurvey::add(const CsvRow& row)
{
    ++m_decisions.rows;
    if (!addDate(m_profile.booked, row, m_booked) || !addDate(m_profile.value, row, m_value))
        return false;
    for (const CsvPlace* place :
         {&m_profile.debit, &m_profile.credit, &m_profile.netDebit, &m_profile.netCredit})
        addSigns(*place, row);
    addDecimals(row);
    for (const auto& [key, place] : m_profile.references) {
        const std::string text = identifierText(m_frame.columns().textOf(place, row));
        Numbers& numbers = m_numbers[key];
        numbers.longOnes += hasLongNumber(text) ? 1 : 0;
        numbers.cutOnes += hasLostDigits(text) ? 1 : 0;
    }
    return addGroup(row);
}

bool CsvSurvey::addDate(const CsvPlace& place, const CsvRow& row, DateOrderEvidence& evidence)
{
    const std::string text = m_frame.columns().textOf(place, row);
    const bool isNeeded = &place == &m_profile.booked;
    if (text.empty() && !isNeeded)
        return true;
    const auto parts = datePartsOf(text);
    if (!parts)
        return refuse(
            row.line,
            "statement.date",
            shown(text) + " is no date",
            m_frame.columns().nameOf(place));
    evidence.add(*parts, row.line);
    return true;
}

void CsvSurvey::addSigns(const CsvPlace& place, const CsvRow& row)
{
    if (!m_frame.columns().has(place))
        return;
    const auto isNegative = isNegativeCell(m_frame.columns().textOf(place, row));
    if (!isNegative)
        return;
    Signs& signs = m_signs[&place];
    std::int64_t& line = *isNegative ? signs.negativeLine : signs.positiveLine;
    line = line == 0 ? row.line : line;
}

void CsvSurvey::addDecimals(const CsvRow& row)
{
    if (m_profile.decimal != CsvProfile::Decimal::Decide || m_profile.numbers.isMinor)
        return;
    for (const CsvPlace* place : m_frame.amountPlaces()) {
        const std::string text = m_frame.columns().textOf(*place, row);
        if (text.empty())
            continue;
        const DecimalHint hint = decimalHint(text, m_profile.numbers.hasIndianGroups);
        if (hint == DecimalHint::Open)
            addOpen(text, row);
        std::int64_t none = 1;
        std::int64_t& line = hint == DecimalHint::Dot     ? m_dotLine
                             : hint == DecimalHint::Comma ? m_commaLine
                             : hint == DecimalHint::Open  ? m_openLine
                                                          : none;
        std::string& column = hint == DecimalHint::Dot     ? m_dotColumn
                              : hint == DecimalHint::Comma ? m_commaColumn
                                                           : m_openColumn;
        if (line == 0)
            column = m_frame.columns().nameOf(*place);
        line = line == 0 ? row.line : line;
    }
}

// A currency without decimals has nothing behind a decimal mark: its open amounts are grouped.
void CsvSurvey::addOpen(const std::string& text, const CsvRow& row)
{
    const auto currency = Currency::fromCode(m_frame.currencyOf(row));
    m_hasOpenDecimals = m_hasOpenDecimals || !currency || currency->exponent() > 0;
    m_hasOpenDot = m_hasOpenDot || text.find('.') != std::string::npos;
    m_hasOpenComma = m_hasOpenComma || text.find(',') != std::string::npos;
}

bool CsvSurvey::addGroup(const CsvRow& row)
{
    CsvGroup group = groupOf(m_profile, m_frame, row);
    auto& groups = m_decisions.groups;
    // Rows of one statement mostly follow each other.
    if (!groups.empty() && groups.back() == group)
        return true;
    if (std::find(groups.begin(), groups.end(), group) != groups.end())
        return true;
    if (groups.size() >= kMostGroups)
        return refuse(
            row.line,
            "statement.too_many_statements",
            "the file holds more accounts, currencies or batches than are read from one file",
            {});
    groups.push_back(std::move(group));
    return true;
}

bool CsvSurvey::finish()
{
    m_decisions.hasMixedDates = m_booked.isMixed() || m_value.isMixed();
    for (const auto& [key, numbers] : m_numbers) {
        if (numbers.longOnes > 0 && numbers.longOnes == numbers.cutOnes)
            m_decisions.cutKeys.insert(key);
    }
    return decideDates(m_profile.booked, m_booked, m_decisions.booked)
           && decideDates(m_profile.value, m_value, m_decisions.value) && decideDecimal()
           && decideSigns();
}

bool CsvSurvey::decideDates(
    const CsvPlace& place, const DateOrderEvidence& evidence, DateOrder& target) const
{
    const std::string column = m_frame.columns().nameOf(place);
    if (evidence.isContradictory())
        return refuse(
            std::max(evidence.dayFirstLine(), evidence.monthFirstLine()),
            "statement.date_order_contradicts",
            "line " + std::to_string(std::min(evidence.dayFirstLine(), evidence.monthFirstLine()))
                + " has day and month in the other order",
            column);
    const DateOrder wanted = m_options.dateOrder.value_or(m_profile.dates.order);
    const auto decided = evidence.decided();
    const bool isAgainst = (wanted == DateOrder::DayMonthYear && evidence.monthFirstLine() > 0)
                           || (wanted == DateOrder::MonthDayYear && evidence.dayFirstLine() > 0);
    if (isAgainst)
        return refuse(
            std::max(evidence.dayFirstLine(), evidence.monthFirstLine()),
            "statement.date_order_contradicts",
            "the dates are not in the order " + std::string(toText(wanted)),
            column);
    if (wanted != DateOrder::Decide) {
        target = wanted;
        return true;
    }
    if (!decided)
        return refuse(
            evidence.openLine(),
            "statement.date_order_undecided",
            "no date of the column tells day from month: say which comes first (dmy or mdy)",
            column);
    target = *decided;
    return true;
}

bool CsvSurvey::decideDecimal()
{
    const char wanted = m_options.decimal;
    if (m_profile.decimal != CsvProfile::Decimal::Decide || m_profile.numbers.isMinor) {
        m_decisions.decimal = m_profile.decimal == CsvProfile::Decimal::Comma ? ',' : '.';
        if (wanted != 0)
            m_decisions.decimal = wanted;
        return true;
    }
    if (m_dotLine > 0 && m_commaLine > 0)
        return refuse(
            std::max(m_dotLine, m_commaLine),
            "statement.decimal_mark_contradicts",
            "the decimal mark is another one than in line "
                + std::to_string(std::min(m_dotLine, m_commaLine)),
            m_dotLine > m_commaLine ? m_dotColumn : m_commaColumn);
    const bool isOpen = wanted == 0 && m_dotLine == 0 && m_commaLine == 0 && m_openLine > 0;
    if (isOpen && !m_hasOpenDecimals && m_hasOpenDot != m_hasOpenComma) {
        m_decisions.decimal = m_hasOpenDot ? ',' : '.';
        return true;
    }
    if (isOpen)
        return refuse(
            m_openLine,
            "statement.decimal_mark_undecided",
            "no amount of the file tells the decimal mark from that of thousands: say which it is",
            m_openColumn);
    const char decided = m_commaLine > 0 ? ',' : '.';
    if (wanted != 0 && wanted != decided && m_dotLine + m_commaLine > 0)
        return refuse(
            std::max(m_dotLine, m_commaLine),
            "statement.decimal_mark_contradicts",
            "the decimal mark is not the one that was said",
            m_dotLine > m_commaLine ? m_dotColumn : m_commaColumn);
    m_decisions.decimal = wanted != 0 ? wanted : decided;
    return true;
}

bool CsvSurvey::decideSigns()
{
    for (const auto& [place, signs] : m_signs) {
        const bool isDebit = place == &m_profile.debit || place == &m_profile.netDebit;
        if (signs.negativeLine > 0 && signs.positiveLine > 0)
            return refuse(
                std::max(signs.negativeLine, signs.positiveLine),
                "statement.debit_credit_signs",
                "the column has amounts with and without a minus: which of them went the other "
                "way is not said",
                m_frame.columns().nameOf(*place));
        if (signs.negativeLine > 0 && !isDebit)
            return refuse(
                signs.negativeLine,
                "statement.debit_credit_signs",
                "a column of credits has amounts with a minus",
                m_frame.columns().nameOf(*place));
        if (signs.negativeLine > 0)
            m_decisions.negative.insert(place);
    }
    return true;
}

} // namespace onceover
