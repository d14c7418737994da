// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/matching/match_line.h"
#include "backend/matching/match_reason.h"

#include <optional>

namespace onceover {

// What keeps this record from proving this payment although it names it, whatever others do;
// nothing if they agree in all that an automatic link needs.
std::optional<MatchReason> objectionTo(const RecordLine& record, const PaymentLine& payment);

} // namespace onceover
