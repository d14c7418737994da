// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/lint/source_file.h"

#include <vector>

namespace onceover::lint {

enum class Reading
{
    Raw,
    Uncommented,
    Code,
};

// A pattern that may not stand in some files, what to do instead, and a planted violation that
// proves that it is found.
struct Ban
{
    const char* rule;
    const char* pattern;
    const char* where;  // paths it applies to
    const char* except; // paths among them that it spares, or nullptr
    Reading reading;
    const char* instead;
    const char* plantedPath;
    const char* planted;
    const char* harmless; // stands at the same path and is not found
};

[[nodiscard]] const std::vector<Ban>& bans();

[[nodiscard]] Violations checkBan(const Ban& ban, const SourceFile& file);

} // namespace onceover::lint
