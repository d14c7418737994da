// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/desk_functions.h"
#include "tests/simulation/machine_functions.h"
#include "tests/simulation/payment_change.h"

namespace onceover::simulation {

void take(
    Transaction& transaction,
    int person,
    const Uuid& commandId,
    const Uuid& paymentId,
    TakeReason reason)
{
    const std::string content =
        "take " + paymentId.toText() + std::to_string(static_cast<int>(reason));
    if (transaction.isRepeated(person, commandId, content))
        return;
    requireArmed(transaction);
    PaymentRow& row = transaction.lock(paymentId);
    if (row.takenBy != 0 && row.takenBy != person && reason != TakeReason::TakeOver)
        throw Refusal{"case.taken"};
    PaymentChange change(transaction, row, person);
    const bool isSettled = row.status == PaymentStatus::Succeeded
                           || (row.status == PaymentStatus::Failed && row.failureKind != "INVALID");
    if (row.status == PaymentStatus::Unknown) {
        change.changeStatus(PaymentStatus::Review, "TAKEN");
    } else if (isSettled && reason == TakeReason::Reopen) {
        change.changeStatus(PaymentStatus::Review, "REOPENED");
        for (Attempt& each : row.attempts) {
            if (each.account == Account::DecidedNotProven)
                each.account = Account::InDoubt;
        }
    } else if (row.status != PaymentStatus::Review && !row.isHeld) {
        throw Refusal{"case.none"};
    }
    row.takenBy = person;
    transaction.insertCommand(commandId, {person, content, ""});
}

void endTake(Transaction& transaction, int person, const Uuid& commandId, const Uuid& paymentId)
{
    const std::string content = "end_take " + paymentId.toText();
    if (transaction.isRepeated(person, commandId, content))
        return;
    requireArmed(transaction);
    PaymentRow& row = transaction.lock(paymentId);
    if (row.takenBy != person)
        throw Refusal{"case.not_yours"};
    row.takenBy = 0;
    transaction.insertCommand(commandId, {person, content, ""});
}

void defer(
    Transaction& transaction,
    int person,
    const Uuid& commandId,
    const Uuid& paymentId,
    std::int64_t untilUs)
{
    const std::string content = "defer " + paymentId.toText() + std::to_string(untilUs);
    if (transaction.isRepeated(person, commandId, content))
        return;
    requireArmed(transaction);
    PaymentRow& row = transaction.lock(paymentId);
    if (row.status != PaymentStatus::Review && !row.isHeld)
        throw Refusal{"case.none"};
    if (row.takenBy != 0 && row.takenBy != person)
        throw Refusal{"case.taken"};
    if (untilUs < transaction.nowUs())
        throw Refusal{"defer.date"};
    // A date on the case: nothing follows when it comes.
    transaction.insertCommand(commandId, {person, content, ""});
}

} // namespace onceover::simulation
