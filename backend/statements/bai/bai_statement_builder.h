// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/bai/bai_record.h"
#include "backend/statements/statement_sink.h"
#include "backend/statements/statement_totals.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// Builds one statement from each account (03) of a BAI2 file and holds the trailers against what
// was there: totals and numbers of records of the account (49), the group (98) and the file (99). A
// statement is handed on when the next one begins or the file ends, so that the trailers around it
// still speak for it. Holds one entry and one statement.
class BaiStatementBuilder
{
public:
    BaiStatementBuilder(StatementSink& sink, ParseLog& log)
        : m_sink(sink)
        , m_log(log)
    {}

    bool record(const BaiRecord& record);
    bool finish();

    std::int64_t statementCount() const { return m_statementCount; }

    std::int64_t entryCount() const { return m_entryCount; }

private:
    // What a trailer is held against.
    struct Tally
    {
        bool isOpen = false;
        std::int64_t sumMinor = 0;
        // Accounts of a group, groups of a file.
        std::int64_t parts = 0;
        std::int64_t records = 0;
    };

    bool beginFile(const BaiRecord& record);
    bool beginGroup(const BaiRecord& record);
    bool beginAccount(const BaiRecord& record);
    bool readSummaries(const std::vector<std::string>& fields);
    bool takeSummary(std::string_view type, std::string_view amount, std::string_view count);
    bool detail(const BaiRecord& record);
    void compareSummaries();
    bool endAccount(const BaiRecord& record);
    bool endGroup(const BaiRecord& record);
    bool endFile(const BaiRecord& record);
    bool closeOpen(bool hasAccountTrailer, bool hasGroupTrailer, bool hasFileTrailer);
    void hold(Tally& tally, const BaiRecord& record, bool hasParts);
    void differs(const std::string& message);
    bool handOn();

    StatementSink& m_sink;
    ParseLog& m_log;
    Tally m_file;
    Tally m_group;
    Tally m_account;
    std::string m_fileId;
    std::string m_createdAt;
    std::string m_groupDay;
    std::string m_groupCurrency;
    bool m_isGroupInterim = false;
    // The group takes back or tests: nothing in it has happened.
    bool m_isGroupVoid = false;
    // The group takes back or corrects what the bank sent before.
    bool m_isGroupOverEarlier = false;
    Statement m_statement;
    bool m_hasStatement = false;
    StatementTotals m_totals;
    // What the bank says of all credits and debits of the account.
    ControlFigures m_creditSummary;
    ControlFigures m_debitSummary;
    std::int64_t m_credits = 0;
    std::int64_t m_debits = 0;
    std::int64_t m_statementCount = 0;
    std::int64_t m_entryCount = 0;
    std::int64_t m_position = 0;
};

} // namespace onceover
