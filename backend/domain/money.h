// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/currency.h"
#include "backend/domain/result.h"

#include <cstdint>

namespace onceover {

// An amount in minor units of its currency. Arithmetic that would overflow is refused, never
// wrapped.
class Money
{
public:
    Money(std::int64_t amountMinor, Currency currency)
        : m_amountMinor(amountMinor)
        , m_currency(currency)
    {}

    // Reads a decimal with '.' as separator and no grouping ("12.50", "-3"). More decimals than the
    // currency has are refused unless they are zeros; exponents, signs other than one leading '-',
    // and blanks are refused. Errors: money.syntax, money.precision, money.overflow.
    static Result<Money> fromDecimal(std::string_view text, Currency currency);

    // The same grammar for a number of decimals that the caller knows: for amounts whose currency
    // ISO 4217 gives no minor unit ("XXX" in bank files).
    static Result<std::int64_t> minorFromDecimal(std::string_view text, int exponent);

    std::int64_t amountMinor() const { return m_amountMinor; }

    const Currency& currency() const { return m_currency; }

    // "1250.00": '.' separator, no grouping, exactly the currency's decimals. For machines and
    // logs.
    std::string toDecimal() const;

    Result<Money> plus(const Money& other) const;

    friend bool operator==(const Money&, const Money&) = default;

private:
    std::int64_t m_amountMinor;
    Currency m_currency;
};

} // namespace onceover
