// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/private_cluster.h"

#include "backend/postgres/connection.h"
#include "backend/postgres/file_lock.h"
#include "backend/postgres/server_programs.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <openssl/rand.h>
#include <sys/stat.h>
#include <unistd.h>

namespace onceover {

namespace fs = std::filesystem;

namespace {

// sun_path holds 107 bytes and the NUL; the server puts "/.s.PGSQL.5432" behind the directory.
constexpr std::size_t kLongestSocketPath = 107;
constexpr std::string_view kSocketName = "/.s.PGSQL.5432";
constexpr std::chrono::seconds kStartPatience{60};
constexpr std::chrono::seconds kCreatePatience{120};
constexpr std::chrono::seconds kStopPatience{10};

Failure refuse(const char* code, std::string detail)
{
    return Failure(Error::notHappened(code, std::move(detail)));
}

std::string systemSaid(const std::string& what)
{
    return what + ": " + std::strerror(errno);
}

std::string readText(const fs::path& path)
{
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string firstLine(const std::string& text)
{
    return text.substr(0, text.find('\n'));
}

// Written beside and renamed, so that a crash leaves the old file or the new one.
Result<void> writeText(const fs::path& path, const std::string& text)
{
    const fs::path beside = path.string() + ".new";
    const int fd =
        ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0) {
        return refuse("cluster.path", systemSaid("Cannot write " + beside.string()));
    }
    const bool isWritten =
        ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size())
        && ::fsync(fd) == 0;
    ::close(fd);
    if (!isWritten || ::rename(beside.c_str(), path.c_str()) != 0) {
        return refuse("cluster.path", systemSaid("Cannot write " + path.string()));
    }
    return {};
}

std::optional<std::string> randomText(std::size_t byteCount)
{
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string bytes(byteCount, '\0');
    if (::RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(byteCount))
        != 1) {
        return std::nullopt;
    }
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text += kDigits[byte >> 4];
        text += kDigits[byte & 0x0f];
    }
    return text;
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
    if (auto prepared = cluster.prepareDirectory(); !prepared) {
        return Failure(prepared.error());
    }
    // One process at a time decides whether to create, start or stop.
    auto turn =
        FileLock::exclusive(cluster.m_directory / "turn.lock", Deadline::in(kCreatePatience));
    if (!turn) {
        return Failure(turn.error());
    }
    if (auto chosen = cluster.choosePrograms(); !chosen) {
        return Failure(chosen.error());
    }
    if (auto created = cluster.create(); !created) {
        return Failure(created.error());
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

void PrivateCluster::giveToServerUser(const fs::path& path) const
{
    if (m_runAs && ::lchown(path.c_str(), m_runAs->uid, m_runAs->gid) != 0) {
        // The server's start will fail on it and say so.
        return;
    }
}

Result<void> PrivateCluster::prepareDirectory()
{
    std::error_code failed;
    fs::create_directories(m_directory, failed);

    struct stat status
    {};

    if (failed || ::lstat(m_directory.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) {
        return refuse("cluster.path", "Cannot create the directory " + m_directory.string() + ".");
    }
    const uid_t wantedOwner = m_runAs ? m_runAs->uid : ::geteuid();
    if (status.st_uid != wantedOwner && status.st_uid != ::geteuid()) {
        return refuse("cluster.path", m_directory.string() + " belongs to another user.");
    }
    giveToServerUser(m_directory);
    if (::chmod(m_directory.c_str(), 0700) != 0) {
        return refuse("cluster.path", systemSaid("Cannot protect " + m_directory.string()));
    }
    return {};
}

Result<void> PrivateCluster::choosePrograms()
{
    const fs::path versionFile = dataDirectory() / "PG_VERSION";
    std::optional<int> wanted;
    if (fs::exists(versionFile)) {
        wanted = std::atoi(readText(versionFile).c_str());
    }
    const auto found = findServerPrograms(wanted);
    if (found) {
        m_programs = *found;
        return {};
    }
    if (wanted) {
        return refuse(
            "cluster.version",
            "The cluster in " + m_directory.string() + " needs PostgreSQL "
                + std::to_string(*wanted) + ", which is not installed.");
    }
    return refuse(
        "cluster.no_server_programs", "No PostgreSQL server of version 15 or newer is installed.");
}

Result<ChildExit> PrivateCluster::run(
    std::vector<std::string> arguments, std::chrono::seconds patience) const
{
    arguments.front() = (m_programs / arguments.front()).string();
    return runChild(arguments, m_runAs, Deadline::in(patience));
}

Result<void> PrivateCluster::create()
{
    const fs::path passwordFile = m_directory / "owner.password";
    if (fs::exists(dataDirectory() / "PG_VERSION")) {
        m_ownerPassword = firstLine(readText(passwordFile));
        if (m_ownerPassword.empty()) {
            return refuse(
                "cluster.create",
                "The cluster's owner password is missing: " + passwordFile.string());
        }
        return {};
    }
    const auto password = randomText(24);
    if (!password) {
        return refuse("cluster.create", "There are no random numbers for a password.");
    }
    if (auto written = writeText(passwordFile, *password + "\n"); !written) {
        return written;
    }
    giveToServerUser(passwordFile);
    // A directory that an interrupted creation left behind never became `data`.
    const fs::path unfinished = m_directory / "data.new";
    std::error_code failed;
    fs::remove_all(unfinished, failed);
    auto made =
        run({"initdb",
             "--pgdata=" + unfinished.string(),
             "--username=" + ownerLogin(),
             "--pwfile=" + passwordFile.string(),
             "--encoding=UTF8",
             "--locale=C.UTF-8",
             "--auth=scram-sha-256",
             "--no-sync",
             "--no-instructions"},
            kCreatePatience);
    if (!made) {
        return Failure(made.error());
    }
    if (made->exitCode != 0) {
        return refuse("cluster.create", "initdb failed: " + made->output);
    }
    fs::rename(unfinished, dataDirectory(), failed);
    if (failed) {
        return refuse(
            "cluster.create", "Cannot move the new cluster into place: " + failed.message());
    }
    m_ownerPassword = *password;
    return {};
}

Result<void> PrivateCluster::chooseSocketDirectory()
{
    const fs::path inside = m_directory / "run";
    const auto fits = [](const fs::path& path) {
        return path.string().size() + kSocketName.size() <= kLongestSocketPath;
    };
    std::error_code failed;
    if (fits(inside)) {
        m_socketDirectory = inside;
        fs::create_directory(inside, failed);
        giveToServerUser(inside);
        ::chmod(inside.c_str(), 0700);
        return {};
    }
    // The path is remembered, for whoever opens the cluster while the server runs.
    const fs::path remembered = m_directory / "socket-directory";
    m_socketDirectory = firstLine(readText(remembered));

    struct stat status
    {};

    const uid_t owner = m_runAs ? m_runAs->uid : ::geteuid();
    if (!m_socketDirectory.empty() && ::lstat(m_socketDirectory.c_str(), &status) == 0
        && S_ISDIR(status.st_mode) && status.st_uid == owner && (status.st_mode & 0077) == 0) {
        return {};
    }
    for (const char* base : {"/run/onceover-XXXXXX", "/tmp/onceover-XXXXXX"}) {
        std::string path = base;
        if (::mkdtemp(path.data()) != nullptr) {
            m_socketDirectory = path;
            giveToServerUser(m_socketDirectory);
            return writeText(remembered, path + "\n");
        }
    }
    return refuse(
        "cluster.path", "There is no place for a socket with a path of at most 107 bytes.");
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
        if (auto written = writeText(path, text); !written) {
            return written;
        }
        giveToServerUser(path);
    }
    return {};
}

std::optional<pid_t> PrivateCluster::serverPid() const
{
    const std::string text = firstLine(readText(dataDirectory() / "postmaster.pid"));
    pid_t pid = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), pid);
    if (parsed.ec != std::errc() || pid <= 1 || (::kill(pid, 0) != 0 && errno == ESRCH)) {
        return std::nullopt;
    }
    return isServerOurs(pid) ? std::optional(pid) : std::nullopt;
}

