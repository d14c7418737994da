// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_amount.h"

#include "backend/domain/money.h"
#include "backend/statements/field_text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace onceover {

namespace {

struct Spelling
{
    std::string_view from;
    std::string_view to;
};

constexpr std::array kSpellings = std::to_array<Spelling>({
    // Blanks: no-break, figure, punctuation, thin, narrow no-break, ideographic.
    {"\xc2\xa0", " "},
    {"\xe2\x80\x87", " "},
    {"\xe2\x80\x88", " "},
    {"\xe2\x80\x89", " "},
    {"\xe2\x80\xaf", " "},
    {"\xe3\x80\x80", " "},
    // Apostrophes.
    {"\xe2\x80\x99", "'"},
    {"\xe2\x80\x98", "'"},
    {"\xca\xbc", "'"},
    {"\xc2\xb4", "'"},
    // Minus sign, hyphens, en dash.
    {"\xe2\x88\x92", "-"},
    {"\xe2\x80\x90", "-"},
    {"\xe2\x80\x91", "-"},
    {"\xe2\x80\x93", "-"},
    // Marks of direction that spreadsheets leave behind.
    {"\xe2\x80\x8e", ""},
    {"\xe2\x80\x8f", ""},
});

struct Sign
{
    std::string_view mark;
    // Empty where the mark stands for several currencies.
    std::string_view currency;
};

constexpr std::array kSigns = std::to_array<Sign>({
    {"\xe2\x82\xac", "EUR"},
    {"\xc2\xa3", "GBP"},
    {"R$", "BRL"},
    {"US$", "USD"},
    {"$", ""},
    {"\xc2\xa5", ""},
    {"z\xc5\x82", "PLN"},
    {"K\xc4\x8d", "CZK"},
    {"Ft", "HUF"},
    {"kr.", ""},
    {"kr", ""},
    {"Fr.", ""},
    {"\xe2\x82\xb9", "INR"},
    {"\xe2\x82\xbd", "RUB"},
    {"\xe2\x82\xba", "TRY"},
    {"\xe2\x82\xaa", "ILS"},
});

bool isDigit(char each)
{
    return each >= '0' && each <= '9';
}

bool isLetter(char each)
{
    return (each >= 'A' && each <= 'Z') || (each >= 'a' && each <= 'z');
}

std::string plainSpelling(std::string_view text)
{
    std::string plain;
    for (std::size_t position = 0; position < text.size();) {
        const auto* spelling =
            std::find_if(kSpellings.begin(), kSpellings.end(), [&](const Spelling& each) {
                return text.substr(position).starts_with(each.from);
            });
        if (spelling == kSpellings.end()) {
            plain += text[position++];
            continue;
        }
        plain += spelling->to;
        position += spelling->from.size();
    }
    return plain;
}

// An amount without what stands around its digits.
struct Stripped
{
    std::string_view digits;
    int signs = 0;
    bool isNegative = false;
    int currencies = 0;
    std::string currency;
};

bool stripSign(Stripped& cell)
{
    std::string_view& text = cell.digits;
    const auto taken = [&](bool isNegative) {
        ++cell.signs;
        cell.isNegative = isNegative;
        return true;
    };
    if (text.front() == '-' || text.front() == '+') {
        const bool isNegative = text.front() == '-';
        text.remove_prefix(1);
        return taken(isNegative);
    }
    if (text.back() == '-' || text.back() == '+') {
        const bool isNegative = text.back() == '-';
        text.remove_suffix(1);
        return taken(isNegative);
    }
    if (text.front() == '(' && text.back() == ')') {
        text.remove_prefix(1);
        text.remove_suffix(1);
        return taken(true);
    }
    for (const std::string_view mark : {"CR", "DR", "Cr", "Dr", "cr", "dr", "C", "D", "H", "S"}) {
        const bool isAlone = text.size() > mark.size() && text.ends_with(mark)
                             && !isLetter(text[text.size() - mark.size() - 1]);
        if (isAlone) {
            text.remove_suffix(mark.size());
            return taken(mark.front() == 'D' || mark.front() == 'd' || mark.front() == 'S');
        }
    }
    return false;
}

bool stripCurrency(Stripped& cell)
{
    std::string_view& text = cell.digits;
    for (const Sign& sign : kSigns) {
        if (!text.starts_with(sign.mark) && !text.ends_with(sign.mark))
            continue;
        if (text.starts_with(sign.mark))
            text.remove_prefix(sign.mark.size());
        else
            text.remove_suffix(sign.mark.size());
        ++cell.currencies;
        cell.currency = sign.currency;
        return true;
    }
    const auto isCode = [](std::string_view code) {
        return code.size() == 3 && std::all_of(code.begin(), code.end(), [](char each) {
                   return each >= 'A' && each <= 'Z';
               });
    };
    const bool isBefore = text.size() > 3 && isCode(text.substr(0, 3)) && !isLetter(text[3]);
    const bool isAfter =
        text.size() > 3 && isCode(text.substr(text.size() - 3)) && !isLetter(text[text.size() - 4]);
    if (!isBefore && !isAfter)
        return false;
    cell.currency = isBefore ? text.substr(0, 3) : text.substr(text.size() - 3);
    if (isBefore)
        text.remove_prefix(3);
    else
        text.remove_suffix(3);
    ++cell.currencies;
    return true;
}

Stripped stripped(std::string_view plain)
{
    Stripped cell;
    cell.digits = trimmed(plain);
    while (!cell.digits.empty() && (stripSign(cell) || stripCurrency(cell)))
        cell.digits = trimmed(cell.digits);
    return cell;
}

// "1'234'567" to "1234567"; nothing where a group is not whole or two marks group.
std::optional<std::string> ungrouped(std::string_view whole, char decimal, bool isIndian)
{
    std::string digits;
    char mark = 0;
    std::vector<std::size_t> groups(1, 0);
    for (const char each : whole) {
        if (isDigit(each)) {
            digits += each;
            ++groups.back();
            continue;
        }
        const bool isMark = each == ' ' || each == '\'' || each == (decimal == '.' ? ',' : '.');
        if (!isMark || (mark != 0 && mark != each))
            return std::nullopt;
        mark = each;
        groups.push_back(0);
    }
    if (groups.size() == 1)
        return digits;
    const auto isWhole = [&](std::size_t index) {
        if (index == 0)
            return groups[0] >= 1 && groups[0] <= 3;
        const bool isLast = index + 1 == groups.size();
        return groups[index] == (isIndian && !isLast ? 2U : 3U);
    };
    for (std::size_t index = 0; index < groups.size(); ++index) {
        if (!isWhole(index))
            return std::nullopt;
    }
    return digits;
}

// Digits and decimals without grouping, or nothing.
struct Decimal
{
    std::string whole;
    std::string fraction;
    bool hasMark = false;
};

std::optional<Decimal> decimalOf(std::string_view digits, const CsvAmountFormat& format)
{
    const auto mark = digits.rfind(format.decimal);
    Decimal decimal;
    decimal.hasMark = mark != std::string_view::npos;
    const auto whole = ungrouped(digits.substr(0, mark), format.decimal, format.hasIndianGroups);
    if (!whole)
        return std::nullopt;
    decimal.whole = *whole;
    if (decimal.hasMark)
        decimal.fraction = digits.substr(mark + 1);
    const bool isRight = std::all_of(decimal.fraction.begin(), decimal.fraction.end(), isDigit)
                         && (decimal.hasMark ? !decimal.fraction.empty() : !decimal.whole.empty());
    if (!isRight)
        return std::nullopt;
    return decimal;
}

tl::unexpected<CsvAmountProblem> problem(const char* code, std::string message)
{
    return tl::unexpected<CsvAmountProblem>(CsvAmountProblem{code, std::move(message)});
}

tl::expected<std::int64_t, CsvAmountProblem> minorOf(const Decimal& decimal, int exponent)
{
    const std::string whole = decimal.whole.empty() ? "0" : decimal.whole;
    const auto minor = Money::minorFromDecimal(
        decimal.fraction.empty() ? whole : whole + "." + decimal.fraction, exponent);
    if (!minor)
        return problem("statement.amount", "cannot be read: " + minor.error().detail());
    return *minor;
}

// A mantissa and a power of ten, exactly; the point moves through the digits.
tl::expected<CsvAmount, CsvAmountProblem> readScientific(
    std::string_view digits, const CsvAmountFormat& format, int exponent)
{
    const auto mark = digits.find_first_of("eE");
    std::string_view power = digits.substr(mark + 1);
    const bool isNegative = power.starts_with('-');
    const bool isSpreadsheet = power.size() == 3 && (power[0] == '+' || power[0] == '-');
    if (power.starts_with('-') || power.starts_with('+'))
        power.remove_prefix(1);
    const bool isPower =
        !power.empty() && power.size() <= 2 && std::all_of(power.begin(), power.end(), isDigit);
    auto decimal = decimalOf(digits.substr(0, mark), format);
    if (!isPower || !decimal || decimal->whole.size() != 1)
        return problem("statement.amount", "is no number of this file's form");
    int moves = (power.size() == 2 ? (power[0] - '0') * 10 : 0) + (power.back() - '0');
    moves = isNegative ? -moves : moves;
    const int lastDigit = moves - static_cast<int>(decimal->fraction.size());
    std::string all = decimal->whole + decimal->fraction;
    Decimal moved;
    if (moves >= 0) {
        if (all.size() < static_cast<std::size_t>(moves) + 1)
            all.append(static_cast<std::size_t>(moves) + 1 - all.size(), '0');
        moved.whole = all.substr(0, static_cast<std::size_t>(moves) + 1);
        moved.fraction = all.substr(static_cast<std::size_t>(moves) + 1);
    } else {
        moved.fraction = std::string(static_cast<std::size_t>(-moves) - 1, '0') + all;
    }
    const auto minor = minorOf(moved, exponent);
    if (!minor)
        return tl::unexpected<CsvAmountProblem>(minor.error());
    CsvAmount amount;
    amount.amountMinor = *minor;
    amount.isScientific = true;
    amount.isRounded = isSpreadsheet && lastDigit > -exponent;
    return amount;
}

} // namespace

