// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/byte_source.h"
#include "backend/statements/csv/csv_layout.h"
#include "backend/statements/csv/csv_options.h"
#include "backend/statements/csv/csv_profile.h"
#include "backend/statements/csv/csv_question.h"
#include "backend/statements/encoding/text_encoding.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace onceover {

// The name of a profile that was proposed and that nobody has put in force.
inline constexpr std::string_view kProposedProfile = "proposed";

// A mapping for a file that no profile is known for: what can be seen, and what cannot.
struct CsvProposal
{
    TextEncoding encoding;
    CsvLayout layout;
    // The first movements, for people.
    std::vector<std::vector<std::string>> rows;
    // A profile in the form that readCsvProfile reads. Where questions are open it may be wrong in
    // what they ask for.
    std::string profileJson;
    std::vector<CsvQuestion> questions;
    // Where no question of columns is open: why a reading by the profile is refused, such as an
    // order of dates that the file leaves open.
    std::optional<Refusal> refusal;
};

// Proposes a mapping by the words of the header, by what stands in the columns, and by balances
// that follow from the lines; nothing that the file leaves open is decided. Refusals: those of the
// encoding and of reading rows, statement.no_columns.
tl::expected<CsvProposal, Refusal> proposeCsvMapping(
    const ByteSource& source, const CsvOptions& options);

// The profile of a proposal without questions. Refusals: those above, and
// statement.mapping_undecided with the first question.
tl::expected<CsvProfile, Refusal> proposedCsvProfile(
    const ByteSource& source, const CsvOptions& options);

} // namespace onceover
