// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/journal/boot.h"

#include <ctime>
#include <fstream>
#include <string>

namespace onceover {

Result<Uuid> currentBootId()
{
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string text;
    std::getline(file, text);
    const auto bootId = Uuid::fromText(text);
    if (!bootId) {
        return Failure(
            Error::notHappened("journal.no_boot_id", "The kernel does not tell this boot's id."));
    }
    return *bootId;
}

std::int64_t currentBootTimeMs()
{
    timespec now{};
    ::clock_gettime(CLOCK_BOOTTIME, &now);
    return static_cast<std::int64_t>(now.tv_sec) * 1000 + now.tv_nsec / 1000000;
}

} // namespace onceover
