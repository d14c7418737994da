// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace onceover {

// What is right for a line.
enum class Label
{
    // Shows its payment's reference as it was written.
    Reference,
    // The same in lower case, folded, in a sentence, or cut where a field ends.
    Mangled,
    // Shows no reference; account, amount and days belong to one payment that nothing else
    // explains.
    Window,
    // Belongs to a payment, and nobody can tell to which: two payments alike, or two lines.
    Ambiguous,
    // Shows a right reference with another amount.
    WrongAmount,
    // Shows a reference with O for 0 or an invisible character in it.
    LookAlike,
    // Belongs to nothing here.
    Stranger,
};

inline constexpr std::size_t kLabelCount = 7;

const char* nameOf(Label label);

// One row, as a bank's file or our own table has it.
struct LabelledRow
{
    std::uint32_t account = 0;
    std::int64_t amountMinor = 0;
    const char* currency = "";
    std::string reference;
    std::int64_t atSeconds = 0;
};

// Payments and lines of which is known what is right.
struct LabelledWorld
{
    std::vector<LabelledRow> payments;
    std::vector<LabelledRow> lines;
    std::vector<Label> labels;
    // For each line its payment; -1 for none.
    std::vector<std::int32_t> truth;
};

// 90 % of the lines by reference (one in a hundred mangled), 8 % by account, amount and window, 2 %
// wrong, damaged, strange or told twice; one payment in twenty equals the one before it. The same
// seed gives the same world.
LabelledWorld labelledWorld(std::size_t count, std::uint64_t seed);

} // namespace onceover
