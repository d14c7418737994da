// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/connection.h"
#include "backend/postgres/private_cluster.h"
#include "backend/postgres/server_lock.h"
#include "tests/support/pg_fixture.h"

#include <QProcess>
#include <QtTest>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>

#include <sys/stat.h>
#include <unistd.h>

using namespace onceover;
namespace fs = std::filesystem;

class PostgresClusterTest : public QObject
{
    Q_OBJECT

private:
    fs::path m_directory;

    PrivateCluster open(const PrivateCluster::Options& options = {}) const
    {
        auto cluster = PrivateCluster::openOrCreate(m_directory / "c", options);
        if (!cluster) {
            qFatal("%s: %s", cluster.error().code().c_str(), cluster.error().detail().c_str());
        }
        return std::move(*cluster);
    }

    static Result<Rows> run(const PrivateCluster& cluster, const char* text)
    {
        auto connection = Connection::open(cluster.ownerSettings(), PgFixture::patience());
        if (!connection) {
            return Failure(connection.error());
        }
        return connection->executeScript("test", text, PgFixture::patience());
    }

private Q_SLOTS:

    void init()
    {
        dropDatabaseEnvironment();
        std::string path = "/tmp/onceover-cluster-XXXXXX";
        QVERIFY(::mkdtemp(path.data()) != nullptr);
        m_directory = path;
        // The server's user must be able to walk through.
        ::chmod(path.c_str(), 0755);
    }

    void cleanup()
    {
        std::error_code ignored;
        fs::remove_all(m_directory, ignored);
    }

    void clusterIsCreatedClosedAndPrivate()
    {
        auto cluster = open();
        QVERIFY(cluster.wasStarted());
        QVERIFY(cluster.serverPid().has_value());
        const auto rows =
            run(cluster,
                "select current_setting('listen_addresses') l, current_setting('fsync') f,"
                " current_setting('server_encoding') e, current_setting('password_encryption') p,"
                " (select datcollate from pg_database where datname = 'postgres') c");
        QVERIFY2(rows.has_value(), rows ? "" : rows.error().detail().c_str());
        QCOMPARE(*(*rows)[0].text("l"), std::string());
        QCOMPARE(*(*rows)[0].text("f"), std::string("on"));
        QCOMPARE(*(*rows)[0].text("e"), std::string("UTF8"));
        QCOMPARE(*(*rows)[0].text("p"), std::string("scram-sha-256"));
        QCOMPARE(*(*rows)[0].text("c"), std::string("C.UTF-8"));
        struct stat status = {};
        for (const fs::path& path : {cluster.directory(), cluster.socketDirectory()}) {
            QCOMPARE(::stat(path.c_str(), &status), 0);
            QCOMPARE(status.st_mode & 0777U, 0700U);
        }
        QCOMPARE(::stat((cluster.directory() / "owner.password").c_str(), &status), 0);
        QCOMPARE(status.st_mode & 0777U, 0600U);
        QCOMPARE(::stat(("/proc/" + std::to_string(*cluster.serverPid())).c_str(), &status), 0);
        QVERIFY(status.st_uid != 0);
        QVERIFY(!Connection::open(
            cluster.settingsFor(PrivateCluster::ownerLogin(), "wrong", "postgres"),
            PgFixture::patience()));
        QVERIFY(cluster.stop().has_value());
        QVERIFY(!cluster.serverPid());
    }

    void lastUserStopsTheServer()
    {
        auto first = open();
        auto second = open();
        QVERIFY(!second.wasStarted());
        QVERIFY(first.stop().has_value());
        QVERIFY(run(second, "select 1").has_value());
        QVERIFY(second.stop().has_value());
        QVERIFY(!second.serverPid());
    }

    void killedServerIsStartedAgainWithItsData()
    {
        auto cluster = open();
        QVERIFY(
            run(cluster, "create table public.kept (id int); insert into public.kept values (7)")
                .has_value());
        const pid_t pid = *cluster.serverPid();
        QCOMPARE(::kill(pid, SIGKILL), 0);
        QTRY_VERIFY(!cluster.serverPid());
        QVERIFY(cluster.ensureRunning().has_value());
        const auto rows = run(cluster, "select id from public.kept");
        QVERIFY(rows.has_value());
        QCOMPARE(*(*rows)[0].int64("id"), std::int64_t{7});
    }

    void serverLeftByACrashedProgramIsTakenOver()
    {
        PrivateCluster::Options options;
        // As a crash would: the use ends, the server stays.
        options.isStoppedWhenUnused = false;
        pid_t pid = 0;
        {
            auto crashed = open(options);
            pid = *crashed.serverPid();
        }
        auto cluster = open();
        QVERIFY(!cluster.wasStarted());
        QCOMPARE(*cluster.serverPid(), pid);
    }

