// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/crash/crash_cell.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QTest>

#include <cstdio>
#include <map>

namespace onceover {

// Every named point of claim, call, record, look, decide, accept and import × what is killed there
// × who recovers. Without more, each point once, victim and rescuer drawn by the seed (printed;
// ONCEOVER_SEED repeats it). ONCEOVER_CRASH=all runs the whole matrix.
class CrashMatrixTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void point_data();
    void point();
    void cleanupTestCase();

private:
    CrashWorld& world(const CrashPoint& point, Rescue rescue, bool isKeyless);

    std::unique_ptr<StoreFixture> m_fixture;
    std::unique_ptr<SandboxProcess> m_sandbox;
    // The last flow's; a database that grows for ever is slow to judge.
    std::map<std::pair<Rescue, std::string>, std::unique_ptr<CrashWorld>> m_worlds;
    QString m_flow;
    bool m_isWhole = false;
    quint32 m_seed = 0;
    int m_cells = 0;
    std::map<Victim, int> m_kills;
    std::map<Rescue, int> m_rescues;
    QElapsedTimer m_time;
};

namespace {

constexpr Victim kVictims[] = {Victim::Core, Victim::Backend, Victim::Postmaster};
constexpr Rescue kRescues[] = {Rescue::Same, Rescue::Other};

} // namespace

void CrashMatrixTest::initTestCase()
{
    CrashWorld::preferMemory();
    PrivateCluster::Options options;
    // A cluster of its own, whatever the environment says: it is killed.
    options.serverSettings = {{"log_checkpoints", "off"}};
    m_fixture = std::make_unique<StoreFixture>(options);
    m_sandbox = std::make_unique<SandboxProcess>();
    QVERIFY(m_sandbox->start());
    m_isWhole = qEnvironmentVariable("ONCEOVER_CRASH") == QStringLiteral("all");
    bool isGiven = false;
    m_seed = qEnvironmentVariable("ONCEOVER_SEED").toUInt(&isGiven);
    if (!isGiven)
        m_seed = QRandomGenerator::global()->bounded(1'000'000U);
    m_time.start();
}

CrashWorld& CrashMatrixTest::world(const CrashPoint& point, Rescue rescue, bool isKeyless)
{
    if (point.flow != m_flow)
        m_worlds.clear();
    m_flow = point.flow;
    // A core that nobody starts would keep a restarted server waiting for its journal.
    QStringList hosts = {QStringLiteral("core")};
    if (rescue == Rescue::Other || point.flow == QStringLiteral("expire"))
        hosts.append(QStringLiteral("other"));
    // Where a second request would be a second charge, the oracle forgives nothing. The other flows
    // need a send that follows a look.
    const bool isSending = point.flow == QStringLiteral("send")
                           || point.flow == QStringLiteral("expire")
                           || point.flow.startsWith(QStringLiteral("revive"));
    const std::string provider = isKeyless && isSending ? "sandbox-wire" : "sandbox-card";
    auto& known = m_worlds[{rescue, provider}];
    if (!known)
        known = std::make_unique<CrashWorld>(*m_fixture, *m_sandbox, hosts, provider);
    return *known;
}

void CrashMatrixTest::point_data()
{
    QTest::addColumn<int>("index");
    const auto points = CrashPoint::readAll();
    for (int index = 0; index < points.size(); ++index)
        QTest::newRow(points[index].name.toLatin1().constData()) << index;
}

void CrashMatrixTest::point()
{
    QFETCH(int, index);
    const CrashPoint point = CrashPoint::readAll()[index];
    QStringList complaints;
    quint32 number = 0;
    for (const Victim victim : kVictims) {
        for (const Rescue rescue : kRescues) {
            if (++number; !m_isWhole && (m_seed + static_cast<quint32>(index)) % 6 != number - 1)
                continue;
            const bool isKeyless = (m_seed / 6 + static_cast<quint32>(index) + number) % 2 == 0;
            CrashCell cell(world(point, rescue, isKeyless), point, victim, rescue);
            cell.run();
            complaints += cell.complaints();
            ++m_cells;
            ++m_kills[victim];
            ++m_rescues[rescue];
        }
    }
    QVERIFY2(complaints.isEmpty(), complaints.join(u'\n').toUtf8().constData());
}

void CrashMatrixTest::cleanupTestCase()
{
    std::printf(
        "crash matrix: %d points, %d cells (kills: core %d, backend %d, postmaster %d; rescue by "
        "the same core %d, by another %d), %lld ms, seed %u\n",
        static_cast<int>(CrashPoint::readAll().size()),
        m_cells,
        m_kills[Victim::Core],
        m_kills[Victim::Backend],
        m_kills[Victim::Postmaster],
        m_rescues[Rescue::Same],
        m_rescues[Rescue::Other],
        static_cast<long long>(m_time.elapsed()),
        m_seed);
    m_worlds.clear();
    m_fixture.reset();
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::CrashMatrixTest)
#include "crash_matrix_test.moc"
