// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/quick_directory.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include <sys/statvfs.h>

namespace onceover {

namespace {

constexpr std::uint64_t kPlentyBytes = 4ULL << 30;

bool hasPlenty(const char* path)
{
    struct statvfs status = {};
    return ::statvfs(path, &status) == 0
           && static_cast<std::uint64_t>(status.f_bavail) * status.f_frsize >= kPlentyBytes;
}

} // namespace

std::filesystem::path freshQuickDirectory(const std::string& prefix)
{
    const char* wanted = std::getenv("ONCEOVER_TEST_DIRECTORY");
    const std::string place = wanted != nullptr && *wanted != '\0' ? wanted
                              : hasPlenty("/dev/shm")              ? "/dev/shm"
                                                                   : "/tmp";
    std::string path = place + "/" + prefix + "-XXXXXX";
    if (::mkdtemp(path.data()) == nullptr) {
        std::perror(path.c_str());
        std::abort();
    }
    return path;
}

} // namespace onceover
