// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/bai/bai_statement_builder.h"
#include "backend/statements/encoding/line_parser.h"

#include <string>
#include <string_view>

namespace onceover {

// Reads BAI2 as it arrives: one record a line or several, continued by 88 or by a line that only
// wraps. Holds one record with its continuations.
class BaiParser final : public LineParser
{
public:
    // The sink must outlive the parser.
    explicit BaiParser(StatementSink& sink, const StatementLimits& limits = {});

    std::int64_t statementCount() const override { return m_builder.statementCount(); }

    std::int64_t entryCount() const override { return m_builder.entryCount(); }

private:
    bool takeLine(std::string_view line, std::int64_t number) override;
    bool endFile() override;
    bool takeRecord(std::string_view text, std::int64_t number);
    bool append(std::string_view text, bool isRecord);
    bool closeRecord();

    BaiStatementBuilder m_builder;
    BaiRecord m_record;
    std::size_t m_recordBytes = 0;
    // The last line ended its record with a slash.
    bool m_isEnded = true;
};

} // namespace onceover
