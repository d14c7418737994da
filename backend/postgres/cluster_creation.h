// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "backend/postgres/child_process.h"

#include <filesystem>
#include <optional>
#include <string>

namespace onceover {

// Makes the data of a private cluster in DIRECTORY/data and answers the owner's password. They are
// made beside and moved into place when they are whole, under a name of this call's own: an initdb
// whose program was killed may still be writing under an older one. What such a one left is
// removed. Errors: cluster.create.
Result<std::string> createClusterData(
    const std::filesystem::path& directory,
    const std::filesystem::path& programs,
    const std::string& ownerLogin,
    const std::optional<OsUser>& runAs);

// The password of data that exist. Refuses what no server would start on, or should not: data
// without their password (cluster.create), data of another owner or open to others (cluster.path).
// Removes what an interrupted creation left beside them.
Result<std::string> openClusterData(
    const std::filesystem::path& directory, const std::optional<OsUser>& runAs);

} // namespace onceover
