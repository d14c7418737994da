// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace onceover {

// How a source writes amounts.
struct CsvAmountFormat
{
    // '.' or ','.
    char decimal = '.';
    // 12,34,567.00
    bool hasIndianGroups = false;
    // 1.5E3 where every digit is there; otherwise refused.
    bool isScientificRead = false;
    // The cell is a whole number of minor units.
    bool isMinor = false;
};

struct CsvAmount
{
    std::int64_t amountMinor = 0;
    // Whether the cell has a sign, parentheses or CR/DR of its own.
    bool isSigned = false;
    // Of the cell itself ("EUR 5.00", "€"), upper case; empty where there is none or it stands for
    // several currencies ("$").
    std::string currency;
    bool isScientific = false;
    // Written by a spreadsheet that shows fewer digits than the amount had.
    bool isRounded = false;
};

// Why a cell is no amount; the sentence continues "the amount "x" …".
struct CsvAmountProblem
{
    std::string code;
    std::string message;
};

// Reads one amount in minor units of a currency with `exponent` decimals. Blanks of every width and
// apostrophes may group thousands beside the mark that is not the decimal one; groups are whole.
// Three digits after the decimal mark of a currency that has fewer are refused: that is what
// thousands look like in a file of the other habit.
tl::expected<CsvAmount, CsvAmountProblem> readCsvAmount(
    std::string_view text, const CsvAmountFormat& format, int exponent);

// The code or sign of a currency in the cell, upper case; empty where there is none.
std::string currencyOfCell(std::string_view text);

// Whether a cell that is no zero has a minus, parentheses or DR of its own; nothing for blanks and
// zeros. For columns in which all amounts go one way, before the decimal mark is known.
std::optional<bool> isNegativeCell(std::string_view text);

// What one cell says about the decimal mark of its column.
enum class DecimalHint : std::uint8_t
{
    // Reads the same either way ("100").
    Neither,
    Dot,
    Comma,
    // Reads either way and differs ("3.000").
    Open,
    // No amount in either.
    None,
};

DecimalHint decimalHint(std::string_view text, bool hasIndianGroups = false);

} // namespace onceover
