// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/cluster_place.h"

#include "tests/support/pg_fixture.h"

#include <QtGlobal>

#include <cstdlib>

#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

namespace onceover {

namespace fs = std::filesystem;

ClusterPlace::ClusterPlace()
{
    dropDatabaseEnvironment();
    std::string path = "/tmp/onceover-cluster-XXXXXX";
    if (::mkdtemp(path.data()) == nullptr)
        qFatal("no directory");
    // The server's user must be able to walk through.
    ::chmod(path.c_str(), 0755);
    m_path = fs::path(path) / "c";
}

ClusterPlace::~ClusterPlace()
{
    if (m_isMounted)
        ::umount2(m_path.c_str(), MNT_DETACH);
    std::error_code ignored;
    fs::remove_all(m_path.parent_path(), ignored);
}

PrivateCluster ClusterPlace::open() const
{
    auto cluster = PrivateCluster::openOrCreate(m_path, {});
    if (!cluster)
        qFatal("%s: %s", cluster.error().code().c_str(), cluster.error().detail().c_str());
    return std::move(*cluster);
}

QString ClusterPlace::refusal(const char* code) const
{
    const auto cluster = PrivateCluster::openOrCreate(m_path, {});
    if (cluster)
        return QStringLiteral("opened");
    const Error& error = cluster.error();
    const bool isExpected = error.code() == code && error.effect() == Effect::None;
    return QString::fromStdString(isExpected ? error.detail() : error.code());
}

Result<Rows> ClusterPlace::run(const PrivateCluster& cluster, const char* text)
{
    auto connection = Connection::open(cluster.ownerSettings(), PgFixture::patience());
    if (!connection)
        return Failure(connection.error());
    return connection->executeScript("test", text, PgFixture::patience());
}

bool ClusterPlace::keep(const PrivateCluster& cluster)
{
    return run(cluster, "create table public.kept (id int); insert into public.kept values (7)")
        .has_value();
}

std::int64_t ClusterPlace::kept(const PrivateCluster& cluster)
{
    const auto rows = run(cluster, "select id from public.kept");
    return rows && !rows->isEmpty() ? (*rows)[0].int64("id").value_or(-1) : -1;
}

bool ClusterPlace::mountDisk(const char* options)
{
    std::error_code failed;
    fs::create_directory(m_path, failed);
    m_isMounted = ::mount("tmpfs", m_path.c_str(), "tmpfs", 0, options) == 0;
    return m_isMounted;
}

bool ClusterPlace::remountDisk(const char* options, bool isReadOnly) const
{
    unsigned long flags = MS_REMOUNT;
    if (isReadOnly)
        flags |= MS_RDONLY;
    return ::mount("tmpfs", m_path.c_str(), "tmpfs", flags, options) == 0;
}

} // namespace onceover