// A process id may have been given to somebody else since. The server's working directory is its
// data directory; where /proc cannot tell, the server itself decides at its start.
bool PrivateCluster::isServerOurs(pid_t pid) const
{
    std::error_code failed;
    const fs::path where = fs::read_symlink("/proc/" + std::to_string(pid) + "/cwd", failed);
    if (failed) {
        return true;
    }
    return fs::equivalent(where, dataDirectory(), failed);
}

void PrivateCluster::removeStaleLockFile() const
{
    const fs::path lockFile = dataDirectory() / "postmaster.pid";
    std::error_code failed;
    if (fs::exists(lockFile, failed) && !serverPid()) {
        fs::remove(lockFile, failed);
    }
}

bool PrivateCluster::isAnswering() const
{
    return Connection::open(ownerSettings(), Deadline::in(std::chrono::seconds(5))).has_value();
}

Result<void> PrivateCluster::start()
{
    if (auto chosen = chooseSocketDirectory(); !chosen) {
        return chosen;
    }
    const Deadline deadline = Deadline::in(kStartPatience);
    std::string said;
    while (!deadline.hasPassed()) {
        if (isAnswering()) {
            return {};
        }
        if (!serverPid()) {
            removeStaleLockFile();
            if (auto written = writeConfiguration(); !written) {
                return written;
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
            m_wasStarted = m_wasStarted || (started && started->exitCode == 0);
        }
        // Starting, recovering after a crash, or the last server's children not gone yet.
        if (!isAnswering()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
    }
    return refuse("cluster.start", "The private server does not start: " + said);
}

Result<void> PrivateCluster::lockUse()
{
    m_useFd = ::open(
        (m_directory / "users.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (m_useFd < 0 || !FileLock::tryShared(m_useFd)) {
        return refuse("cluster.path", systemSaid("Cannot lock " + m_directory.string()));
    }
    return {};
}

Result<void> PrivateCluster::ensureRunning()
{
    auto turn = FileLock::exclusive(m_directory / "turn.lock", Deadline::in(kCreatePatience));
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
    auto turn = FileLock::exclusive(m_directory / "turn.lock", Deadline::in(kStopPatience));
    const bool isLast = turn && FileLock::tryExclusive(useFd);
    ::close(useFd);
    if (!isLast || !m_options.isStoppedWhenUnused) {
        return {};
    }
    for (const char* mode : {"fast", "immediate"}) {
        if (!serverPid()) {
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
    if (const auto pid = serverPid()) {
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
