// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/lint/source_file.h"

namespace onceover::lint {

constexpr int kMostFileLines = 400;
constexpr int kMostFunctionLines = 70;

// Length of files and functions, file names, licence line, #pragma once, line end at the end,
// top-level folders.
[[nodiscard]] Violations checkShape(const SourceFile& file);

// Functions that act with their owner's rights pin their search path, or a caller's schema could
// stand in for ours.
[[nodiscard]] Violations checkDefiners(const SourceFile& file);

} // namespace onceover::lint
