// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/mutation/cpp_source.h"

#include <cctype>
#include <utility>

namespace onceover {

namespace {

bool isNameChar(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::size_t endOfQuoted(const std::string& text, std::size_t at)
{
    for (std::size_t i = at + 1; i < text.size(); ++i) {
        if (text[i] == '\\') {
            ++i;
        } else if (text[i] == text[at]) {
            return i + 1;
        }
    }
    return text.size();
}

std::size_t endOfRaw(const std::string& text, std::size_t at)
{
    const std::size_t open = text.find('(', at);
    const std::string close = ")" + text.substr(at + 2, open - at - 2) + "\"";
    const std::size_t end = text.find(close, open);
    return end == std::string::npos ? text.size() : end + close.size();
}

std::size_t endOfSymbol(const std::string& text, std::size_t at)
{
    for (const std::string_view symbol :
         {"<=>", "->", "::", "&&", "||", "==", "!=", "<=", ">=", "++", "--", "+=", "-=", "<<"}) {
        if (text.compare(at, symbol.size(), symbol) == 0) {
            return at + symbol.size();
        }
    }
    return at + 1;
}

// Where the blanks, the comment or the preprocessor line at this place end; the same place if there
// is none.
std::size_t endOfNothing(const std::string& text, std::size_t at)
{
    if (std::isspace(static_cast<unsigned char>(text[at])) != 0) {
        return at + 1;
    }
    const bool isLine = text.compare(at, 2, "//") == 0 || text[at] == '#';
    if (isLine) {
        const std::size_t end = text.find('\n', at);
        return end == std::string::npos ? text.size() : end;
    }
    if (text.compare(at, 2, "/*") == 0) {
        const std::size_t end = text.find("*/", at);
        return end == std::string::npos ? text.size() : end + 2;
    }
    return at;
}

std::size_t endOfToken(const std::string& text, std::size_t at, bool& isLiteral)
{
    if (text.compare(at, 2, "R\"") == 0) {
        isLiteral = true;
        return endOfRaw(text, at);
    }
    if (text[at] == '"' || text[at] == '\'') {
        isLiteral = true;
        return endOfQuoted(text, at);
    }
    if (!isNameChar(text[at])) {
        return endOfSymbol(text, at);
    }
    isLiteral = std::isdigit(static_cast<unsigned char>(text[at])) != 0;
    std::size_t end = at;
    while (end < text.size() && (isNameChar(text[end]) || (isLiteral && text[end] == '\''))) {
        ++end;
    }
    return end;
}

} // namespace

CppSource::CppSource(std::string text)
    : m_text(std::move(text))
{
    int depth = 0;
    for (std::size_t at = 0; at < m_text.size();) {
        if (const std::size_t end = endOfNothing(m_text, at); end != at) {
            at = end;
            continue;
        }
        CppToken token;
        token.begin = at;
        token.end = endOfToken(m_text, at, token.isLiteral);
        token.text = std::string_view(m_text).substr(at, token.end - at);
        if (token.text == ")" || token.text == "]" || token.text == "}") {
            --depth;
        }
        token.depth = depth;
        if (token.text == "(" || token.text == "[" || token.text == "{") {
            ++depth;
        }
        at = token.end;
        m_tokens.push_back(token);
    }
}

const CppToken& CppSource::at(int index) const
{
    static const CppToken kNone;
    return index >= 0 && index < size() ? m_tokens[static_cast<std::size_t>(index)] : kNone;
}

int CppSource::closing(int open) const
{
    int i = open + 1;
    while (i < size() && at(i).depth != at(open).depth) {
        ++i;
    }
    return i;
}

int CppSource::endOfStatement(int first) const
{
    if (is(first, "{")) {
        return closing(first);
    }
    if (is(first, "if") || is(first, "for") || is(first, "while")) {
        const int end = endOfStatement(closing(first + 1) + 1);
        return is(end + 1, "else") ? endOfStatement(end + 2) : end;
    }
    int i = first;
    while (i < size() && !(is(i, ";") && at(i).depth == at(first).depth)) {
        ++i;
    }
    return i;
}

bool CppSource::beginsStatement(int index) const
{
    if (at(index).depth == 0 || is(index, "}") || is(index, "else")) {
        return false;
    }
    if (is(index - 1, ";") || is(index - 1, "}") || is(index - 1, "else")) {
        return true;
    }
    // A block's brace, not that of a list of values.
    if (is(index - 1, "{")) {
        return is(index - 2, ")") || is(index - 2, "else") || is(index - 2, "const")
               || is(index - 2, "noexcept");
    }
    if (!is(index - 1, ")") || is(index, "{")) {
        return false;
    }
    int open = index - 2;
    while (open > 0 && at(open).depth != at(index - 1).depth) {
        --open;
    }
    return is(open - 1, "if") || is(open - 1, "for") || is(open - 1, "while");
}

std::string CppSource::text(int first, int last) const
{
    return last < first ? std::string()
                        : m_text.substr(at(first).begin, at(last).end - at(first).begin);
}

bool CppSource::isOperator(int index) const
{
    const CppToken& token = at(index);
    const auto isBlank = [this](std::size_t place) {
        return place < m_text.size()
               && std::isspace(static_cast<unsigned char>(m_text[place])) != 0;
    };
    return token.begin > 0 && isBlank(token.begin - 1) && isBlank(token.end);
}

} // namespace onceover
