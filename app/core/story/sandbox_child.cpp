// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/story/sandbox_child.h"

#include "backend/postgres/deadline.h"
#include "backend/postgres/file_lock.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace onceover {

namespace {

constexpr int kExitPortTaken = 69;
constexpr int kExitDirectoryTaken = 73;
constexpr std::chrono::seconds kPatience{15};
constexpr std::chrono::seconds kPatienceAtEnd{5};

// The first line, as far as it came before the writer ended or the deadline passed.
std::string readLine(int fd, Deadline deadline)
{
    std::string line;
    for (;;) {
        pollfd descriptor{fd, POLLIN, 0};
        const int ready = ::poll(&descriptor, 1, deadline.remainingMs());
        if (ready < 0 && errno == EINTR)
            continue;
        char character = 0;
        if (ready <= 0 || ::read(fd, &character, 1) != 1 || character == '\n')
            return line;
        line += character;
    }
}

int portIn(const std::string& text)
{
    int port = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), port);
    return parsed.ec == std::errc() && port > 0 && port < 65'536 ? port : 0;
}

// Its standard input is the lifeline, its standard output goes to the pipe, what it complains about
// to a file beside its ledger; it inherits nothing else of ours, or it would hold the cluster's
// locks for ever.
int spawnProgram(
    const std::vector<std::string>& words,
    const std::string& log,
    int inputFd,
    int outputFd,
    pid_t* pid)
{
    std::vector<std::string> copies = words;
    std::vector<char*> argv;
    for (std::string& word : copies)
        argv.push_back(word.data());
    argv.push_back(nullptr);
    std::array<std::string, 3> variables = {"LC_ALL=C.UTF-8", "TZ=UTC", "PATH=/usr/bin:/bin"};
    std::array<char*, 4> environment = {
        variables[0].data(), variables[1].data(), variables[2].data(), nullptr};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, inputFd, 0);
    posix_spawn_file_actions_adddup2(&actions, outputFd, 1);
    posix_spawn_file_actions_addopen(
        &actions, 2, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, S_IRUSR | S_IWUSR);
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    // A group of its own: Ctrl-C at the terminal is the demo's to act on.
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    const int error =
        ::posix_spawn(pid, argv[0], &actions, &attributes, argv.data(), environment.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int reap(pid_t pid)
{
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

SandboxChild::SandboxChild(SandboxChild&& other) noexcept
    : m_settings(std::move(other.m_settings))
    , m_port(other.m_port)
    , m_pid(std::exchange(other.m_pid, -1))
    , m_isKept(other.m_isKept)
    , m_lifeline(std::exchange(other.m_lifeline, -1))
{}

void SandboxChild::keep()
{
    m_isKept = true;
    if (m_lifeline < 0)
        return;
    (void)!::write(m_lifeline, "k", 1);
    ::close(std::exchange(m_lifeline, -1));
}

SandboxChild::~SandboxChild()
{
    if (m_lifeline >= 0)
        ::close(m_lifeline);
    if (m_pid <= 0 || m_isKept)
        return;
    ::kill(m_pid, SIGTERM);
    const Deadline deadline = Deadline::in(kPatienceAtEnd);
    while (::waitpid(m_pid, nullptr, WNOHANG) == 0) {
        if (deadline.remainingMs() == 0) {
            ::kill(m_pid, SIGKILL);
            reap(m_pid);
            return;
        }
        pauseBriefly();
    }
}

int SandboxChild::lastPort() const
{
    std::ifstream file(m_settings.directory / "port");
    std::string text;
    std::getline(file, text);
    return portIn(text);
}

Result<int> SandboxChild::spawn(int wantedPort)
{
    std::array<int, 2> pipeFds{};
    std::array<int, 2> lifelineFds{};
    if (::pipe2(lifelineFds.data(), O_CLOEXEC) != 0)
        return Failure(Error::notHappened("sandbox.start", "No pipe could be made."));
    if (::pipe2(pipeFds.data(), O_CLOEXEC) != 0) {
        ::close(lifelineFds[0]);
        ::close(lifelineFds[1]);
        return Failure(Error::notHappened("sandbox.start", "No pipe could be made."));
    }
    const std::vector<std::string> words = {
        m_settings.program.string(),
        "serve",
        "--dir",
        m_settings.directory.string(),
        "--port",
        std::to_string(wantedPort),
        "--script",
        m_settings.script.string(),
        "--print-port",
        "--end-with-input"};
    pid_t pid = -1;
    const int error = spawnProgram(
        words, (m_settings.directory / "sandbox.log").string(), lifelineFds[0], pipeFds[1], &pid);
    ::close(lifelineFds[0]);
    ::close(pipeFds[1]);
    if (error != 0) {
        ::close(lifelineFds[1]);
        ::close(pipeFds[0]);
        return Failure(Error::notHappened(
            "sandbox.start", m_settings.program.string() + " could not be started."));
    }
    const int port = portIn(readLine(pipeFds[0], Deadline::in(kPatience)));
    ::close(pipeFds[0]);
    if (port == 0) {
        ::close(lifelineFds[1]);
        ::kill(pid, SIGKILL);
        return reap(pid);
    }
    m_pid = pid;
    m_port = port;
    m_lifeline = lifelineFds[1];
    return 0;
}

Result<SandboxChild> SandboxChild::start(const Settings& settings)
{
    SandboxChild child(settings);
    std::error_code ignored;
    std::filesystem::create_directories(settings.directory, ignored);
    auto ended = child.spawn(child.lastPort());
    if (ended && *ended == kExitPortTaken)
        ended = child.spawn(0);
    if (!ended)
        return Failure(ended.error());
    if (*ended == kExitDirectoryTaken && child.lastPort() != 0) {
        child.m_port = child.lastPort();
        return child;
    }
    if (*ended != 0)
        return Failure(Error::notHappened(
            "sandbox.start",
            settings.program.string() + " ended with exit code " + std::to_string(*ended) + "; "
                + (settings.directory / "sandbox.log").string() + " says why."));
    return child;
}

std::filesystem::path SandboxChild::findProgram()
{
    std::error_code error;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error)
        return {};
    const auto folder = self.parent_path();
    for (const auto& place :
         {folder / "onceover-sandbox", folder.parent_path() / "sandbox" / "onceover-sandbox"}) {
        if (std::filesystem::exists(place, error))
            return place;
    }
    return {};
}

} // namespace onceover
