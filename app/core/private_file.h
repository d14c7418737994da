// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"

#include <filesystem>
#include <string>

namespace onceover {

// Files that only their owner may read.

// Writes a new file of mode 0600, whole or not at all, and has it on the disk before it returns.
// Errors: file.create.
Result<void> writePrivateFile(const std::filesystem::path& path, const std::string& text);

// Refuses a file that others may read or write (file.permissions), and one that cannot be read
// (file.read).
Result<std::string> readPrivateFile(const std::filesystem::path& path);

// Random letters and digits from the kernel: about 190 bits.
std::string randomPassword();

} // namespace onceover
