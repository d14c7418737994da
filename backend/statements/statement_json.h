// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/camt/payment_status.h"
#include "backend/statements/refusal.h"
#include "backend/statements/statement.h"

#include <string>

namespace onceover {

// The machine-readable lines of a statement file: one JSON object each, without the line end.
// Amounts are integers in minor units; what is unknown or absent is null. Names are a public
// contract: more may come, none may change.
class StatementJson
{
public:
    static std::string line(const Statement& statement);
    static std::string line(const StatementEntry& entry);
    static std::string line(const PaymentStatus& status);
    static std::string line(const Refusal& refusal, const std::string& path);
};

} // namespace onceover
