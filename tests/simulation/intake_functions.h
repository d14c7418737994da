// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/transaction.h"

#include <string>

namespace onceover::simulation {

// One line of a caller.
struct Intent
{
    std::string source;
    std::string idempotencyKey;
    std::string payee;
    std::string payeeAccount;
    std::int64_t amountMinor = 0;
    std::string currency;
    std::string provider;
    std::int64_t sendBeforeUs = 0;
};

struct AcceptAnswer
{
    // ACCEPTED, REPLAYED, IN_PROGRESS, OUTCOME_UNKNOWN, DECIDED_NOT_PROVEN, REFUSED.
    std::string outcome;
    std::string code;
    Uuid paymentId;
};

// The intake's function of the database.
AcceptAnswer accept(Transaction& transaction, const Intent& intent);

} // namespace onceover::simulation
