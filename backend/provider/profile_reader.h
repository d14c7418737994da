// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "backend/provider/http_profile.h"

#include <string_view>

namespace onceover {

// Reads a profile (resources/profiles/README.md describes the format). Strict: unknown or missing
// members, members that appear twice, wrong types, values that contradict each other, templates
// with unknown placeholders, a key field that cannot hold REFERENCE-GENERATION, answers that a rule
// may never call final (a 3xx or 5xx refused or succeeded) are all refused by name. Errors (effect
// none): json.not_well_formed, profile.refused with "<JSON pointer>: why".
Result<HttpProfile> readProfile(std::string_view bytes);

} // namespace onceover
