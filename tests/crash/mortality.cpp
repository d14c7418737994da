// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/crash/mortality.h"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <optional>
#include <sstream>
#include <string>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace onceover {

namespace {

constexpr int kPatienceMs = 10'000;

struct Point
{
    std::string port;
    std::string subject;
    std::string moment;
    int occurrence = 1;
    std::string victim;
    std::string afterwards;

    bool fits(std::string_view ofPort, std::string_view text, std::string_view at) const
    {
        return ofPort == port && at == moment
               && (subject == "*" || text.find(subject) != std::string_view::npos);
    }
};

std::optional<Point> readPoint()
{
    const char* text = std::getenv("ONCEOVER_MORTAL");
    if (text == nullptr)
        return std::nullopt;
    Point point;
    std::istringstream words(text);
    words >> point.port >> point.subject >> point.moment >> point.occurrence >> point.victim
        >> point.afterwards;
    return words ? std::optional(point) : std::nullopt;
}

const std::optional<Point>& thePoint()
{
    static const std::optional<Point> kPoint = readPoint();
    return kPoint;
}

std::mutex mutex;
int occurrences = 0;
bool isStruck = false;
std::atomic<int> lastBackend{0};
std::atomic<int> lastSocket{-1};

void say(const char* word)
{
    std::fprintf(stderr, "%s\n", word);
    std::fflush(stderr);
}

// The words of /proc/PID/stat behind the command's name; empty when there is no such process.
std::string statOf(int pid)
{
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string line;
    std::getline(file, line);
    const std::size_t end = line.rfind(')');
    return end == std::string::npos ? std::string() : line.substr(end + 2);
}

int parentOf(int pid)
{
    std::istringstream words(statOf(pid));
    char state = 0;
    int parent = 0;
    words >> state >> parent;
    return parent;
}

// A process that nobody has collected yet is gone all the same.
bool isGone(int pid)
{
    const std::string stat = statOf(pid);
    return stat.empty() || stat.front() == 'Z' || stat.front() == 'X';
}

void awaitGone(int pid)
{
    for (int waitedMs = 0; !isGone(pid); ++waitedMs) {
        if (waitedMs > kPatienceMs) {
            say("NOT-GONE");
            std::_Exit(70);
        }
        ::poll(nullptr, 0, 1);
    }
}

void killServerProcess(int victim, int backend)
{
    if (victim <= 1 || ::kill(victim, SIGKILL) != 0) {
        say("NO-VICTIM");
        std::_Exit(71);
    }
    awaitGone(victim);
    // An idle server process ends when it notices that the postmaster is gone.
    awaitGone(backend);
}

void strike(const Point& point)
{
    if (point.victim == "core")
        ::kill(::getpid(), SIGKILL);
    if (point.victim == "backend")
        killServerProcess(lastBackend, lastBackend);
    if (point.victim == "postmaster")
        killServerProcess(parentOf(lastBackend), lastBackend);
    if (point.victim == "connection")
        ::shutdown(lastSocket, SHUT_RDWR);
    say("STRUCK");
    if (point.afterwards == "stop")
        ::kill(::getpid(), SIGSTOP);
}

} // namespace

void reportStep(std::string_view port, std::string_view text, std::string_view moment)
{
    const auto& point = thePoint();
    if (!point || !point->fits(port, text, moment))
        return;
    const std::lock_guard lock(mutex);
    if (isStruck || ++occurrences < point->occurrence)
        return;
    isStruck = true;
    strike(*point);
}

bool isHalved(std::string_view port, std::string_view text, std::string_view moment)
{
    const std::lock_guard lock(mutex);
    return !isStruck && thePoint() && thePoint()->fits(port, text, moment);
}

void noteSession(int backendPid, int socket)
{
    lastBackend = backendPid;
    lastSocket = socket;
}

} // namespace onceover
