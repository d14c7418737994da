// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/statement.h"
#include "backend/statements/statement_entry.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// What a status of pain.002 is about.
enum class StatusLevel
{
    Group,
    Payment,
    Transaction,
};

// "GROUP", "PAYMENT", "TRANSACTION".
std::string_view toText(StatusLevel level);

struct StatusReason
{
    // "AC01"; the bank's own word where it has no code.
    std::string code;
    std::string text;
};

// What a bank says about an order that it was sent: accepted, rejected, in part. It moves no money
// and proves no movement; a group that is accepted may hold transactions that are not.
struct PaymentStatus
{
    std::string format;
    // Counted from 1 within the file.
    std::int64_t ordinal = 0;
    std::int64_t line = 0;
    StatusLevel level = StatusLevel::Group;
    // "ACTC", "RJCT", "PART" … as printed; empty where the bank gives reasons and no status.
    std::string status;
    std::string originalMessageId;
    std::string originalPaymentInformationId;
    // The order's own identifiers.
    StatementReferences references;
    std::vector<StatusReason> reasons;
    // As ordered, where the bank repeats it.
    std::optional<ForeignAmount> instructed;
    std::string createdAt;
    std::vector<StatementWarning> warnings;
};

} // namespace onceover
