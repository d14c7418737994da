// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/statement_format.h"
#include "backend/statements/statement_parser.h"
#include "backend/statements/statement_sink.h"

#include <memory>
#include <optional>
#include <string>

namespace onceover {

// Reads a statement file of any format: finds the format in its first bytes, unless it was chosen,
// and hands everything to that format's reader.
class StatementReader final : public StatementParser
{
public:
    // The sink must outlive the reader.
    explicit StatementReader(
        StatementSink& sink,
        const StatementLimits& limits = {},
        const std::optional<FormatName>& chosen = {});
    ~StatementReader() override;

    bool feed(std::string_view bytes) override;
    std::optional<Refusal> finish() override;
    std::int64_t statementCount() const override;
    std::int64_t entryCount() const override;

private:
    bool open();

    StatementSink& m_sink;
    StatementLimits m_limits;
    std::optional<FormatName> m_chosen;
    ParseLog m_log;
    std::string m_head;
    std::int64_t m_bytes = 0;
    // Nothing before the format is known.
    std::unique_ptr<StatementParser> m_parser;
};

// The reader of one format. `family` is the bank message that must be in the file, empty for any.
std::unique_ptr<StatementParser> parserOf(
    const FormatName& format, StatementSink& sink, const StatementLimits& limits);

} // namespace onceover
