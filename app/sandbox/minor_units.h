// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace onceover {

// Decimal places of a currency's minor unit as ISO 4217 lists them (two for every currency not
// named there).
int currencyExponent(const std::string& currency);

// An amount of minor units, not negative, as ISO 20022 writes it: 1234 EUR → "12.34", 1234 JPY →
// "1234".
std::string isoAmount(std::int64_t amountMinor, const std::string& currency);

} // namespace onceover
