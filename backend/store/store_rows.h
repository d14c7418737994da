// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/claim.h"
#include "backend/domain/result.h"
#include "backend/domain/witness.h"
#include "backend/postgres/rows.h"

#include <string>
#include <string_view>

namespace onceover {

// Answers of the machine's functions as values. Error store.unexpected for what is not understood.
Result<ClaimedAttempt> claimedAttemptOf(const Row& row, const std::string& provider);
// Without the session, which the row does not know.
Result<ServerCheck> serverCheckOf(const Row& row);

// "CALLED", "RECORDED", "CLOSED", "VOID", as find_missing takes them.
std::string_view textOf(WitnessedState state);

} // namespace onceover
