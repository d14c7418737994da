// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/actor.h"
#include "tests/simulation/intake_functions.h"
#include "tests/simulation/world.h"

#include <string>
#include <vector>

namespace onceover::simulation {

// The source of payments: sends intents, sends them again under the same key, and the same purchase
// once more under another.
class SimulatedCaller final : public Actor
{
public:
    SimulatedCaller(World& world, int count);

    std::int64_t wakeAtUs() const override;
    void act() override;

private:
    void send(std::size_t index);

    struct Sent
    {
        Intent intent;
        Uuid paymentId;
    };

    World& m_world;
    std::int64_t m_wakeAtUs;
    std::vector<Sent> m_intents;
    std::size_t m_next = 0;
};

} // namespace onceover::simulation
