// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/reference.h"
#include "backend/matching/record_facts.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// Of an identifier that a record may carry in any of its fields: the provider's id of the charge,
// the caller's own number.
inline constexpr std::string_view kProviderIdField = "provider_id";

// A name of a payment besides its reference.
struct PaymentIdentifier
{
    // Where a record carries it, as in RecordReferences ("end_to_end_id", "uetr",
    // "instruction_id", "account_servicer"), or kProviderIdField.
    std::string field;
    std::string value;
};

// What matching needs to know of a payment.
struct PaymentFacts
{
    Reference reference;
    // Positive, in minor units.
    std::int64_t amountMinor = 0;
    std::string currency = {};
    Direction direction = Direction::Out;
    std::string payeeAccount = {};
    std::vector<PaymentIdentifier> identifiers = {};
    // Whose rules hold: the provider, and the account of ours that pays or is paid.
    std::string provider = {};
    std::string account = {};
    // Unix microseconds of the first and the last send; missing where none is known.
    std::optional<std::int64_t> firstSentUs = {};
    std::optional<std::int64_t> lastSentUs = {};
    // Attempts ever made, and those of them that are not known not to have happened.
    int sends = 1;
    int possibleSends = 1;
    // No sender of any of its attempts can still send.
    bool isClosed = true;
    // Records of this layer that it has already.
    int recordCount = 0;
};

} // namespace onceover
