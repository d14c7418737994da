// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/postgres/connection.h"

#include <chrono>

namespace onceover {

// Moves everything that the database remembers so far into the past: to its functions it is as if
// the time had passed. The events keep their times, which their chains hold. By the owner.
void letTimePass(Connection& owner, std::chrono::milliseconds passed);

} // namespace onceover
