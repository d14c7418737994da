// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/matching/match_line.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace onceover {

// The beginning of a reference that a record shows where the bank's field ends (beginningIn): every
// reference that begins like it lies between these two.
struct NameBeginning
{
    std::uint32_t record = 0;
    NameKey first;
    NameKey last;

    bool holds(const NameKey& name) const;
};

// `characters` are 8 to 15 digits of a reference.
NameBeginning nameBeginning(std::uint32_t record, std::string_view characters);

// Every payment whose reference begins so: one pass over the payments, however many beginnings.
std::vector<NamePair> pairsOf(
    std::vector<NameBeginning> beginnings, std::span<const PaymentLine> payments);

} // namespace onceover
