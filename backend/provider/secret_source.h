// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "backend/provider/http_profile.h"

#include <string>

namespace onceover {

// The provider's secret, read anew for each call so that a rotated one is used at once; it never
// reaches a profile, a stored request or a log. A secret file must be a regular file that nobody
// but its owner can read; one line end at its end is dropped. Errors (effect none):
// secret.unavailable.
Result<std::string> readSecret(const Authorization& authorization);

} // namespace onceover
