// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "backend/postgres/deadline.h"

#include <filesystem>

namespace onceover {

// 20 ms between two looks at something another process does and nobody announces.
void pauseBriefly();

// An advisory lock (flock) between processes; the kernel releases it when its holder dies.
class FileLock
{
public:
    // Creates the file if needed and waits for the lock; lock.busy once the deadline passes.
    static Result<FileLock> exclusive(const std::filesystem::path& path, Deadline deadline);

    // Without waiting, on an open descriptor: false if another holder prevents it.
    static bool tryShared(int fd);
    static bool tryExclusive(int fd);

    FileLock(FileLock&& other) noexcept;
    FileLock& operator=(FileLock&&) = delete;
    ~FileLock();

private:
    explicit FileLock(int fd)
        : m_fd(fd)
    {}

    int m_fd;
};

} // namespace onceover
