// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/test_authority.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

struct ssl_ctx_st;
struct ssl_st;

namespace onceover {

// A server on loopback that speaks TLS with the certificate it is given, and counts what it could
// decrypt: the oracle of whether anything left the caller. One connection at a time, on a thread of
// its own.
class ScriptedTlsServer
{
public:
    struct Answer
    {
        std::string bytes;
        bool isLast = false;
    };

    // Gets everything decrypted on this connection so far, whenever more has come.
    using Reply = std::function<Answer(const std::string& received)>;

    enum class Opening
    {
        Tls,
        // PostgreSQL's: a request for TLS, agreed to.
        PostgresTls,
        // PostgreSQL's: refused, so that a careless client goes on in plain text.
        PostgresPlain,
    };

    ScriptedTlsServer(
        const TestCertificate& certificate, Reply reply, Opening opening = Opening::Tls);
    ~ScriptedTlsServer();

    ScriptedTlsServer(const ScriptedTlsServer&) = delete;
    ScriptedTlsServer& operator=(const ScriptedTlsServer&) = delete;

    std::uint16_t port() const { return m_port; }

    // Over all connections.
    int connections() const { return m_connections; }

    int handshakes() const { return m_handshakes; }

    // Decrypted bytes; in plain text, those behind the refused opening.
    std::string received() const;

    // Connections that are over.
    int ended() const { return m_ended; }

private:
    void run();
    void serve(int socket);
    bool openPostgres(int socket);
    bool isReadable(int socket) const;
    // Repeats a call of OpenSSL until it is through; false at the end of the stream.
    bool drive(ssl_st* ssl, int socket, const std::function<int()>& call) const;
    void serveTls(ssl_st* ssl, int socket);
    void servePlain(int socket);
    void take(const std::string& bytes);

    Reply m_reply;
    Opening m_opening;
    std::unique_ptr<ssl_ctx_st, void (*)(ssl_ctx_st*)> m_context;
    int m_listener = -1;
    std::uint16_t m_port = 0;
    std::atomic<bool> m_isEnding = false;
    std::atomic<int> m_connections = 0;
    std::atomic<int> m_handshakes = 0;
    std::atomic<int> m_ended = 0;
    mutable std::mutex m_mutex;
    std::string m_received;
    std::thread m_thread;
};

} // namespace onceover
