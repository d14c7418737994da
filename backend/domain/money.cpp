// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/money.h"

namespace onceover {

namespace {

Failure refuse(std::string code, std::string_view text, const char* why)
{
    return Failure(Error::notHappened(
        std::move(code), "amount \"" + std::string(text.substr(0, 64)) + "\" " + why));
}

bool isDigit(char character)
{
    return character >= '0' && character <= '9';
}

// Appends one decimal digit to a negative accumulator: the negative range is the larger one.
bool appendDigit(std::int64_t& negative, char digit)
{
    return !__builtin_mul_overflow(negative, std::int64_t{10}, &negative)
           && !__builtin_sub_overflow(negative, std::int64_t{digit - '0'}, &negative);
}

} // namespace

Result<Money> Money::fromDecimal(std::string_view text, Currency currency)
{
    return minorFromDecimal(text, currency.exponent()).map([currency](std::int64_t amountMinor) {
        return Money(amountMinor, currency);
    });
}

Result<std::int64_t> Money::minorFromDecimal(std::string_view text, int exponent)
{
    std::string_view rest = text;
    const bool isNegative = !rest.empty() && rest.front() == '-';
    if (isNegative)
        rest.remove_prefix(1);
    const auto dot = rest.find('.');
    const std::string_view whole = rest.substr(0, dot);
    const std::string_view fraction =
        dot == std::string_view::npos ? std::string_view{} : rest.substr(dot + 1);
    if (whole.empty() || (dot != std::string_view::npos && fraction.empty()))
        return refuse("money.syntax", text, "is not a decimal number");
    std::int64_t negative = 0;
    for (const char character : whole) {
        if (!isDigit(character))
            return refuse("money.syntax", text, "is not a decimal number");
        if (!appendDigit(negative, character))
            return refuse("money.overflow", text, "is too large");
    }
    int decimals = 0;
    for (const char character : fraction) {
        if (!isDigit(character))
            return refuse("money.syntax", text, "is not a decimal number");
        if (decimals >= exponent) {
            if (character != '0')
                return refuse("money.precision", text, "has more decimals than its currency");
            continue;
        }
        if (!appendDigit(negative, character))
            return refuse("money.overflow", text, "is too large");
        ++decimals;
    }
    for (; decimals < exponent; ++decimals) {
        if (!appendDigit(negative, '0'))
            return refuse("money.overflow", text, "is too large");
    }
    if (!isNegative && __builtin_sub_overflow(std::int64_t{0}, negative, &negative))
        return refuse("money.overflow", text, "is too large");
    return negative;
}

std::string Money::toDecimal() const
{
    std::string digits = std::to_string(m_amountMinor);
    const bool isNegative = digits.front() == '-';
    if (isNegative)
        digits.erase(0, 1);
    const auto exponent = static_cast<std::size_t>(m_currency.exponent());
    if (digits.size() <= exponent)
        digits.insert(0, exponent + 1 - digits.size(), '0');
    if (exponent > 0)
        digits.insert(digits.size() - exponent, 1, '.');
    return isNegative ? "-" + digits : digits;
}

Result<Money> Money::plus(const Money& other) const
{
    if (!(m_currency == other.m_currency))
        return Failure(
            Error::notHappened("money.currency", "amounts of two currencies cannot be added"));
    std::int64_t sum = 0;
    if (__builtin_add_overflow(m_amountMinor, other.m_amountMinor, &sum))
        return Failure(Error::notHappened("money.overflow", "the sum is too large"));
    return Money(sum, m_currency);
}

} // namespace onceover
