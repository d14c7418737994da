// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/private_cluster.h"

#include "backend/postgres/cluster_creation.h"
#include "backend/postgres/cluster_files.h"
#include "backend/postgres/connection.h"
#include "backend/postgres/file_lock.h"
#include "backend/postgres/server_lock.h"
#include "backend/postgres/server_place.h"
#include "backend/postgres/server_programs.h"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace onceover {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds kStartPatience{60};
// The children of a killed server take a moment to go, and no new one starts before.
constexpr int kMostFailedStarts = 10;
constexpr std::chrono::seconds kTurnPatience{120};
constexpr std::chrono::seconds kStopPatience{10};

Failure refuse(const char* code, std::string detail)
{
    return Failure(Error::notHappened(code, std::move(detail)));
}

// One process at a time decides whether to create, start or stop.
Result<FileLock> takeTurn(const fs::path& directory, std::chrono::seconds patience)
{
    auto turn = FileLock::exclusive(directory / "turn.lock", Deadline::in(patience));
    if (turn) {
        return turn;
    }
    if (turn.error().code() == "lock.busy") {
        return refuse(
            "cluster.busy",
            "Another program has been starting or stopping the private database in "
                + directory.string()
                + " for minutes, so nothing was done. Wait for it or end it; then start again.");
    }
    return refuse(
        "cluster.path",
        turn.error().detail()
            + ". The private database keeps its files there: make it writable, or choose another "
              "directory.");
}

} // namespace

fs::path PrivateCluster::defaultDirectory()
{
    if (::geteuid() == 0) {
        return "/var/lib/onceover";
    }
    if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data == '/') {
        return fs::path(data) / "onceover";
    }
    const char* home = std::getenv("HOME");
    return fs::path(home == nullptr ? "/tmp" : home) / ".local/share/onceover";
}

Result<PrivateCluster> PrivateCluster::openOrCreate(
    const fs::path& directory, const Options& options)
{
    PrivateCluster cluster;
    cluster.m_directory = fs::absolute(directory).lexically_normal();
    cluster.m_options = options;
    if (auto chosen = cluster.chooseUser(options.runAs); !chosen) {
        return Failure(chosen.error());
    }
    if (auto prepared = makePrivateDirectory(cluster.m_directory, cluster.m_runAs); !prepared) {
        return Failure(prepared.error());
    }
    auto turn = takeTurn(cluster.m_directory, kTurnPatience);
    if (!turn) {
        return Failure(turn.error());
    }
    if (auto chosen = cluster.choosePrograms(); !chosen) {
        return Failure(chosen.error());
    }
    if (auto opened = cluster.openData(); !opened) {
        return Failure(opened.error());
    }
    if (auto locked = cluster.lockUse(); !locked) {
        return Failure(locked.error());
    }
    if (auto started = cluster.start(); !started) {
        return Failure(started.error());
    }
    return cluster;
}

Result<void> PrivateCluster::chooseUser(const std::string& wanted)
{
    if (::geteuid() != 0) {
        return {};
    }
    if (!wanted.empty()) {
        m_runAs = OsUser::byName(wanted);
    } else {
        m_runAs = OsUser::byName("postgres");
        if (!m_runAs) {
            m_runAs = OsUser::byName("onceover");
        }
    }
    if (!m_runAs || m_runAs->uid == 0) {
        return refuse(
            "cluster.no_user",
            "The server refuses to run as root and there is no other user to run it as.");
    }
    return {};
}

Result<void> PrivateCluster::choosePrograms()
{
    const fs::path versionFile = dataDirectory() / "PG_VERSION";
    std::optional<int> wanted;
    if (fs::exists(versionFile)) {
        wanted = std::atoi(readFirstLine(versionFile).c_str());
    }
    if (wanted && *wanted <= 0) {
        return refuse(
            "cluster.version",
            versionFile.string()
                + " does not say which PostgreSQL made the data, so they are damaged or no "
                  "database. Nothing was touched. Put them back from a backup, or choose another "
                  "directory.");
    }
    const auto found = findServerPrograms(wanted);
    if (found) {
        m_programs = *found;
        return {};
    }
    if (wanted) {
        const std::string version = std::to_string(*wanted);
        return refuse(
            "cluster.version",
            "The private database in " + m_directory.string() + " was made by PostgreSQL " + version
                + ", and this machine has " + installedServers()
                + ". A server of another version cannot read it; nothing was touched. Install "
                  "PostgreSQL "
                + version + " and start again, or choose another directory.");
    }
    return refuse(
        "cluster.no_server_programs",
        "No PostgreSQL server of version 15 or newer is installed, so there is no private "
        "database. Install the package postgresql-15 and start again.");
}

