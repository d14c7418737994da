// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/provider/http_profile.h"

#include <string>
#include <vector>

namespace onceover {

// One consequence of what a provider can or cannot do.
struct AssessmentNote
{
    // Stable code, translated by the console: NO_KEY, KEY_EXPIRES, ABSENCE_FOR_PEOPLE, NO_QUERY,
    // QUERY_NOT_AUTHORITATIVE, NO_LIST, NO_STATEMENT, NO_ACCOUNT_ECHO, REFUSAL_WITHOUT_BODY, BLIND.
    std::string code;
    // An English sentence for whoever chooses the provider.
    std::string sentence;
};

// What the profile's missing capabilities mean for the people who will settle its unknown outcomes.
// Missing ones are legal; a profile without notes can do everything. Order: most serious first.
std::vector<AssessmentNote> assess(const HttpProfile& profile);

} // namespace onceover
