// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/postgres/migrator.h"

#include <vector>

namespace onceover {

// The schema as this program ships it, in order.
const std::vector<Migration>& migrations();

} // namespace onceover
