// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/byte_source.h"
#include "backend/statements/csv/csv_options.h"
#include "backend/statements/csv/csv_profile.h"

#include <string>

#include <tl/expected.hpp>

namespace onceover {

// The one shipped profile that fits the file: its columns are there, and no column beside them says
// anything of the money. Of profiles that fit, the one with the most columns; two of equal rank are
// never chosen between. Refusals: those of the encoding, statement.no_columns (no table at all),
// statement.profile_unknown (naming the file's columns), statement.profile_several.
tl::expected<CsvProfile, Refusal> findCsvProfile(
    const ByteSource& source, const CsvOptions& options);

// A profile by its name, or from a file of one's own (a path with a slash or ending in ".json").
// The refusal names the field that is wrong: statement.profile_missing, statement.profile, and
// those of opening a file.
tl::expected<CsvProfile, Refusal> csvProfileNamed(const std::string& nameOrPath);

} // namespace onceover
