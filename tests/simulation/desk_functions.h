// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/transaction.h"

#include <string>

namespace onceover::simulation {

// The people's functions of the database. Persons are numbers from 1; everybody is reviewer and
// approver. They throw Refusal with the database's code, or RowLocked where it would wait.

struct ProposalInput
{
    Uuid decisionId;
    Uuid paymentId;
    std::string kind;
    // Of a resend.
    bool isNewGeneration = false;
    bool closesOpenAttempts = false;
    // What the screen shows.
    std::string digest;
    std::int64_t version = 0;
};

// The state of the decision: OPEN or IN_FORCE.
std::string propose(Transaction& transaction, int person, const ProposalInput& input);
std::string approve(
    Transaction& transaction,
    int person,
    const Uuid& commandId,
    const Uuid& decisionId,
    const std::string& digest);
void withdraw(Transaction& transaction, int person, const Uuid& commandId, const Uuid& decisionId);

enum class TakeReason
{
    Working,
    TakeOver,
    Reopen,
};
void take(
    Transaction& transaction,
    int person,
    const Uuid& commandId,
    const Uuid& paymentId,
    TakeReason reason);
void endTake(Transaction& transaction, int person, const Uuid& commandId, const Uuid& paymentId);
void defer(
    Transaction& transaction,
    int person,
    const Uuid& commandId,
    const Uuid& paymentId,
    std::int64_t untilUs);

// What the screen of a case is bound by.
std::string digestOf(const PaymentRow& row);

} // namespace onceover::simulation
