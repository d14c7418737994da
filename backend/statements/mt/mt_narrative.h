// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/mt/mt_lines.h"
#include "backend/statements/statement_entry.h"

#include <string>
#include <vector>

namespace onceover {

// What a field :86: says about an entry.
struct MtNarrative
{
    std::string text;
    StatementReferences references;
    std::string counterpartyName;
    std::string counterpartyAccount;
    std::string returnReason;
};

// Reads the lines of a field :86: in the shape the bank writes: subfields after a code of three
// digits ("166?00…?20…", with any of the separators in use), codes between slashes
// ("/EREF/…/REMI/…"), or free text. Line ends are the bank's folding in the first two and kept in
// the third. Never refuses: text is no money.
MtNarrative readMtNarrative(MtLines lines);

} // namespace onceover
