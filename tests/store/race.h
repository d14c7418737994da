// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/postgres/transaction.h"
#include "tests/store/desk_world.h"

#include <string>

namespace onceover {

struct RacingCall
{
    std::string sql;
    Params params;
};

// Makes the change as the holder, starts the call, and commits when the call waits or is through.
// Answers the call's first column, or its code in brackets.
std::string afterChange(
    Connection& holder, const std::string& change, Connection& caller, const RacingCall& call);

// The code of a command whose id is $1, begun while the transaction is open and ended behind it.
std::string commandBehind(
    DeskWorld& world,
    Transaction& open,
    Connection& other,
    const std::string& sql,
    const std::string& id);

} // namespace onceover
