// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/encoding/line_splitter.h"
#include "backend/statements/parse_log.h"
#include "backend/statements/statement_parser.h"

#include <optional>
#include <string_view>

namespace onceover {

// What all formats of lines share: the limits, the cutting into lines, and a refusal where the file
// holds no statement.
class LineParser : public StatementParser
{
public:
    bool feed(std::string_view bytes) final;
    std::optional<Refusal> finish() final;

protected:
    // `missing` says what a file without any statement lacks; it must outlive the parser.
    LineParser(const StatementLimits& limits, const char* missing);

    // One line without its end; the view dies with the call. False once the file is refused.
    virtual bool takeLine(std::string_view line, std::int64_t number) = 0;
    // All lines were taken.
    virtual bool endFile() = 0;

    const StatementLimits& limits() const { return m_limits; }

    ParseLog& log() { return m_log; }

private:
    StatementLimits m_limits;
    const char* m_missing;
    ParseLog m_log;
    LineSplitter m_splitter;
    std::int64_t m_bytes = 0;
};

} // namespace onceover
