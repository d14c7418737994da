// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/statement.h"
#include "backend/statements/statement_entry.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace onceover {

// Names each line of a file so that the same line in an overlapping file has the same name, and
// equal lines of one file never share one. The bank's own reference names a line where it stands
// once in the file; where a bank repeats it (some print a tax code there) or has none, its place in
// the account's history does, or else the statement, the day and the position.
class EntryIdentities
{
public:
    // First pass: every entry of the file.
    void add(const StatementEntry& entry);

    // Second pass, unique within the statement's account. Without the bank's reference `place`
    // names the line (entry_places), and without that its position; `fileDigest` (hexadecimal)
    // stands in for statements without an identification of their own.
    std::string of(
        const Statement& statement,
        const StatementEntry& entry,
        std::string_view fileDigest,
        std::string_view place = {}) const;
    // By statement, day and position alone: for a line that looks like another one and is not.
    static std::string positionOf(
        const Statement& statement, const StatementEntry& entry, std::string_view fileDigest);

private:
    static std::string bankIdentity(const StatementEntry& entry);

    // Hashes only, so that a large file costs little; a collision merely makes both lines go by
    // position.
    std::unordered_map<std::uint64_t, std::uint32_t> m_counts;
};

} // namespace onceover
