// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/json_fields.h"

#include <limits>

namespace onceover {

std::string textIn(const Json& object, std::string_view name, std::string_view fallback)
{
    if (object.is_object()) {
        const auto found = object.find(std::string(name));
        if (found != object.end() && found->is_string())
            return found->get<std::string>();
    }
    return std::string(fallback);
}

std::int64_t integerIn(const Json& object, std::string_view name, std::int64_t fallback)
{
    if (!object.is_object())
        return fallback;
    const auto found = object.find(std::string(name));
    if (found == object.end() || !found->is_number_integer())
        return fallback;
    if (found->is_number_unsigned()
        && found->get<std::uint64_t>()
               > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return fallback;
    return found->get<std::int64_t>();
}

bool flagIn(const Json& object, std::string_view name, bool fallback)
{
    if (object.is_object()) {
        const auto found = object.find(std::string(name));
        if (found != object.end() && found->is_boolean())
            return found->get<bool>();
    }
    return fallback;
}

Json parsedJson(std::string_view text)
{
    return Json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
}

std::string jsonLine(const Json& value)
{
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string canonicalJson(const Json& value)
{
    const nlohmann::json sorted = nlohmann::json::parse(jsonLine(value), nullptr, false);
    return sorted.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace onceover
