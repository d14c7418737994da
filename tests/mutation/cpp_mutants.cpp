// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/mutation/cpp_mutants.h"

#include "tests/mutation/cpp_source.h"

#include <array>
#include <utility>

namespace onceover {

namespace {

class CppDraft
{
public:
    CppDraft(std::string file, const CppSource& source)
        : m_file(std::move(file))
        , m_source(&source)
    {}

    void enter(int index);
    void replace(const char* kind, int first, int last, const std::string& text);
    std::vector<Mutant> takeMutants();

private:
    std::string m_file;
    const CppSource* m_source;
    std::string m_function = "file";
    std::vector<Mutant> m_mutants;
};

// Functions begin in the first column, as clang-format sets them: "X Class::name(" or "X name(".
void CppDraft::enter(int index)
{
    const CppSource& source = *m_source;
    const std::size_t begin = source.at(index).begin;
    const bool isFirstOfLine = begin == 0 || source.text()[begin - 1] == '\n';
    if (!isFirstOfLine || source.at(index).depth > 2 || source.is(index, "}")
        || source.is(index, "{")) {
        return;
    }
    for (int i = index + 1; i < source.size() && i < index + 16; ++i) {
        if (source.is(i, ";") || source.is(i, "{") || source.is(i, "=")) {
            return;
        }
        if (source.is(i, "(")) {
            m_function = std::string(source.at(i - 1).text);
            return;
        }
    }
}

void CppDraft::replace(const char* kind, int first, int last, const std::string& text)
{
    Mutant mutant;
    mutant.file = m_file;
    mutant.subject = m_function;
    mutant.kind = kind;
    mutant.before = foldBlanks(m_source->text(first, last));
    mutant.after = foldBlanks(text);
    mutant.text = m_source->text();
    const std::size_t begin = m_source->at(first).begin;
    mutant.text.replace(begin, m_source->at(last).end - begin, text);
    m_mutants.push_back(std::move(mutant));
}

std::vector<Mutant> CppDraft::takeMutants()
{
    numberEqualChanges(m_mutants);
    return std::exchange(m_mutants, {});
}

constexpr std::array<std::array<std::string_view, 2>, 22> kOthers = {{
    {"Happened", "NotHappened"},      {"NotHappened", "Happened"},  {"Possible", "NotHappened"},
    {"notHappened", "possible"},      {"possible", "notHappened"},  {"Committed", "RolledBack"},
    {"RolledBack", "Committed"},      {"InDoubt", "RolledBack"},    {"Unknown", "NotSent"},
    {"NotSent", "Unknown"},           {"Succeeded", "Unknown"},     {"RejectedFinal", "Unknown"},
    {"RejectedRetryable", "Unknown"}, {"Declined", "Found"},        {"Absent", "Found"},
    {"Wait", "NotHappened"},          {"Exhausted", "NotHappened"}, {"Ambiguous", "Happened"},
    {"Contradiction", "Happened"},    {"inDoubt", "rolledBack"},    {"rolledBack", "inDoubt"},
    {"committed", "inDoubt"},
}};

constexpr std::array<std::array<std::string_view, 2>, 8> kComparisons = {{
    {"<", "<="},
    {"<=", "<"},
    {">", ">="},
    {">=", ">"},
    {"==", "!="},
    {"!=", "=="},
    {"&&", "||"},
    {"||", "&&"},
}};

// "if (auto x = f(); !x)": the condition stands behind the last semicolon. A declaration has no
// value to negate.
void bendIf(CppDraft& draft, const CppSource& source, int index)
{
    const int open = index + 1;
    const int close = source.closing(open);
    int first = open + 1;
    for (int i = open + 1; i < close; ++i) {
        if (source.is(i, ";") && source.at(i).depth == source.at(open).depth + 1) {
            first = i + 1;
        }
    }
    bool declares = false;
    for (int i = first; i < close; ++i) {
        declares =
            declares || (source.is(i, "=") && source.at(i).depth == source.at(open).depth + 1);
    }
    if (!declares) {
        draft.replace("negate-if", first, close - 1, "!(" + source.text(first, close - 1) + ")");
    }
    const int last = source.endOfStatement(index);
    if (!source.is(index - 1, "else") && source.at(last).text.size() == 1
        && source.text(close, last).find("else") == std::string::npos) {
        draft.replace("drop-guard", index, last, ";");
    }
}

void dropStatement(CppDraft& draft, const CppSource& source, int index)
{
    const int last = source.endOfStatement(index);
    if (source.is(index, "return") || source.is(index, "continue") || source.is(index, "break")) {
        const bool isGuarded = source.is(index - 1, ")") || source.is(index - 1, "else");
        // The body of a function stands in a namespace, what it guards deeper.
        const bool isOfBlock =
            source.is(index - 1, "{") && source.is(index - 2, ")") && source.at(index).depth > 2;
        if (isGuarded || isOfBlock) {
            draft.replace("drop-exit", index, last, ";");
        }
        return;
    }
    int calls = 0;
    for (int i = index; i <= last; ++i) {
        const bool isHere = source.at(i).depth == source.at(index).depth;
        if (isHere && (source.is(i, "=") || source.is(i, "{"))) {
            return;
        }
        calls += isHere && source.is(i, "(") ? 1 : 0;
    }
    static constexpr std::array<std::string_view, 7> kNoCalls = {
        "for", "while", "switch", "case", "using", "default", "static_assert"};
    for (const std::string_view word : kNoCalls) {
        calls = source.is(index, word) ? 0 : calls;
    }
    if (calls > 0 && source.is(last, ";")) {
        draft.replace("drop-call", index, last, ";");
    }
}

// Two steps of which each has an effect of its own: commit and call, journal and store.
bool isStep(const CppSource& source, int index)
{
    if (!source.is(index, "if")) {
        return source.at(index).text.substr(0, 2) == "m_" && !source.is(index + 1, "=");
    }
    const std::string condition = source.text(index + 1, source.closing(index + 1));
    return condition.find(';') != std::string::npos && condition.find("m_") != std::string::npos;
}

void swapStatements(CppDraft& draft, const CppSource& source, int index)
{
    const int end = source.endOfStatement(index);
    const int next = end + 1;
    if (source.beginsStatement(next) && source.at(next).depth == source.at(index).depth
        && isStep(source, index) && isStep(source, next)) {
        const int last = source.endOfStatement(next);
        draft.replace(
            "swap-statements",
            index,
            last,
            source.text(next, last) + "\n" + source.text(index, end));
    }
}

void bendOperators(CppDraft& draft, const CppSource& source, int index)
{
    for (const auto& [symbol, other] : kComparisons) {
        if (source.is(index, symbol) && source.isOperator(index)) {
            const bool joins = symbol == "&&" || symbol == "||";
            draft.replace(
                joins ? "swap-and-or" : "bend-comparison",
                index - 1,
                index + 1,
                source.text(index - 1, index - 1) + " " + std::string(other) + " "
                    + source.text(index + 1, index + 1));
        }
    }
    if (source.is(index, "!") && !source.isOperator(index)) {
        draft.replace("drop-not", index, index + 1, source.text(index + 1, index + 1));
    }
    if (source.is(index - 1, "::")) {
        for (const auto& [name, other] : kOthers) {
            if (source.is(index, name)) {
                draft.replace(
                    "other-constant",
                    index - 2,
                    index,
                    source.text(index - 2, index - 1) + std::string(other));
            }
        }
    }
    if (source.is(index - 1, "return") && source.is(index + 1, ";")
        && (source.is(index, "true") || source.is(index, "false"))) {
        draft.replace(
            "other-constant",
            index - 1,
            index,
            source.is(index, "true") ? "return false" : "return true");
    }
}

} // namespace

std::vector<Mutant> cppMutants(const std::string& file, const std::string& text)
{
    const CppSource source(text);
    CppDraft draft(file, source);
    for (int i = 0; i < source.size(); ++i) {
        draft.enter(i);
        bendOperators(draft, source, i);
        if (source.is(i, "if") && source.is(i + 1, "(")) {
            bendIf(draft, source, i);
        }
        if (source.beginsStatement(i)) {
            dropStatement(draft, source, i);
            swapStatements(draft, source, i);
        }
    }
    return draft.takeMutants();
}

} // namespace onceover
