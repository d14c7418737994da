// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/mutation/sql_draft.h"

namespace onceover {

// drop-guard, drop-event, drop-exit, drop-statement.
void dropStatements(SqlDraft& draft);

// drop-lock: row locks, SKIP LOCKED.
void dropLocks(SqlDraft& draft);

// other-constant, bend-generation.
void bendConstants(SqlDraft& draft);

} // namespace onceover
