// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace onceover {

// One of the demo's people.
struct DemoName
{
    std::string login;
    std::string name;
};

std::vector<DemoName> demoNames();

// Makes a demo in a directory: a private cluster, the schema, four people, the logins of people and
// machines with random passwords. Repeating it on a finished demo changes nothing; what an
// interrupted run left behind is completed.
Result<void> provisionDemo(const std::filesystem::path& directory);

// Puts profiles in force as two of the demo's people would: one proposes, the other approves.
// A profile already in force with these bytes is left alone.
Result<void> putProfileInForce(
    const std::filesystem::path& directory, const std::string& profileText);

} // namespace onceover
