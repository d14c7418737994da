// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/pg_fixture.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QtTest>

#include <filesystem>
#include <fstream>
#include <memory>

#include <sys/stat.h>
#include <unistd.h>

using namespace onceover;
namespace fs = std::filesystem;

// A pooler that moves sessions between servers would lose settings and make everybody the same
// person.
class PostgresPoolerTest : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<PgFixture> m_server;
    fs::path m_directory;
    QProcess m_pooler;

    Result<Connection> openAs(const std::string& login) const
    {
        return Connection::open(
            ConnectionSettings::unixSocket(m_directory.string(), "postgres", login, "any"),
            PgFixture::patience());
    }

    void writeConfiguration() const
    {
        const ConnectionSettings owner = m_server->ownerSettings("postgres");
        std::ofstream file(m_directory / "pgbouncer.ini");
        file << "[databases]\npostgres = host=" << owner.hosts.front().name
             << " port=5432 user=" << owner.user << " password=" << owner.password
             << "\n[pgbouncer]\nlisten_port = 5432\nunix_socket_dir = " << m_directory.string()
             << "\nauth_type = any\npool_mode = transaction\n"
             << "ignore_startup_parameters = options,extra_float_digits\n";
    }

private Q_SLOTS:

    void initTestCase()
    {
        const QString program = QStandardPaths::findExecutable(
            QStringLiteral("pgbouncer"), {QStringLiteral("/usr/sbin"), QStringLiteral("/usr/bin")});
        if (program.isEmpty()) {
            QSKIP("pgbouncer is not installed");
        }
        m_server = std::make_unique<PgFixture>();
        std::string path = "/tmp/onceover-pooler-XXXXXX";
        QVERIFY(::mkdtemp(path.data()) != nullptr);
        m_directory = path;
        writeConfiguration();
        QStringList arguments = {QString::fromStdString((m_directory / "pgbouncer.ini").string())};
        struct stat server = {};
        QCOMPARE(::stat(m_server->cluster().socketDirectory().c_str(), &server), 0);
        if (::geteuid() == 0) {
            // It refuses to run as root, and must reach the server's socket.
            QCOMPARE(::chown(path.c_str(), server.st_uid, server.st_gid), 0);
            QCOMPARE(
                ::chown((m_directory / "pgbouncer.ini").c_str(), server.st_uid, server.st_gid), 0);
            arguments.prepend(program);
            arguments.prepend(QStringLiteral("--clear-groups"));
            arguments.prepend(QStringLiteral("--regid=%1").arg(server.st_gid));
            arguments.prepend(QStringLiteral("--reuid=%1").arg(server.st_uid));
            m_pooler.start(QStringLiteral("setpriv"), arguments);
        } else {
            m_pooler.start(program, arguments);
        }
        QVERIFY(m_pooler.waitForStarted());
        const QString socket = QString::fromStdString((m_directory / ".s.PGSQL.5432").string());
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(socket), 20000);
    }

    void cleanupTestCase()
    {
        if (m_pooler.state() != QProcess::NotRunning) {
            m_pooler.terminate();
            m_pooler.waitForFinished();
        }
        std::error_code ignored;
        fs::remove_all(m_directory, ignored);
        m_server.reset();
    }

    void anotherPersonsSessionIsRefused()
    {
        const auto connection = openAs("alice");
        QVERIFY(!connection);
        QCOMPARE(connection.error().code(), std::string("database.other_login"));
        QCOMPARE(connection.error().effect(), Effect::None);
    }

    void poolerIsRefusedEvenWithTheRightLogin()
    {
        const auto connection = openAs(PrivateCluster::ownerLogin());
        QVERIFY(!connection);
        QCOMPARE(connection.error().code(), std::string("database.pooler"));
    }
};

QTEST_GUILESS_MAIN(PostgresPoolerTest)
#include "postgres_pooler_test.moc"
