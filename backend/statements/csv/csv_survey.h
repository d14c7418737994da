// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/csv/csv_frame.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace onceover {

// The rows that make one statement.
struct CsvGroup
{
    std::string account;
    std::string currency;
    std::string statementId;

    friend bool operator==(const CsvGroup&, const CsvGroup&) = default;
};

// What only the whole file says about its cells.
struct CsvDecisions
{
    DateOrder booked = DateOrder::YearMonthDay;
    DateOrder value = DateOrder::YearMonthDay;
    char decimal = '.';
    // Columns of debits or credits that print every amount with a minus.
    std::set<const CsvPlace*> negative;
    // Keys of references in which a spreadsheet cut every long number to fifteen digits.
    std::set<std::string> cutKeys;
    // In the order of their first rows.
    std::vector<CsvGroup> groups;
    std::int64_t rows = 0;
    // Dates with the year first stand beside others: each says itself what it is.
    bool hasMixedDates = false;
};

// First reading of the rows: the date order and the decimal mark of the whole, which way debits are
// printed, damaged identifiers, and which statements there are. What stays open is refused by name,
// for a person to say. Bounded memory.
class CsvSurvey
{
public:
    // The frame's profile, options and log.
    CsvSurvey(
        const CsvProfile& profile, const CsvOptions& options, const CsvFrame& frame, ParseLog& log);

    bool add(const CsvRow& row);
    // False where something stays open, or the columns contradict themselves.
    bool finish();

    const CsvDecisions& decisions() const { return m_decisions; }

private:
    struct Signs
    {
        std::int64_t negativeLine = 0;
        std::int64_t positiveLine = 0;
    };

    struct Numbers
    {
        std::int64_t longOnes = 0;
        std::int64_t cutOnes = 0;
    };

    bool addDate(const CsvPlace& place, const CsvRow& row, DateOrderEvidence& evidence);
    void addSigns(const CsvPlace& place, const CsvRow& row);
    void addDecimals(const CsvRow& row);
    void addOpen(const std::string& text, const CsvRow& row);
    bool addGroup(const CsvRow& row);
    bool decideDates(
        const CsvPlace& place, const DateOrderEvidence& evidence, DateOrder& target) const;
    bool decideDecimal();
    bool decideSigns();
    bool refuse(
        std::int64_t line,
        const char* code,
        const std::string& message,
        const std::string& field) const;

    const CsvProfile& m_profile;
    const CsvOptions& m_options;
    const CsvFrame& m_frame;
    ParseLog& m_log;
    CsvDecisions m_decisions;
    DateOrderEvidence m_booked;
    DateOrderEvidence m_value;
    std::map<const CsvPlace*, Signs> m_signs;
    std::map<std::string, Numbers> m_numbers;
    std::int64_t m_dotLine = 0;
    std::int64_t m_commaLine = 0;
    std::int64_t m_openLine = 0;
    std::string m_openColumn;
    std::string m_dotColumn;
    std::string m_commaColumn;
    // Whether an open amount is of a currency that has decimals, or of none that is known.
    bool m_hasOpenDecimals = false;
    bool m_hasOpenDot = false;
    bool m_hasOpenComma = false;
};

// The statement that a row belongs to.
CsvGroup groupOf(const CsvProfile& profile, const CsvFrame& frame, const CsvRow& row);

} // namespace onceover
