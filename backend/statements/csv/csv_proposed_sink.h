// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/statement_sink.h"

namespace onceover {

// Says of every statement that nobody has put the mapping in force that it was read by.
class CsvProposedSink final : public StatementSink
{
public:
    // The sink must outlive the object.
    explicit CsvProposedSink(StatementSink& sink)
        : m_sink(sink)
    {}

    bool entry(const StatementEntry& entry) override { return m_sink.entry(entry); }

    bool statement(const Statement& statement) override;

private:
    StatementSink& m_sink;
};

} // namespace onceover
