// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/reference.h"
#include "backend/matching/record_facts.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// The field name of a reference that stood in the record's narrative.
inline constexpr std::string_view kTextField = "text";

// A reference as a record shows it, and where.
struct FoundReference
{
    Reference reference;
    // Of a provider key (REFERENCE-GENERATION), where the record shows the key and not the bare
    // reference.
    std::optional<int> generation;
    // Key of the identifier, or kTextField.
    std::string field;
};

// Every reference of a record, each once, at its strongest place: the end-to-end identification
// first, then the other identifiers, then the narrative. Whole words with a right check character
// only; O/0 and I/1 are not folded.
std::vector<FoundReference> referencesOf(const RecordReferences& references, std::string_view text);

} // namespace onceover
