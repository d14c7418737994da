// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/postgres/connection.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// One call of a database function by one session.
struct SessionCall
{
    std::string sql;
    Params params;
};

// Two sessions in lock step, without a clock: the first has done its call and not committed when
// the second asks; it commits once the second waits for it or is through; the second commits last.
struct LockStep
{
    // "" or the code of the refusal; a call that answers a row answers with its column `answer`.
    std::string first;
    std::string second;
    bool hasWaited = false;
};

// `between` runs when only the first has committed: the second's effects are there but not visible.
LockStep inLockStep(
    Connection& observer,
    Connection& firstSession,
    const SessionCall& firstCall,
    Connection& secondSession,
    const SessionCall& secondCall,
    const std::function<void()>& between = {});

// All calls at once, each in its own session; what each answered.
std::vector<std::string> answersAtOnce(
    std::vector<Connection>& sessions, const std::vector<SessionCall>& calls);

// One call in a transaction of its own, answered as above.
std::string answerOf(Connection& session, const SessionCall& call);

} // namespace onceover
