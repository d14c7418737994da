// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/statement_reader.h"

#include "backend/statements/bai/bai_parser.h"
#include "backend/statements/camt/bank_message_parser.h"
#include "backend/statements/mt/mt_parser.h"

namespace onceover {

std::unique_ptr<StatementParser> parserOf(
    const FormatName& format, StatementSink& sink, const StatementLimits& limits)
{
    if (format.format == StatementFormat::Mt)
        return std::make_unique<MtParser>(sink, limits);
    if (format.format == StatementFormat::Bai2)
        return std::make_unique<BaiParser>(sink, limits);
    return std::make_unique<BankMessageParser>(sink, limits, format.family);
}

StatementReader::StatementReader(
    StatementSink& sink, const StatementLimits& limits, const std::optional<FormatName>& chosen)
    : m_sink(sink)
    , m_limits(limits)
    , m_chosen(chosen)
{}

StatementReader::~StatementReader() = default;

bool StatementReader::open()
{
    auto format = m_chosen;
    if (!format) {
        const auto found = formatOf(m_head, m_log);
        if (!found)
            return false;
        format = FormatName{*found, {}};
    }
    m_parser = parserOf(*format, m_sink, m_limits);
    return m_parser->feed(m_head);
}

bool StatementReader::feed(std::string_view bytes)
{
    if (m_log.refusal())
        return false;
    m_bytes += static_cast<std::int64_t>(bytes.size());
    if (m_bytes > m_limits.fileBytes)
        return m_log.refuseField(
            "statement.file_too_large", "the file is larger than the limit", {});
    if (m_parser)
        return m_parser->feed(bytes);
    m_head += bytes;
    return m_head.size() < kFormatHeadBytes || open();
}

std::optional<Refusal> StatementReader::finish()
{
    if (!m_log.refusal() && !m_parser)
        open();
    if (m_log.refusal())
        return m_log.refusal();
    return m_parser->finish();
}

std::int64_t StatementReader::statementCount() const
{
    return m_parser ? m_parser->statementCount() : 0;
}

std::int64_t StatementReader::entryCount() const
{
    return m_parser ? m_parser->entryCount() : 0;
}

} // namespace onceover
