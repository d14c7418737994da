// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "backend/postgres/child_process.h"

#include <filesystem>
#include <optional>
#include <string>

namespace onceover {

// The small files beside a private cluster's data. When this process is root, their directory
// belongs to the server's user, so nothing here follows a symbolic link.

std::string systemSaid(const std::string& what);

// What a program said, with the one sentence in front that matters where the disk is full.
std::string withoutRoomSaid(const std::string& said);

// The first line, or an empty text if there is no such file.
std::string readFirstLine(const std::filesystem::path& path);

// What a server that ended itself wrote last about why; empty if nothing.
std::string lastFatalLine(const std::filesystem::path& log);

// Written beside and renamed, so that a crash leaves the old file or the new one; mode 0600, owned
// by `owner` if any.
Result<void> writePrivateFile(
    const std::filesystem::path& path, const std::string& text, const std::optional<OsUser>& owner);

// Creates the directory if needed and makes it the owner's alone (mode 0700). One that belongs to a
// third user is refused (cluster.path).
Result<void> makePrivateDirectory(
    const std::filesystem::path& path, const std::optional<OsUser>& owner);

// `byteCount` random bytes in hexadecimal.
Result<std::string> randomPassword(std::size_t byteCount);

// Where the server's socket goes: DIRECTORY/run, or a short directory elsewhere where that path is
// too long for a socket; it is then remembered in a file for whoever opens the cluster next.
Result<std::filesystem::path> chooseSocketDirectory(
    const std::filesystem::path& directory, const std::optional<OsUser>& owner);

} // namespace onceover
