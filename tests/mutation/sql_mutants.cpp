// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/mutation/sql_mutants.h"

#include "tests/mutation/sql_conditions.h"
#include "tests/mutation/sql_draft.h"
#include "tests/mutation/sql_statements.h"

namespace onceover {

std::vector<Mutant> sqlMutants(const std::string& file, const SqlFunction& function)
{
    SqlDraft draft(file, function);
    bendConditions(draft);
    bendComparisons(draft);
    dropStatements(draft);
    dropLocks(draft);
    bendConstants(draft);
    return draft.takeMutants();
}

} // namespace onceover
