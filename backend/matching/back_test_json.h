// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"

#include <string>
#include <string_view>

namespace onceover {

// Tests proposed rules against the cases that onceover.back_test_work tells, as the JSON that
// onceover.record_back_test takes. Rules that cannot be used are no error: the test says so.
// Errors: match.facts_unreadable.
Result<std::string> backTestOf(std::string_view work);

} // namespace onceover
