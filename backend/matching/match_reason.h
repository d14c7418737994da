// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace onceover {

// Why a pair was linked, or why it waits for people. One reason is told for each pair: the first
// that holds in this order.
enum class MatchReason
{
    // Linked by itself.
    UniqueReference,
    UniqueNormalisedReference,
    UniqueAccountAndAmount,
    ClosedSet,

    // About the record alone.
    RecordTaken,
    NotBooked,
    Reversal,
    // The amount is the sum of a bundle: it is nobody's.
    BundleTotal,
    // A notification that no statement entry stands behind yet.
    NotificationOnly,

    // About the pair.
    PaymentHasRecord,
    NeverSent,
    CurrencyDiffers,
    DirectionDiffers,
    AmountPartial,
    AmountOver,
    AccountDiffers,
    DatedBeforeSend,
    OutsideWindow,
    // A spreadsheet damaged an identifier of the record.
    DamagedReference,
    LookAlikeReference,
    DisguisedReference,
    // The record carries a right reference of another payment.
    NamesAnother,

    // About others.
    RecordNamesSeveral,
    PaymentNamedBySeveral,
    StrongerNameCompetes,
    PaymentsCompete,
    RecordsCompete,
    // A payment with a record of its own may have been charged once more.
    SecondChargePossible,

    // About a set of identical payments.
    SetCountsDiffer,
    SetSentMoreThanOnce,
    SetNotClosed,
    SetCoverageIncomplete,
    SetWindowsDiffer,

    // The rules leave this tier to people.
    TierIsForPeople,
};

// "UNIQUE_REFERENCE", …: stable codes that the console translates.
std::string_view toText(MatchReason reason);
std::optional<MatchReason> matchReasonFromText(std::string_view text);

constexpr bool isAutomatic(MatchReason reason)
{
    return reason <= MatchReason::ClosedSet;
}

} // namespace onceover