tl::expected<CsvAmount, CsvAmountProblem> readCsvAmount(
    std::string_view text, const CsvAmountFormat& format, int exponent)
{
    const std::string plain = plainSpelling(text);
    const Stripped cell = stripped(plain);
    if (cell.digits.empty() || cell.signs > 1 || cell.currencies > 1)
        return problem(
            "statement.amount",
            cell.signs > 1 ? "has two signs" : "is no number of this file's form");
    const bool isScientific =
        isDigit(cell.digits.front()) && cell.digits.find_first_of("eE") != std::string_view::npos;
    CsvAmount amount;
    if (isScientific) {
        if (!format.isScientificRead)
            return problem(
                "statement.amount_scientific",
                "is in scientific notation: a spreadsheet may have lost digits of it");
        auto read = readScientific(cell.digits, format, exponent);
        if (!read)
            return read;
        amount = *read;
    } else {
        const auto decimal = decimalOf(cell.digits, format);
        if (!decimal || (format.isMinor && decimal->hasMark))
            return problem("statement.amount", "is no number of this file's form");
        if (decimal->fraction.size() == 3 && exponent < 3)
            return problem(
                "statement.amount_looks_grouped",
                "has three digits after its decimal mark, as thousands have in files of the "
                "other habit");
        const auto minor = minorOf(*decimal, format.isMinor ? 0 : exponent);
        if (!minor)
            return tl::unexpected<CsvAmountProblem>(minor.error());
        amount.amountMinor = *minor;
    }
    amount.isSigned = cell.signs > 0;
    amount.amountMinor = cell.isNegative ? -amount.amountMinor : amount.amountMinor;
    amount.currency = cell.currency;
    return amount;
}

