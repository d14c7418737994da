// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/mutation/mutant.h"

#include <cctype>
#include <map>

namespace onceover {

std::string foldBlanks(const std::string& text)
{
    std::string folded;
    for (const char c : text) {
        const bool isBlank = std::isspace(static_cast<unsigned char>(c)) != 0;
        if (!isBlank) {
            folded += c;
        } else if (!folded.empty() && folded.back() != ' ') {
            folded += ' ';
        }
    }
    if (!folded.empty() && folded.back() == ' ') {
        folded.pop_back();
    }
    return folded;
}

void numberEqualChanges(std::vector<Mutant>& mutants)
{
    std::map<std::string, int> seen;
    for (Mutant& mutant : mutants) {
        mutant.ordinal = 1;
        mutant.ordinal = ++seen[mutant.file + mutant.key()];
    }
}

} // namespace onceover
