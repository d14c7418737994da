// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/gate_connection.h"

#include <array>
#include <utility>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

namespace onceover {

GateConnection::GateConnection(int clientFd, int serverFd)
    : m_fds{clientFd, serverFd}
{
    // Every piece leaves as it is sent; has no meaning for Unix sockets.
    const int isOn = 1;
    for (const int fd : m_fds)
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &isOn, sizeof isOn);
}

GateConnection::GateConnection(GateConnection&& other) noexcept
    : m_fds{std::exchange(other.m_fds[0], -1), std::exchange(other.m_fds[1], -1)}
    , m_isDone{other.m_isDone[0], other.m_isDone[1]}
    , m_isStalled{other.m_isStalled[0], other.m_isStalled[1]}
    , m_kept{std::move(other.m_kept[0]), std::move(other.m_kept[1])}
    , m_isCut(other.m_isCut)
{}

GateConnection::~GateConnection()
{
    close();
}

int GateConnection::sourceFd(GateWay way, const GateLane& lane) const
{
    const std::size_t source = sourceOf(way);
    const bool isAsleep = m_isDone[source] || m_isStalled[source] || (lane.isHeld() && !m_isCut);
    return isAsleep ? -1 : m_fds[source];
}

void GateConnection::pass(GateWay way, GateLane& lane)
{
    std::array<char, 16384> buffer{};
    const ssize_t count = ::recv(m_fds[sourceOf(way)], buffer.data(), buffer.size(), 0);
    if (count < 0)
        return reset();
    if (count == 0)
        return endOfStream(way);
    if (m_isCut)
        return;
    GateLane::Ruling ruling = lane.rule({buffer.data(), static_cast<std::size_t>(count)});
    const bool isSent = send(way, ruling.passing, ruling.isSliced);
    if (!ruling.strike) {
        // The other end is gone; its own end of the stream tells how.
        if (!isSent)
            m_isDone[sourceOf(way)] = true;
        return;
    }
    switch (*ruling.strike) {
    case GateFault::Kind::Reset:
        return reset();
    case GateFault::Kind::Stall:
        m_isStalled[sourceOf(way)] = true;
        m_kept[sourceOf(way)] = std::move(ruling.kept);
        return;
    default:
        return cut();
    }
}

void GateConnection::release(bool isDelivered)
{
    for (const GateWay way : {GateWay::ToServer, GateWay::ToClient}) {
        if (isOver() || !std::exchange(m_isStalled[sourceOf(way)], false))
            continue;
        if (isDelivered)
            send(way, std::exchange(m_kept[sourceOf(way)], {}), false);
        else
            cut();
    }
}

bool GateConnection::send(GateWay way, std::string_view bytes, bool isSliced)
{
    while (!bytes.empty()) {
        const ssize_t sent =
            ::send(m_fds[targetOf(way)], bytes.data(), isSliced ? 1 : bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

void GateConnection::endOfStream(GateWay way)
{
    m_isDone[sourceOf(way)] = true;
    ::shutdown(m_fds[targetOf(way)], SHUT_WR);
    if (m_isDone[0] && m_isDone[1])
        close();
}

void GateConnection::cut()
{
    // Closing with unread bytes would be a reset; so both ends are read until they hang up.
    m_isCut = true;
    m_isStalled[0] = m_isStalled[1] = false;
    for (const int fd : m_fds)
        ::shutdown(fd, SHUT_WR);
}

void GateConnection::reset()
{
    const linger discard{1, 0};
    for (const int fd : m_fds)
        setsockopt(fd, SOL_SOCKET, SO_LINGER, &discard, sizeof discard);
    close();
}

void GateConnection::close()
{
    for (int& fd : m_fds) {
        if (fd >= 0)
            ::close(std::exchange(fd, -1));
    }
}

} // namespace onceover
