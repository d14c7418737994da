// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/provider/http_profile.h"

#include <string>

namespace onceover {

// The bytes of resources/profiles/NAME.json.
std::string shippedProfileText(const std::string& name);

// The shipped profile with another base URL and without its secret; aborts with a message when it
// is refused.
HttpProfile shippedProfile(const std::string& name, const std::string& baseUrl);

} // namespace onceover
