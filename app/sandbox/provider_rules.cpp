// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/provider_rules.h"

#include <utility>

namespace onceover {

ProviderRules ProviderRules::defaultsFor(std::string_view provider)
{
    ProviderRules rules;
    if (provider == "wire")
        rules.collapsesKeys = false;
    if (provider == "legacy") {
        rules.collapsesKeys = false;
        rules.query = false;
        rules.list = false;
    }
    return rules;
}

Outcome<ProviderRules> ProviderRules::parse(std::string_view provider, const Json& object)
{
    ProviderRules rules = defaultsFor(provider);
    const std::pair<std::string_view, bool*> flags[] = {
        {"collapses_keys", &rules.collapsesKeys},
        {"unique_merchant_number", &rules.uniqueMerchantNumber},
        {"query", &rules.query},
        {"list", &rules.list}};
    const std::pair<std::string_view, std::int64_t*> numbers[] = {
        {"key_ttl_s", &rules.keyTtlS}, {"visibility_delay_ms", &rules.visibilityDelayMs}};
    if (!object.is_object())
        return failed(kExitBadData, "provider " + std::string(provider) + ": not an object");
    for (const auto& field : object.items()) {
        bool known = false;
        for (const auto& flag : flags) {
            if (field.key() == flag.first && field.value().is_boolean()) {
                *flag.second = field.value().get<bool>();
                known = true;
            }
        }
        for (const auto& number : numbers) {
            if (field.key() == number.first && integerIn(object, number.first, -1) >= 0) {
                *number.second = integerIn(object, number.first);
                known = true;
            }
        }
        if (!known)
            return failed(
                kExitBadData,
                "provider " + std::string(provider) + ": field " + field.key()
                    + " is unknown or of the wrong type");
    }
    return rules;
}

} // namespace onceover
