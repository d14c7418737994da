// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/command_answer.h"
#include "backend/domain/desk_command.h"
#include "backend/domain/result.h"

namespace onceover {

// Port: the database as one person's own login sees it. One thread; every call blocks up to its
// deadline. No call is ever repeated by an implementation.
class DeskStore
{
public:
    virtual ~DeskStore() = default;

    // Runs the command in one transaction. An Error with effect None is a refusal; one with effect
    // Possible means that the command may have been committed.
    virtual Result<CommandAnswer> run(const DeskCommand& command) = 0;

    // What became of a command, for good: waits for one still under way, and a command that is not
    // there is made void, so that it cannot commit later (Error command.void, effect None).
    virtual Result<CommandAnswer> readCommand(const Uuid& commandId) = 0;
};

} // namespace onceover
