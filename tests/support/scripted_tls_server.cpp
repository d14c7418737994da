// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scripted_tls_server.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace onceover {

namespace {

constexpr int kPollMs = 10;
constexpr std::size_t kSslRequestBytes = 8;

[[noreturn]] void giveUp(const char* what)
{
    std::perror(what);
    ERR_print_errors_fp(stderr);
    std::abort();
}

SSL_CTX* contextFor(const TestCertificate& certificate)
{
    SSL_CTX* context = SSL_CTX_new(TLS_server_method());
    BIO* certificateText = BIO_new_mem_buf(certificate.certificate.data(), -1);
    BIO* keyText = BIO_new_mem_buf(certificate.key.data(), -1);
    X509* parsed = PEM_read_bio_X509(certificateText, nullptr, nullptr, nullptr);
    EVP_PKEY* key = PEM_read_bio_PrivateKey(keyText, nullptr, nullptr, nullptr);
    if (context == nullptr || SSL_CTX_use_certificate(context, parsed) != 1
        || SSL_CTX_use_PrivateKey(context, key) != 1)
        giveUp("TLS server");
    X509_free(parsed);
    EVP_PKEY_free(key);
    BIO_free(certificateText);
    BIO_free(keyText);
    return context;
}

} // namespace

ScriptedTlsServer::ScriptedTlsServer(
    const TestCertificate& certificate, Reply reply, Opening opening)
    : m_reply(std::move(reply))
    , m_opening(opening)
    , m_context(contextFor(certificate), &SSL_CTX_free)
{
    // OpenSSL writes with write(): a peer that is gone must not end the program.
    std::signal(SIGPIPE, SIG_IGN);
    m_listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    if (m_listener < 0 || bind(m_listener, generic, length) != 0 || listen(m_listener, 16) != 0
        || getsockname(m_listener, generic, &length) != 0)
        giveUp("TLS server");
    m_port = ntohs(address.sin_port);
    m_thread = std::thread([this] { run(); });
}

ScriptedTlsServer::~ScriptedTlsServer()
{
    m_isEnding = true;
    m_thread.join();
    close(m_listener);
}

std::string ScriptedTlsServer::received() const
{
    const std::lock_guard lock(m_mutex);
    return m_received;
}

bool ScriptedTlsServer::isReadable(int socket) const
{
    while (!m_isEnding) {
        pollfd descriptor{socket, POLLIN, 0};
        if (poll(&descriptor, 1, kPollMs) > 0)
            return true;
    }
    return false;
}

void ScriptedTlsServer::run()
{
    while (isReadable(m_listener)) {
        const int socket = accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (socket < 0)
            continue;
        ++m_connections;
        serve(socket);
        close(socket);
        ++m_ended;
    }
}

void ScriptedTlsServer::serve(int socket)
{
    if (m_opening != Opening::Tls && !openPostgres(socket))
        return;
    if (m_opening == Opening::PostgresPlain)
        return servePlain(socket);
    const std::unique_ptr<SSL, decltype(&SSL_free)> ssl(SSL_new(m_context.get()), &SSL_free);
    SSL_set_fd(ssl.get(), socket);
    if (drive(ssl.get(), socket, [&] { return SSL_accept(ssl.get()); })) {
        ++m_handshakes;
        serveTls(ssl.get(), socket);
    }
    ERR_clear_error();
}

bool ScriptedTlsServer::openPostgres(int socket)
{
    std::array<char, kSslRequestBytes> request{};
    std::size_t count = 0;
    while (count < request.size()) {
        const ssize_t more = isReadable(socket)
                                 ? recv(socket, request.data() + count, request.size() - count, 0)
                                 : 0;
        if (more <= 0)
            return false;
        count += static_cast<std::size_t>(more);
    }
    const char answer = m_opening == Opening::PostgresTls ? 'S' : 'N';
    return send(socket, &answer, 1, MSG_NOSIGNAL) == 1;
}

bool ScriptedTlsServer::drive(SSL* ssl, int socket, const std::function<int()>& call) const
{
    for (;;) {
        ERR_clear_error();
        const int done = call();
        if (done > 0)
            return true;
        const int why = SSL_get_error(ssl, done);
        if (why != SSL_ERROR_WANT_READ && why != SSL_ERROR_WANT_WRITE)
            return false;
        if (why == SSL_ERROR_WANT_READ && !isReadable(socket))
            return false;
    }
}

void ScriptedTlsServer::serveTls(SSL* ssl, int socket)
{
    std::string received;
    std::array<char, 4096> buffer{};
    int count = 0;
    while (drive(ssl, socket, [&] {
        count = SSL_read(ssl, buffer.data(), static_cast<int>(buffer.size()));
        return count;
    })) {
        const std::string more(buffer.data(), static_cast<std::size_t>(count));
        received += more;
        take(more);
        const Answer answer = m_reply(received);
        const auto write = [&] {
            return SSL_write(ssl, answer.bytes.data(), static_cast<int>(answer.bytes.size()));
        };
        if (!answer.bytes.empty() && !drive(ssl, socket, write))
            return;
        if (answer.isLast) {
            SSL_shutdown(ssl);
            shutdown(socket, SHUT_WR);
        }
    }
}

void ScriptedTlsServer::servePlain(int socket)
{
    std::array<char, 4096> buffer{};
    while (isReadable(socket)) {
        const ssize_t count = recv(socket, buffer.data(), buffer.size(), 0);
        if (count <= 0)
            return;
        take({buffer.data(), static_cast<std::size_t>(count)});
    }
}

void ScriptedTlsServer::take(const std::string& bytes)
{
    const std::lock_guard lock(m_mutex);
    m_received += bytes;
}

} // namespace onceover
