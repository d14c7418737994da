// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/csv/csv_frame.h"
#include "backend/statements/csv/csv_survey.h"
#include "backend/statements/statement_entry.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace onceover {

// A movement as one row shows it.
struct CsvMovement
{
    StatementEntry entry;
    // By kind, what the row adds to the net.
    std::vector<std::pair<std::string, std::int64_t>> parts;
    std::optional<std::int64_t> balanceMinor;
    // What the balance moved by: the amount, and fees that stand beside it.
    std::int64_t balanceMoveMinor = 0;
    // The file's own net where it is not the sum of its parts.
    std::optional<std::int64_t> printedNetMinor;
};

// The money of one row: where the amount stands, which way it went, what fees and refunds take of
// it, and the balance beside it. Columns that contradict each other refuse the file.
class CsvMoneyReader
{
public:
    // All of them must outlive the reader.
    CsvMoneyReader(
        const CsvProfile& profile,
        const CsvFrame& frame,
        const CsvDecisions& decisions,
        ParseLog& log);

    // Into a movement that knows its kind. False when refused.
    bool read(const CsvRow& row, CsvMovement& movement);

    // Whether an amount of the last row was shortened by a spreadsheet.
    bool isRounded() const { return m_isRounded; }

private:
    bool readSigned(const CsvRow& row, CsvMovement& movement);
    bool readTwoColumns(
        const CsvRow& row,
        const CsvPlace& debit,
        const CsvPlace& credit,
        std::int64_t& amountMinor);
    bool readParts(const CsvRow& row, CsvMovement& movement);
    bool addFees(const CsvRow& row, std::int64_t& sumMinor, CsvMovement& movement);
    bool readDirection(const CsvRow& row, bool isSigned, std::int64_t& amountMinor);
    std::optional<CsvAmount> amountOf(const CsvRow& row, const CsvPlace& place);
    bool refuse(
        const CsvRow& row,
        const CsvPlace& place,
        const std::string& code,
        const std::string& message);

    const CsvProfile& m_profile;
    const CsvFrame& m_frame;
    const CsvDecisions& m_decisions;
    ParseLog& m_log;
    CsvAmountFormat m_format;
    std::string m_currency;
    int m_exponent = 2;
    bool m_isRounded = false;
};

} // namespace onceover
