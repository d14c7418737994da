// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "backend/domain/uuid.h"

#include <cstdint>

namespace onceover {

// The kernel's random id of this boot; another one means that the machine was restarted or
// restored.
Result<Uuid> currentBootId();

// Milliseconds since boot, suspended time included; not affected by the wall clock.
std::int64_t currentBootTimeMs();

} // namespace onceover
