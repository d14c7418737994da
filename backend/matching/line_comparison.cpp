// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/line_comparison.h"

namespace onceover {

namespace {

std::optional<MatchReason> objectionTo(const RecordLine& record)
{
    if (record.is(RecordLine::kTaken))
        return MatchReason::RecordTaken;
    if (record.is(RecordLine::kReversal))
        return MatchReason::Reversal;
    if (record.is(RecordLine::kNotificationOnly))
        return MatchReason::NotificationOnly;
    if (!record.is(RecordLine::kCompetes))
        return MatchReason::NotBooked;
    if (record.is(RecordLine::kBundle) || !record.is(RecordLine::kProves))
        return MatchReason::BundleTotal;
    return std::nullopt;
}

} // namespace

std::optional<MatchReason> objectionTo(const RecordLine& record, const PaymentLine& payment)
{
    if (const auto objection = objectionTo(record))
        return objection;
    if (payment.is(PaymentLine::kHasRecord))
        return MatchReason::PaymentHasRecord;
    if (payment.is(PaymentLine::kNeverSent))
        return MatchReason::NeverSent;
    if (record.currency != payment.currency || record.currency == 0)
        return MatchReason::CurrencyDiffers;
    if (record.is(RecordLine::kIn) != payment.is(PaymentLine::kIn))
        return MatchReason::DirectionDiffers;
    if (record.amountMinor != payment.amountMinor)
        return record.amountMinor < payment.amountMinor ? MatchReason::AmountPartial
                                                        : MatchReason::AmountOver;
    if (record.day != kNoDay && payment.guardFrom != kNoDay && record.day < payment.guardFrom)
        return MatchReason::DatedBeforeSend;
    return std::nullopt;
}

} // namespace onceover
