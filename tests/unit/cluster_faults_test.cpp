// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/pg_fixture.h"
#include "tests/unit/cluster_place.h"

#include <QDir>
#include <QFileInfo>
#include <QLocalSocket>
#include <QProcess>
#include <QtTest>

#include <csignal>
#include <fstream>
#include <memory>
#include <optional>

#include <sys/stat.h>
#include <unistd.h>

using namespace onceover;
namespace fs = std::filesystem;

// What other processes do to a private cluster: crashes that leave their lock files and their
// children, two programs at once, a program killed at any point of the creation.
class ClusterFaultsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init() { m_place = std::make_unique<ClusterPlace>(); }

    void cleanup() { m_place.reset(); }

    void lockFilesOfOthersAreTakenOver_data();
    void lockFilesOfOthersAreTakenOver();
    void killedServersProcessIsWaitedFor();
    void silentClientDelaysNoRecovery();
    void twoProgramsShareOneServer();
    void killedProgramsServerIsTakenOver();
    void creationKilledInTheMiddle_data();
    void creationKilledInTheMiddle();

private:
    // A program of its own that uses the cluster until it is told to stop.
    struct User
    {
        QProcess process;
        QByteArray said;

        explicit User(const fs::path& directory);
        bool isOpen();
        void stop();
    };

    bool isTidyAfterAnotherStart() const;

    std::unique_ptr<ClusterPlace> m_place;
};

ClusterFaultsTest::User::User(const fs::path& directory)
{
    process.start(
        QStringLiteral(ONCEOVER_CLUSTER_USER), {QString::fromStdString(directory.string())});
}

