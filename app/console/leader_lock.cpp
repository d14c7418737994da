// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/leader_lock.h"

#include "backend/postgres/file_lock.h"

#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace onceover {

LeaderLock::LeaderLock(std::filesystem::path file)
    : m_file(std::move(file))
{}

LeaderLock::~LeaderLock()
{
    release();
}

bool LeaderLock::tryTake()
{
    if (m_fd >= 0)
        return true;
    const int fd = ::open(m_file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return false;
    if (!FileLock::tryExclusive(fd)) {
        ::close(fd);
        return false;
    }
    m_fd = fd;
    return true;
}

void LeaderLock::release()
{
    if (m_fd >= 0)
        ::close(std::exchange(m_fd, -1));
}

} // namespace onceover