std::string currencyOfCell(std::string_view text)
{
    const std::string plain = plainSpelling(text);
    return stripped(plain).currency;
}

std::optional<bool> isNegativeCell(std::string_view text)
{
    const std::string plain = plainSpelling(text);
    const Stripped cell = stripped(plain);
    const bool isZero = std::none_of(cell.digits.begin(), cell.digits.end(), [](char each) {
        return each >= '1' && each <= '9';
    });
    return isZero ? std::nullopt : std::optional(cell.isNegative);
}

DecimalHint decimalHint(std::string_view text, bool hasIndianGroups)
{
    const std::string plain = plainSpelling(text);
    const Stripped cell = stripped(plain);
    if (cell.digits.empty() || cell.signs > 1 || cell.currencies > 1)
        return DecimalHint::None;
    const std::string_view digits = cell.digits.substr(0, cell.digits.find_first_of("eE"));
    const auto dot = decimalOf(digits, {'.', hasIndianGroups});
    const auto comma = decimalOf(digits, {',', hasIndianGroups});
    if (dot && comma) {
        const bool isSame = dot->whole == comma->whole && dot->fraction == comma->fraction;
        return isSame ? DecimalHint::Neither : DecimalHint::Open;
    }
    return dot ? DecimalHint::Dot : comma ? DecimalHint::Comma : DecimalHint::None;
}

} // namespace onceover
