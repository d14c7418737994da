// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/simulated_caller.h"

namespace onceover::simulation {

SimulatedCaller::SimulatedCaller(World& world, int count)
    : m_world(world)
    , m_wakeAtUs(world.nowUs)
{
    for (int number = 1; number <= count; ++number) {
        Intent intent;
        intent.source = "shop";
        intent.idempotencyKey = "k" + std::to_string(number);
        intent.payee = "payee " + intent.idempotencyKey;
        intent.payeeAccount = "DE02";
        intent.amountMinor = 1000 + number;
        intent.currency = world.chance.perMille(80) ? "JPY" : "EUR";
        const auto& banks = world.banks();
        const int bank = world.chance.below(static_cast<int>(banks.size()));
        intent.provider = banks[static_cast<std::size_t>(bank)]->profile().name;
        if (world.chance.perMille(250))
            intent.sendBeforeUs =
                world.nowUs + world.chance.between(5 * kSecondUs, 600 * kSecondUs);
        m_intents.push_back({intent, {}});
        if (world.strikes(Fault::SecondKey)) {
            intent.idempotencyKey += "b";
            m_intents.push_back({intent, {}});
        }
    }
}

std::int64_t SimulatedCaller::wakeAtUs() const
{
    return m_next < m_intents.size() || m_world.rates.isOn() ? m_wakeAtUs : kNever;
}

void SimulatedCaller::send(std::size_t index)
{
    Sent& sent = m_intents[index];
    try {
        Transaction transaction(m_world.database);
        const AcceptAnswer answer = accept(transaction, sent.intent);
        transaction.commit();
        if (m_world.isTraced())
            m_world.note("caller " + sent.intent.idempotencyKey + ": " + answer.code);
        // A payment that was rolled back before it was sent comes again as another one.
        const bool isKnown = m_world.database.tables.payments.count(sent.paymentId) > 0;
        if (isKnown && sent.paymentId != answer.paymentId)
            throw Violation{"intake.one_key_one_payment", sent.intent.idempotencyKey};
        sent.paymentId = answer.paymentId;
    } catch (const Refusal&) {
        // Fenced: nothing was accepted.
    } catch (const RowLocked&) {
        // The caller comes again.
    }
}

void SimulatedCaller::act()
{
    m_wakeAtUs = m_world.nowUs + m_world.chance.between(100 * kMsUs, 60 * kSecondUs);
    if (m_next < m_intents.size())
        send(m_next++);
    else if (m_world.strikes(Fault::RepeatedIntent))
        send(static_cast<std::size_t>(m_world.chance.below(static_cast<int>(m_intents.size()))));
}

} // namespace onceover::simulation
