// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_identifier.h"

#include "backend/statements/field_text.h"

#include <algorithm>

namespace onceover {

namespace {

constexpr std::size_t kKeptDigits = 15;

bool isDigit(char each)
{
    return each >= '0' && each <= '9';
}

bool areDigits(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), isDigit);
}

bool isEnglishMonth(std::string_view text)
{
    for (const std::string_view month :
         {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}) {
        if (text == month)
            return true;
    }
    return false;
}

// "9.91214E+15": the form in which a spreadsheet shows numbers that do not fit its column.
bool isExponent(std::string_view text)
{
    const auto mark = text.find_first_of("Ee");
    if (mark == std::string_view::npos || mark + 3 > text.size())
        return false;
    const std::string_view mantissa = text.substr(0, mark);
    const std::string_view power = text.substr(mark + 1);
    const bool isPower = (power[0] == '+' || power[0] == '-') && areDigits(power.substr(1));
    const bool isMantissa =
        isDigit(mantissa.empty() ? 'x' : mantissa[0])
        && (mantissa.size() == 1
            || ((mantissa[1] == '.' || mantissa[1] == ',') && areDigits(mantissa.substr(2))));
    return isPower && isMantissa;
}

} // namespace

std::string identifierText(std::string_view cell)
{
    std::string_view text = trimmed(cell);
    if (text.starts_with('\''))
        text.remove_prefix(1);
    else if (text.size() > 3 && text.starts_with("=\"") && text.ends_with('"'))
        text = text.substr(2, text.size() - 3);
    return collapsed(text);
}

bool isMangledIdentifier(std::string_view text)
{
    if (isExponent(text))
        return true;
    // "3-1" becomes "03-Jan" or "Jan-03".
    const auto dash = text.find('-');
    if (dash == std::string_view::npos)
        return false;
    const std::string_view before = text.substr(0, dash);
    const std::string_view after = text.substr(dash + 1);
    const auto isShort = [](std::string_view part) {
        return areDigits(part) && part.size() <= 2;
    };
    return (isShort(before) && isEnglishMonth(after)) || (isEnglishMonth(before) && isShort(after));
}

bool hasLongNumber(std::string_view text)
{
    return text.size() > kKeptDigits && areDigits(text);
}

bool hasLostDigits(std::string_view text)
{
    return hasLongNumber(text)
           && std::all_of(
               text.begin() + kKeptDigits, text.end(), [](char each) { return each == '0'; });
}

} // namespace onceover
