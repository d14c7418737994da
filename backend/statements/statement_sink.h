// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/camt/payment_status.h"
#include "backend/statements/statement.h"
#include "backend/statements/statement_entry.h"

#include <vector>

namespace onceover {

// Receives a file while it is read. The entries of a statement come first, then the statement with
// its totals. When the parse ends in a refusal, everything received must be dropped.
class StatementSink
{
public:
    virtual ~StatementSink() = default;

    // False stops the parse with the refusal "statement.cancelled".
    virtual bool entry(const StatementEntry& entry) = 0;
    virtual bool statement(const Statement& statement) = 0;

    // What a bank says of an order; no money. Whoever wants statements alone passes over it.
    virtual bool status(const PaymentStatus&) { return true; }

protected:
    StatementSink() = default;
    StatementSink(const StatementSink&) = default;
    StatementSink& operator=(const StatementSink&) = default;
};

struct CollectedStatement
{
    Statement statement;
    std::vector<StatementEntry> entries;
};

// Keeps everything in memory: for files of a size a caller has limited.
class StatementCollector final : public StatementSink
{
public:
    bool entry(const StatementEntry& entry) override;
    bool statement(const Statement& statement) override;
    bool status(const PaymentStatus& status) override;

    const std::vector<CollectedStatement>& statements() const { return m_statements; }

    const std::vector<PaymentStatus>& statuses() const { return m_statuses; }

private:
    std::vector<StatementEntry> m_entries;
    std::vector<CollectedStatement> m_statements;
    std::vector<PaymentStatus> m_statuses;
};

} // namespace onceover