Result<ChildExit> PrivateCluster::run(
    std::vector<std::string> arguments, std::chrono::seconds patience) const
{
    arguments.front() = (m_programs / arguments.front()).string();
    return runChild(arguments, m_runAs, Deadline::in(patience));
}

Result<void> PrivateCluster::openData()
{
    auto password = fs::exists(dataDirectory() / "PG_VERSION")
                        ? openClusterData(m_directory, m_runAs)
                        : createClusterData(m_directory, m_programs, ownerLogin(), m_runAs);
    if (!password) {
        return Failure(password.error());
    }
    m_ownerPassword = std::move(*password);
    return {};
}

Result<void> PrivateCluster::writeConfiguration() const
{
    std::ostringstream conf;
    conf << "# Written by Onceover before each start; changes are lost.\n"
         << "listen_addresses = ''\n"
         << "port = 5432\n"
         << "unix_socket_directories = '" << m_socketDirectory.string() << "'\n"
         << "unix_socket_permissions = 0700\n"
         << "password_encryption = 'scram-sha-256'\n"
         << "max_connections = 100\n"
         // After a crash the server starts again only once every connection that has not said who
         // it is has ended; a client that hangs there would keep all others out for a minute.
         << "authentication_timeout = 5s\n"
         // Before recovery everything in the directory is written through. One call for the file
         // system is as good (Linux 5.8 and later report its errors), and a killed server is back
         // in a second and not in ten.
         << "recovery_init_sync_method = syncfs\n"
         << "shared_buffers = 128MB\n"
         << "dynamic_shared_memory_type = posix\n"
         << "timezone = 'UTC'\n"
         << "log_timezone = 'UTC'\n"
         << "log_line_prefix = '%m [%p] %u@%d '\n"
         << "lc_messages = 'C.UTF-8'\n"
         << "default_text_search_config = 'pg_catalog.simple'\n";
    for (const auto& [name, value] : m_options.serverSettings) {
        conf << name << " = " << value << "\n";
    }
    const std::array<std::pair<fs::path, std::string>, 2> files = {
        {{dataDirectory() / "postgresql.conf", conf.str()},
         {dataDirectory() / "pg_hba.conf", "local all all scram-sha-256\n"}}};
    for (const auto& [path, text] : files) {
        if (auto written = writePrivateFile(path, text, m_runAs); !written) {
            return written;
        }
    }
    return {};
}

std::optional<pid_t> PrivateCluster::serverPid() const
{
    return runningServer(dataDirectory());
}

bool PrivateCluster::isAnswering() const
{
    return Connection::open(ownerSettings(), Deadline::in(std::chrono::seconds(5))).has_value();
}

Result<void> PrivateCluster::start()
{
    auto socketDirectory = chooseSocketDirectory(m_directory, m_runAs);
    if (!socketDirectory) {
        return Failure(socketDirectory.error());
    }
    m_socketDirectory = *socketDirectory;
    const Deadline deadline = Deadline::in(kStartPatience);
    std::string said;
    int failedStarts = 0;
    while (!deadline.hasPassed() && failedStarts < kMostFailedStarts) {
        const bool isRunning = runningServer(dataDirectory()).has_value();
        // A server of another container is seen by its socket alone.
        if (isAnswering()) {
            return {};
        }
        if (!isRunning) {
            auto ready = prepareStart(m_directory, m_socketDirectory, m_useFd, m_runAs);
            if (!ready || !(ready = writeConfiguration())) {
                return ready;
            }
            const fs::path log = m_directory / "server.log";
            auto started =
                run({"pg_ctl",
                     "start",
                     "--wait",
                     "--silent",
                     "--timeout=30",
                     "--pgdata=" + dataDirectory().string(),
                     "--log=" + log.string()},
                    kStartPatience);
            said = started ? started->output : started.error().detail();
            const bool isStarted = started && started->exitCode == 0;
            m_wasStarted = m_wasStarted || isStarted;
            failedStarts += isStarted ? 0 : 1;
        }
        // Starting, recovering after a crash, or the last server's children not gone yet.
        if (isAnswering()) {
            return {};
        }
        pauseBriefly();
    }
    return notStarted(said);
}

