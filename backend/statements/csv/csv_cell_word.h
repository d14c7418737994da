// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// The words that sources put into cells, for files that no profile is known for. All are folded.
struct CsvCellWords
{
    // What the words mean: "credit", "debit", "BOOKED", "PENDING", "INFO", "opening", "closing",
    // "total".
    std::string_view meaning;
    std::vector<std::string> words;
};

// Directions and states, in this order: "credit", "debit", "BOOKED", "PENDING", "INFO".
const std::vector<CsvCellWords>& csvCellWords();

// The meaning of a direction's or a state's word; empty where it is none.
std::string_view meaningOfCell(std::string_view cell);

// What a line without a day says about the whole by its first words: "opening", "closing",
// "total"; empty where it is none of them.
std::string_view meaningOfLine(std::string_view firstCell);

} // namespace onceover
