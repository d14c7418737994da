// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/gate_lane.h"

#include <algorithm>

namespace onceover {

using Kind = GateFault::Kind;

void GateLane::arm(const std::optional<GateFault>& fault)
{
    const std::lock_guard lock(m_mutex);
    m_fault = fault;
    m_hasStruck = false;
    m_arrived = 0;
    m_heard.clear();
}

void GateLane::hold(bool isHeld)
{
    const std::lock_guard lock(m_mutex);
    m_isHeld = isHeld;
}

GateLane::Ruling GateLane::rule(std::string_view bytes)
{
    const std::lock_guard lock(m_mutex);
    m_arrived += bytes.size();
    const std::uint64_t before = m_heard.size();
    Ruling ruling{.passing = std::string(bytes), .strike = {}, .kept = {}};
    const bool isWithin = m_fault && m_fault->atByte < before + bytes.size();
    if (m_fault && m_fault->kind == Kind::Slice) {
        m_hasStruck = m_hasStruck || isWithin;
        ruling.isSliced = m_hasStruck;
    } else if (m_fault && m_fault->kind == Kind::Corrupt) {
        if (isWithin && !m_hasStruck) {
            char& byte = ruling.passing[m_fault->atByte - before];
            byte = static_cast<char>(byte ^ (1 << m_fault->bit));
            m_hasStruck = true;
        }
    } else if (m_fault && !m_hasStruck && before + bytes.size() >= m_fault->atByte) {
        const std::size_t allowed = static_cast<std::size_t>(m_fault->atByte - before);
        m_hasStruck = true;
        ruling.strike = m_fault->kind;
        ruling.kept = ruling.passing.substr(allowed);
        ruling.passing.resize(allowed);
    }
    m_heard += ruling.passing;
    return ruling;
}

bool GateLane::isHeld() const
{
    const std::lock_guard lock(m_mutex);
    return m_isHeld;
}

bool GateLane::hasStruck() const
{
    const std::lock_guard lock(m_mutex);
    return m_hasStruck;
}

bool GateLane::isDoorShut() const
{
    const std::lock_guard lock(m_mutex);
    return m_hasStruck && m_fault && m_fault->shutsDoor;
}

std::uint64_t GateLane::arrived() const
{
    const std::lock_guard lock(m_mutex);
    return m_arrived;
}

std::uint64_t GateLane::passed() const
{
    const std::lock_guard lock(m_mutex);
    return m_heard.size();
}

std::string GateLane::heard() const
{
    const std::lock_guard lock(m_mutex);
    return m_heard;
}

} // namespace onceover
