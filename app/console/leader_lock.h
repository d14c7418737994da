// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace onceover {

// Which of several programs on one demo has its core, provider and story. The kernel lets go of it
// when its holder dies, and the next program takes over.
class LeaderLock
{
public:
    explicit LeaderLock(std::filesystem::path file);
    LeaderLock(const LeaderLock&) = delete;
    LeaderLock& operator=(const LeaderLock&) = delete;
    ~LeaderLock();

    // True while this object holds the lock. Does not wait.
    bool tryTake();
    void release();

private:
    std::filesystem::path m_file;
    int m_fd = -1;
};

} // namespace onceover
