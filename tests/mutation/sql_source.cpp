// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/mutation/sql_source.h"

#include <cctype>
#include <string_view>

namespace onceover {

namespace {

bool isWordChar(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

std::size_t endOfText(const std::string& source, std::size_t at)
{
    for (std::size_t i = at + 1; i < source.size(); ++i) {
        if (source[i] != '\'') {
            continue;
        }
        if (i + 1 < source.size() && source[i + 1] == '\'') {
            ++i;
            continue;
        }
        return i + 1;
    }
    return source.size();
}

std::size_t endOfSymbol(const std::string& source, std::size_t at)
{
    static constexpr std::string_view kLong[] = {
        "#>>", "->>", "<>", "<=", ">=", ":=", "::", "||", "->", "!~", "..", "#>"};
    for (const std::string_view symbol : kLong) {
        if (source.compare(at, symbol.size(), symbol) == 0) {
            return at + symbol.size();
        }
    }
    return at + 1;
}

// The end of what begins at this place, and its kind; a comment or blanks have no kind of their
// own.
std::size_t endOfToken(const std::string& source, std::size_t at, SqlToken::Kind& kind)
{
    const auto first = static_cast<unsigned char>(source[at]);
    if (first == '\'') {
        kind = SqlToken::Kind::Text;
        return endOfText(source, at);
    }
    if (std::isdigit(first) != 0) {
        kind = SqlToken::Kind::Number;
        std::size_t end = at;
        while (end < source.size() && std::isdigit(static_cast<unsigned char>(source[end])) != 0) {
            ++end;
        }
        return end;
    }
    if (std::isalpha(first) != 0 || first == '_') {
        kind = SqlToken::Kind::Word;
        std::size_t end = at;
        while (end < source.size() && isWordChar(source[end])) {
            ++end;
        }
        return end;
    }
    kind = SqlToken::Kind::Symbol;
    return endOfSymbol(source, at);
}

// "end if", "end loop" and the end of a block belong to no case.
void countCases(std::vector<SqlToken>& tokens)
{
    int open = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        SqlToken& token = tokens[i];
        if (token.kind == SqlToken::Kind::Word && token.text == "end" && open > 0) {
            const std::string next = i + 1 < tokens.size() ? tokens[i + 1].text : std::string();
            if (next != "if" && next != "loop") {
                --open;
            }
        }
        token.cases = open;
        const bool closes = i > 0 && tokens[i - 1].text == "end";
        if (token.kind == SqlToken::Kind::Word && token.text == "case" && !closes) {
            ++open;
        }
    }
}

} // namespace

std::vector<SqlToken> sqlTokens(const std::string& source)
{
    std::vector<SqlToken> tokens;
    int depth = 0;
    for (std::size_t at = 0; at < source.size();) {
        if (std::isspace(static_cast<unsigned char>(source[at])) != 0) {
            ++at;
            continue;
        }
        if (source.compare(at, 2, "--") == 0) {
            const std::size_t end = source.find('\n', at);
            at = end == std::string::npos ? source.size() : end;
            continue;
        }
        SqlToken token;
        token.begin = at;
        token.end = endOfToken(source, at, token.kind);
        token.text = source.substr(at, token.end - at);
        if (token.kind == SqlToken::Kind::Word) {
            for (char& c : token.text) {
                c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
            }
        }
        if (token.text == ")" || token.text == "]") {
            --depth;
        }
        token.depth = depth;
        if (token.text == "(" || token.text == "[") {
            ++depth;
        }
        at = token.end;
        tokens.push_back(std::move(token));
    }
    countCases(tokens);
    return tokens;
}

std::vector<SqlFunction> sqlFunctions(const std::string& migration)
{
    constexpr std::string_view kFunction = "function onceover.";
    std::vector<SqlFunction> functions;
    for (std::size_t at = migration.find(kFunction); at != std::string::npos;
         at = migration.find(kFunction, at + 1)) {
        const std::size_t line = migration.rfind('\n', at) + 1;
        const std::string before = migration.substr(line, at - line);
        if (before != "create " && before != "create or replace ") {
            continue;
        }
        const std::size_t name = at + kFunction.size();
        const std::size_t body = migration.find("$$", name);
        const std::size_t close = migration.find("$$", body + 2);
        if (close == std::string::npos) {
            break;
        }
        SqlFunction function;
        function.name = migration.substr(name, migration.find('(', name) - name);
        function.definition = "create or replace function onceover.";
        function.bodyBegin = function.definition.size() + body + 2 - name;
        function.bodyEnd = function.definition.size() + close - name;
        function.definition += migration.substr(name, close + 2 - name) + ";";
        functions.push_back(std::move(function));
    }
    return functions;
}

} // namespace onceover
