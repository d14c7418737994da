// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/cluster_creation.h"

#include "backend/postgres/cluster_files.h"

#include <chrono>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include <sys/stat.h>
#include <unistd.h>

namespace onceover {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds kCreatePatience{120};
constexpr std::string_view kUnfinished = "data.new";

Failure refuse(const char* code, std::string detail)
{
    return Failure(Error::notHappened(code, std::move(detail)));
}

fs::path passwordFileIn(const fs::path& directory)
{
    return directory / "owner.password";
}

void removeUnfinished(const fs::path& directory)
{
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(directory, failed)) {
        if (entry.path().filename().string().starts_with(kUnfinished)) {
            fs::remove_all(entry.path(), failed);
        }
    }
}

// What initdb says of its progress helps nobody.
std::string complaintsIn(const std::string& said)
{
    std::istringstream lines(said);
    std::string complaints;
    for (std::string line; std::getline(lines, line);) {
        for (const char* const word : {"FATAL:", "PANIC:", "HINT:", "error:"}) {
            if (line.find(word) != std::string::npos) {
                complaints += (complaints.empty() ? "" : " ") + line;
                break;
            }
        }
    }
    return complaints.empty() ? said : complaints;
}

Failure notCreated(const fs::path& directory, const std::string& why)
{
    return refuse(
        "cluster.create",
        "The private database in " + directory.string()
            + " cannot be created; nothing of it was left behind. " + withoutRoomSaid(why)
            + " Once that is mended, start again.");
}

} // namespace

Result<std::string> createClusterData(
    const fs::path& directory,
    const fs::path& programs,
    const std::string& ownerLogin,
    const std::optional<OsUser>& runAs)
{
    const fs::path data = directory / "data";
    std::error_code failed;
    if (fs::exists(data, failed) && !fs::is_empty(data, failed)) {
        return refuse(
            "cluster.create",
            data.string()
                + " holds files but no database, and nothing there was touched. Move them away, or "
                  "choose another directory.");
    }
    auto password = randomPassword(24);
    if (!password) {
        return password;
    }
    removeUnfinished(directory);
    const fs::path passwordFile = passwordFileIn(directory);
    if (auto written = writePrivateFile(passwordFile, *password + "\n", runAs); !written) {
        return notCreated(directory, written.error().detail());
    }
    std::string unfinished = (directory / kUnfinished).string() + "-XXXXXX";
    if (::mkdtemp(unfinished.data()) == nullptr
        || (runAs && ::chown(unfinished.c_str(), runAs->uid, runAs->gid) != 0)) {
        return notCreated(directory, systemSaid("Cannot create a directory"));
    }
    const auto made = runChild(
        {(programs / "initdb").string(),
         "--pgdata=" + unfinished,
         "--username=" + ownerLogin,
         "--pwfile=" + passwordFile.string(),
         "--encoding=UTF8",
         "--locale=C.UTF-8",
         "--auth=scram-sha-256",
         "--no-sync",
         "--no-instructions"},
        runAs,
        Deadline::in(kCreatePatience));
    if (!made || made->exitCode != 0) {
        removeUnfinished(directory);
        return notCreated(directory, made ? complaintsIn(made->output) : made.error().detail());
    }
    fs::rename(unfinished, data, failed);
    if (failed) {
        removeUnfinished(directory);
        return notCreated(
            directory, "The new data cannot be moved into place: " + failed.message());
    }
    return password;
}

Result<std::string> openClusterData(const fs::path& directory, const std::optional<OsUser>& runAs)
{
    const fs::path data = directory / "data";
    struct stat status = {};
    if (::stat(data.c_str(), &status) != 0) {
        return refuse("cluster.path", systemSaid("Cannot look at " + data.string()));
    }
    if (status.st_uid != (runAs ? runAs->uid : ::geteuid())) {
        return refuse(
            "cluster.path",
            "The data in " + data.string()
                + " belong to another user than the database server runs as, so it cannot use "
                  "them. Nothing was touched. Find out who put them there; then give them back "
                  "with chown, or choose another directory.");
    }
    if ((status.st_mode & 0027) != 0) {
        return refuse(
            "cluster.path",
            "The data in " + data.string()
                + " are open to other users of this machine, and the database server refuses such "
                  "data. Nothing was touched. Find out who may have changed them; then close them "
                  "with chmod 700.");
    }
    removeUnfinished(directory);
    std::string password = readFirstLine(passwordFileIn(directory));
    if (password.empty()) {
        return refuse(
            "cluster.create",
            "The owner's password of the private database is missing: "
                + passwordFileIn(directory).string()
                + ". Without it nobody can open the data; they were not touched. Put the file back "
                  "from a backup, or choose another directory.");
    }
    return password;
}

} // namespace onceover
