// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/weather.h"

#include "tests/simulation/machine_functions.h"
#include "tests/simulation/simulated_core.h"

namespace onceover::simulation {

void Weather::act()
{
    m_wakeAtUs = m_world.nowUs + m_world.chance.between(kSecondUs, 20 * kSecondUs);
    if (m_world.strikes(Fault::ServerRestart))
        m_world.restartServer();
    if (m_world.strikes(Fault::DatabaseFenced))
        m_world.fenceDatabase();
    if (m_world.canRollBack() && m_world.strikes(Fault::RolledBack))
        m_world.rollBack();
    else if (m_world.chance.perMille(400))
        m_world.takeSnapshot();
    if (m_world.chance.perMille(30))
        m_world.putNextProfilesInForce();
    // Somebody pauses every core for a while: permits stay open, and the world goes on.
    if (m_world.chance.perMille(100)) {
        const bool isPaused = m_world.chance.perMille(500);
        for (auto& each : m_world.database.tables.cores)
            each.second.isPaused = isPaused;
    }
    strikeMachine();
    deliverNews();
}

void Weather::strikeMachine()
{
    auto& cores = m_world.cores();
    const int index = m_world.chance.below(static_cast<int>(cores.size()));
    SimulatedCore& core = *cores[static_cast<std::size_t>(index)];
    // While the journals are asked none goes back or is lost: nobody would see it.
    if (core.isGone() || m_world.database.tables.state == FenceState::Checking)
        return;
    if (m_world.strikes(Fault::MachineRestart))
        core.restartMachine();
    else if (m_world.chance.perMille(m_world.rates.of(Fault::ImageRestored)))
        core.restoreImage();
    else if (index > 0 && m_world.strikes(Fault::CoreLost)) {
        core.lose();
        m_world.database.excuse(core.identity().coreId);
    } else if (m_world.strikes(Fault::ClockSet))
        core.setClock(m_world.chance.between(-2 * kHourUs, 2 * kHourUs));
}

void Weather::deliverNews()
{
    const auto& banks = m_world.banks();
    const int index = m_world.chance.below(static_cast<int>(banks.size()));
    const Bank& bank = *banks[static_cast<std::size_t>(index)];
    if (!bank.profile().webhook || bank.charges().empty() || !m_world.chance.perMille(400))
        return;
    const int number = m_world.chance.below(static_cast<int>(bank.charges().size()));
    const Bank::Charge& charge = bank.charges()[static_cast<std::size_t>(number)];
    if (charge.state != Bank::State::Succeeded)
        return;
    for (const auto& each : m_world.database.tables.payments) {
        if (each.second.reference != charge.reference)
            continue;
        NewEvidence evidence;
        evidence.evidenceId = m_world.nextId();
        evidence.source = EvidenceSource::Webhook;
        evidence.kind = EvidenceKind::Found;
        evidence.state = "SUCCEEDED";
        evidence.reason = "webhook";
        evidence.askedAtUs = m_world.nowUs;
        evidence.answeredAtUs = m_world.nowUs;
        ChargeRecord record;
        record.id = charge.id;
        record.state = "SUCCEEDED";
        record.amount = Money(charge.amountMinor, *Currency::fromCode(charge.currency));
        record.reference = charge.reference;
        record.providerKey = charge.key;
        evidence.record = record;
        try {
            Transaction transaction(m_world.database);
            recordEvidence(transaction, m_world.cores().front()->identity(), each.first, evidence);
            transaction.commit();
        } catch (const Refusal&) {
            // No core has registered yet.
        } catch (const RowLocked&) {
            // The provider sends it again.
        }
        return;
    }
}

} // namespace onceover::simulation
