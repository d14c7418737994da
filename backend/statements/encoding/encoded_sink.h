// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/encoding/text_encoding.h"
#include "backend/statements/statement_sink.h"

#include <string>
#include <vector>

namespace onceover {

// Tells each statement in which character set its file was read, and passes everything on.
class EncodedSink final : public StatementSink
{
public:
    // The sink must outlive this.
    EncodedSink(StatementSink& sink, const TextEncoding& encoding);

    bool entry(const StatementEntry& entry) override { return m_sink.entry(entry); }

    bool statement(const Statement& statement) override;

private:
    StatementSink& m_sink;
    std::string m_charset;
    std::string m_reason;
    std::vector<StatementWarning> m_warnings;
};

} // namespace onceover
