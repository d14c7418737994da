// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace onceover {

// The six states of a payment; which changes are legal stands in the database (status_transitions).
enum class PaymentStatus
{
    Pending,
    Submitting,
    Succeeded,
    Failed,
    Unknown,
    Review,
};

// "PENDING", "SUBMITTING", "SUCCEEDED", "FAILED", "UNKNOWN", "REVIEW".
std::string_view toText(PaymentStatus status);
std::optional<PaymentStatus> paymentStatusFromText(std::string_view text);

} // namespace onceover
