// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace onceover {

// What a person has to say before a file can be read.
struct CsvQuestion
{
    // "header", "date_column", "amount_column", "sign", "direction_words", "status_words", "fees",
    // "decimal_mark", "date_order", "line".
    std::string code;
    // The line in question, 0 where it is the file or a column.
    std::int64_t line = 0;
    // The column in question, empty where it is the file.
    std::string column;
    std::string message;
    std::vector<std::string> choices;
};

} // namespace onceover
