// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace onceover {

// A provider on loopback that speaks raw TCP and does exactly what a script says. Its count of
// complete requests (header and as many body bytes as Content-Length names) is the oracle of every
// re-send test. One thread per connection.
class ScriptedTcpServer
{
public:
    enum class End
    {
        Close,
        Reset,
        // Until the caller hangs up or the server ends.
        StayOpen,
    };

    struct Script
    {
        // Sent in this order after a complete request, `pauseMs` before each piece.
        std::vector<std::string> pieces = {};
        int pauseMs = 0;
        End end = End::Close;
        // Repeats the last piece until the caller hangs up.
        bool isEndless = false;
        // Starts to read only after letRead(); the receive buffer is made as small as the kernel
        // allows.
        bool waitsToRead = false;
        // Answers the first bytes that arrive, whatever they are.
        bool answersAnything = false;
        // Makes the one piece of the answer from the complete request.
        std::function<std::string(const std::string&)> answerTo = {};
    };

    // `scriptFor` gets the number of the connection, from 0, and may be called from any of the
    // server's threads.
    explicit ScriptedTcpServer(std::function<Script(int)> scriptFor);
    explicit ScriptedTcpServer(Script script);
    ~ScriptedTcpServer();

    ScriptedTcpServer(const ScriptedTcpServer&) = delete;
    ScriptedTcpServer& operator=(const ScriptedTcpServer&) = delete;

    // "http://127.0.0.1:port".
    std::string baseUrl() const;

    int port() const { return m_port; }

    int completeRequests() const { return m_completeRequests; }

    int connections() const { return m_connections; }

    // Bytes received over all connections.
    long receivedBytes() const { return m_receivedBytes; }

    // Connections that the server has read to their end, and how many of them ended by a reset.
    int endedConnections() const { return m_endedConnections; }

    int resetConnections() const { return m_resetConnections; }

    std::string lastRequest() const;

    void letRead() { m_mayRead = true; }

    // Header and as many body bytes as its Content-Length names.
    static bool isComplete(const std::string& request);

    // Blocks until the condition holds or ten seconds have passed; tells which.
    static bool waitFor(const std::function<bool()>& condition);

private:
    void acceptConnections();
    void serve(int socket, const Script& script);
    bool readRequest(int socket, bool takesAnything, std::string& request);
    bool sendAll(int socket, const std::string& bytes);
    void readToEnd(int socket);

    std::function<Script(int)> m_scriptFor;
    int m_listener = -1;
    int m_port = 0;
    std::atomic<bool> m_isEnding = false;
    std::atomic<bool> m_mayRead = false;
    std::atomic<int> m_completeRequests = 0;
    std::atomic<int> m_connections = 0;
    std::atomic<int> m_endedConnections = 0;
    std::atomic<int> m_resetConnections = 0;
    std::atomic<long> m_receivedBytes = 0;
    mutable std::mutex m_mutex;
    std::string m_lastRequest;
    std::vector<std::thread> m_serving;
    std::thread m_accepting;
};

} // namespace onceover
