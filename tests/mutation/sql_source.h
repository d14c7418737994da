// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace onceover {

struct SqlToken
{
    enum class Kind
    {
        Word,
        Number,
        Text,
        Symbol
    };

    Kind kind = Kind::Word;
    // Offsets into the source.
    std::size_t begin = 0;
    std::size_t end = 0;
    // Words in lower case, everything else as written.
    std::string text;
    // How many parentheses are open around it; a parenthesis counts as outside of its own pair.
    int depth = 0;
    // How many "case … end" are open around it.
    int cases = 0;
};

// Comments are no tokens.
std::vector<SqlToken> sqlTokens(const std::string& source);

// One "create function onceover.name(…) … as $$ body $$;" of a migration.
struct SqlFunction
{
    std::string name;
    // As "create or replace function …".
    std::string definition;
    // Offsets of the body in the definition.
    std::size_t bodyBegin = 0;
    std::size_t bodyEnd = 0;
};

std::vector<SqlFunction> sqlFunctions(const std::string& migration);

} // namespace onceover
