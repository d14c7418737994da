// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/gate_connection.h"
#include "tests/support/gate_fault.h"
#include "tests/support/gate_lane.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace onceover {

// A gate between a client and a server that passes bytes one way and the other until a test lets
// something happen to them at an exact byte. It listens on a Unix socket DIRECTORY/.s.PGSQL.5432,
// so that a database client only needs another socket directory, or on a TCP port of 127.0.0.1.
//
// Plain sockets and a thread of its own rather than Qt Network: the product's calls block the
// test's thread, which then runs no event loop; and a reset, a stall and the exact byte of a cut
// are properties of the socket, which QTcpSocket buffers and hides. All functions are thread-safe.
class TcpGate
{
public:
    using Way = GateWay;

    // In front of a Unix socket.
    explicit TcpGate(const std::filesystem::path& serverSocket);
    // In front of a TCP port of this machine.
    explicit TcpGate(std::uint16_t serverPort);
    // In front of a TCP port of another address of this machine, such as "127.0.7.1".
    TcpGate(std::string serverAddress, std::uint16_t serverPort);
    ~TcpGate();

    TcpGate(const TcpGate&) = delete;
    TcpGate& operator=(const TcpGate&) = delete;

    // Of the Unix socket; empty for TCP.
    std::filesystem::path directory() const { return m_directory; }

    // Of the TCP port; 0 for a Unix socket.
    std::uint16_t port() const { return m_port; }

    // Counts anew, both ways, and lets this happen.
    void arm(const GateFault& fault);
    // Lets everything through again and counts anew; what a stall keeps back stays kept.
    void open();
    // arm() with a cut that leaves the door shut until open(). With 0, the first byte that arrives
    // ends the connection and does not pass.
    void cutAfter(Way way, std::uint64_t bytes);
    // Keeps bytes back that way, on every connection, until the next call with false.
    void hold(Way way, bool isHeld);
    // Cuts every connection now.
    void cutNow();
    // Ends all stalls: what was kept goes on its way, or its connection is cut without it. Returns
    // when that is done.
    void release(bool isDelivered);

    // Since the last arm() or open().
    bool hasStruck() const { return m_lanes[0].hasStruck() || m_lanes[1].hasStruck(); }

    std::uint64_t passed(Way way) const { return lane(way).passed(); }

    // Bytes that came to the gate that way, passed or not.
    std::uint64_t arrived(Way way) const { return lane(way).arrived(); }

    // The bytes that passed.
    std::string heard(Way way) const { return lane(way).heard(); }

    // Since the gate was built.
    int connections() const { return m_connectionCount; }

private:
    enum class Order
    {
        CutAll,
        Deliver,
        Drop,
    };

    const GateLane& lane(Way way) const { return m_lanes[way == Way::ToServer ? 0 : 1]; }

    GateLane& lane(Way way) { return m_lanes[way == Way::ToServer ? 0 : 1]; }

    void start();
    void run(const std::stop_token& stop);
    void accept();
    void carryOutOrders();
    void order(Order order);
    void wake() const;
    int connectToServer() const;

    std::filesystem::path m_serverSocket;
    std::filesystem::path m_directory;
    std::string m_serverAddress;
    std::uint16_t m_serverPort = 0;
    std::uint16_t m_port = 0;
    int m_listener = -1;
    int m_wakeFd = -1;
    // To the server, to the client.
    GateLane m_lanes[2];
    // Of the gate's thread alone.
    std::vector<GateConnection> m_connections;
    std::atomic<int> m_connectionCount = 0;
    std::mutex m_mutex;
    std::condition_variable m_isDone;
    std::vector<Order> m_orders;
    std::jthread m_thread;
};

} // namespace onceover
