// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/failure.h"
#include "app/sandbox/json_fields.h"

#include <cstdint>
#include <string>
#include <vector>

namespace onceover {

// One scripted misbehaviour: a kind and its settings, checked when it was read.
struct Fault
{
    std::string kind;
    Json settings = Json::object();

    // Accepts {"kind":…, settings} or the bare kind as a text; an unknown kind or setting is
    // refused.
    static Outcome<Fault> parse(const Json& value);

    // For GET requests; every other fault is for POST.
    bool isForQueries() const;
};

// When a rule applies and what it does then.
struct FaultRule
{
    std::string provider; // empty: any
    std::string reference;
    std::string payee;
    std::string key;
    std::string payeeAccount;
    std::int64_t nth = 0;   // the n-th request of that provider, from 1; 0: any
    std::int64_t times = 1; // how often it still applies; -1: always
    std::int64_t scriptPosition = -1;
    std::vector<Fault> faults;

    static Outcome<FaultRule> parse(const Json& object);
};

} // namespace onceover
