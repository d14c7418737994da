// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/mutation/sql_mutation.h"

#include <cstddef>
#include <functional>

namespace onceover {

// Does the work for 0 to count - 1, as many at a time as the options say, until their minutes are
// over. What was not begun is said.
void workThrough(
    std::size_t count,
    const MutationOptions& options,
    const std::function<void(std::size_t index)>& work);

} // namespace onceover
