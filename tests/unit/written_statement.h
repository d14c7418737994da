// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace onceover {

// A statement as a bank would have it in its books: what the writers write and a reader must give
// back. Shares no code with the readers.
struct WrittenEntry
{
    // Signed, in minor units.
    std::int64_t amountMinor = 0;
    bool isReversal = false;
    // "2026-01-16".
    std::string bookingDay;
    std::string valueDay;
    std::string customerReference;
    std::string bankReference;
    std::string endToEndId;
    std::string text;
};

struct WrittenStatement
{
    std::string account;
    std::string currency;
    int exponent = 2;
    std::string number;
    std::int64_t openingMinor = 0;
    std::vector<WrittenEntry> entries;
    std::string openingDay;
    std::string closingDay;

    std::int64_t closingMinor() const;
};

std::vector<WrittenStatement> randomStatements(std::mt19937_64& random);

// Each writes the statements in its format, in one of the shapes that banks use, chosen at random.
std::string writtenAsCamt(const std::vector<WrittenStatement>& statements, std::mt19937_64& random);
std::string writtenAsMt940(
    const std::vector<WrittenStatement>& statements, std::mt19937_64& random);
std::string writtenAsBai2(const std::vector<WrittenStatement>& statements, std::mt19937_64& random);

} // namespace onceover
