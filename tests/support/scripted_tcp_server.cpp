// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scripted_tcp_server.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace onceover {

namespace {

constexpr int kPollMs = 10;

bool isReadable(int socket)
{
    pollfd descriptor{socket, POLLIN, 0};
    return poll(&descriptor, 1, kPollMs) > 0;
}

std::size_t contentLengthOf(const std::string& header)
{
    constexpr std::string_view kName = "\r\nContent-Length: ";
    const auto at = header.find(kName);
    return at == std::string::npos ? 0
                                   : std::strtoul(header.c_str() + at + kName.size(), nullptr, 10);
}

} // namespace

bool ScriptedTcpServer::isComplete(const std::string& request)
{
    const auto end = request.find("\r\n\r\n");
    return end != std::string::npos
           && request.size() >= end + 4 + contentLengthOf(request.substr(0, end + 2));
}

ScriptedTcpServer::ScriptedTcpServer(std::function<Script(int)> scriptFor)
    : m_scriptFor(std::move(scriptFor))
{
    m_listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (m_scriptFor(0).waitsToRead) {
        // Accepted sockets inherit it; most of a large request then stays in the sender's kernel.
        const int size = 1;
        setsockopt(m_listener, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
    }
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    if (m_listener < 0 || bind(m_listener, generic, length) != 0 || listen(m_listener, 16) != 0
        || getsockname(m_listener, generic, &length) != 0) {
        std::perror("the scripted server cannot listen");
        std::abort();
    }
    m_port = ntohs(address.sin_port);
    m_accepting = std::thread([this] { acceptConnections(); });
}

ScriptedTcpServer::ScriptedTcpServer(Script script)
    : ScriptedTcpServer([script = std::move(script)](int) { return script; })
{}

ScriptedTcpServer::~ScriptedTcpServer()
{
    m_isEnding = true;
    m_accepting.join();
    for (std::thread& thread : m_serving)
        thread.join();
    close(m_listener);
}

std::string ScriptedTcpServer::baseUrl() const
{
    return "http://127.0.0.1:" + std::to_string(m_port);
}

std::string ScriptedTcpServer::lastRequest() const
{
    const std::lock_guard lock(m_mutex);
    return m_lastRequest;
}

bool ScriptedTcpServer::waitFor(const std::function<bool()>& condition)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (!condition()) {
        if (std::chrono::steady_clock::now() >= end)
            return false;
        poll(nullptr, 0, kPollMs);
    }
    return true;
}

void ScriptedTcpServer::acceptConnections()
{
    while (!m_isEnding) {
        if (!isReadable(m_listener))
            continue;
        const int socket = accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (socket < 0)
            continue;
        const Script script = m_scriptFor(m_connections++);
        m_serving.emplace_back([this, socket, script] { serve(socket, script); });
    }
}

void ScriptedTcpServer::serve(int socket, const Script& script)
{
    while (script.waitsToRead && !m_mayRead && !m_isEnding)
        poll(nullptr, 0, kPollMs);
    std::string request;
    bool isOpen = readRequest(socket, script.answersAnything, request);
    std::vector<std::string> pieces = script.pieces;
    if (isOpen && script.answerTo)
        pieces = {script.answerTo(request)};
    for (std::size_t index = 0; isOpen && index < pieces.size();) {
        poll(nullptr, 0, script.pauseMs);
        isOpen = sendAll(socket, pieces[index]) && !m_isEnding;
        const bool isLast = index + 1 == pieces.size();
        index += isLast && script.isEndless ? 0 : 1;
    }
    if (isOpen && pieces.empty())
        poll(nullptr, 0, script.pauseMs);
    if (isOpen && script.end == End::StayOpen)
        readToEnd(socket);
    if (script.end == End::Reset) {
        const linger discard{1, 0};
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &discard, sizeof discard);
    }
    if (script.end == End::Close) {
        // Unread bytes would turn the close into a reset.
        shutdown(socket, SHUT_WR);
        readToEnd(socket);
    }
    close(socket);
    ++m_endedConnections;
}

bool ScriptedTcpServer::readRequest(int socket, bool takesAnything, std::string& request)
{
    std::array<char, 4096> buffer{};
    while (!m_isEnding) {
        if (!isReadable(socket))
            continue;
        const ssize_t count = recv(socket, buffer.data(), buffer.size(), 0);
        if (count <= 0) {
            if (count < 0)
                ++m_resetConnections;
            return false;
        }
        m_receivedBytes += count;
        request.append(buffer.data(), static_cast<std::size_t>(count));
        if (!isComplete(request) && takesAnything)
            return true;
        if (!isComplete(request))
            continue;
        ++m_completeRequests;
        const std::lock_guard lock(m_mutex);
        m_lastRequest = request;
        return true;
    }
    return false;
}

bool ScriptedTcpServer::sendAll(int socket, const std::string& bytes)
{
    std::size_t sent = 0;
    while (sent < bytes.size() && !m_isEnding) {
        const ssize_t count =
            send(socket, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count < 0 && errno == EAGAIN) {
            poll(nullptr, 0, kPollMs);
            continue;
        }
        if (count <= 0)
            return false;
        sent += static_cast<std::size_t>(count);
    }
    return true;
}

void ScriptedTcpServer::readToEnd(int socket)
{
    std::string more;
    while (!m_isEnding) {
        if (!isReadable(socket))
            continue;
        std::array<char, 4096> buffer{};
        const ssize_t count = recv(socket, buffer.data(), buffer.size(), 0);
        if (count <= 0) {
            if (count < 0)
                ++m_resetConnections;
            return;
        }
        m_receivedBytes += count;
        more.append(buffer.data(), static_cast<std::size_t>(count));
        if (isComplete(more)) {
            // A request repeated on the same connection counts like any other.
            ++m_completeRequests;
            more.clear();
        }
    }
}

} // namespace onceover
