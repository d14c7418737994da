// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace onceover {

// Mutants that no test can kill, each with the reason. A file of entries
//
//     subject | kind | words taken out | words put in
//         why nothing can be noticed
//         with: subject | kind | words taken out | words put in
//
// where * in the first line stands for any words and "with" names the second guard: without both
// the suite must notice. Used by one thread.
class Explained
{
public:
    struct Entry
    {
        std::string pattern;
        std::string reason;
        // Key of the mutant that masks this one, or empty.
        std::string with;
        bool isUsed = false;
    };

    static Explained read(const std::string& path);

    // The entry for this key, or null.
    const Entry* find(const std::string& key);
    // Entries that no mutant asked for: texts that have changed.
    std::vector<std::string> unused() const;
    // Entries without a reason.
    std::vector<std::string> unexplained() const;

    static bool matches(const std::string& pattern, const std::string& text);

private:
    std::vector<Entry> m_entries;
};

} // namespace onceover
