// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/failure.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace onceover {

// Which statement is wanted: the parameters of GET /admin/statement and of the statement command
// alike.
struct StatementRequest
{
    std::string account;
    std::string currency;
    std::string date; // YYYY-MM-DD, booking and value date of every entry
    std::int64_t openingMinor = 0;
    std::set<std::string> providers; // empty: all
    std::set<std::string> omit;      // references that the bank does not show
    std::int64_t extra = 0;          // number of unrelated entries
    std::int64_t fromS = 0; // charges created from (inclusive) to (exclusive), unix seconds
    std::int64_t toS = 0;   // 0: no end

    static Outcome<StatementRequest> parse(const std::map<std::string, std::string>& parameters);
};

} // namespace onceover
