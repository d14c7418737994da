// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/core_host.h"
#include "app/core/output.h"
#include "backend/engine/pass.h"

namespace onceover {

Json passJson(const PassReport& report, const CoreHost& host);
std::string passSentence(const PassReport& report);
ExitCode exitCodeOf(const PassReport& report);

} // namespace onceover
