// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/file_lock.h"

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <unistd.h>

namespace onceover {

void pauseBriefly()
{
    ::poll(nullptr, 0, 20);
}

Result<FileLock> FileLock::exclusive(const std::filesystem::path& path, Deadline deadline)
{
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0) {
        return Failure(Error::notHappened(
            "lock.failed", "Cannot open " + path.string() + ": " + std::strerror(errno)));
    }
    FileLock lock(fd);
    // The kernel offers no lock wait with a time limit, so it is asked again and again.
    while (!tryExclusive(fd)) {
        if (deadline.hasPassed()) {
            return Failure(
                Error::notHappened("lock.busy", "Another process holds " + path.string() + "."));
        }
        pauseBriefly();
    }
    return lock;
}

bool FileLock::tryShared(int fd)
{
    return ::flock(fd, LOCK_SH | LOCK_NB) == 0;
}

bool FileLock::tryExclusive(int fd)
{
    return ::flock(fd, LOCK_EX | LOCK_NB) == 0;
}

FileLock::FileLock(FileLock&& other) noexcept
    : m_fd(std::exchange(other.m_fd, -1))
{}

FileLock::~FileLock()
{
    if (m_fd >= 0) {
        ::close(m_fd);
    }
}

} // namespace onceover
