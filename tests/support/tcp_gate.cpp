// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tcp_gate.h"

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

constexpr const char* kLoopback = "127.0.0.1";

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

sockaddr_in tcpAddress(const std::string& host, std::uint16_t port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    if (::inet_pton(AF_INET, host.c_str(), &address.sin_addr) != 1) {
        giveUp("address");
    }
    return address;
}

template <typename Address>
const sockaddr* generic(const Address& address)
{
    return reinterpret_cast<const sockaddr*>(&address);
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
    if (::bind(m_listener, generic(address), sizeof address) != 0) {
        giveUp("gate");
    }
    start();
}

TcpGate::TcpGate(std::uint16_t serverPort)
    : TcpGate(kLoopback, serverPort)
{}

TcpGate::TcpGate(std::string serverAddress, std::uint16_t serverPort)
    : m_serverAddress(std::move(serverAddress))
    , m_serverPort(serverPort)
{
    m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = tcpAddress(kLoopback, 0);
    socklen_t length = sizeof address;
    if (::bind(m_listener, generic(address), sizeof address) != 0
        || ::getsockname(m_listener, reinterpret_cast<sockaddr*>(&address), &length) != 0) {
        giveUp("gate");
    }
    m_port = ntohs(address.sin_port);
    start();
}

void TcpGate::start()
{
    m_wakeFd = ::eventfd(0, EFD_CLOEXEC);
    if (m_wakeFd < 0 || ::listen(m_listener, 16) != 0) {
        giveUp("gate");
    }
    m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

TcpGate::~TcpGate()
{
    m_thread.request_stop();
    wake();
    m_thread.join();
    ::close(m_listener);
    ::close(m_wakeFd);
    if (!m_directory.empty()) {
        std::error_code ignored;
        std::filesystem::remove_all(m_directory, ignored);
    }
}

void TcpGate::arm(const GateFault& fault)
{
    for (const Way way : {Way::ToServer, Way::ToClient}) {
        lane(way).arm(fault.way == way ? std::optional(fault) : std::nullopt);
    }
}

void TcpGate::open()
{
    for (GateLane& each : m_lanes) {
        each.arm({});
        each.hold(false);
    }
    wake();
}

void TcpGate::cutAfter(Way way, std::uint64_t bytes)
{
    arm({.kind = GateFault::Kind::Cut, .way = way, .atByte = bytes, .shutsDoor = true});
}

void TcpGate::hold(Way way, bool isHeld)
{
    lane(way).hold(isHeld);
    wake();
}

void TcpGate::cutNow()
{
    order(Order::CutAll);
}

void TcpGate::release(bool isDelivered)
{
    order(isDelivered ? Order::Deliver : Order::Drop);
}

void TcpGate::order(Order order)
{
    std::unique_lock lock(m_mutex);
    m_orders.push_back(order);
    wake();
    m_isDone.wait(lock, [this] { return m_orders.empty(); });
}

void TcpGate::wake() const
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
        const sockaddr_in address = tcpAddress(m_serverAddress, m_serverPort);
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
    const int client = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
    const bool isLetIn = client >= 0 && !m_lanes[0].isDoorShut() && !m_lanes[1].isDoorShut();
    const int server = isLetIn ? connectToServer() : -1;
    if (server < 0) {
        ::close(client);
        return;
    }
    ++m_connectionCount;
    m_connections.emplace_back(client, server);
}

void TcpGate::carryOutOrders()
{
    const std::lock_guard lock(m_mutex);
    for (const Order each : m_orders) {
        for (GateConnection& connection : m_connections) {
            if (each == Order::CutAll) {
                connection.cut();
            } else {
                connection.release(each == Order::Deliver);
            }
        }
    }
    m_orders.clear();
    m_isDone.notify_all();
}

void TcpGate::run(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        std::vector<pollfd> fds = {{m_listener, POLLIN, 0}, {m_wakeFd, POLLIN, 0}};
        for (const GateConnection& connection : m_connections) {
            fds.push_back({connection.sourceFd(Way::ToServer, m_lanes[0]), POLLIN, 0});
            fds.push_back({connection.sourceFd(Way::ToClient, m_lanes[1]), POLLIN, 0});
        }
        if (::poll(fds.data(), fds.size(), -1) < 0) {
            continue;
        }
        for (std::size_t i = 0; i < m_connections.size(); ++i) {
            if (fds[2 + 2 * i].revents != 0) {
                m_connections[i].pass(Way::ToServer, m_lanes[0]);
            }
            // The first may have ended or stalled the connection.
            const int source = m_connections[i].sourceFd(Way::ToClient, m_lanes[1]);
            if (fds[3 + 2 * i].revents != 0 && source >= 0) {
                m_connections[i].pass(Way::ToClient, m_lanes[1]);
            }
        }
        if (fds[1].revents != 0) {
            std::uint64_t ignored = 0;
            if (::read(m_wakeFd, &ignored, sizeof ignored) < 0) {
                giveUp("wake");
            }
            carryOutOrders();
        }
        std::vector<GateConnection> open;
        for (GateConnection& connection : m_connections) {
            if (!connection.isOver()) {
                open.push_back(std::move(connection));
            }
        }
        m_connections = std::move(open);
        if (fds[0].revents != 0) {
            accept();
        }
    }
}

} // namespace onceover
