// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_profile.h"
#include "embedded_statement_profiles.h"

namespace onceover {

std::vector<ShippedProfile> shippedCsvProfiles()
{
    constexpr std::string_view kEnding = ".json";
    std::vector<ShippedProfile> profiles;
    for (const auto& file : statement_profiles::kEmbeddedFiles)
        profiles.push_back({file.name.substr(0, file.name.size() - kEnding.size()), file.text});
    return profiles;
}

std::optional<CsvProfile> shippedCsvProfile(std::string_view name)
{
    for (const ShippedProfile& each : shippedCsvProfiles()) {
        if (each.name != name)
            continue;
        auto profile = readCsvProfile(each.json);
        return profile ? std::optional(*profile) : std::nullopt;
    }
    return std::nullopt;
}

} // namespace onceover
