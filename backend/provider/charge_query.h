// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/query_answer.h"
#include "backend/provider/curl_call.h"
#include "backend/provider/http_profile.h"

#include <string>

namespace onceover {

struct ChargeQuestion
{
    std::string providerKey;
    std::string reference;
};

// The address of the question below the base URL, for a profile whose query has a path of its own.
std::string queryPath(const HttpProfile& profile, const ChargeQuestion& question);

// What the answer says, by the profile's query table. Absent only where the table says so; a record
// that carries neither our key nor our reference makes the whole answer INCONCLUSIVE
// (foreign_record). Pure.
QueryAnswer answerFromExchange(
    const ChargeQuestion& question, const HttpExchange& exchange, const HttpProfile& profile);

// The same from a list: presence counts even in an incomplete one, absence only in a complete one.
// Pure.
QueryAnswer answerFromList(const ChargeQuestion& question, ListAnswer&& list);

} // namespace onceover
