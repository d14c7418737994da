// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/fault.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace onceover {

namespace {

const std::map<std::string, std::set<std::string>>& knownKinds()
{
    static const std::map<std::string, std::set<std::string>> kinds = {
        {"answer_after_deadline", {"delay_ms"}},
        {"execute_after", {"delay_ms", "answer"}},
        {"charge_then_drop", {}},
        {"charge_then_reset", {}},
        {"drop_without_charge", {}},
        {"reset_without_charge", {}},
        {"half_response", {"charge", "in"}},
        {"http_status", {"status", "charge", "body", "headers"}},
        {"decline", {"code", "retryable"}},
        {"processing", {"then", "after_ms"}},
        {"delayed_visibility", {"delay_ms", "declared"}},
        {"duplicate_charge", {}},
        {"forget", {}},
        {"wrong_echo", {"amount", "currency", "reference", "payee_account"}},
        {"redirect", {"status", "location", "charge"}},
        {"slow_body", {"interval_ms"}},
        {"huge_body", {"bytes"}},
        {"query_fails", {"status", "body"}},
        {"query_drop", {}}};
    return kinds;
}

bool settingFits(const std::string& name, const Json& value)
{
    static const std::set<std::string> flags = {"charge", "retryable", "answer", "declared"};
    static const std::set<std::string> numbers = {
        "delay_ms", "after_ms", "interval_ms", "bytes", "status", "amount"};
    if (flags.count(name) != 0)
        return value.is_boolean();
    if (numbers.count(name) != 0)
        return value.is_number_integer() && value.get<std::int64_t>() >= 0;
    if (name == "headers")
        return value.is_object();
    return value.is_string();
}

tl::unexpected<Failure> refused(const std::string& message)
{
    return failed(kExitBadData, message);
}

Outcome<void> parseMatch(const Json& match, FaultRule* rule)
{
    const std::pair<const char*, std::string*> texts[] = {
        {"reference", &rule->reference},
        {"payee", &rule->payee},
        {"key", &rule->key},
        {"payee_account", &rule->payeeAccount}};
    if (!match.is_object())
        return refused("match is not an object");
    for (const auto& field : match.items()) {
        if (field.key() == "nth" && integerIn(match, "nth") > 0) {
            rule->nth = integerIn(match, "nth");
            continue;
        }
        const auto* const found =
            std::find_if(std::begin(texts), std::end(texts), [&](const auto& text) {
                return field.key() == text.first;
            });
        if (found == std::end(texts) || !field.value().is_string())
            return refused("match: " + field.key() + " is unknown or of the wrong type");
        *found->second = field.value().get<std::string>();
    }
    return {};
}

} // namespace

Outcome<Fault> Fault::parse(const Json& value)
{
    Fault fault;
    fault.kind = value.is_string() ? value.get<std::string>() : textIn(value, "kind");
    const auto known = knownKinds().find(fault.kind);
    if (known == knownKinds().end())
        return refused("unknown kind of fault: " + fault.kind);
    if (!value.is_object())
        return fault;
    for (const auto& setting : value.items()) {
        if (setting.key() == "kind")
            continue;
        if (known->second.count(setting.key()) == 0 || !settingFits(setting.key(), setting.value()))
            return refused(fault.kind + ": " + setting.key() + " is unknown or of the wrong type");
        fault.settings[setting.key()] = setting.value();
    }
    return fault;
}

bool Fault::isForQueries() const
{
    return kind == "query_fails" || kind == "query_drop";
}

Outcome<FaultRule> FaultRule::parse(const Json& object)
{
    static const std::set<std::string> fields = {"provider", "match", "fault", "faults", "times"};
    if (!object.is_object())
        return refused("a fault rule is not an object");
    for (const auto& field : object.items()) {
        if (fields.count(field.key()) == 0)
            return refused("a fault rule has no field " + field.key());
    }
    FaultRule rule;
    rule.provider = textIn(object, "provider");
    rule.times = integerIn(object, "times", 1);
    if (rule.times == 0 || rule.times < -1)
        return refused("times must be positive, or -1 for always");
    if (object.contains("match")) {
        const auto matched = parseMatch(object.at("match"), &rule);
        if (!matched)
            return tl::unexpected<Failure>(matched.error());
    }
    Json list = Json::array();
    if (object.contains("fault"))
        list.push_back(object.at("fault"));
    if (object.contains("faults") && object.at("faults").is_array()) {
        for (const Json& entry : object.at("faults"))
            list.push_back(entry);
    }
    for (const Json& entry : list) {
        auto fault = Fault::parse(entry);
        if (!fault)
            return tl::unexpected<Failure>(fault.error());
        rule.faults.push_back(*fault);
    }
    if (rule.faults.empty())
        return refused("a fault rule names no fault");
    for (const Fault& fault : rule.faults) {
        if (fault.isForQueries() != rule.faults.front().isForQueries())
            return refused("one rule cannot hold faults of requests and of queries");
    }
    return rule;
}

} // namespace onceover
