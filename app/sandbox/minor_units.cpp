// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/minor_units.h"

#include <map>

namespace onceover {

int currencyExponent(const std::string& currency)
{
    static const std::map<std::string, int> exceptions = {
        {"BIF", 0}, {"CLP", 0}, {"DJF", 0}, {"GNF", 0}, {"ISK", 0}, {"JPY", 0}, {"KMF", 0},
        {"KRW", 0}, {"PYG", 0}, {"RWF", 0}, {"UGX", 0}, {"UYI", 0}, {"VND", 0}, {"VUV", 0},
        {"XAF", 0}, {"XOF", 0}, {"XPF", 0}, {"BHD", 3}, {"IQD", 3}, {"JOD", 3}, {"KWD", 3},
        {"LYD", 3}, {"OMR", 3}, {"TND", 3}, {"CLF", 4}, {"UYW", 4}};
    const auto found = exceptions.find(currency);
    return found == exceptions.end() ? 2 : found->second;
}

std::string isoAmount(std::int64_t amountMinor, const std::string& currency)
{
    const auto places = static_cast<std::size_t>(currencyExponent(currency));
    std::string digits = std::to_string(amountMinor);
    if (places == 0)
        return digits;
    if (digits.size() <= places)
        digits.insert(0, places + 1 - digits.size(), '0');
    digits.insert(digits.size() - places, 1, '.');
    return digits;
}

} // namespace onceover
