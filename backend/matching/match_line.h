// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/matching/civil_day.h"
#include "backend/matching/name_key.h"
#include "backend/matching/spelling.h"

#include <cstdint>
#include <limits>
#include <string_view>

namespace onceover {

inline constexpr CivilDay kNoDay = std::numeric_limits<CivilDay>::min();

// A provider record, reduced to what a million of them are compared by.
struct RecordLine
{
    static constexpr std::uint16_t kIn = 1;
    // Booked and no reversal: whatever it names has a record here.
    static constexpr std::uint16_t kCompetes = 2;
    // May prove a payment: competes, its amount is its own.
    static constexpr std::uint16_t kProves = 4;
    static constexpr std::uint16_t kTaken = 8;
    static constexpr std::uint16_t kDamaged = 32;
    static constexpr std::uint16_t kReversal = 64;
    static constexpr std::uint16_t kBundle = 128;
    static constexpr std::uint16_t kNotificationOnly = 256;

    bool is(std::uint16_t flag) const { return (flags & flag) != 0; }

    // The one reference that it shows, and how; several are pairs.
    NameKey name;
    // Of the other party; 0 for none. Equal for equal accounts; whoever makes lines from hashes
    // compares the accounts of what was linked.
    std::uint64_t account = 0;
    // Positive, minor units.
    std::int64_t amountMinor = 0;
    // Unique and independent of the order in which records are given: it breaks every tie.
    std::uint64_t id = 0;
    CivilDay day = kNoDay;
    std::uint32_t currency = 0;
    std::uint16_t flags = kCompetes | kProves;
    Spelling spelling = Spelling::Exact;
};

// A payment that lacks a record in the layer, or may have had one more charge than records.
struct PaymentLine
{
    static constexpr std::uint16_t kIn = 1;
    static constexpr std::uint16_t kHasRecord = 2;
    // More sends may have happened than it has records.
    static constexpr std::uint16_t kSpareSend = 4;
    static constexpr std::uint16_t kNeverSent = 8;
    // Exactly one attempt ever, and its sender can no longer send.
    static constexpr std::uint16_t kSentOnce = 16;
    static constexpr std::uint16_t kClosed = 32;
    // Every day on which its record may be dated is covered by complete statements.
    static constexpr std::uint16_t kCovered = 64;
    static constexpr std::uint16_t kSettlesInSets = 128;
    // More than one send may have happened: a record of its own does not make it innocent of
    // another.
    static constexpr std::uint16_t kManySends = 256;
    static constexpr std::uint16_t kTierAutomatic = 512; // shifted by the tier

    bool is(std::uint16_t flag) const { return (flags & flag) != 0; }

    NameKey name;
    std::uint64_t account = 0;
    std::int64_t amountMinor = 0;
    std::uint64_t id = 0;
    // kNoDay where the calendar does not reach.
    CivilDay from = kNoDay;
    CivilDay to = kNoDay;
    CivilDay guardFrom = kNoDay;
    CivilDay guardTo = kNoDay;
    std::uint32_t currency = 0;
    std::uint16_t flags = kSentOnce | kClosed | kTierAutomatic * 7;
};

// A name beside RecordLine::name by which a record shows a payment: another identifier, a cut or
// damaged one, a second reference. Positions in the lists of lines.
struct NamePair
{
    std::uint32_t record = 0;
    std::uint32_t payment = 0;
    Spelling spelling = Spelling::Exact;
};

// "EUR" as a number; 0 for anything but three bytes.
constexpr std::uint32_t currencyKey(std::string_view code)
{
    std::uint32_t key = 0;
    for (const char character : code)
        key = key << 8U | static_cast<unsigned char>(character);
    return code.size() == 3 ? key : 0;
}

} // namespace onceover
