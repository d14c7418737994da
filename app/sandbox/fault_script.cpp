// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/fault_script.h"

#include <algorithm>
#include <utility>

namespace onceover {

namespace {

bool fits(const FaultRule& rule, const FaultOccasion& occasion)
{
    const auto agrees = [](const std::string& wanted, const std::string& seen) {
        return wanted.empty() || wanted == seen;
    };
    return rule.faults.front().isForQueries() == occasion.isQuery
           && agrees(rule.provider, occasion.provider) && agrees(rule.reference, occasion.reference)
           && agrees(rule.payee, occasion.payee) && agrees(rule.key, occasion.key)
           && agrees(rule.payeeAccount, occasion.payeeAccount)
           && (rule.nth == 0 || rule.nth == occasion.nth);
}

// SplitMix64: a well mixed number for every counter value, without state that a restart would lose.
std::uint64_t mixed(std::uint64_t value)
{
    value += 0x9e3779b97f4a7c15ULL;
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebULL;
    return value ^ (value >> 31U);
}

std::uint64_t hashed(std::uint64_t seed, std::string_view text)
{
    for (const char c : text)
        seed = mixed(seed ^ static_cast<unsigned char>(c));
    return seed;
}

} // namespace

Outcome<FaultScript> FaultScript::parse(std::string_view text)
{
    const Json object = parsedJson(text);
    if (!object.is_object())
        return failed(kExitBadData, "the script is not a JSON object");
    FaultScript script;
    for (const auto& field : object.items()) {
        Outcome<void> read;
        if (field.key() == "providers")
            read = script.parseProviders(field.value());
        else if (field.key() == "faults")
            read = script.add(field.value());
        else if (field.key() == "random")
            read = script.parseRandom(field.value());
        else if (field.key() == "seed" && field.value().is_number_integer())
            script.m_seed = static_cast<std::uint64_t>(integerIn(object, "seed"));
        else
            return failed(
                kExitBadData, "script: " + field.key() + " is unknown or of the wrong type");
        if (!read)
            return tl::unexpected<Failure>(read.error());
    }
    for (std::size_t i = 0; i < script.m_rules.size(); ++i)
        script.m_rules[i].scriptPosition = static_cast<std::int64_t>(i);
    return script;
}

Outcome<void> FaultScript::parseProviders(const Json& providers)
{
    if (!providers.is_object())
        return failed(kExitBadData, "script: providers is not an object");
    for (const auto& entry : providers.items()) {
        auto rules = ProviderRules::parse(entry.key(), entry.value());
        if (!rules)
            return tl::unexpected<Failure>(rules.error());
        m_providers[entry.key()] = *rules;
    }
    return {};
}

Outcome<void> FaultScript::parseRandom(const Json& random)
{
    if (!random.is_object() || !random.contains("probability") || !random.contains("kinds")
        || !random.at("probability").is_number() || !random.at("kinds").is_array())
        return failed(kExitBadData, "script: random needs a probability and an array of kinds");
    m_probability = random.at("probability").get<double>();
    for (const Json& kind : random.at("kinds")) {
        auto fault = Fault::parse(kind);
        if (!fault)
            return tl::unexpected<Failure>(fault.error());
        m_randomKinds.push_back(*fault);
    }
    if (random.contains("providers") && random.at("providers").is_array()) {
        for (const Json& provider : random.at("providers")) {
            if (provider.is_string())
                m_randomProviders.insert(provider.get<std::string>());
        }
    }
    return {};
}

ProviderRules FaultScript::rulesFor(const std::string& provider) const
{
    const auto found = m_providers.find(provider);
    return found == m_providers.end() ? ProviderRules::defaultsFor(provider) : found->second;
}

Outcome<void> FaultScript::add(const Json& rules)
{
    const Json list = rules.is_array() ? rules : Json::array({rules});
    std::vector<FaultRule> added;
    for (const Json& entry : list) {
        auto rule = FaultRule::parse(entry);
        if (!rule)
            return tl::unexpected<Failure>(rule.error());
        added.push_back(std::move(*rule));
    }
    m_rules.insert(m_rules.end(), added.begin(), added.end());
    return {};
}

void FaultScript::clear()
{
    m_rules.clear();
    m_probability = 0;
}

void FaultScript::countUses(const std::map<std::int64_t, std::int64_t>& uses)
{
    for (FaultRule& rule : m_rules) {
        const auto used = uses.find(rule.scriptPosition);
        if (used != uses.end() && rule.times > 0)
            rule.times = std::max<std::int64_t>(0, rule.times - used->second);
    }
    m_rules.erase(
        std::remove_if(
            m_rules.begin(), m_rules.end(), [](const FaultRule& rule) { return rule.times == 0; }),
        m_rules.end());
}

ChosenFaults FaultScript::choose(const FaultOccasion& occasion)
{
    const auto found = std::find_if(m_rules.begin(), m_rules.end(), [&](const FaultRule& rule) {
        return fits(rule, occasion);
    });
    if (found == m_rules.end())
        return ChosenFaults{randomFault(occasion), -1};
    ChosenFaults chosen{found->faults, found->scriptPosition};
    if (found->times > 0 && --found->times == 0)
        m_rules.erase(found);
    return chosen;
}

std::vector<Fault> FaultScript::randomFault(const FaultOccasion& occasion) const
{
    if (m_probability <= 0
        || (!m_randomProviders.empty() && m_randomProviders.count(occasion.provider) == 0))
        return {};
    std::vector<Fault> kinds;
    std::copy_if(
        m_randomKinds.begin(),
        m_randomKinds.end(),
        std::back_inserter(kinds),
        [&](const Fault& fault) { return fault.isForQueries() == occasion.isQuery; });
    if (kinds.empty())
        return {};
    const std::uint64_t start = hashed(m_seed, occasion.provider + (occasion.isQuery ? "?" : ""));
    const std::uint64_t roll = mixed(start ^ static_cast<std::uint64_t>(occasion.nth));
    constexpr double kRange = 9007199254740992.0; // 2^53
    if (static_cast<double>(roll >> 11U) / kRange >= m_probability)
        return {};
    return {kinds[mixed(roll) % kinds.size()]};
}

} // namespace onceover
