// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "backend/postgres/child_process.h"

#include <filesystem>
#include <optional>

namespace onceover {

// Two containers, or two hosts, may have one private cluster's directory: each sees its own
// processes alone, and a server of the other looks like one that is gone.

// Before a server is started in the directory: takes away the lock files that name a stranger, and
// notes from where it is started. Where the last server was started elsewhere, processes tell
// nothing, and it is gone only if no other program uses the cluster: cluster.elsewhere otherwise,
// and nothing was touched. `useFd` is this program's shared lock of users.lock.
Result<void> prepareStart(
    const std::filesystem::path& directory,
    const std::filesystem::path& socketDirectory,
    int useFd,
    const std::optional<OsUser>& owner);

} // namespace onceover
