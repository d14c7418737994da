// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/command_answer.h"
#include "backend/domain/desk_command.h"
#include "models/case_file/case_commands.h"
#include "models/decide/command_draft.h"
#include "models/read/snapshots.h"

namespace onceover {

// The command as the desk takes it, bound to the facts of this snapshot: their digest and their
// version.
DeskCommand deskCommand(
    CaseCommand command, const CaseFile& file, const CommandDraft& draft, const Uuid& id);

} // namespace onceover
