// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/simulated_person.h"

#include <iterator>

namespace onceover::simulation {

SimulatedPerson::SimulatedPerson(World& world, int person)
    : m_world(world)
    , m_person(person)
    , m_wakeAtUs(world.nowUs + world.chance.between(5 * kSecondUs, 120 * kSecondUs))
{}

void SimulatedPerson::act()
{
    m_wakeAtUs = m_world.nowUs + m_world.chance.between(2 * kSecondUs, 60 * kSecondUs);
    const auto& payments = m_world.database.tables.payments;
    if (payments.empty())
        return;
    const int index = m_world.chance.below(static_cast<int>(payments.size()));
    // Read in a snapshot: what follows decides on this copy.
    const PaymentRow row = std::next(payments.begin(), index)->second;
    actOn(row);
}

SimulatedPerson::Screen SimulatedPerson::look(const PaymentRow& row)
{
    const auto known = m_screens.find(row.paymentId);
    if (known != m_screens.end() && known->second.version != row.version
        && m_world.strikes(Fault::StaleScreen))
        return known->second;
    return m_screens[row.paymentId] = {digestOf(row), row.version};
}

std::string SimulatedPerson::runOnce(const Command& command)
{
    try {
        Transaction transaction(m_world.database);
        std::string answer = command(transaction);
        transaction.commit();
        return answer;
    } catch (const Refusal& refusal) {
        if (m_world.isTraced())
            m_world.note("  refused: " + refusal.code);
    } catch (const RowLocked&) {
        // The person tries again another time.
    }
    return "";
}

std::string SimulatedPerson::run(const Command& command)
{
    const std::string answer = runOnce(command);
    if (!answer.empty() && m_world.strikes(Fault::RepeatedCommand)) {
        const auto before = m_world.database.tables.commands.size();
        const std::string again = runOnce(command);
        if (again != answer || m_world.database.tables.commands.size() != before)
            throw Violation{"people.repeating_is_a_read", answer + " and then " + again};
    }
    return answer;
}

void SimulatedPerson::noteDecision(const PaymentRow& row, const std::string& kind)
{
    if (m_world.isTraced())
        m_world.note("person " + std::to_string(m_person) + " decides " + kind);
    if (kind == "REJECT" || kind == "CANCEL")
        m_world.oracle.refusedByPeople(row.reference);
    // A resend lets go what stood still, too.
    if (kind == "HOLD" || kind == "RELEASE" || kind == "RESEND")
        m_world.oracle.held(row.reference, kind == "HOLD");
}

void SimulatedPerson::actOn(const PaymentRow& row)
{
    const Screen screen = look(row);
    for (const ProposalRow& proposal : row.proposals) {
        if (proposal.end == ProposalEnd::Open) {
            actOnProposal(row, proposal, screen);
            return;
        }
    }
    const bool isCase = row.status == PaymentStatus::Review || row.isHeld;
    if (isCase) {
        actOnCase(row, screen);
        return;
    }
    const Uuid commandId = m_world.nextId();
    const bool isSettled =
        row.status == PaymentStatus::Succeeded || row.status == PaymentStatus::Failed;
    if (row.status == PaymentStatus::Pending && m_world.chance.perMille(150))
        propose(row, screen);
    else if (row.status == PaymentStatus::Unknown && m_world.chance.perMille(60))
        run([&](Transaction& transaction) {
            take(transaction, m_person, commandId, row.paymentId, TakeReason::Working);
            return std::string("done");
        });
    else if (isSettled && m_world.chance.perMille(40))
        run([&](Transaction& transaction) {
            take(transaction, m_person, commandId, row.paymentId, TakeReason::Reopen);
            return std::string("done");
        });
}

void SimulatedPerson::approve(
    const PaymentRow& row, const ProposalRow& proposal, const Screen& screen)
{
    const Uuid commandId = m_world.nextId();
    const std::string current = digestOf(row);
    const std::string answer = run([&](Transaction& transaction) {
        return simulation::approve(
            transaction, m_person, commandId, proposal.decisionId, screen.digest);
    });
    if (answer != "IN_FORCE")
        return;
    if (proposal.proposedBy == m_person)
        throw Violation{"people.nobody_approves_his_own", row.reference + " " + proposal.kind};
    if (screen.digest != current || screen.digest != proposal.digest)
        throw Violation{"people.decided_on_other_facts", row.reference + " " + proposal.kind};
    noteDecision(row, proposal.kind);
}

void SimulatedPerson::actOnProposal(
    const PaymentRow& row, const ProposalRow& proposal, const Screen& screen)
{
    const Uuid commandId = m_world.nextId();
    const int choice = m_world.chance.below(100);
    if (proposal.proposedBy != m_person ? choice < 75 : choice < 10)
        approve(row, proposal, screen);
    else if (choice < 85)
        run([&](Transaction& transaction) {
            withdraw(transaction, m_person, commandId, proposal.decisionId);
            return std::string("done");
        });
}

void SimulatedPerson::actOnCase(const PaymentRow& row, const Screen& screen)
{
    const Uuid commandId = m_world.nextId();
    const int choice = m_world.chance.below(100);
    const std::int64_t untilUs =
        m_world.nowUs + m_world.chance.between(-60 * kSecondUs, 600 * kSecondUs);
    const TakeReason reason = row.takenBy != 0 ? TakeReason::TakeOver : TakeReason::Working;
    if (row.takenBy == m_person && choice < 25)
        run([&](Transaction& transaction) {
            endTake(transaction, m_person, commandId, row.paymentId);
            return std::string("done");
        });
    else if (choice < 10)
        run([&](Transaction& transaction) {
            take(transaction, m_person, commandId, row.paymentId, reason);
            return std::string("done");
        });
    else if (choice < 20)
        run([&](Transaction& transaction) {
            defer(transaction, m_person, commandId, row.paymentId, untilUs);
            return std::string("done");
        });
    else if (choice < 70)
        propose(row, screen);
}

void SimulatedPerson::propose(const PaymentRow& row, const Screen& screen)
{
    static constexpr const char* kReview[] = {"CONFIRM", "REJECT", "RESEND", "RESEND", "CANCEL"};
    static constexpr const char* kPending[] = {"CANCEL", "HOLD", "RELEASE", "RELEASE", "REJECT"};
    ProposalInput input;
    input.decisionId = m_world.nextId();
    input.paymentId = row.paymentId;
    input.kind = row.status == PaymentStatus::Pending ? m_world.chance.oneOf(kPending)
                                                      : m_world.chance.oneOf(kReview);
    input.isNewGeneration = m_world.chance.perMille(500);
    input.closesOpenAttempts = m_world.chance.perMille(500);
    input.digest = screen.digest;
    input.version = screen.version;
    const std::string answer = run([&](Transaction& transaction) {
        return simulation::propose(transaction, m_person, input);
    });
    if (answer != "IN_FORCE")
        return;
    if (input.kind == "RESEND" || input.kind == "RELEASE")
        throw Violation{"people.two_persons", row.reference + " " + input.kind};
    noteDecision(row, input.kind);
}

} // namespace onceover::simulation
