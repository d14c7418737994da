// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/server_place.h"

#include "backend/postgres/cluster_files.h"
#include "backend/postgres/file_lock.h"
#include "backend/postgres/server_lock.h"

#include <string>
#include <system_error>

namespace onceover {

namespace fs = std::filesystem;

namespace {

// The running kernel and the processes that this one can see; empty where that cannot be told.
std::string placeOfThisProcess()
{
    std::error_code failed;
    const fs::path processes = fs::read_symlink("/proc/self/ns/pid", failed);
    const std::string boot = readFirstLine("/proc/sys/kernel/random/boot_id");
    return failed || boot.empty() ? std::string() : boot + " " + processes.string();
}

} // namespace

Result<void> prepareStart(
    const fs::path& directory,
    const fs::path& socketDirectory,
    int useFd,
    const std::optional<OsUser>& owner)
{
    const fs::path note = directory / "server.place";
    const std::string known = readFirstLine(note);
    const std::string here = placeOfThisProcess();
    const bool isFromElsewhere = !known.empty() && known != here;
    // A lock that cannot be raised is lost on the way.
    if (isFromElsewhere && !FileLock::tryExclusive(useFd)) {
        static_cast<void>(FileLock::tryShared(useFd));
        return Failure(Error::notHappened(
            "cluster.elsewhere",
            "Another program uses the private database in " + directory.string()
                + ", and its server was started elsewhere (another container or host) and does not "
                  "answer here. Two servers on one directory would destroy the data, so none was "
                  "started. End the other program, or give this one a directory of its own."));
    }
    removeStrangersLocks(directory / "data", socketDirectory);
    Result<void> written;
    if (known != here && !here.empty()) {
        written = writePrivateFile(note, here + "\n", owner);
    }
    if (isFromElsewhere) {
        static_cast<void>(FileLock::tryShared(useFd));
    }
    return written;
}

} // namespace onceover
