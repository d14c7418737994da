// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/camt/camt_entry_builder.h"
#include "backend/statements/statement_sink.h"
#include "backend/statements/statement_totals.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onceover {

// Builds the statements of one message and hands entries and statements to the sink as they end.
class CamtStatementBuilder
{
public:
    CamtStatementBuilder(StatementSink& sink, ParseLog& log);

    // The message's family, which every statement of it bears: "camt.053".
    void setFormat(std::string_view format) { m_format = std::string(format); }

    bool startElement(MessageNode node);
    // `currency` is the element's Ccy attribute, empty where it has none.
    bool endElement(MessageNode node, std::string_view text, std::string_view currency);

    std::int64_t statementCount() const { return m_statementCount; }

    std::int64_t entryCount() const { return m_entryCount; }

private:
    struct Balance
    {
        std::string code;
        std::optional<MinorAmount> amount;
        std::optional<int> sign;
        std::string day;
    };

    bool beginStatement();
    bool finishStatement();
    bool finishEntry();
    bool endStatementField(MessageNode node, std::string_view text);
    bool endSummaryField(MessageNode node, std::string_view text);
    bool endBalanceField(MessageNode node, std::string_view text, std::string_view currency);
    bool finishBalance();
    void takeBalances();
    void takeCurrency(const std::string& currency);

    StatementSink& m_sink;
    ParseLog& m_log;
    CamtEntryBuilder m_entryBuilder;
    Statement m_statement;
    StatementTotals m_totals;
    Balance m_balance;
    // The booked balances that count: the earliest opening, the latest closing.
    std::optional<Balance> m_opening;
    std::optional<Balance> m_previousClosing;
    std::optional<Balance> m_closing;
    std::string m_format;
    std::string m_groupCreatedAt;
    std::optional<bool> m_groupIsLastPage;
    std::int64_t m_statementCount = 0;
    std::int64_t m_entryCount = 0;
    // Of the open statement.
    std::int64_t m_position = 0;
};

} // namespace onceover
