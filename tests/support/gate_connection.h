// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/gate_fault.h"
#include "tests/support/gate_lane.h"

#include <string>
#include <string_view>

namespace onceover {

// The two sockets of one connection through a gate. Belongs to the gate's thread.
class GateConnection
{
public:
    // Takes both sockets over.
    GateConnection(int clientFd, int serverFd);
    GateConnection(GateConnection&& other) noexcept;
    GateConnection& operator=(GateConnection&&) = delete;
    ~GateConnection();

    // The socket to wait on for bytes that go that way; -1 while none are to be taken.
    int sourceFd(GateWay way, const GateLane& lane) const;
    // Reads once and does what the lane says.
    void pass(GateWay way, GateLane& lane);
    // What a stall kept back goes on its way, or the connection ends without it.
    void release(bool isDelivered);
    // Both ends see the normal end; what they still send is read and forgotten.
    void cut();

    bool isOver() const { return m_fds[0] < 0; }

private:
    static std::size_t sourceOf(GateWay way) { return way == GateWay::ToServer ? 0 : 1; }

    static std::size_t targetOf(GateWay way) { return 1 - sourceOf(way); }

    bool send(GateWay way, std::string_view bytes, bool isSliced);
    void endOfStream(GateWay way);
    void reset();
    void close();

    // Client, server.
    int m_fds[2];
    // By source: nothing more comes from there.
    bool m_isDone[2] = {false, false};
    bool m_isStalled[2] = {false, false};
    std::string m_kept[2];
    bool m_isCut = false;
};

} // namespace onceover
