// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/child_process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace onceover {

namespace {

constexpr std::size_t kMostOutput = 65536;
constexpr int kExitCannotRun = 127;

// Between fork and exec only system calls: another thread may have held any lock of the library.
[[noreturn]] void becomeProgram(
    char* const* argv, char* const* environment, const OsUser* user, int outputFd)
{
    if (user != nullptr) {
        // Raw calls: glibc's wrappers would signal threads that do not exist in the child.
        if (::syscall(SYS_setgroups, 0, nullptr) != 0 || ::syscall(SYS_setgid, user->gid) != 0
            || ::syscall(SYS_setuid, user->uid) != 0) {
            ::_exit(kExitCannotRun);
        }
    }
    const int nothing = ::open("/dev/null", O_RDONLY);
    if (nothing < 0 || ::dup2(nothing, 0) < 0 || ::dup2(outputFd, 1) < 0
        || ::dup2(outputFd, 2) < 0) {
        ::_exit(kExitCannotRun);
    }
    ::syscall(SYS_close_range, 3U, ~0U, 0U);
    ::umask(077);
    if (::chdir("/") != 0) {
        ::_exit(kExitCannotRun);
    }
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execve(argv[0], argv, environment);
    ::_exit(kExitCannotRun);
}

// Reads until the last writer closed the pipe; false if the deadline passed first.
bool readAll(int fd, std::string& output, Deadline deadline)
{
    std::array<char, 4096> buffer{};
    for (;;) {
        pollfd descriptor{fd, POLLIN, 0};
        const int ready = ::poll(&descriptor, 1, deadline.remainingMs());
        if (ready == 0) {
            return false;
        }
        if (ready < 0) {
            if (errno == EINTR) {
                continue;
            }
            return false;
        }
        const ssize_t count = ::read(fd, buffer.data(), buffer.size());
        if (count == 0) {
            return true;
        }
        if (count > 0 && output.size() < kMostOutput) {
            output.append(buffer.data(), static_cast<std::size_t>(count));
        }
        if (count < 0 && errno != EINTR) {
            return false;
        }
    }
}

int reap(pid_t pid)
{
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

std::optional<OsUser> OsUser::byName(const std::string& name)
{
    passwd entry{};
    passwd* found = nullptr;
    std::array<char, 16384> buffer{};
    if (::getpwnam_r(name.c_str(), &entry, buffer.data(), buffer.size(), &found) != 0
        || found == nullptr) {
        return std::nullopt;
    }
    return OsUser{entry.pw_uid, entry.pw_gid, name};
}

Result<ChildExit> runChild(
    const std::vector<std::string>& arguments,
    const std::optional<OsUser>& runAs,
    Deadline deadline)
{
    std::vector<std::string> copies = arguments;
    std::vector<char*> argv;
    for (std::string& argument : copies) {
        argv.push_back(argument.data());
    }
    argv.push_back(nullptr);
    std::array<std::string, 3> variables = {
        "LC_ALL=C.UTF-8", "TZ=UTC", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"};
    std::array<char*, 4> environment = {
        variables[0].data(), variables[1].data(), variables[2].data(), nullptr};

    std::array<int, 2> pipeFds{};
    if (::pipe2(pipeFds.data(), O_CLOEXEC) != 0) {
        return Failure(
            Error::notHappened("child.failed", std::string("pipe: ") + std::strerror(errno)));
    }
    const pid_t pid = ::fork();
    if (pid == 0) {
        becomeProgram(argv.data(), environment.data(), runAs ? &*runAs : nullptr, pipeFds[1]);
    }
    ::close(pipeFds[1]);
    if (pid < 0) {
        ::close(pipeFds[0]);
        return Failure(
            Error::notHappened("child.failed", std::string("fork: ") + std::strerror(errno)));
    }
    ChildExit result;
    const bool isDone = readAll(pipeFds[0], result.output, deadline);
    ::close(pipeFds[0]);
    if (!isDone) {
        ::kill(pid, SIGKILL);
        reap(pid);
        return Failure(
            Error::possible("child.timeout", arguments.front() + " did not end in time."));
    }
    result.exitCode = reap(pid);
    return result;
}

} // namespace onceover
