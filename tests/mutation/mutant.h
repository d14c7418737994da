// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace onceover {

// One small change to a safety-critical text. Its key survives edits elsewhere in the file:
// subject, kind and the words around the change, never a line number.
struct Mutant
{
    // Base name of the file the mutant belongs to.
    std::string file;
    // The function or table that is changed.
    std::string subject;
    // What was done: drop-conjunct, drop-lock, …
    std::string kind;
    // The words taken out and the words put in, blanks folded.
    std::string before;
    std::string after;
    // Tells equal changes in one subject apart: 1, 2, …
    int ordinal = 1;
    // SQL that makes the change in a database, or the whole mutated C++ file.
    std::string text;

    std::string key() const
    {
        return subject + " | " + kind + " | " + before + " | " + after
               + (ordinal > 1 ? " | #" + std::to_string(ordinal) : std::string());
    }
};

// Blanks folded to one, none at the ends.
std::string foldBlanks(const std::string& text);

// Numbers equal changes of one subject in the order of the text.
void numberEqualChanges(std::vector<Mutant>& mutants);

} // namespace onceover
