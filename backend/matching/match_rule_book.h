// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/matching/match_rules.h"

#include <string_view>
#include <vector>

namespace onceover {

// The rules in force, by provider and account.
class MatchRuleBook
{
public:
    // Errors: match.rules_faulty (naming the first fault), match.rules_twice.
    static Result<MatchRuleBook> fromRules(std::vector<MatchRules> rules);

    // The most specific ones: both named, then the provider, then the account, then those for every
    // one. Null where nothing is written: then nothing is linked by itself.
    const MatchRules* find(std::string_view provider, std::string_view account) const;

private:
    std::vector<MatchRules> m_rules;
};

} // namespace onceover
