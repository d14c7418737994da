// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/csv/csv_date.h"
#include "backend/statements/csv/csv_reader.h"

#include <optional>
#include <string>

namespace onceover {

// What a person said about one file, where the profile leaves it open.
struct CsvOptions
{
    // A character set that settles the matter.
    std::string encoding;
    std::optional<DateOrder> dateOrder;
    // '.' or ',', or 0.
    char decimal = 0;
    // For files that name neither.
    std::string account;
    std::string currency;
    CsvLimits limits;
};

} // namespace onceover
