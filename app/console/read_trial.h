// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "models/read/read_settings.h"
#include "models/session/connection_profile.h"

namespace onceover {

// The settings of the reading connection. `isAudit`: without the viewer's role, by the auditor's
// own right.
ReadSettings readSettingsOf(
    const ConnectionProfile& profile, const QString& password, bool isAudit);

// Opens a reading connection and closes it again: it cannot write, so a trial in audit mode cannot
// either. Blocks; not for the GUI thread.
Result<void> tryReading(const ReadSettings& settings);

} // namespace onceover
