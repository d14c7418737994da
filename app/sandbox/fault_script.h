// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/failure.h"
#include "app/sandbox/fault.h"
#include "app/sandbox/json_fields.h"
#include "app/sandbox/provider_rules.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// What is known of a request when a fault is chosen for it.
struct FaultOccasion
{
    bool isQuery = false;
    std::string provider;
    std::string reference;
    std::string payee;
    std::string key;
    std::string payeeAccount;
    std::int64_t nth = 0;
};

struct ChosenFaults
{
    std::vector<Fault> faults;
    std::int64_t scriptPosition =
        -1; // of the rule in the script file; recorded, so that a restart keeps count
};

// The rules that are in force: those of the script file, those added at run time, and seeded random
// ones. The same requests in the same order always meet the same faults, across restarts too.
class FaultScript
{
public:
    // Text of a script file:
    // {"providers":{…},"faults":[…],"seed":N,"random":{"probability":P,"kinds":[…],"providers":[…]}}.
    static Outcome<FaultScript> parse(std::string_view text);

    ProviderRules rulesFor(const std::string& provider) const;

    // Adds one rule or an array of rules; all or none.
    Outcome<void> add(const Json& rules);

    // No fault from here on; the providers' rules stay.
    void clear();

    // Takes note that a rule of the file was used in an earlier life of the process.
    void countUses(const std::map<std::int64_t, std::int64_t>& uses);

    // The first rule that fits, used up once; else a random fault; else nothing.
    ChosenFaults choose(const FaultOccasion& occasion);

    std::size_t ruleCount() const { return m_rules.size(); }

private:
    Outcome<void> parseProviders(const Json& providers);
    Outcome<void> parseRandom(const Json& random);
    std::vector<Fault> randomFault(const FaultOccasion& occasion) const;

    std::map<std::string, ProviderRules> m_providers;
    std::vector<FaultRule> m_rules;
    std::uint64_t m_seed = 1;
    double m_probability = 0;
    std::vector<Fault> m_randomKinds;
    std::set<std::string> m_randomProviders; // empty: all
};

} // namespace onceover
