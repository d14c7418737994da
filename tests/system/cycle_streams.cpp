// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/system/cycle_streams.h"

#include <cstdio>
#include <cstdlib>

namespace onceover {

namespace {

// Query "COMMIT", and its answer: command complete, ready and idle.
const std::string kCommit(
    "Q\0\0\0\x0b"
    "COMMIT",
    12);
const std::string kCommitted(
    "C\0\0\0\x0b"
    "COMMIT\0Z\0\0\0\5I",
    18);

std::size_t find(const std::string& stream, const std::string& text, std::size_t from = 0)
{
    const std::size_t at = stream.find(text, from);
    if (at == std::string::npos) {
        std::fprintf(stderr, "the cycle does not hold %s\n", text.c_str());
        std::abort();
    }
    return at;
}

} // namespace

CycleStreams::CycleStreams(const TcpGate& gate)
    : m_toServer(gate.heard(GateWay::ToServer))
    , m_toClient(gate.heard(GateWay::ToClient))
{}

std::vector<std::size_t> CycleStreams::commits(GateWay way) const
{
    std::vector<std::size_t> starts;
    for (const char* const step :
         {"onceover.claim(", "onceover.ready_to_call(", "onceover.record_results("}) {
        const std::size_t commit = find(m_toServer, kCommit, find(m_toServer, step));
        std::size_t answer = find(m_toClient, kCommitted);
        for (std::size_t at = find(m_toServer, kCommit); at != commit;
             at = find(m_toServer, kCommit, at + 1))
            answer = find(m_toClient, kCommitted, answer + 1);
        starts.push_back(way == GateWay::ToServer ? commit : answer);
    }
    return starts;
}

std::size_t CycleStreams::commitLength(GateWay way)
{
    return way == GateWay::ToServer ? kCommit.size() : kCommitted.size();
}

} // namespace onceover
