// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/csv/csv_options.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

// How the rows of a file that no profile is known for are laid out.
struct CsvLayout
{
    char delimiter = ',';
    char quote = '"';
    // Cells of most rows.
    std::size_t width = 0;
    // 0 and empty where no row names its columns.
    std::int64_t headerLine = 0;
    std::vector<std::string> header;
};

// By the first bytes of a file, decoded; nothing where no delimiter makes columns of them.
std::optional<CsvLayout> csvLayoutOf(const std::string& head, const CsvLimits& limits);

} // namespace onceover
