// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace onceover {

// An active ISO 4217 currency. The exponent is the standard's number of minor-unit digits (0 to 4),
// from our own table: ICU's and Qt's follow display habits instead.
class Currency
{
public:
    // Upper-case three-letter code; nothing for a code that ISO 4217 does not list or that has no
    // minor unit (XAU, XXX).
    static std::optional<Currency> fromCode(std::string_view code);

    std::string_view code() const { return {m_code, 3}; }

    int exponent() const { return m_exponent; }

    friend bool operator==(const Currency& left, const Currency& right)
    {
        return left.code() == right.code();
    }

private:
    Currency(std::string_view code, int exponent);

    char m_code[3];
    int m_exponent;
};

} // namespace onceover
