// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/mutation/sql_draft.h"

namespace onceover {

// drop-conjunct, drop-not, swap-and-or, negate-if, drop-where.
void bendConditions(SqlDraft& draft);

// bend-comparison. At a boundary where two numbers can be equal; against the clock, where no test
// can hit the microsecond, the direction is turned round.
void bendComparisons(SqlDraft& draft);

} // namespace onceover
