// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/match_reason.h"

#include "backend/domain/text_table.h"

namespace onceover {

namespace {

constexpr TextTable<MatchReason, 34> kReasons = {
    {{MatchReason::UniqueReference, "UNIQUE_REFERENCE"},
     {MatchReason::UniqueNormalisedReference, "UNIQUE_NORMALISED_REFERENCE"},
     {MatchReason::UniqueAccountAndAmount, "UNIQUE_ACCOUNT_AND_AMOUNT"},
     {MatchReason::ClosedSet, "CLOSED_SET"},
     {MatchReason::RecordTaken, "RECORD_TAKEN"},
     {MatchReason::NotBooked, "NOT_BOOKED"},
     {MatchReason::Reversal, "REVERSAL"},
     {MatchReason::BundleTotal, "BUNDLE_TOTAL"},
     {MatchReason::NotificationOnly, "NOTIFICATION_ONLY"},
     {MatchReason::PaymentHasRecord, "PAYMENT_HAS_RECORD"},
     {MatchReason::NeverSent, "NEVER_SENT"},
     {MatchReason::CurrencyDiffers, "CURRENCY_DIFFERS"},
     {MatchReason::DirectionDiffers, "DIRECTION_DIFFERS"},
     {MatchReason::AmountPartial, "AMOUNT_PARTIAL"},
     {MatchReason::AmountOver, "AMOUNT_OVER"},
     {MatchReason::AccountDiffers, "ACCOUNT_DIFFERS"},
     {MatchReason::DatedBeforeSend, "DATED_BEFORE_SEND"},
     {MatchReason::OutsideWindow, "OUTSIDE_WINDOW"},
     {MatchReason::DamagedReference, "DAMAGED_REFERENCE"},
     {MatchReason::LookAlikeReference, "LOOK_ALIKE_REFERENCE"},
     {MatchReason::DisguisedReference, "DISGUISED_REFERENCE"},
     {MatchReason::NamesAnother, "NAMES_ANOTHER"},
     {MatchReason::RecordNamesSeveral, "RECORD_NAMES_SEVERAL"},
     {MatchReason::PaymentNamedBySeveral, "PAYMENT_NAMED_BY_SEVERAL"},
     {MatchReason::StrongerNameCompetes, "STRONGER_NAME_COMPETES"},
     {MatchReason::PaymentsCompete, "PAYMENTS_COMPETE"},
     {MatchReason::RecordsCompete, "RECORDS_COMPETE"},
     {MatchReason::SecondChargePossible, "SECOND_CHARGE_POSSIBLE"},
     {MatchReason::SetCountsDiffer, "SET_COUNTS_DIFFER"},
     {MatchReason::SetSentMoreThanOnce, "SET_SENT_MORE_THAN_ONCE"},
     {MatchReason::SetNotClosed, "SET_NOT_CLOSED"},
     {MatchReason::SetCoverageIncomplete, "SET_COVERAGE_INCOMPLETE"},
     {MatchReason::SetWindowsDiffer, "SET_WINDOWS_DIFFER"},
     {MatchReason::TierIsForPeople, "TIER_IS_FOR_PEOPLE"}}};

} // namespace

std::string_view toText(MatchReason reason)
{
    return textOf(kReasons, reason);
}

std::optional<MatchReason> matchReasonFromText(std::string_view text)
{
    return valueOf(kReasons, text);
}

} // namespace onceover
