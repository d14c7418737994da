// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/provider_profile.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace onceover {

// One condition on the JSON of an answer: the node at `pointer` exists, and is one of `oneOf`
// unless that is empty.
struct JsonCondition
{
    std::string pointer;
    // JSON text of scalars: "\"declined\"", "true", "12".
    std::vector<std::string> oneOf;
};

struct HeaderCondition
{
    // Lower case.
    std::string name;
    std::string equals;
};

// One row of an answer table; the first row whose conditions all hold decides.
struct AnswerRow
{
    std::string name;
    int statusFrom = 0;
    int statusTo = 0;
    std::vector<HeaderCondition> headers;
    std::vector<JsonCondition> conditions;
    // Submission: text of an Answer. Query: RECORDS, RECORDS_OR_ABSENT, ABSENT or INCONCLUSIVE.
    std::string answer;
};

// How a charge looks in this provider's JSON, pointers relative to the record. An empty pointer
// means: not shown.
struct RecordShape
{
    std::string id;
    std::string state;
    // Provider's word → SUCCEEDED, DECLINED or PROCESSING.
    std::map<std::string, std::string> states;
    std::string amount;
    // "MINOR": integer minor units as a JSON number; "DECIMAL": major units with decimals, as
    // string or number.
    std::string amountFormat;
    std::string currency;
    std::string reference;
    std::string providerKey;
    std::string account;
    std::string created;
    // Microseconds per unit of `created`: 1, 1000 or 1000000.
    std::int64_t createdUnitUs = 1;
};

// A value of the request: `target` is a JSON pointer or the name of a form field.
struct FieldTemplate
{
    std::string target;
    std::string value;
    bool isInteger = false;
};

struct SubmitShape
{
    std::string path;
    bool isForm = false;
    std::vector<std::pair<std::string, std::string>> headers;
    std::vector<FieldTemplate> fields;
    std::vector<AnswerRow> answers;
    // Where the charge stands in an answer; "" is the whole answer.
    std::string recordAt;
    // Where a refusal names the charge that it refused, if it does.
    std::string refusedIdAt;
};

struct QueryShape
{
    // Empty when the question goes through the list.
    std::string path;
    std::vector<AnswerRow> answers;
    // An array of records or one record.
    std::string recordsAt;
};

struct ListShape
{
    std::string path;
    std::string recordsAt;
    // "NONE", "AFTER_ID" (next page starts after the last record's id, while `moreAt` is true) or
    // "CURSOR" (while `moreAt` holds a string).
    std::string paging;
    std::string pageParameter;
    std::string moreAt;
};

// Where the provider's secret stands; the secret itself is never part of a profile.
struct Authorization
{
    std::string header;
    std::string prefix;
    // Exactly one of the two is not empty.
    std::string environment = {};
    std::string file = {};
};

// A provider that is described by data alone: what it declares, what to send, how to read its
// answers.
struct HttpProfile
{
    ProviderProfile declared;
    // Empty: no proxy.
    std::string proxy;
    // PEM file of the only certificates that may sign the provider's; empty: the system's.
    std::string trustedCertificates;
    std::optional<Authorization> authorization;
    // "OUT" (we pay), "IN" (we collect): what this provider's request means.
    std::vector<std::string> directions;
    int keyMaxLength = 0;
    std::string keyAlphabet;
    SubmitShape submit;
    std::optional<QueryShape> query;
    std::optional<ListShape> list;
    RecordShape record;
    // Where answers to queries and lists say up to which time they show charges (unit as
    // `created`); empty: nowhere.
    std::string visibleUntilAt;
};

} // namespace onceover
