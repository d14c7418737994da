// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/server_lock.h"

#include "backend/postgres/cluster_files.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <string>
#include <system_error>

namespace onceover {

namespace fs = std::filesystem;

namespace {

std::optional<pid_t> pidFrom(const std::string& text)
{
    pid_t pid = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), pid);
    return parsed.ec == std::errc() && pid > 1 ? std::optional(pid) : std::nullopt;
}

bool isAlive(pid_t pid)
{
    return ::kill(pid, 0) == 0 || errno != ESRCH;
}

// A process id may have been given to somebody else since. Every process of a server works in its
// data directory; one that cannot be looked at is another user's or dead, and not our server.
bool worksIn(pid_t pid, const fs::path& dataDirectory)
{
    std::error_code failed;
    const fs::path where = fs::read_symlink("/proc/" + std::to_string(pid) + "/cwd", failed);
    return !failed && fs::equivalent(where, dataDirectory, failed);
}

// Without /proc nothing can be told, and the server itself decides at its start.
bool canTell()
{
    std::error_code ignored;
    return fs::exists("/proc/self/cwd", ignored);
}

} // namespace

std::optional<pid_t> runningServer(const fs::path& dataDirectory)
{
    const auto pid = pidFrom(readFirstLine(dataDirectory / "postmaster.pid"));
    if (!pid || !isAlive(*pid) || (canTell() && !worksIn(*pid, dataDirectory))) {
        return std::nullopt;
    }
    return pid;
}

std::vector<pid_t> processesIn(const fs::path& dataDirectory)
{
    std::vector<pid_t> found;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator("/proc", failed)) {
        const auto pid = pidFrom(entry.path().filename().string());
        if (pid && worksIn(*pid, dataDirectory)) {
            found.push_back(*pid);
        }
    }
    return found;
}

void removeStrangersLocks(const fs::path& dataDirectory, const fs::path& socketDirectory)
{
    if (!canTell() || !processesIn(dataDirectory).empty()) {
        return;
    }
    for (const fs::path& lock :
         {dataDirectory / "postmaster.pid", socketDirectory / ".s.PGSQL.5432.lock"}) {
        const auto pid = pidFrom(readFirstLine(lock));
        std::error_code failed;
        if (pid && isAlive(*pid)) {
            fs::remove(lock, failed);
        }
    }
}

} // namespace onceover
