// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/file_decision.h"
#include "models/read/snapshots.h"

namespace onceover {

// What a decision about a file is bound to, of exactly what the screen shows of it.
std::string shownFileDigest(const UploadFile& file);

} // namespace onceover
