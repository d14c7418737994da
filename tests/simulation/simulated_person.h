// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/actor.h"
#include "tests/simulation/desk_functions.h"
#include "tests/simulation/world.h"

#include <functional>
#include <map>
#include <string>

namespace onceover::simulation {

// A reviewer and approver with a screen that may be old: takes, proposes, approves, withdraws,
// defers and reopens, in any order, sometimes against the rules.
class SimulatedPerson final : public Actor
{
public:
    SimulatedPerson(World& world, int person);

    std::int64_t wakeAtUs() const override { return m_world.rates.isOn() ? m_wakeAtUs : kNever; }

    void act() override;

private:
    // What the screen of one case shows.
    struct Screen
    {
        std::string digest;
        std::int64_t version = 0;
    };

    using Command = std::function<std::string(Transaction&)>;

    void actOn(const PaymentRow& row);
    void actOnProposal(const PaymentRow& row, const ProposalRow& proposal, const Screen& screen);
    void actOnCase(const PaymentRow& row, const Screen& screen);
    void propose(const PaymentRow& row, const Screen& screen);
    void approve(const PaymentRow& row, const ProposalRow& proposal, const Screen& screen);
    Screen look(const PaymentRow& row);
    // The state of the decision, "done" for other commands, or "" for a refusal.
    std::string run(const Command& command);
    std::string runOnce(const Command& command);
    void noteDecision(const PaymentRow& row, const std::string& kind);

    World& m_world;
    int m_person;
    std::int64_t m_wakeAtUs;
    std::map<Uuid, Screen> m_screens;
};

} // namespace onceover::simulation
