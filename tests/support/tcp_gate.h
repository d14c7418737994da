// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace onceover {

// A gate between a client and a server that passes bytes one way and the other until a test closes
// it at an exact byte. It listens on a Unix socket DIRECTORY/.s.PGSQL.5432, so that a database
// client only needs another socket directory, or on a TCP port of 127.0.0.1.
class TcpGate
{
public:
    enum class Way
    {
        ToServer,
        ToClient,
    };

    static constexpr std::uint64_t kNoLimit = UINT64_MAX;

    // In front of a Unix socket.
    explicit TcpGate(const std::filesystem::path& serverSocket);
    // In front of a TCP port of this machine.
    explicit TcpGate(std::uint16_t serverPort);
    ~TcpGate();

    TcpGate(const TcpGate&) = delete;
    TcpGate& operator=(const TcpGate&) = delete;

    // Of the Unix socket; empty for TCP.
    std::filesystem::path directory() const { return m_directory; }

    // Of the TCP port; 0 for a Unix socket.
    std::uint16_t port() const { return m_port; }

    // From now on lets `bytes` more through that way, then closes both ends of every connection.
    // With 0, the first byte that arrives closes them and does not pass.
    void cutAfter(Way way, std::uint64_t bytes);
    // Keeps bytes back that way until the next call with false.
    void hold(Way way, bool isHeld);
    // Closes every connection now.
    void cutNow();
    // Lets everything through again.
    void open();

    // Bytes passed that way since the last cutAfter() or open().
    std::uint64_t passed(Way way) const;

private:
    struct Pair
    {
        int client = -1;
        int server = -1;
        bool isClientDone = false;
        bool isServerDone = false;
    };

    void run(const std::stop_token& stop);
    void accept();
    bool pass(Pair& pair, Way way);
    void wake();
    int connectToServer() const;

    std::filesystem::path m_serverSocket;
    std::filesystem::path m_directory;
    std::uint16_t m_serverPort = 0;
    std::uint16_t m_port = 0;
    int m_listener = -1;
    int m_wakeFd = -1;
    std::vector<Pair> m_pairs;
    mutable std::mutex m_mutex;
    std::uint64_t m_left[2] = {kNoLimit, kNoLimit};
    std::uint64_t m_passed[2] = {0, 0};
    bool m_isHeld[2] = {false, false};
    bool m_isCutAsked = false;
    std::jthread m_thread;
};

} // namespace onceover
