// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/tcp_gate.h"

#include <string>
#include <vector>

namespace onceover {

// What a core and its database said to each other over one payment.
class CycleStreams
{
public:
    CycleStreams() = default;
    // As the gate has heard it since it was last opened.
    explicit CycleStreams(const TcpGate& gate);

    const std::string& bytes(GateWay way) const
    {
        return way == GateWay::ToServer ? m_toServer : m_toClient;
    }

    // Where the COMMITs of claim, ready and record begin, or the answers to them. Plain text only.
    std::vector<std::size_t> commits(GateWay way) const;
    // How long such a message is.
    static std::size_t commitLength(GateWay way);

private:
    std::string m_toServer;
    std::string m_toClient;
};

} // namespace onceover
