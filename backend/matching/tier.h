// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace onceover {

// How strongly a record names a payment, strongest first.
enum class Tier
{
    ExactReference,
    NormalisedReference,
    AccountAmountWindow,
};

inline constexpr std::size_t kTierCount = 3;

// "EXACT_REFERENCE", "NORMALISED_REFERENCE", "ACCOUNT_AMOUNT_WINDOW".
std::string_view toText(Tier tier);

} // namespace onceover
