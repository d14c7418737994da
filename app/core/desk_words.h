// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/arguments.h"
#include "backend/domain/desk_command.h"
#include "backend/domain/id_source.h"
#include "backend/store/pg_review.h"

#include <string>

namespace onceover {

// The options of every desk command.
inline const std::set<std::string, std::less<>> kDeskOptions = {
    "--as",
    "--payment",
    "--core",
    "--upload",
    "--kind",
    "--reason",
    "--note",
    "--generation",
    "--digest",
    "--version",
    "--decision",
    "--until",
    "--why",
    "--file",
    "--provider",
    "--id"};

// Builds the command that the words ask for. Errors: usage.desk; what reading the case brings.
// A command without --id gets a fresh one. Proposals and approvals name what their person saw; a
// digest read here would be of facts that nobody has looked at, and the same words again would say
// something else.
Result<DeskCommand> deskCommandOf(
    const std::string& verb, const Arguments& arguments, PgReview& review, IdSource& ids);

} // namespace onceover
