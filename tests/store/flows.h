// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/store/desk_world.h"

#include <string>
#include <vector>

namespace onceover {

// A world in which flows leave a written account: every step with its answer, then all that the
// tables hold about the payments of the flow, without ids and times.
class FlowWorld : public DeskWorld
{
public:
    explicit FlowWorld(StoreFixture& fixture);

    void openFlow();
    std::string closeFlow();

    // Each notes its answer and, where it makes a payment, watches it.
    std::string begin(const std::string& provider = "card", const std::string& payee = {});
    int call(const std::string& payment, int leaseMs = 60000);
    void ready(int attempt);
    void answer(int attempt, const std::string& answer, const std::string& providerId = {});
    void abandonAttempt(int attempt, bool wasCalled);
    void show(
        const std::string& payment,
        const std::string& id,
        std::int64_t amountMinor = 1250,
        int generation = 1);
    void tell(const std::string& payment, const std::string& kind, const std::string& state);
    void absent(const std::string& payment, int attempt);
    void judge(
        const std::string& payment, const std::string& verdict, const std::string& reason = {});
    void retry(const std::string& payment);
    // Proposed by liwei and, if it takes two, approved by ana.
    void decide(
        const std::string& payment, const std::string& kind, const std::string& options = "{}");
    void takeCase(const std::string& payment, const std::string& reason = "WORKING");
    // One booked line of the bank.
    void bankLine(
        const std::string& payment,
        std::int64_t amountMinor,
        const std::string& direction = "OUT",
        bool isReversal = false);
    // What time has ended.
    void endOverdue();
    void asOwner(const std::string& sql);
    void say(const std::string& step, const std::string& answer);

private:
    std::string summary(const std::string& payment);

    std::vector<std::string> m_payments;
    std::string m_account;
    int m_flow = 0;
    int m_lines = 0;
};

struct Flow
{
    const char* name;
    void (*run)(FlowWorld& world);
};

std::vector<Flow> machineFlows();
std::vector<Flow> peopleFlows();
std::vector<Flow> allFlows();

} // namespace onceover
