// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/decision.h"
#include "models/read/snapshots.h"

#include <QString>

namespace onceover {

// What a person filled in before giving a command.
struct CommandDraft
{
    static constexpr qsizetype kMaxNoteCharacters = static_cast<qsizetype>(kMaxNoteLength);

    QString reasonCode;
    QString note;
    // "same" or "new"; empty where nothing is chosen or nothing is to choose.
    QString generation;
    bool closesOpenAttempts = false;
    MaybeUs untilUs;
};

} // namespace onceover
