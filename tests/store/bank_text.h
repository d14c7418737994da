// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace onceover {

// A line of January 2026 as a bank prints it; amounts in minor units, negative from the account.
struct BankLine
{
    int day = 0;
    int amountMinor = 0;
    // The bank's own reference; empty: it prints none.
    std::string servicer = {};
    std::string words = "words";
    // What the payer wrote, a payment's reference.
    std::string name = {};
    bool hasBookingDay = true;
};

// One message of a bank.
struct BankText
{
    std::string account;
    std::string id;
    // Empty: the bank numbers nothing. Of an MT940 with its page.
    std::string number;
    // Days, or moments; both or none.
    std::string from;
    std::string to;
    std::optional<int> openingMinor;
    int openingDay = 0;
    int closingDay = 0;
    std::string currency = "EUR";
    std::vector<BankLine> lines = {};
    // Of an MT940: more pages follow, and it begins within.
    bool isCut = false;
    bool isContinued = false;
};

// "053", or "052" and "054": a report within the day, a notification.
std::string camtOf(const BankText& text, const std::string& message = "053");
std::string mt940Of(const BankText& text);

} // namespace onceover
