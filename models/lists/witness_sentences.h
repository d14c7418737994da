// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/snapshots.h"

#include <QCoreApplication>
#include <QStringList>

namespace onceover {

// The cores as witnesses of a restarted database, for people: whom it waits for, what is proposed
// about them, and what can be done.
class WitnessSentences
{
    Q_DECLARE_TR_FUNCTIONS(WitnessSentences)

public:
    // "core-2 on pay-2, last seen 2026-11-30 14:03:22 +08:00": one for each core that is awaited.
    static QStringList missing(const DeskPulse& pulse);
    // Their names in one line; empty where nobody is awaited.
    static QString missingNames(const DeskPulse& pulse);
    // One for each core that waits for its admission.
    static QStringList notAdmitted(const DeskPulse& pulse);
    // One for each proposal about a core, with what its second person enters.
    static QStringList proposals(const DeskPulse& pulse);
    // All of it, and what to do next, in sentences; empty while there is nothing to do.
    static QStringList everything(const DeskPulse& pulse);
};

} // namespace onceover
