// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/pg_fixture.h"
#include "tests/unit/cluster_place.h"

#include <QtTest>

#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>

#include <sys/stat.h>
#include <unistd.h>

using namespace onceover;
namespace fs = std::filesystem;

namespace {

// Everything below a directory: names, modes, owners and contents.
std::map<std::string, std::string> everythingIn(const fs::path& directory)
{
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(directory)) {
        struct stat status = {};
        ::lstat(entry.path().c_str(), &status);
        std::string content;
        if (entry.is_regular_file()) {
            std::ifstream file(entry.path(), std::ios::binary);
            content.assign(std::istreambuf_iterator<char>(file), {});
        }
        all[entry.path().string()] =
            std::to_string(status.st_mode) + ' ' + std::to_string(status.st_uid) + ' ' + content;
    }
    return all;
}

} // namespace

// Places in which a private cluster cannot be: it says what is wrong, what that means and what to
// do, touches nothing, and is whole again once the place is.
class ClusterRefusalsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init() { m_place = std::make_unique<ClusterPlace>(); }

    void cleanup() { m_place.reset(); }

    void refusedDataAreNotTouched_data();
    void refusedDataAreNotTouched();
    void fullDiskAtCreationLeavesNothing();
    void fullDiskInUseLosesNothing();
    void readOnlyPlaceIsRefused();

private:
    std::unique_ptr<ClusterPlace> m_place;
};

void ClusterRefusalsTest::refusedDataAreNotTouched_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QStringList>("words");
    const auto row = [](const char* name, const char* code, const QStringList& words) {
        QTest::newRow(name) << QByteArray(code) << words;
    };
    row("another version",
        "cluster.version",
        {QStringLiteral("PostgreSQL 9"),
         QStringLiteral("PostgreSQL 15"),
         QStringLiteral("Install")});
    row("no version", "cluster.version", {QStringLiteral("damaged"), QStringLiteral("backup")});
    row("no password",
        "cluster.create",
        {QStringLiteral("owner.password"), QStringLiteral("backup")});
    row("open to others", "cluster.path", {QStringLiteral("chmod 700")});
    row("another owner", "cluster.path", {QStringLiteral("another user"), QStringLiteral("chown")});
    row("files of another kind",
        "cluster.create",
        {QStringLiteral("holds files but no database"), QStringLiteral("Move them")});
}

void ClusterRefusalsTest::refusedDataAreNotTouched()
{
    QFETCH(QByteArray, code);
    QFETCH(QStringList, words);
    const QByteArray what = QTest::currentDataTag();
    const fs::path data = m_place->path() / "data";
    {
        auto cluster = m_place->open();
    }
    if (what == "another version")
        std::ofstream(data / "PG_VERSION") << "9\n";
    else if (what == "no version")
        std::ofstream(data / "PG_VERSION") << "";
    else if (what == "no password")
        fs::remove(m_place->path() / "owner.password");
    else if (what == "open to others")
        ::chmod(data.c_str(), 0755);
    else if (what == "files of another kind")
        fs::remove(data / "PG_VERSION");
    else if (::geteuid() != 0)
        QSKIP("only root can give data to somebody else");
    else
        QCOMPARE(::chown(data.c_str(), 65534, 65534), 0);
    const auto before = everythingIn(data);
    const QString detail = m_place->refusal(code);
    for (const QString& word : words)
        QVERIFY2(detail.contains(word), qPrintable(detail));
    QVERIFY2(detail.contains(QString::fromStdString(m_place->path().string())), qPrintable(detail));
    QVERIFY(everythingIn(data) == before);
}

void ClusterRefusalsTest::fullDiskAtCreationLeavesNothing()
{
    if (!m_place->mountDisk("size=20m"))
        QSKIP("a small disk cannot be mounted here; that takes root");
    const QString detail = m_place->refusal("cluster.create");
    QVERIFY2(detail.contains(QStringLiteral("The disk is full")), qPrintable(detail));
    for (const auto& entry : fs::directory_iterator(m_place->path()))
        QVERIFY(!entry.path().filename().string().starts_with("data"));
    QVERIFY(m_place->remountDisk("size=300m"));
    auto cluster = m_place->open();
    QVERIFY(ClusterPlace::keep(cluster));
    QCOMPARE(ClusterPlace::kept(cluster), std::int64_t{7});
}

void ClusterRefusalsTest::fullDiskInUseLosesNothing()
{
    if (!m_place->mountDisk("size=150m"))
        QSKIP("a small disk cannot be mounted here; that takes root");
    std::optional<PrivateCluster> cluster(m_place->open());
    QVERIFY(ClusterPlace::keep(*cluster));
    QVERIFY(ClusterPlace::run(*cluster, "create table public.big (t text)"));
    int filled = 0;
    while (ClusterPlace::run(
        *cluster,
        "insert into public.big select repeat(md5(random()::text), 60) from "
        "generate_series(1, 2000)"))
        QVERIFY(++filled < 200);
    // Whether the server lives or had to give up: nothing that was committed is lost.
    QVERIFY(m_place->remountDisk("size=400m"));
    QVERIFY(cluster->ensureRunning().has_value());
    QCOMPARE(ClusterPlace::kept(*cluster), std::int64_t{7});
    QVERIFY(ClusterPlace::run(*cluster, "insert into public.big values ('again')"));
    cluster.reset();

    std::ofstream filler(m_place->path() / "filler", std::ios::binary);
    const std::string block(65536, 'x');
    while (filler.write(block.data(), static_cast<std::streamsize>(block.size())).flush()) {}
    filler.close();
    const auto refused = PrivateCluster::openOrCreate(m_place->path(), {});
    QVERIFY(!refused.has_value());
    QVERIFY2(
        refused.error().detail().find("The disk is full") != std::string::npos,
        refused.error().detail().c_str());
    fs::remove(m_place->path() / "filler");
    QCOMPARE(ClusterPlace::kept(m_place->open()), std::int64_t{7});
}

void ClusterRefusalsTest::readOnlyPlaceIsRefused()
{
    if (!m_place->mountDisk("size=300m"))
        QSKIP("a disk cannot be mounted here; that takes root");
    {
        auto cluster = m_place->open();
        QVERIFY(ClusterPlace::keep(cluster));
    }
    // A stopped server has taken its lock file away a moment before its last process is gone.
    QTRY_VERIFY_WITH_TIMEOUT(m_place->remountDisk("", true), 60'000);
    const QString detail = m_place->refusal("cluster.path");
    QVERIFY2(detail.contains(QStringLiteral("make it writable")), qPrintable(detail));
    QVERIFY(m_place->remountDisk(""));
    QCOMPARE(ClusterPlace::kept(m_place->open()), std::int64_t{7});
}

QTEST_GUILESS_MAIN(ClusterRefusalsTest)
#include "cluster_refusals_test.moc"
