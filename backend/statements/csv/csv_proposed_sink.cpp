// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_proposed_sink.h"

namespace onceover {

bool CsvProposedSink::statement(const Statement& statement)
{
    Statement warned = statement;
    warned.warnings.push_back(
        {"statement.mapping_proposed",
         statement.line,
         1,
         "no profile is known for the file: it was read by what its columns say of themselves"});
    return m_sink.statement(warned);
}

} // namespace onceover
