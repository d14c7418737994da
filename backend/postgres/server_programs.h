// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace onceover {

// The directory with initdb, pg_ctl and postgres of the wanted major version, or, with none wanted,
// of the newest installed one that is at least 15. Debian's version directories are searched first,
// then PATH.
std::optional<std::filesystem::path> findServerPrograms(std::optional<int> majorVersion);

// What there is, for people: "PostgreSQL 15", "PostgreSQL 15 and 16" or "no PostgreSQL server".
std::string installedServers();

} // namespace onceover
