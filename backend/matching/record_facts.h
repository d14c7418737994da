// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/matching/civil_day.h"

#include <cstdint>
#include <map>
#include <optional>
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
    // The amount is the sum of several transactions: it is nobody's.
    bool isBundle = false;
    // It belongs to a payment already; told, and never linked again.
    bool isTaken = false;
    // A notification (camt.054) without the statement entry whose money it tells of.
    bool isNotificationOnly = false;
    // The record's own identity within its layer; unique. It breaks ties, so that the order in
    // which records are given means nothing.
    std::string identity;
    // When it was booked, as the bank dates it.
    std::optional<CivilDay> bookedOn;
    // What the record itself says was kept from the amount, in the record's currency.
    std::optional<std::int64_t> chargesMinor;
    // What the record says was ordered before an exchange.
    std::optional<std::int64_t> orderedMinor;
    std::string orderedCurrency;
};

} // namespace onceover
