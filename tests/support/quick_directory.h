// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace onceover {

// A new empty directory named after `prefix` for data that no test reads after a power cut: below
// ONCEOVER_TEST_DIRECTORY if that is set; else in memory where the machine has plenty, so that
// every flush of a server or a journal costs nothing; else below /tmp. The caller removes it. Ends
// the program if there is no place.
std::filesystem::path freshQuickDirectory(const std::string& prefix);

} // namespace onceover
