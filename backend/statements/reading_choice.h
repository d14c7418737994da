// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/csv/csv_options.h"
#include "backend/statements/csv/csv_profile.h"
#include "backend/statements/encoding/text_encoding.h"
#include "backend/statements/statement_format.h"

#include <optional>

namespace onceover {

// What a person or a source says about a file before it is read. What is not said is found out.
struct ReadingChoice
{
    std::optional<FormatName> format;
    // Only of text formats; XML says itself how it is encoded.
    EncodingChoice encoding;
    // How a CSV file is read; nothing: by the profile whose header it has.
    std::optional<CsvProfile> csvProfile;
    // What a CSV file leaves open; its character set is that above.
    CsvOptions csv;
    // Whether a CSV file that no profile is known for may be read by what its columns say of
    // themselves: to show it, never to store it.
    bool mayPropose = false;
};

} // namespace onceover
