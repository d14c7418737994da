// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/desk_functions.h"
#include "tests/store/conformance_pair.h"

namespace onceover {

std::string ConformancePair::peopleStep(int choice)
{
    if (choice < 17)
        return propose();
    if (choice < 19)
        return approve();
    static constexpr simulation::TakeReason kReasons[] = {
        simulation::TakeReason::Working,
        simulation::TakeReason::TakeOver,
        simulation::TakeReason::Reopen};
    static constexpr const char* kWords[] = {"WORKING", "TAKE_OVER", "REOPEN"};
    const int reason = m_chance.below(3);
    const int person = 1 + m_chance.below(2);
    const Uuid commandId = *Uuid::fromText(m_world.freshId());
    const std::string real = m_world.take(
        person == 1 ? m_world.liwei : m_world.ana, m_real.paymentId.toText(), kWords[reason]);
    const std::string twin = simulate([&](simulation::Transaction& transaction) {
        simulation::take(transaction, person, commandId, m_copy.paymentId, kReasons[reason]);
        return std::string();
    });
    return compare(std::string("take ") + kWords[reason], real, twin);
}

std::string ConformancePair::propose()
{
    static constexpr const char* kKinds[] = {
        "CONFIRM", "REJECT", "RESEND", "RESEND", "RELEASE", "CANCEL", "HOLD"};
    // Mostly on the facts of now.
    if (m_chance.perMille(800))
        remember();
    simulation::ProposalInput input;
    input.decisionId = *Uuid::fromText(m_world.freshId());
    input.paymentId = m_copy.paymentId;
    input.kind = m_chance.oneOf(kKinds);
    input.isNewGeneration = m_chance.perMille(500);
    input.closesOpenAttempts = m_chance.perMille(500);
    input.digest = m_copy.digest;
    input.version = std::stoll(m_copy.version);
    const int person = 1 + m_chance.below(2);
    const std::string options =
        std::string(R"({"generation":")") + (input.isNewGeneration ? "new" : "same")
        + R"(","close_open_attempts":)" + (input.closesOpenAttempts ? "true" : "false") + "}";
    const std::string real = m_world.proposeOn(
        person == 1 ? m_world.liwei : m_world.ana,
        input.decisionId.toText(),
        m_real.paymentId.toText(),
        input.kind,
        input.kind == "RESEND" ? options : "{}",
        m_real.digest,
        m_real.version);
    const std::string twin = simulate([&](simulation::Transaction& transaction) {
        simulation::propose(transaction, person, input);
        return std::string();
    });
    if (real.empty())
        m_decision = input.decisionId.toText();
    return compare("propose " + input.kind, real, twin);
}

std::string ConformancePair::approve()
{
    if (m_decision.empty())
        return "";
    const int person = 1 + m_chance.below(2);
    const std::string commandId = m_world.freshId();
    const std::string real = m_world.approve(
        person == 1 ? m_world.liwei : m_world.ana, commandId, m_decision, m_real.digest);
    const std::string twin = simulate([&](simulation::Transaction& transaction) {
        simulation::approve(
            transaction,
            person,
            *Uuid::fromText(commandId),
            *Uuid::fromText(m_decision),
            m_copy.digest);
        return std::string();
    });
    return compare("approve", real, twin);
}

} // namespace onceover
