// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/csv/csv_money_reader.h"
#include "backend/statements/encoding/text_encoding.h"
#include "backend/statements/running_balance.h"
#include "backend/statements/settlement_sum.h"
#include "backend/statements/statement_sink.h"
#include "backend/statements/statement_totals.h"

#include <cstdint>

namespace onceover {

// Makes one statement of the movements of one group, and checks its balances as far as the source
// prints any.
class CsvStatementBuilder
{
public:
    // All of them must outlive the builder. `ordinal` counts statements of the file, `entries` the
    // entries before this one.
    CsvStatementBuilder(
        const CsvProfile& profile,
        const CsvGroup& group,
        std::int64_t ordinal,
        std::int64_t entries,
        StatementSink& sink,
        ParseLog& log);

    // False when refused or cancelled.
    bool add(CsvMovement& movement);
    bool finish(const CsvFrame& frame, const CsvDecisions& decisions, const TextEncoding& encoding);

    std::int64_t entryCount() const { return m_position; }

private:
    bool readMark(
        const CsvMark& mark,
        const CsvDecisions& decisions,
        std::optional<std::int64_t>& targetMinor);
    bool settleBalances(const CsvFrame& frame, const CsvDecisions& decisions);
    bool settleMarks();
    void settleParts();

    const CsvProfile& m_profile;
    StatementSink& m_sink;
    ParseLog& m_log;
    Statement m_statement;
    StatementTotals m_totals;
    RunningBalance m_balance;
    SettlementSum m_settlement;
    std::int64_t m_printedNetMinor = 0;
    std::int64_t m_netMinor = 0;
    std::int64_t m_moveMinor = 0;
    bool m_hasFeesBeside = false;
    std::int64_t m_entriesBefore;
    std::int64_t m_position = 0;
};

} // namespace onceover
