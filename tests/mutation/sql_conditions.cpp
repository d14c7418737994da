// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/mutation/sql_conditions.h"

namespace onceover {

namespace {

bool isOfIf(const SqlDraft& draft, int index)
{
    for (int i = index; i >= 0; --i) {
        const std::string& text = draft.at(i).text;
        if (text == "if" || text == "elsif") {
            return !draft.is(i - 1, "end");
        }
        if (text == ";" || text == "then" || text == "begin" || text == "loop") {
            return false;
        }
    }
    return false;
}

void dropConjuncts(SqlDraft& draft, int joint)
{
    const int last = draft.endOfOperand(joint + 1);
    draft.replace("drop-conjunct", joint, last, "");
    const int first = draft.beginOfOperand(joint - 1);
    const int edge = first - 1;
    // "set a = b or c": the name of the column belongs to no condition.
    const bool isAssignment =
        draft.is(edge, "set") || (draft.is(edge, ",") && draft.at(edge).depth == 0);
    if (!draft.joins(edge) && !isAssignment) {
        draft.replace("drop-conjunct", first, joint, "");
    }
}

void dropNot(SqlDraft& draft, int index)
{
    const std::string& next = draft.at(index + 1).text;
    if (draft.is(index - 1, "is") || next == "null" || next == "materialized"
        || draft.is(index - 1, "if")) {
        return;
    }
    draft.replace("drop-not", index, index + 1, draft.text(index + 1, index + 1));
}

void negateIf(SqlDraft& draft, int index)
{
    if (draft.is(index - 1, "end")) {
        return;
    }
    int then = index + 1;
    while (then < draft.size()
           && !(draft.is(then, "then") && draft.at(then).cases == draft.at(index).cases)) {
        ++then;
    }
    draft.wrap("negate-if", index + 1, then - 1, "not (", ")");
}

void dropWhere(SqlDraft& draft, int index)
{
    const std::string& statement = draft.at(draft.beginOfStatement(index)).text;
    const int last = draft.endOfOperand(index + 1);
    if ((statement == "update" || statement == "delete") && draft.at(index).depth == 0
        && !draft.joins(last + 1)) {
        draft.replace("drop-where", index + 1, last, "true");
    }
}

std::string bent(const std::string& symbol, bool isClock)
{
    if (symbol == "<") {
        return isClock ? ">=" : "<=";
    }
    if (symbol == "<=") {
        return isClock ? ">" : "<";
    }
    if (symbol == ">") {
        return isClock ? "<=" : ">=";
    }
    if (symbol == ">=") {
        return isClock ? "<" : ">";
    }
    return symbol == "<>" ? "=" : std::string();
}

} // namespace

void bendConditions(SqlDraft& draft)
{
    for (int i = 0; i < draft.size(); ++i) {
        if (draft.at(i).kind != SqlToken::Kind::Word) {
            continue;
        }
        const std::string& text = draft.at(i).text;
        if (draft.joins(i)) {
            dropConjuncts(draft, i);
            if (isOfIf(draft, i)) {
                draft.replace("swap-and-or", i, i, text == "and" ? "or" : "and");
            }
        } else if (text == "not") {
            dropNot(draft, i);
        } else if (text == "if" || text == "elsif") {
            negateIf(draft, i);
        } else if (text == "where") {
            dropWhere(draft, i);
        }
    }
}

void bendComparisons(SqlDraft& draft)
{
    for (int i = 0; i < draft.size(); ++i) {
        const SqlToken& token = draft.at(i);
        if (token.kind == SqlToken::Kind::Symbol) {
            const std::string operand =
                draft.text(draft.beginOfOperand(i - 1), draft.endOfOperand(i + 1));
            const std::string other =
                bent(token.text, operand.find("clock_timestamp") != std::string::npos);
            if (!other.empty()) {
                draft.replace(
                    "bend-comparison",
                    i - 1,
                    i + 1,
                    draft.text(i - 1, i - 1) + " " + other + " " + draft.text(i + 1, i + 1));
            }
        } else if (token.text == "is" && draft.is(i + 1, "distinct")) {
            draft.replace("bend-comparison", i, i + 1, "is not distinct");
        } else if (token.text == "is" && draft.is(i + 1, "not") && draft.is(i + 2, "distinct")) {
            draft.replace("bend-comparison", i, i + 2, "is distinct");
        }
    }
}

} // namespace onceover
