// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/payment_store.h"

#include <string>
#include <vector>

namespace onceover {

// The JSON parameters of the machine's functions. Text that a provider sent loses its NULs and what
// is not UTF-8; its hash was taken before.
std::string resultsJson(const std::vector<AttemptResult>& results);
std::string evidenceJson(const NewEvidence& evidence);
std::string conditionsJson(const std::vector<AbsenceCondition>& conditions);

} // namespace onceover
