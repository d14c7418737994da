// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace onceover {

// What became of one file of a folder.
struct WatchedFile
{
    std::string channel;
    std::string name;
    // The outcome of the import, or the code of why it was refused or waits.
    std::string outcome;
    std::string message;
    std::int64_t records = 0;
};

} // namespace onceover
