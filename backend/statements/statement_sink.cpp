// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/statement_sink.h"

namespace onceover {

std::string_view toText(EntryStatus status)
{
    switch (status) {
    case EntryStatus::Booked:
        return "BOOKED";
    case EntryStatus::Pending:
        return "PENDING";
    case EntryStatus::Info:
        break;
    }
    return "INFO";
}

bool StatementCollector::entry(const StatementEntry& entry)
{
    m_entries.push_back(entry);
    return true;
}

bool StatementCollector::statement(const Statement& statement)
{
    m_statements.push_back(CollectedStatement{statement, std::move(m_entries)});
    m_entries.clear();
    return true;
}

bool StatementCollector::status(const PaymentStatus& status)
{
    m_statuses.push_back(status);
    return true;
}

} // namespace onceover
