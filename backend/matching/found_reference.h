// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/reference.h"
#include "backend/matching/record_facts.h"
#include "backend/matching/spelling.h"

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
    Spelling spelling = Spelling::Exact;
};

// The beginning of a reference at the end of a field that the bank cut.
struct FoundBeginning
{
    std::string characters;
    std::string field;

    friend bool operator==(const FoundBeginning&, const FoundBeginning&) = default;
};

// Every reference of a text as whole words with a right check character, in order of first
// appearance, each once, in its best spelling: exact, normalised, and for people those that
// isForPeople().
std::vector<FoundReference> referencesIn(std::string_view text, std::string_view field);

// Every reference of a record, each once, at its strongest place: the end-to-end identification
// first, then the other identifiers, then the narrative. Names that are for people are left out.
std::vector<FoundReference> referencesOf(const RecordReferences& references, std::string_view text);

// The same with the names that are for people; a reference found in several places has the best
// spelling among them.
std::vector<FoundReference> namesOf(const RecordReferences& references, std::string_view text);

// Where a field ends at exactly 16 or 35 characters within a word, its last 8 to 15 characters if
// they can begin a reference: a bank's field ends there and the rest is lost.
std::optional<FoundBeginning> beginningIn(std::string_view text, std::string_view field);

} // namespace onceover
