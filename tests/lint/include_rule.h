// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/lint/source_file.h"

namespace onceover::lint {

// Arrows point down only: which folder may include which (ARCHITECTURE.md draws it). Also: which
// folders may include Qt, Qt Sql and libpq, and that quoted includes start at the root of the
// repository.
[[nodiscard]] Violations checkIncludes(const SourceFile& file);

} // namespace onceover::lint
