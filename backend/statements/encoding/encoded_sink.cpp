// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/encoding/encoded_sink.h"

namespace onceover {

EncodedSink::EncodedSink(StatementSink& sink, const TextEncoding& encoding)
    : m_sink(sink)
    , m_charset(encoding.charset)
    , m_reason(toText(encoding.reason))
{
    ParseLog log;
    log.setLine(encoding.line);
    warnOfEncoding(encoding, log);
    m_warnings = log.takeWarnings();
}

bool EncodedSink::statement(const Statement& statement)
{
    Statement told = statement;
    told.encoding = m_charset;
    told.encodingReason = m_reason;
    told.warnings.insert(told.warnings.begin(), m_warnings.begin(), m_warnings.end());
    return m_sink.statement(told);
}

} // namespace onceover
