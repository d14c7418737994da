// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/actor.h"
#include "tests/simulation/world.h"

namespace onceover::simulation {

// What happens to machines and servers as a whole, and evidence that comes unasked.
class Weather final : public Actor
{
public:
    explicit Weather(World& world)
        : m_world(world)
        , m_wakeAtUs(world.nowUs + kSecondUs)
    {}

    std::int64_t wakeAtUs() const override { return m_world.rates.isOn() ? m_wakeAtUs : kNever; }

    void act() override;

private:
    void strikeMachine();
    // A webhook of the provider about one of its charges, on time, late or repeated.
    void deliverNews();

    World& m_world;
    std::int64_t m_wakeAtUs;
};

} // namespace onceover::simulation
