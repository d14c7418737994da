// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/csv/csv_money_reader.h"
#include "backend/statements/statement_entry.h"

#include <optional>
#include <string>

namespace onceover {

// Turns rows into entries once the whole file was surveyed. Whatever does not fit refuses the file,
// naming line and column.
class CsvEntryReader
{
public:
    // All of them must outlive the reader.
    CsvEntryReader(
        const CsvProfile& profile,
        const CsvFrame& frame,
        const CsvDecisions& decisions,
        ParseLog& log);

    // Nothing when refused.
    std::optional<CsvMovement> read(const CsvRow& row);

private:
    bool readDates(const CsvRow& row, StatementEntry& entry);
    bool readMoment(const CsvRow& row, const CsvDay& day, StatementEntry& entry);
    bool readState(const CsvRow& row, CsvMovement& movement);
    void readTexts(const CsvRow& row, StatementEntry& entry);
    void readReferences(const CsvRow& row, StatementEntry& entry);
    void readKey(const CsvRow& row, StatementEntry& entry) const;
    bool refuse(
        const CsvRow& row,
        const CsvPlace& place,
        const std::string& code,
        const std::string& message);

    const CsvProfile& m_profile;
    const CsvFrame& m_frame;
    const CsvDecisions& m_decisions;
    ParseLog& m_log;
    CsvMoneyReader m_money;
};

} // namespace onceover
