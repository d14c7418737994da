// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/payment_status.h"

#include "backend/domain/text_table.h"

namespace onceover {

namespace {

constexpr TextTable<PaymentStatus, 6> kTexts{{
    {PaymentStatus::Pending, "PENDING"},
    {PaymentStatus::Submitting, "SUBMITTING"},
    {PaymentStatus::Succeeded, "SUCCEEDED"},
    {PaymentStatus::Failed, "FAILED"},
    {PaymentStatus::Unknown, "UNKNOWN"},
    {PaymentStatus::Review, "REVIEW"},
}};

} // namespace

std::string_view toText(PaymentStatus status)
{
    return textOf(kTexts, status);
}

std::optional<PaymentStatus> paymentStatusFromText(std::string_view text)
{
    return valueOf(kTexts, text);
}

} // namespace onceover
