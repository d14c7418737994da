// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/machine_functions.h"

namespace onceover::simulation {

namespace {

// One that cannot take effect keeps its payment still and no other.
bool settleFact(Transaction& transaction, PaymentRow& row, const WaitingFact& fact)
{
    const Transaction::Savepoint savepoint = transaction.save(row.paymentId);
    try {
        if (fact.isResult)
            takeAnswer(transaction, row, fact.factId);
        else
            takeEffect(transaction, row, fact.factId);
        return true;
    } catch (const Refusal&) {
        transaction.rollBackTo(savepoint);
        return false;
    }
}

} // namespace

int settleStored(Transaction& transaction, const CoreIdentity& core, int limit)
{
    requireCore(transaction, core.coreId);
    requireArmed(transaction);
    requireWitness(transaction, core.coreId);
    if (transaction.lacks(Defence::SettleStored))
        return 0;
    int settled = 0;
    for (const auto& each : transaction.database().tables.payments) {
        if (each.second.waiting.empty())
            continue;
        PaymentRow* row = transaction.lockOrSkip(each.first);
        if (row == nullptr)
            continue;
        for (const WaitingFact& fact : std::vector<WaitingFact>(row->waiting)) {
            if (settled < limit)
                settled += settleFact(transaction, *row, fact) ? 1 : 0;
        }
    }
    return settled;
}

} // namespace onceover::simulation
