// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/mt/mt_amount.h"
#include "backend/statements/mt/mt_header.h"
#include "backend/statements/mt/mt_lines.h"
#include "backend/statements/statement_sink.h"
#include "backend/statements/statement_totals.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// Builds statements from the fields of SWIFT messages. Messages that are pages of one statement
// (:62M: of one is :60M: of the next, under the same account and number) become one; a statement is
// handed on when the next one begins or the file ends. Holds one entry.
class MtStatementBuilder
{
public:
    MtStatementBuilder(StatementSink& sink, ParseLog& log)
        : m_sink(sink)
        , m_log(log)
    {}

    // A message begins, with or without its :20:.
    bool beginMessage(std::int64_t line);
    // `tag` without its colons; at least one line.
    bool field(std::string_view tag, MtLines lines, std::int64_t line);
    bool endMessage();
    bool finish();

    // The message says that it is an MT942.
    void setInterim() { m_header.isInterim = true; }

    std::int64_t statementCount() const { return m_statementCount; }

    std::int64_t entryCount() const { return m_entryCount; }

private:
    bool openBody();
    bool openingBalance(std::string_view tag, MtLines lines);
    bool closingBalance(std::string_view tag, MtLines lines);
    bool floorLimit(std::string_view text);
    bool controlFigure(std::string_view tag, std::string_view text);
    bool entry(MtLines lines, std::int64_t line);
    void narrative(MtLines lines);
    bool flushEntry();
    bool continuesWith(const MtBalance& opening) const;
    void joinPage(const MtBalance& opening);
    void closePage();
    bool beginStatement();
    bool finishStatement();
    void warnOfGaps();
    void setCurrency(const std::string& currency);

    StatementSink& m_sink;
    ParseLog& m_log;
    MtHeader m_header;
    Statement m_statement;
    StatementTotals m_totals;
    bool m_isOpen = false;
    // The last page ended with :62M:.
    bool m_awaitsPage = false;
    // The message that holds the open statement has ended.
    bool m_hasEnded = false;
    bool m_isSeamBroken = false;
    bool m_beginsWithin = false;
    std::optional<std::int64_t> m_page;
    // Of the page that is open.
    std::optional<std::int64_t> m_pageOpeningMinor;
    std::optional<std::int64_t> m_pageClosingMinor;
    std::int64_t m_pageSumMinor = 0;
    std::optional<StatementEntry> m_entry;
    StatementDetail m_detail;
    std::int64_t m_statementCount = 0;
    std::int64_t m_entryCount = 0;
    std::int64_t m_position = 0;
};

} // namespace onceover
