// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shipped_profile.h"

#include "backend/provider/profile_reader.h"
#include "test_places.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

namespace onceover {

std::string shippedProfileText(const std::string& name)
{
    std::ifstream file(
        std::string(ONCEOVER_SOURCE_DIR) + "/resources/profiles/" + name + ".json",
        std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

HttpProfile shippedProfile(const std::string& name, const std::string& baseUrl)
{
    auto document = nlohmann::ordered_json::parse(shippedProfileText(name));
    document["base_url"] = baseUrl;
    document.erase("authorization");
    auto profile = readProfile(document.dump());
    if (!profile) {
        std::fprintf(stderr, "profile %s: %s\n", name.c_str(), profile.error().detail().c_str());
        std::abort();
    }
    return *profile;
}

} // namespace onceover
