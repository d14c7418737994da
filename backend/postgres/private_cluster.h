// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "backend/postgres/child_process.h"
#include "backend/postgres/connection_settings.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace onceover {

// A PostgreSQL cluster of our own: no TCP, a socket only its user can reach, every login by SCRAM.
// Several processes may have it open at once; the last one to go stops the server. A server left
// over by a crash is taken over, one that crashed itself is started again.
class PrivateCluster
{
public:
    struct Options
    {
        // Server settings beside ours, e.g. {"synchronous_standby_names", "'nosuch'"}: written as
        // they are.
        std::map<std::string, std::string> serverSettings;
        // Whose rights the server runs with when this process is root; empty: "postgres", then
        // "onceover".
        std::string runAs;
        // False leaves the server running when the last process goes.
        bool isStoppedWhenUnused = true;
        // Nobody will open the data again: the server is stopped without writing them out.
        bool isDisposable = false;
    };

    // Where `--demo` keeps its cluster: /var/lib/onceover as root, else below the user's data
    // directory.
    static std::filesystem::path defaultDirectory();

    // Creates the cluster if the directory has none, starts it if it does not run, and proves that
    // it answers. The directory must be reachable for the user the server runs as. Errors:
    // cluster.no_server_programs, cluster.version, cluster.no_user, cluster.path, cluster.create,
    // cluster.start, cluster.busy (another program has been starting it for minutes). Each says
    // what happened, what it means and what to do next.
    static Result<PrivateCluster> openOrCreate(
        const std::filesystem::path& directory, const Options& options);

    PrivateCluster(PrivateCluster&& other) noexcept;
    PrivateCluster& operator=(PrivateCluster&& other) noexcept;
    // Gives up the use of the cluster as stop() does.
    ~PrivateCluster();

    const std::filesystem::path& socketDirectory() const { return m_socketDirectory; }

    const std::filesystem::path& directory() const { return m_directory; }

    // The superuser's login. Its password lies in a file of mode 0600 in the directory.
    static std::string ownerLogin() { return "cluster_owner"; }

    ConnectionSettings ownerSettings(const std::string& database = "postgres") const;
    // The same socket for another login.
    ConnectionSettings settingsFor(
        const std::string& login, const std::string& password, const std::string& database) const;

    // True if this call found no server running and started one.
    bool wasStarted() const { return m_wasStarted; }

    // The server's process id while it runs.
    std::optional<pid_t> serverPid() const;

    // Gives up the use; the last user stops the server: fast, then immediate, then by SIGKILL.
    Result<void> stop();
    // Starts a server that stopped or crashed in the meantime.
    Result<void> ensureRunning();

private:
    PrivateCluster() = default;

    Result<void> chooseUser(const std::string& wanted);
    Result<void> choosePrograms();
    Result<void> openData();
    Result<void> writeConfiguration() const;
    Result<void> start();
    Failure notStarted(const std::string& said) const;
    Result<void> lockUse();
    bool isAnswering() const;
    Result<ChildExit> run(std::vector<std::string> arguments, std::chrono::seconds patience) const;

    std::filesystem::path dataDirectory() const { return m_directory / "data"; }

    std::filesystem::path m_directory;
    std::filesystem::path m_socketDirectory;
    std::filesystem::path m_programs;
    Options m_options;
    std::optional<OsUser> m_runAs;
    std::string m_ownerPassword;
    // Shared lock of m_directory/users.lock while in use, -1 afterwards.
    int m_useFd = -1;
    bool m_wasStarted = false;
};

} // namespace onceover
