// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/encoding/line_parser.h"

namespace onceover {

LineParser::LineParser(const StatementLimits& limits, const char* missing)
    : m_limits(limits)
    , m_missing(missing)
    , m_splitter(limits.tokenBytes)
{}

bool LineParser::feed(std::string_view bytes)
{
    if (m_log.refusal())
        return false;
    m_bytes += static_cast<std::int64_t>(bytes.size());
    if (m_bytes > m_limits.fileBytes)
        return m_log.refuseField(
            "statement.file_too_large", "the file is larger than the limit", {});
    const auto take = [this](std::string_view line, std::int64_t number) {
        return takeLine(line, number);
    };
    if (m_splitter.feed(bytes, take))
        return true;
    if (m_splitter.isTooLong()) {
        m_log.setLine(m_splitter.number());
        m_log.refuseField("statement.token_length", "a line is longer than any statement's", {});
    }
    return false;
}

std::optional<Refusal> LineParser::finish()
{
    if (m_log.refusal())
        return m_log.refusal();
    const auto take = [this](std::string_view line, std::int64_t number) {
        return takeLine(line, number);
    };
    const bool isRead = m_splitter.finish(take) && endFile();
    if (isRead && statementCount() == 0)
        m_log.refuseField("statement.no_container", m_missing, {});
    return m_log.refusal();
}

} // namespace onceover
