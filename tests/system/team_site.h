// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/postgres/private_cluster.h"
#include "tests/system/demo_process.h"

#include <QTemporaryDir>

#include <optional>

namespace onceover {

// A plain PostgreSQL server with an empty database, as a site would have it: nothing of ours on it
// but what the executables put there. Passwords lie in files of mode 0600, one a login.
class TeamSite
{
public:
    // False where there is no server.
    bool start();
    ~TeamSite();

    QString path(const QString& name) const { return m_directory.filePath(name); }

    // Writes a new password for the login; the file's path.
    QString passwordFile(const QString& login) const;

    // onceover-core with --connection and --json, its password from the login's file.
    CoreRun core(const QStringList& words, const QString& login) const;

    QString write(const QString& name, const QByteArray& text) const;

    PrivateCluster& cluster() { return *m_cluster; }

private:
    QTemporaryDir m_directory;
    QString m_clusterDirectory;
    std::optional<PrivateCluster> m_cluster;
};

} // namespace onceover
