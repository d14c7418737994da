// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/chance.h"
#include "tests/simulation/fault.h"

#include <array>

namespace onceover::simulation {

// How often each fault strikes in one schedule, in thousandths of its chances. Swizzled: of every
// class, some schedules see nothing, most a little, some are clogged with it.
class Rates
{
public:
    explicit Rates(Chance& chance);

    int of(Fault fault) const { return m_isOn ? m_perMille[static_cast<std::size_t>(fault)] : 0; }

    // Weather ends: from here on everything works.
    void switchOff() { m_isOn = false; }

    bool isOn() const { return m_isOn; }

    // Whether the provider may break its word in this schedule.
    bool isDishonest() const { return m_isDishonest; }

private:
    std::array<int, kFaultCount> m_perMille{};
    bool m_isOn = true;
    bool m_isDishonest = false;
};

} // namespace onceover::simulation
