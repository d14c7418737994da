// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/mutation/sql_draft.h"

#include <algorithm>
#include <array>
#include <utility>

namespace onceover {

namespace {

template <std::size_t N>
bool isOneOf(const std::string& text, const std::array<std::string_view, N>& words)
{
    return std::find(words.begin(), words.end(), text) != words.end();
}

} // namespace

SqlDraft::SqlDraft(std::string file, SqlFunction function)
    : m_file(std::move(file))
    , m_function(std::move(function))
    , m_body(m_function.definition.substr(
          m_function.bodyBegin, m_function.bodyEnd - m_function.bodyBegin))
    , m_tokens(sqlTokens(m_body))
    , m_isOfBetween(m_tokens.size(), false)
{
    for (int i = 0; i < size(); ++i) {
        if (!is(i, "between")) {
            continue;
        }
        int j = i + 1;
        while (j < size() && !(is(j, "and") && at(j).depth == at(i).depth)) {
            ++j;
        }
        if (j < size()) {
            m_isOfBetween[static_cast<std::size_t>(j)] = true;
        }
    }
}

const SqlToken& SqlDraft::at(int index) const
{
    static const SqlToken kNone;
    return index >= 0 && index < size() ? m_tokens[static_cast<std::size_t>(index)] : kNone;
}

bool SqlDraft::joins(int index) const
{
    return at(index).kind == SqlToken::Kind::Word && (is(index, "and") || is(index, "or"))
           && !m_isOfBetween[static_cast<std::size_t>(index)];
}

bool SqlDraft::isRightEdge(int index, const SqlToken& from) const
{
    static constexpr std::array<std::string_view, 16> kWords = {
        "then",
        ";",
        ",",
        "loop",
        "order",
        "group",
        "limit",
        "for",
        "returning",
        "union",
        "else",
        "when",
        "join",
        "where",
        "into",
        "as"};
    const SqlToken& token = at(index);
    if (token.depth < from.depth || token.cases < from.cases) {
        return true;
    }
    if (token.depth > from.depth || token.cases > from.cases) {
        return false;
    }
    if (joins(index) || isOneOf(token.text, kWords)) {
        return true;
    }
    return (token.text == "from" && !is(index - 1, "distinct"))
           || ((token.text == "left" || token.text == "cross") && !is(index + 1, "("));
}

bool SqlDraft::isLeftEdge(int index, const SqlToken& from) const
{
    static constexpr std::array<std::string_view, 17> kWords = {
        "if",
        "elsif",
        "where",
        "when",
        "on",
        "select",
        "perform",
        "return",
        ":=",
        ",",
        "then",
        "else",
        ";",
        "set",
        "loop",
        "begin",
        "by"};
    const SqlToken& token = at(index);
    if (token.depth < from.depth || token.cases < from.cases) {
        return true;
    }
    if (token.depth > from.depth || token.cases > from.cases) {
        return false;
    }
    return joins(index) || isOneOf(token.text, kWords);
}

int SqlDraft::endOfOperand(int first) const
{
    int i = first;
    while (i < size() && !(isRightEdge(i, at(first)) && i > first)) {
        ++i;
    }
    return i - 1;
}

int SqlDraft::beginOfOperand(int last) const
{
    int i = last;
    while (i >= 0 && !(isLeftEdge(i, at(last)) && i < last)) {
        --i;
    }
    return i + 1;
}

bool SqlDraft::beginsStatement(int index) const
{
    static constexpr std::array<std::string_view, 5> kBefore = {
        ";", "then", "else", "begin", "loop"};
    return at(index).depth == 0 && at(index).cases == 0 && isOneOf(at(index - 1).text, kBefore);
}

int SqlDraft::beginOfStatement(int index) const
{
    int i = index;
    while (i > 0 && !beginsStatement(i)) {
        --i;
    }
    return i;
}

int SqlDraft::endOfStatement(int index) const
{
    int i = index;
    while (i < size() - 1 && !is(i, ";")) {
        ++i;
    }
    return i;
}

std::string SqlDraft::text(int first, int last) const
{
    return last < first ? std::string()
                        : m_body.substr(at(first).begin, at(last).end - at(first).begin);
}

void SqlDraft::add(std::string_view kind, int first, int last, const std::string& replacement)
{
    Mutant mutant;
    mutant.file = m_file;
    mutant.subject = m_function.name;
    mutant.kind = kind;
    mutant.before = foldBlanks(text(first, last));
    mutant.after = foldBlanks(replacement);
    mutant.text = m_function.definition;
    mutant.text.replace(
        m_function.bodyBegin + at(first).begin, at(last).end - at(first).begin, replacement);
    m_mutants.push_back(std::move(mutant));
}

void SqlDraft::replace(std::string_view kind, int first, int last, const std::string& text)
{
    add(kind, first, last, text);
}

void SqlDraft::wrap(
    std::string_view kind, int first, int last, std::string_view open, std::string_view close)
{
    add(kind, first, last, std::string(open) + text(first, last) + std::string(close));
}

std::vector<Mutant> SqlDraft::takeMutants()
{
    numberEqualChanges(m_mutants);
    return std::exchange(m_mutants, {});
}

} // namespace onceover
