// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/mt/mt_lines.h"
#include "backend/statements/parse_log.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// What stands before a message's first balance or entry.
struct MtHeader
{
    std::int64_t line = 0;
    std::string reference;
    std::string account;
    // "00115" of ":28C:00115/001".
    std::string number;
    std::optional<std::int64_t> page;
    // ISO 8601, with its offset where one is printed.
    std::string createdAt;
    bool isInterim = false;
    // A field that says something about money has come.
    bool hasBody = false;

    // Takes a field of the header; others are ignored. False when it is refused.
    bool take(std::string_view tag, MtLines lines, ParseLog& log);
};

// The account without the currency that some banks print behind it.
std::string withoutCurrency(const std::string& account, std::string_view currency);

} // namespace onceover
