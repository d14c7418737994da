// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

struct CppToken
{
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string_view text;
    // How many (, [ and { are open around it; a bracket counts as outside of its own pair.
    int depth = 0;
    bool isLiteral = false;
};

// A source as tokens, without comments and preprocessor lines. Indexes out of range read as an
// empty token.
class CppSource
{
public:
    explicit CppSource(std::string text);

    CppSource(const CppSource&) = delete;
    CppSource& operator=(const CppSource&) = delete;

    const std::string& text() const { return m_text; }

    int size() const { return static_cast<int>(m_tokens.size()); }

    const CppToken& at(int index) const;

    bool is(int index, std::string_view text) const { return at(index).text == text; }

    // The bracket that closes this one.
    int closing(int open) const;
    // The last token of the statement that begins here: its semicolon, or the brace of its block
    // with all that belongs to it.
    int endOfStatement(int first) const;
    // Whether a statement of a function's body begins here.
    bool beginsStatement(int index) const;
    // The source of the tokens first to last.
    std::string text(int first, int last) const;
    // True for a symbol with a blank on both sides, as clang-format sets operators and never
    // brackets of templates.
    bool isOperator(int index) const;

private:
    std::string m_text;
    std::vector<CppToken> m_tokens;
};

} // namespace onceover
