// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/provider/http_profile.h"
#include "backend/provider/profile_section.h"

#include <string>

namespace onceover {

// A JSON pointer; "" when the member is optional and missing.
std::string readPointer(ProfileSection& section, const char* name, bool isRequired);

// One row of an answer table. Refuses what no profile may claim, whoever approved it.
AnswerRow readSubmitRow(ProfileSection& section);
AnswerRow readQueryRow(ProfileSection& section);

} // namespace onceover