bool ClusterFaultsTest::User::isOpen()
{
    while (!said.contains('\n') && process.waitForReadyRead(120'000))
        said += process.readAllStandardOutput();
    return said.startsWith("open ");
}

void ClusterFaultsTest::User::stop()
{
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitCode(), 0);
}

void ClusterFaultsTest::lockFilesOfOthersAreTakenOver_data()
{
    QTest::addColumn<QString>("whose");
    for (const char* whose :
         {"nobody's", "a stranger's", "the same user's stranger", "another cluster's server"})
        QTest::newRow(whose) << QString::fromLatin1(whose);
}

// Both lock files, the data's and the socket's, name a process that is not this cluster's server.
void ClusterFaultsTest::lockFilesOfOthersAreTakenOver()
{
    QFETCH(QString, whose);
    fs::path socketDirectory;
    {
        auto cluster = m_place->open();
        QVERIFY(ClusterPlace::keep(cluster));
        socketDirectory = cluster.socketDirectory();
    }
    std::optional<PrivateCluster> other;
    QProcess stranger;
    pid_t pid = ::getpid();
    if (whose == QStringLiteral("nobody's")) {
        QProcess gone;
        gone.start(QStringLiteral("true"), QStringList());
        pid = static_cast<pid_t>(gone.processId());
        QVERIFY(gone.waitForFinished());
    } else if (whose.startsWith(QStringLiteral("the same user"))) {
        struct stat status = {};
        QCOMPARE(::stat((m_place->path() / "data").c_str(), &status), 0);
        if (::geteuid() != 0)
            QSKIP("without root every test's own process is such a stranger");
        stranger.start(
            QStringLiteral("setpriv"),
            {QStringLiteral("--reuid=%1").arg(status.st_uid),
             QStringLiteral("--clear-groups"),
             QStringLiteral("--regid=%1").arg(status.st_gid),
             QStringLiteral("cat")});
        QVERIFY(stranger.waitForStarted());
        pid = static_cast<pid_t>(stranger.processId());
    } else if (whose.startsWith(QStringLiteral("another cluster"))) {
        auto opened = PrivateCluster::openOrCreate(m_place->beside("other"), {});
        QVERIFY(opened.has_value());
        other.emplace(std::move(*opened));
        pid = *other->serverPid();
    }
    std::ofstream(m_place->path() / "data/postmaster.pid") << pid << "\n/elsewhere\n";
    std::ofstream(socketDirectory / ".s.PGSQL.5432.lock") << pid << "\n/elsewhere\n";
    std::ofstream(socketDirectory / ".s.PGSQL.5432") << "no socket";
    {
        auto cluster = m_place->open();
        QVERIFY(cluster.wasStarted());
        QVERIFY(*cluster.serverPid() != pid);
        QCOMPARE(ClusterPlace::kept(cluster), std::int64_t{7});
    }
    // Whoever the process was, it was left alone.
    QVERIFY(!other || (other->serverPid() == pid && ClusterPlace::run(*other, "select 1")));
    stranger.closeWriteChannel();
    QVERIFY(stranger.state() == QProcess::NotRunning || stranger.waitForFinished());
}

// A second server beside a process of the killed one would damage the data.
void ClusterFaultsTest::killedServersProcessIsWaitedFor()
{
    auto cluster = m_place->open();
    QVERIFY(ClusterPlace::keep(cluster));
    auto connection = Connection::open(cluster.ownerSettings(), PgFixture::patience());
    QVERIFY(connection.has_value());
    const pid_t backend = connection->backendPid();
    QCOMPARE(::kill(backend, SIGSTOP), 0);
    QCOMPARE(::kill(*cluster.serverPid(), SIGKILL), 0);
    QTRY_VERIFY(!cluster.serverPid());
    const auto refused = cluster.ensureRunning();
    QVERIFY(!refused.has_value());
    const QString detail = QString::fromStdString(refused.error().detail());
    QCOMPARE(refused.error().code().c_str(), "cluster.start");
    QVERIFY2(detail.contains(QString::number(backend)), qPrintable(detail));
    QVERIFY2(detail.contains(QStringLiteral("would damage")), qPrintable(detail));
    QCOMPARE(::kill(backend, SIGCONT), 0);
    QVERIFY(cluster.ensureRunning().has_value());
    QCOMPARE(ClusterPlace::kept(cluster), std::int64_t{7});
}

// A client that connects while the server starts anew and then says nothing, such as a suspended
// program: the server waits for it before it lets anybody in.
void ClusterFaultsTest::silentClientDelaysNoRecovery()
{
    auto cluster = m_place->open();
    QVERIFY(ClusterPlace::keep(cluster));
    auto slow = Connection::open(cluster.ownerSettings(), PgFixture::patience());
    auto killed = Connection::open(cluster.ownerSettings(), PgFixture::patience());
    QVERIFY(slow.has_value() && killed.has_value());
    // Holds the server in the moment between the crash and its recovery.
    QCOMPARE(::kill(slow->backendPid(), SIGSTOP), 0);
    QCOMPARE(::kill(killed->backendPid(), SIGKILL), 0);
    QTRY_VERIFY(!Connection::open(cluster.ownerSettings(), PgFixture::patience()).has_value());
    QLocalSocket silent;
    silent.connectToServer(
        QString::fromStdString((cluster.socketDirectory() / ".s.PGSQL.5432").string()));
    QVERIFY(silent.waitForConnected());
    const auto running = cluster.ensureRunning();
    QVERIFY2(running.has_value(), running ? "" : running.error().detail().c_str());
    QCOMPARE(ClusterPlace::kept(cluster), std::int64_t{7});
}

void ClusterFaultsTest::twoProgramsShareOneServer()
{
    User first(m_place->path());
    User second(m_place->path());
    QVERIFY2(first.isOpen() && second.isOpen(), (first.said + second.said).constData());
    const auto words = [](const User& user) {
        return user.said.simplified().split(' ');
    };
    // One server, and one of them has started it.
    QCOMPARE(words(first)[1], words(second)[1]);
    QVERIFY(words(first)[2] != words(second)[2]);
    first.stop();
    {
        auto third = m_place->open();
        QVERIFY(!third.wasStarted());
        QVERIFY(ClusterPlace::run(third, "select 1"));
    }
    const pid_t server = words(second)[1].toInt();
    QCOMPARE(::kill(server, 0), 0);
    second.stop();
    QTRY_VERIFY(::kill(server, 0) != 0);
}

void ClusterFaultsTest::killedProgramsServerIsTakenOver()
{
    User first(m_place->path());
    QVERIFY2(first.isOpen(), first.said.constData());
    first.process.kill();
    QVERIFY(first.process.waitForFinished());
    auto cluster = m_place->open();
    QVERIFY(!cluster.wasStarted());
    QVERIFY(cluster.stop().has_value());
    QVERIFY(!cluster.serverPid());
}

void ClusterFaultsTest::creationKilledInTheMiddle_data()
{
    QTest::addColumn<QString>("whenThereIs");
    for (const char* name :
         {"owner.password",
          "data.new-*",
          "data.new-*/PG_VERSION",
          "data.new-*/global/pg_control",
          "data.new-*/base/1/1259",
          "data/PG_VERSION",
          "data/postmaster.pid"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

// The program dies; its initdb does not know, and goes on writing.
void ClusterFaultsTest::creationKilledInTheMiddle()
{
    QFETCH(QString, whenThereIs);
    const auto isThere = [&] {
        const QStringList parts = whenThereIs.split(QLatin1Char('/'));
        const QDir top(QString::fromStdString(m_place->path().string()));
        for (const QString& name :
             top.entryList({parts.first()}, QDir::AllEntries | QDir::NoDotAndDotDot)) {
            QStringList rest = parts.mid(1);
            rest.prepend(name);
            if (QFileInfo::exists(top.filePath(rest.join(QLatin1Char('/')))))
                return true;
        }
        return false;
    };
    User first(m_place->path());
    QVERIFY(first.process.waitForStarted());
    while (!isThere() && first.process.state() == QProcess::Running)
        first.process.waitForReadyRead(1);
    first.process.kill();
    QVERIFY(first.process.waitForFinished());
    {
        auto cluster = m_place->open();
        QVERIFY(ClusterPlace::keep(cluster));
        QCOMPARE(ClusterPlace::kept(cluster), std::int64_t{7});
    }
    // Whole for the next one too; and whatever the orphan still writes is gone in the end.
    QTRY_VERIFY_WITH_TIMEOUT(isTidyAfterAnotherStart(), 30'000);
}

bool ClusterFaultsTest::isTidyAfterAnotherStart() const
{
    auto cluster = m_place->open();
    if (ClusterPlace::kept(cluster) != 7)
        qFatal("the data are not whole");
    for (const auto& entry : fs::directory_iterator(m_place->path())) {
        if (entry.path().filename().string().starts_with("data.new"))
            return false;
    }
    return true;
}

QTEST_GUILESS_MAIN(ClusterFaultsTest)
#include "cluster_faults_test.moc"
