// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include <sys/types.h>

namespace onceover {

// The lock files of a private cluster's server, and what a crash leaves of them.

// The process id in the data directory's lock file, if that process lives and is this cluster's
// server.
std::optional<pid_t> runningServer(const std::filesystem::path& dataDirectory);

// The living processes that work in the data directory: the server's own, or those that a killed
// server left behind. Only those that this user may look at.
std::vector<pid_t> processesIn(const std::filesystem::path& dataDirectory);

// A server takes over the lock files of one that is gone, but refuses to start while their process
// id lives, although it may be somebody else's by now. Removes lock files that name such a
// stranger, unless a process still works in the data.
void removeStrangersLocks(
    const std::filesystem::path& dataDirectory, const std::filesystem::path& socketDirectory);

} // namespace onceover