    void staleLockFileOfALivingStrangerIsRemoved()
    {
        {
            auto cluster = open();
        }
        std::ofstream(m_directory / "c/data/postmaster.pid") << ::getpid() << "\n/elsewhere\n";
        auto cluster = open();
        QVERIFY(cluster.wasStarted());
        QVERIFY(*cluster.serverPid() != ::getpid());
    }

    // Its processes cannot be seen from here, and the lock file's id is a stranger's here: the lock
    // of a living server is not taken away while anybody uses it.
    void theServerOfAnotherContainerIsLeftAlone()
    {
        auto first = open();
        const pid_t pid = *first.serverPid();
        const fs::path lock = m_directory / "c/data/postmaster.pid";
        const auto asSeenElsewhere = [&] {
            std::ofstream(lock) << ::getpid() << "\n/elsewhere\n";
            std::ofstream(m_directory / "c/server.place") << "another boot pid:[1]\n";
        };
        asSeenElsewhere();
        {
            // It answers by its socket.
            auto second = open();
            QVERIFY(!second.wasStarted());
            QVERIFY(run(second, "select 1").has_value());
        }
        QVERIFY(fs::exists(lock));
        // Busy with its recovery it answers nobody.
        QCOMPARE(::kill(pid, SIGKILL), 0);
        QTRY_VERIFY(processesIn(m_directory / "c/data").empty());
        asSeenElsewhere();
        const auto refused = PrivateCluster::openOrCreate(m_directory / "c", {});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code(), std::string("cluster.elsewhere"));
        QVERIFY(fs::exists(lock));
        // The other program has ended, and so has its container.
        QVERIFY(first.stop().has_value());
        asSeenElsewhere();
        auto next = open();
        QVERIFY(next.wasStarted());
        QVERIFY(run(next, "select 1").has_value());
    }

    void interruptedCreationIsBegunAnew()
    {
        fs::create_directories(m_directory / "c/data.new/base");
        std::ofstream(m_directory / "c/data.new/PG_VERSION") << "15\n";
        auto cluster = open();
        QVERIFY(run(cluster, "select 1").has_value());
    }

    void otherServerVersionIsRefused()
    {
        fs::create_directories(m_directory / "c/data");
        std::ofstream(m_directory / "c/data/PG_VERSION") << "9\n";
        const auto cluster = PrivateCluster::openOrCreate(m_directory / "c", {});
        QVERIFY(!cluster);
        QCOMPARE(cluster.error().code(), std::string("cluster.version"));
    }

    void longPathGetsAShortSocketDirectory()
    {
        m_directory /= std::string(90, 'x');
        fs::create_directory(m_directory);
        auto cluster = open();
        QVERIFY(run(cluster, "select 1").has_value());
        const fs::path socketDirectory = cluster.socketDirectory();
        QVERIFY(socketDirectory.string().size() < 60);
        auto second = open();
        QCOMPARE(second.socketDirectory().string(), socketDirectory.string());
        m_directory = m_directory.parent_path();
        std::error_code ignored;
        QVERIFY(cluster.stop().has_value() && second.stop().has_value());
        fs::remove_all(socketDirectory, ignored);
    }

    void foreignDirectoryIsRefused()
    {
        if (::geteuid() != 0) {
            QSKIP("only root can make somebody else's directory");
        }
        fs::create_directory(m_directory / "c");
        QCOMPARE(::chown((m_directory / "c").c_str(), 65534, 65534), 0);
        const auto cluster = PrivateCluster::openOrCreate(m_directory / "c", {});
        QVERIFY(!cluster);
        QCOMPARE(cluster.error().code(), std::string("cluster.path"));
    }

    void ordinaryUserHasTheSame()
    {
        if (::geteuid() != 0) {
            QSKIP("already running as an ordinary user");
        }
        QProcess child;
        child.setProcessChannelMode(QProcess::MergedChannels);
        child.start(
            QStringLiteral("setpriv"),
            {QStringLiteral("--reuid=65534"),
             QStringLiteral("--regid=65534"),
             QStringLiteral("--clear-groups"),
             QCoreApplication::applicationFilePath(),
             QStringLiteral("clusterIsCreatedClosedAndPrivate"),
             QStringLiteral("killedServerIsStartedAgainWithItsData")});
        QVERIFY(child.waitForFinished(90000));
        QVERIFY2(child.exitCode() == 0, child.readAll().constData());
    }
};

QTEST_GUILESS_MAIN(PostgresClusterTest)
#include "postgres_cluster_test.moc"
