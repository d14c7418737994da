// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/mutation/mutant.h"
#include "tests/mutation/sql_source.h"

#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// The body of one function as tokens, and the mutants made of it so far. Token indexes out of range
// read as an empty token, so that neighbours need no checks.
class SqlDraft
{
public:
    SqlDraft(std::string file, SqlFunction function);

    int size() const { return static_cast<int>(m_tokens.size()); }

    const SqlToken& at(int index) const;

    bool is(int index, std::string_view text) const { return at(index).text == text; }

    // Takes out the tokens first to last and puts the text there.
    void replace(std::string_view kind, int first, int last, const std::string& text);
    // Puts one text before the first token and another behind the last.
    void wrap(
        std::string_view kind, int first, int last, std::string_view open, std::string_view close);
    // The source of the tokens first to last.
    std::string text(int first, int last) const;

    // The last token of the condition that begins at this one, and the first of the one that ends
    // at it.
    int endOfOperand(int first) const;
    int beginOfOperand(int last) const;
    // Where the statement around this token begins, and its semicolon.
    int beginOfStatement(int index) const;
    int endOfStatement(int index) const;
    bool beginsStatement(int index) const;
    // True for "and" and "or" that join conditions.
    bool joins(int index) const;

    std::vector<Mutant> takeMutants();

private:
    bool isRightEdge(int index, const SqlToken& from) const;
    bool isLeftEdge(int index, const SqlToken& from) const;
    void add(std::string_view kind, int first, int last, const std::string& replacement);

    std::string m_file;
    SqlFunction m_function;
    std::string m_body;
    std::vector<SqlToken> m_tokens;
    std::vector<bool> m_isOfBetween;
    std::vector<Mutant> m_mutants;
};

} // namespace onceover