Failure PrivateCluster::notStarted(const std::string& said) const
{
    const std::string where = "The private database server in " + m_directory.string();
    const auto left = processesIn(dataDirectory());
    if (!left.empty() && !serverPid()) {
        return refuse(
            "cluster.start",
            where + " was killed, and a process of it still works in its data (process "
                + std::to_string(left.front())
                + "). A second server beside it would damage them, so none was started. It ends "
                  "once its last statement is over; then start again.");
    }
    if (!left.empty()) {
        return refuse(
            "cluster.start",
            where
                + " runs but does not answer in time: it may still be recovering from a crash. The "
                  "data are safe. Start again in a while; its words are in "
                + (m_directory / "server.log").string() + ".");
    }
    const std::string why = lastFatalLine(m_directory / "server.log");
    return refuse(
        "cluster.start",
        where + " does not start; its data were left as they are. "
            + withoutRoomSaid(why.empty() ? said : why) + " Once that is mended, start again.");
}

Result<void> PrivateCluster::lockUse()
{
    m_useFd = ::open(
        (m_directory / "users.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (m_useFd < 0 || !FileLock::tryShared(m_useFd)) {
        return refuse(
            "cluster.path",
            systemSaid("Cannot lock " + m_directory.string())
                + ". The private database keeps its files there: make it writable, or choose "
                  "another directory.");
    }
    return {};
}

Result<void> PrivateCluster::ensureRunning()
{
    auto turn = takeTurn(m_directory, kTurnPatience);
    if (!turn) {
        return Failure(turn.error());
    }
    return start();
}

ConnectionSettings PrivateCluster::settingsFor(
    const std::string& login, const std::string& password, const std::string& database) const
{
    return ConnectionSettings::unixSocket(m_socketDirectory.string(), database, login, password);
}

ConnectionSettings PrivateCluster::ownerSettings(const std::string& database) const
{
    return settingsFor(ownerLogin(), m_ownerPassword, database);
}

Result<void> PrivateCluster::stop()
{
    const int useFd = std::exchange(m_useFd, -1);
    if (useFd < 0) {
        return {};
    }
    const auto turn = takeTurn(m_directory, kStopPatience);
    const bool isLast = turn && FileLock::tryExclusive(useFd);
    ::close(useFd);
    if (!isLast || !m_options.isStoppedWhenUnused) {
        return {};
    }
    const char* firstMode = m_options.isDisposable ? "immediate" : "fast";
    for (const char* mode : {firstMode, "immediate"}) {
        if (!runningServer(dataDirectory())) {
            return {};
        }
        static_cast<void>(
            run({"pg_ctl",
                 "stop",
                 "--wait",
                 "--silent",
                 "--timeout=10",
                 "--pgdata=" + dataDirectory().string(),
                 std::string("--mode=") + mode},
                kStopPatience + std::chrono::seconds(5)));
    }
    if (const auto pid = runningServer(dataDirectory())) {
        ::kill(*pid, SIGKILL);
    }
    return {};
}

PrivateCluster::PrivateCluster(PrivateCluster&& other) noexcept
    : m_directory(std::move(other.m_directory))
    , m_socketDirectory(std::move(other.m_socketDirectory))
    , m_programs(std::move(other.m_programs))
    , m_options(std::move(other.m_options))
    , m_runAs(std::move(other.m_runAs))
    , m_ownerPassword(std::move(other.m_ownerPassword))
    , m_useFd(std::exchange(other.m_useFd, -1))
    , m_wasStarted(other.m_wasStarted)
{}

PrivateCluster& PrivateCluster::operator=(PrivateCluster&& other) noexcept
{
    if (this != &other) {
        static_cast<void>(stop());
        m_directory = std::move(other.m_directory);
        m_socketDirectory = std::move(other.m_socketDirectory);
        m_programs = std::move(other.m_programs);
        m_options = std::move(other.m_options);
        m_runAs = std::move(other.m_runAs);
        m_ownerPassword = std::move(other.m_ownerPassword);
        m_useFd = std::exchange(other.m_useFd, -1);
        m_wasStarted = other.m_wasStarted;
    }
    return *this;
}

PrivateCluster::~PrivateCluster()
{
    static_cast<void>(stop());
}

} // namespace onceover
