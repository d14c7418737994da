// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/look_facts.h"
#include "backend/domain/result.h"

#include <string_view>

namespace onceover {

// Reads what onceover.look_input gives. Error store.unexpected: the database speaks another
// version's language.
Result<LookFacts> lookFactsFromJson(std::string_view text);

} // namespace onceover
