// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "backend/postgres/deadline.h"

#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace onceover {

// An operating system user whose rights a child runs with.
struct OsUser
{
    uid_t uid = 0;
    gid_t gid = 0;
    std::string name;

    static std::optional<OsUser> byName(const std::string& name);
};

struct ChildExit
{
    int exitCode = 0;
    // Standard output and standard error together, at most 64 KiB.
    std::string output;
};

// Runs a program to its end with a fixed small environment, no inherited descriptors and, if asked,
// as another user. Past the deadline the child is killed (child.timeout).
Result<ChildExit> runChild(
    const std::vector<std::string>& arguments,
    const std::optional<OsUser>& runAs,
    Deadline deadline);

} // namespace onceover
