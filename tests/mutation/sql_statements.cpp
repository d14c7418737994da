// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/mutation/sql_statements.h"

#include <string_view>
#include <vector>

namespace onceover {

namespace {

bool startsWith(const std::string& text, std::string_view start)
{
    return text.compare(0, start.size(), start) == 0;
}

// What a dropped statement was for; empty for what is no statement to drop.
std::string_view kindOfStatement(const SqlDraft& draft, int index)
{
    const std::string& verb = draft.at(index).text;
    const std::string& object = draft.at(index + 1).text;
    if (verb == "raise") {
        return "drop-guard";
    }
    if (verb == "lock") {
        return "drop-lock";
    }
    if (verb == "perform") {
        if (object == "onceover.add_event") {
            return "drop-event";
        }
        if (object == "pg_advisory_xact_lock" || object == "1") {
            return "drop-lock";
        }
        for (const std::string_view guard :
             {"onceover.refuse", "onceover.require_", "onceover.check_"}) {
            if (startsWith(object, guard)) {
                return "drop-guard";
            }
        }
        return "drop-statement";
    }
    if (verb == "insert" || verb == "update" || verb == "delete") {
        return "drop-statement";
    }
    const bool isGuarded = draft.is(index - 1, "then") || draft.is(index - 1, "else");
    if ((verb == "return" && object != "query" && object != "next") || verb == "continue") {
        return isGuarded ? "drop-exit" : std::string_view();
    }
    return {};
}

const std::vector<std::vector<std::string_view>>& families()
{
    static const std::vector<std::vector<std::string_view>> kFamilies = {
        {"PENDING", "SUBMITTING", "SUCCEEDED", "FAILED", "UNKNOWN", "REVIEW"},
        {"POSSIBLE", "HAPPENED", "NOT_HAPPENED"},
        {"NOT_SENT",
         "REJECTED_RETRYABLE",
         "REJECTED_FINAL",
         "ABSENT",
         "DECIDED",
         "CANCELLED",
         "INVALID"},
        {"FIRST", "PROVEN_ABSENT", "APPROVED_RESEND", "LOSS_TOLERATED", "PROBE", "RECOVERED"},
        {"CONFIRM", "REJECT", "RESEND", "RELEASE", "CANCEL"},
        {"CHARGE", "SETTLEMENT", "BANK"},
        {"PROOF", "DUPLICATE"},
        {"ARMED", "CHECKING", "FENCED"},
        {"IN_FORCE", "WITHDRAWN", "VOID", "EXPIRED"},
        {"CORE", "PEOPLE"},
        {"FOUND", "ANSWER"},
        {"DECLINED", "PROCESSING"},
        {"UPLOAD", "APPROVED_CHANNEL"},
        {"TAKE_OVER", "REOPEN", "WORKING"},
        {"in_transit", "in_doubt", "decided_not_proven", "settled", "refund_due"},
    };
    return kFamilies;
}

std::string otherOfFamily(const std::string& quoted)
{
    const std::string_view name = std::string_view(quoted).substr(1, quoted.size() - 2);
    for (const auto& family : families()) {
        for (std::size_t i = 0; i < family.size(); ++i) {
            if (family[i] == name) {
                return "'" + std::string(family[(i + 1) % family.size()]) + "'";
            }
        }
    }
    return {};
}

// A constant that is compared, assigned, listed, or says what a payment or attempt becomes.
bool isDecisive(const SqlDraft& draft, int index)
{
    const std::string& before = draft.at(index - 1).text;
    if (before == "=" || before == "<>" || (before == "from" && draft.is(index - 2, "distinct"))) {
        return true;
    }
    int open = index - 1;
    while (open >= 0 && (draft.is(open, ",") || draft.at(open).kind == SqlToken::Kind::Text)) {
        --open;
    }
    if (draft.is(open, "(") && draft.is(open - 1, "in")) {
        return true;
    }
    return before == "," && draft.is(index - 3, "(")
           && (draft.is(index - 4, "onceover.change_status")
               || draft.is(index - 4, "onceover.set_fate")
               || draft.is(index - 4, "onceover.grant_permit"));
}

} // namespace

void dropStatements(SqlDraft& draft)
{
    for (int i = 0; i < draft.size(); ++i) {
        if (!draft.beginsStatement(i)) {
            continue;
        }
        const std::string_view kind = kindOfStatement(draft, i);
        if (!kind.empty()) {
            draft.replace(kind, i, draft.endOfStatement(i), "null;");
        }
    }
}

void dropLocks(SqlDraft& draft)
{
    for (int i = 0; i < draft.size(); ++i) {
        if (draft.is(i, "skip") && draft.is(i + 1, "locked")) {
            draft.replace("drop-lock", i, i + 1, "");
        }
        const std::string& next = draft.at(i + 1).text;
        if (!draft.is(i, "for") || (next != "update" && next != "share" && next != "no")) {
            continue;
        }
        int last = i + 1;
        while (draft.at(last + 1).kind == SqlToken::Kind::Word
               && draft.at(last + 1).depth == draft.at(i).depth && !draft.is(last + 1, "loop")) {
            ++last;
        }
        draft.replace("drop-lock", i, last, "");
    }
}

void bendConstants(SqlDraft& draft)
{
    for (int i = 0; i < draft.size(); ++i) {
        if (draft.at(i).kind == SqlToken::Kind::Text && isDecisive(draft, i)) {
            const std::string other = otherOfFamily(draft.at(i).text);
            if (!other.empty()) {
                draft.replace("other-constant", i - 2, i, draft.text(i - 2, i - 1) + " " + other);
            }
        }
        if (draft.is(i, "then") && draft.is(i + 1, "1") && draft.is(i + 2, "else")
            && draft.is(i + 3, "0")) {
            draft.replace("bend-generation", i, i + 3, "then 0 else 0");
            draft.replace("bend-generation", i, i + 3, "then 1 else 1");
        }
        if (draft.is(i, "generation") && draft.is(i + 1, "=") && draft.is(i + 2, "p_generation")
            && draft.is(i - 1, "set")) {
            draft.replace("bend-generation", i, i + 2, "generation = generation");
        }
    }
}

} // namespace onceover
