// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "backend/domain/uuid.h"
#include "backend/matching/record_facts.h"

#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// Lines of one layer without a payment, as the database tells them.
struct FreeLines
{
    std::string layer;
    // Of each line, and what it shows; both in one order.
    std::vector<Uuid> ids;
    std::vector<RecordFacts> records;
};

// What payments are to be looked for by: references, other identifiers, beginnings of references.
struct SoughtNames
{
    std::vector<std::string> names;
    std::vector<std::string> beginnings;
};

// A page of lines, one list a layer. Errors: match.facts_unreadable.
Result<std::vector<FreeLines>> freeLinesFrom(std::string_view page);

SoughtNames soughtNames(const FreeLines& lines);

// The pairs that these lines and their world make (onceover.match_world), as the JSON that
// onceover.apply_matches takes. Errors: match.facts_unreadable, and those of the rules.
Result<std::string> matchesOf(const FreeLines& lines, std::string_view world);

} // namespace onceover
