// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/fault.h"
#include "tests/simulation/rows.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace onceover::simulation {

// What the schedules of a run have gone through.
class Coverage
{
public:
    // `from` and `to` as in the state table of the design, "(new)" before the first state; `why` is
    // the reason, kind or ground that the row of the table names.
    void edge(const std::string& from, const std::string& to, const std::string& why);

    void permit(Ground ground) { ++m_grounds[static_cast<std::size_t>(ground)]; }

    void fault(Fault fault) { ++m_faults[static_cast<std::size_t>(fault)]; }

    void step() { ++m_steps; }

    // A fact was stored while nothing moved, and took effect later.
    void waited(bool isResult)
    {
        ++m_waited[isResult ? 0 : 1];
        m_isWaited = true;
    }

    void settledLate() { ++m_settledLate; }

    // A check after a start of the server ended with every journal found, or with a fence.
    void endCheck() { ++m_checksEnded; }

    void failCheck() { ++m_checksFailed; }

    void schedule()
    {
        ++m_schedules;
        m_waitingSchedules += m_isWaited ? 1 : 0;
        m_isWaited = false;
    }

    std::int64_t schedules() const { return m_schedules; }

    std::int64_t steps() const { return m_steps; }

    std::int64_t faults() const;
    // Rows of the state table, grounds and faults that were never met.
    std::vector<std::string> missing() const;
    // The whole as text: schedules, steps, faults by class, edges, grounds.
    std::string report() const;

private:
    std::map<std::string, std::int64_t> m_edges;
    std::array<std::int64_t, kGroundCount> m_grounds{};
    std::array<std::int64_t, kFaultCount> m_faults{};
    // Results and evidence.
    std::array<std::int64_t, 2> m_waited{};
    std::int64_t m_settledLate = 0;
    std::int64_t m_waitingSchedules = 0;
    std::int64_t m_checksEnded = 0;
    std::int64_t m_checksFailed = 0;
    bool m_isWaited = false;
    std::int64_t m_steps = 0;
    std::int64_t m_schedules = 0;
};

} // namespace onceover::simulation
