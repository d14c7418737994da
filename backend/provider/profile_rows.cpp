// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/provider/profile_rows.h"

#include "backend/provider/json_text.h"

#include <algorithm>
#include <utility>

namespace onceover {

namespace {

using nlohmann::json;

JsonCondition readCondition(ProfileSection& section)
{
    JsonCondition condition;
    condition.pointer = readPointer(section, "pointer", true);
    const json* equals = section.raw("equals");
    const json* oneOf = section.raw("one_of");
    const json* exists = section.raw("exists");
    if ((equals ? 1 : 0) + (oneOf ? 1 : 0) + (exists ? 1 : 0) != 1) {
        section.refuse("equals", "or \"one_of\" or \"exists\" is needed, and only one of them");
        return condition;
    }
    const auto isScalar = [](const json& node) {
        return node.is_string() || node.is_boolean() || node.is_number_integer() || node.is_null();
    };
    if (exists && *exists != json(true))
        section.refuse("exists", "can only be true");
    if (equals && !isScalar(*equals))
        section.refuse("equals", "must be a string, a whole number, true, false or null");
    else if (equals)
        condition.oneOf.push_back(equals->dump());
    if (oneOf
        && (!oneOf->is_array() || oneOf->empty()
            || !std::all_of(oneOf->begin(), oneOf->end(), isScalar))) {
        section.refuse("one_of", "must be a list of scalars");
    } else if (oneOf) {
        for (const json& item : *oneOf)
            condition.oneOf.push_back(item.dump());
    }
    return condition;
}

AnswerRow readRow(ProfileSection& section, const std::vector<std::string>& words)
{
    AnswerRow row;
    row.name = section.text("name");
    const bool isNamed =
        !row.name.empty() && row.name.size() <= 48
        && row.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
    if (!isNamed)
        section.refuse("name", "must be lower-case letters, digits and underscores, at most 48");
    const auto statuses = section.numbers("status", 200, 599);
    if (statuses.empty() || statuses.size() > 2 || statuses.front() > statuses.back())
        section.refuse("status", "must be [status] or [from, to]");
    row.statusFrom = static_cast<int>(statuses.empty() ? 200 : statuses.front());
    row.statusTo = static_cast<int>(statuses.empty() ? 200 : statuses.back());
    if (section.has("headers")) {
        section.pairs("headers", [&](const std::string& name, const std::string& value) {
            std::string lower = name;
            std::transform(lower.begin(), lower.end(), lower.begin(), [](char character) {
                return character >= 'A' && character <= 'Z'
                           ? static_cast<char>(character - 'A' + 'a')
                           : character;
            });
            row.headers.push_back({std::move(lower), value});
        });
    }
    if (section.has("conditions")) {
        section.sections("conditions", [&](ProfileSection& inner) {
            row.conditions.push_back(readCondition(inner));
        });
    }
    row.answer = section.text("answer");
    if (std::find(words.begin(), words.end(), row.answer) == words.end())
        section.refuse("answer", "is not an answer that this table knows");
    return row;
}

// What no profile may claim, whoever approved it: a gateway's 5xx or a redirect says nothing about
// the money behind it, and a 2xx or "absent" without a word of the provider's own JSON may come
// from any box on the way.
void checkSubmitRow(ProfileSection& section, const AnswerRow& row)
{
    const bool isTwoHundred = row.statusFrom >= 200 && row.statusTo <= 299;
    const bool isFourHundred = row.statusFrom >= 400 && row.statusTo <= 499;
    if (row.answer == "SUCCEEDED" && !isTwoHundred)
        section.refuse("status", "of a success must lie within 200 to 299");
    const bool isRefusal = row.answer == "REJECTED_FINAL" || row.answer == "REJECTED_RETRYABLE";
    if (isRefusal && !isTwoHundred && !isFourHundred)
        section.refuse("status", "of a refusal must lie within 400 to 499 or 200 to 299");
    if (isRefusal && isTwoHundred && row.conditions.empty())
        section.refuse("conditions", "are needed for a refusal with a 2xx status");
}

void checkQueryRow(ProfileSection& section, const AnswerRow& row)
{
    const bool isTwoHundred = row.statusFrom >= 200 && row.statusTo <= 299;
    const bool isFourHundred = row.statusFrom >= 400 && row.statusTo <= 499;
    if (row.answer == "ABSENT" && (row.conditions.empty() || (!isTwoHundred && !isFourHundred)))
        section.refuse(
            "conditions",
            "are needed for ABSENT, with a 2xx or 4xx status: a bare 404 may come from anywhere");
    if ((row.answer == "RECORDS" || row.answer == "RECORDS_OR_ABSENT") && !isTwoHundred)
        section.refuse("status", "of records must lie within 200 to 299");
}

} // namespace

std::string readPointer(ProfileSection& section, const char* name, bool isRequired)
{
    std::string text = isRequired ? section.text(name) : section.optionalText(name);
    if (!isJsonPointer(text))
        section.refuse(name, "must be a JSON pointer");
    return text;
}

AnswerRow readSubmitRow(ProfileSection& section)
{
    AnswerRow row = readRow(
        section, {"SUCCEEDED", "REJECTED_FINAL", "REJECTED_RETRYABLE", "PROCESSING", "EXISTS"});
    checkSubmitRow(section, row);
    return row;
}

AnswerRow readQueryRow(ProfileSection& section)
{
    AnswerRow row = readRow(section, {"RECORDS", "RECORDS_OR_ABSENT", "ABSENT", "INCONCLUSIVE"});
    checkQueryRow(section, row);
    return row;
}

} // namespace onceover
