// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/json_fields.h"

#include <cstdint>
#include <string>

namespace onceover {

// One movement of money (or its refusal) as the provider knows it.
struct Charge
{
    std::string id;
    std::string provider;
    std::string key; // Idempotency-Key, or the merchant number where the caller sent none
    std::string reference;
    std::string merchantNumber;
    std::string payee;
    std::string payeeAccount;
    std::int64_t amountMinor = 0;
    std::string currency;
    std::string status; // succeeded, processing, declined
    std::string declineCode;
    std::int64_t createdUs = 0;
    std::int64_t visibleAtUs = 0;   // query and list show it from then on
    bool delayDeclared = true;      // visible_until of the answers tells the truth about the delay
    bool forgotten = false;         // never shown by query and list
    bool injectedDuplicate = false; // made by the script, not by a request

    // The object callers see in answers, queries and lists.
    Json asAnswer() const;

    // The fields of a ledger line, and back. Kind and time are the caller's.
    Json asLedgerFields() const;
    static Charge fromLedger(const Json& line);
};

} // namespace onceover
