// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/postgres/connection.h"
#include "backend/postgres/private_cluster.h"

#include <QString>

#include <filesystem>

namespace onceover {

// A place for one private cluster, and what a test asks of it. Goes with all that is in it.
class ClusterPlace
{
public:
    ClusterPlace();
    ~ClusterPlace();

    ClusterPlace(const ClusterPlace&) = delete;
    ClusterPlace& operator=(const ClusterPlace&) = delete;

    // Where the cluster is; beside it there is room for others.
    const std::filesystem::path& path() const { return m_path; }

    std::filesystem::path beside(const char* name) const { return m_path.parent_path() / name; }

    // Must succeed.
    PrivateCluster open() const;
    // The sentence of the refusal to open with this code and no effect; otherwise what happened.
    QString refusal(const char* code) const;
    static Result<Rows> run(const PrivateCluster& cluster, const char* text);
    // Commits a row, and reads it again: 7, or -1.
    static bool keep(const PrivateCluster& cluster);
    static std::int64_t kept(const PrivateCluster& cluster);

    // Puts a disk of its own there, such as "size=20m"; false where that is not allowed.
    bool mountDisk(const char* options);
    bool remountDisk(const char* options, bool isReadOnly = false) const;

private:
    std::filesystem::path m_path;
    bool m_isMounted = false;
};

} // namespace onceover
