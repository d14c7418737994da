// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/match_rule_book.h"

#include <utility>

namespace onceover {

Result<MatchRuleBook> MatchRuleBook::fromRules(std::vector<MatchRules> rules)
{
    MatchRuleBook book;
    for (MatchRules& each : rules) {
        const std::vector<RuleFault> faults = faultsOf(each);
        if (!faults.empty())
            return Failure(Error::notHappened(
                "match.rules_faulty",
                "The rules of '" + each.provider + "' and '" + each.account + "' cannot be used: "
                    + faults.front().code + " (" + faults.front().field + ")."));
        for (const MatchRules& known : book.m_rules) {
            if (known.provider == each.provider && known.account == each.account)
                return Failure(Error::notHappened(
                    "match.rules_twice",
                    "There are two rules for '" + each.provider + "' and '" + each.account + "'."));
        }
        book.m_rules.push_back(std::move(each));
    }
    return book;
}

const MatchRules* MatchRuleBook::find(std::string_view provider, std::string_view account) const
{
    const MatchRules* found = nullptr;
    int foundRank = -1;
    for (const MatchRules& each : m_rules) {
        const bool applies = (each.provider.empty() || each.provider == provider)
                             && (each.account.empty() || each.account == account);
        const int rank = (each.provider.empty() ? 0 : 2) + (each.account.empty() ? 0 : 1);
        if (applies && rank > foundRank) {
            found = &each;
            foundRank = rank;
        }
    }
    return found;
}

} // namespace onceover
