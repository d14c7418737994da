// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace onceover {

// From our side: Out leaves our account.
enum class Direction
{
    Out,
    In,
};

// Identifiers of a record by key: "end_to_end_id", "transaction_id", …
using RecordReferences = std::map<std::string, std::string, std::less<>>;

// What matching needs to know of a provider record.
struct RecordFacts
{
    RecordReferences references;
    // Remittance and other narrative, as untrusted as the rest.
    std::string text;
    // Positive, in minor units.
    std::int64_t amountMinor = 0;
    std::string currency;
    Direction direction = Direction::Out;
    // Account of the other party; empty where the record does not show it.
    std::string counterpartyAccount;
    // Pending and informational records prove nothing.
    bool isBooked = false;
    // Undoes an earlier movement, so it never proves one.
    bool isReversal = false;
};

} // namespace onceover
