// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tcp_gate.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace onceover {

namespace {

[[noreturn]] void giveUp(const char* what)
{
    std::perror(what);
    std::abort();
}

sockaddr_un unixAddress(const std::filesystem::path& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.string().size() >= sizeof address.sun_path) {
        giveUp("socket path");
    }
    std::strcpy(address.sun_path, path.c_str());
    return address;
}

sockaddr_in tcpAddress(std::uint16_t port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

template <typename Address>
const sockaddr* generic(const Address& address)
{
    return reinterpret_cast<const sockaddr*>(&address);
}

std::size_t indexOf(TcpGate::Way way)
{
    return way == TcpGate::Way::ToServer ? 0 : 1;
}

bool sendAll(int fd, const char* bytes, std::size_t count)
{
    while (count > 0) {
        const ssize_t sent = ::send(fd, bytes, count, MSG_NOSIGNAL);
        if (sent <= 0) {
            return false;
        }
        bytes += sent;
        count -= static_cast<std::size_t>(sent);
    }
    return true;
}

} // namespace

TcpGate::TcpGate(const std::filesystem::path& serverSocket)
    : m_serverSocket(serverSocket)
{
    std::string directory = "/tmp/onceover-gate-XXXXXX";
    if (::mkdtemp(directory.data()) == nullptr) {
        giveUp("mkdtemp");
    }
    m_directory = directory;
    m_listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_un address = unixAddress(m_directory / ".s.PGSQL.5432");
    if (::bind(m_listener, generic(address), sizeof address) != 0
        || ::listen(m_listener, 16) != 0) {
        giveUp("gate");
    }
    m_wakeFd = ::eventfd(0, EFD_CLOEXEC);
    m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

TcpGate::TcpGate(std::uint16_t serverPort)
    : m_serverPort(serverPort)
{
    m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = tcpAddress(0);
    socklen_t length = sizeof address;
    if (::bind(m_listener, generic(address), sizeof address) != 0 || ::listen(m_listener, 16) != 0
        || ::getsockname(m_listener, reinterpret_cast<sockaddr*>(&address), &length) != 0) {
        giveUp("gate");
    }
    m_port = ntohs(address.sin_port);
    m_wakeFd = ::eventfd(0, EFD_CLOEXEC);
    m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

TcpGate::~TcpGate()
{
    m_thread.request_stop();
    wake();
    m_thread.join();
    for (const Pair& pair : m_pairs) {
        ::close(pair.client);
        ::close(pair.server);
    }
    ::close(m_listener);
    ::close(m_wakeFd);
    if (!m_directory.empty()) {
        std::error_code ignored;
        std::filesystem::remove_all(m_directory, ignored);
    }
}

void TcpGate::cutAfter(Way way, std::uint64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    m_left[indexOf(way)] = bytes;
    m_passed[0] = m_passed[1] = 0;
}

void TcpGate::hold(Way way, bool isHeld)
{
    {
        const std::lock_guard lock(m_mutex);
        m_isHeld[indexOf(way)] = isHeld;
    }
    wake();
}

void TcpGate::cutNow()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isCutAsked = true;
    }
    wake();
}

void TcpGate::open()
{
    {
        const std::lock_guard lock(m_mutex);
        m_left[0] = m_left[1] = kNoLimit;
        m_passed[0] = m_passed[1] = 0;
        m_isHeld[0] = m_isHeld[1] = false;
    }
    wake();
}

std::uint64_t TcpGate::passed(Way way) const
{
    const std::lock_guard lock(m_mutex);
    return m_passed[indexOf(way)];
}

void TcpGate::wake()
{
    const std::uint64_t one = 1;
    if (::write(m_wakeFd, &one, sizeof one) < 0) {
        giveUp("wake");
    }
}

int TcpGate::connectToServer() const
{
    const bool isUnix = m_serverPort == 0;
    const int fd = ::socket(isUnix ? AF_UNIX : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int connected = -1;
    if (isUnix) {
        const sockaddr_un address = unixAddress(m_serverSocket);
        connected = ::connect(fd, generic(address), sizeof address);
    } else {
        const sockaddr_in address = tcpAddress(m_serverPort);
        connected = ::connect(fd, generic(address), sizeof address);
    }
    if (connected != 0) {
        ::close(fd);
        return -1;
    }
    return fd;
}

void TcpGate::accept()
{
    Pair pair;
    pair.client = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
    pair.server = connectToServer();
    if (pair.client < 0 || pair.server < 0) {
        ::close(pair.client);
        ::close(pair.server);
        return;
    }
    m_pairs.push_back(pair);
}

// False once the pair is to be closed.
bool TcpGate::pass(Pair& pair, Way way)
{
    const bool isToServer = way == Way::ToServer;
    std::array<char, 16384> buffer{};
    const ssize_t count =
        ::recv(isToServer ? pair.client : pair.server, buffer.data(), buffer.size(), 0);
    if (count < 0) {
        return false;
    }
    if (count == 0) {
        ::shutdown(isToServer ? pair.server : pair.client, SHUT_WR);
        (isToServer ? pair.isClientDone : pair.isServerDone) = true;
        return !(pair.isClientDone && pair.isServerDone);
    }
    std::size_t allowed = 0;
    bool isCut = false;
    {
        const std::lock_guard lock(m_mutex);
        std::uint64_t& left = m_left[indexOf(way)];
        allowed = static_cast<std::size_t>(
            std::min<std::uint64_t>(left, static_cast<std::uint64_t>(count)));
        if (left != kNoLimit) {
            left -= allowed;
            isCut = left == 0;
        }
        m_passed[indexOf(way)] += allowed;
    }
    return sendAll(isToServer ? pair.server : pair.client, buffer.data(), allowed) && !isCut;
}

void TcpGate::run(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        std::vector<pollfd> fds = {{m_listener, POLLIN, 0}, {m_wakeFd, POLLIN, 0}};
        bool isCutAsked = false;
        {
            const std::lock_guard lock(m_mutex);
            isCutAsked = std::exchange(m_isCutAsked, false);
            for (const Pair& pair : m_pairs) {
                fds.push_back({pair.isClientDone || m_isHeld[0] ? -1 : pair.client, POLLIN, 0});
                fds.push_back({pair.isServerDone || m_isHeld[1] ? -1 : pair.server, POLLIN, 0});
            }
        }
        std::vector<bool> isClosed(m_pairs.size(), isCutAsked);
        if (!isCutAsked && ::poll(fds.data(), fds.size(), -1) < 0) {
            continue;
        }
        for (std::size_t i = 0; i < m_pairs.size(); ++i) {
            if (!isClosed[i] && fds[2 + 2 * i].revents != 0) {
                isClosed[i] = !pass(m_pairs[i], Way::ToServer);
            }
            if (!isClosed[i] && fds[3 + 2 * i].revents != 0) {
                isClosed[i] = !pass(m_pairs[i], Way::ToClient);
            }
        }
        for (std::size_t i = m_pairs.size(); i-- > 0;) {
            if (isClosed[i]) {
                ::close(m_pairs[i].client);
                ::close(m_pairs[i].server);
                m_pairs.erase(m_pairs.begin() + static_cast<std::ptrdiff_t>(i));
            }
        }
        if (fds[1].revents != 0) {
            std::uint64_t ignored = 0;
            if (::read(m_wakeFd, &ignored, sizeof ignored) < 0) {
                giveUp("wake");
            }
        }
        if (fds[0].revents != 0) {
            accept();
        }
    }
}

} // namespace onceover
