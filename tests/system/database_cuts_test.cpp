// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/cut_points.h"
#include "tests/support/tls_cluster.h"
#include "tests/system/cut_world.h"
#include "tests/system/cycle_streams.h"

#include <QProcess>
#include <QtTest>

#include <memory>

using namespace onceover;

Q_DECLARE_METATYPE(onceover::GateWay)
Q_DECLARE_METATYPE(onceover::GateFault::Kind)

using Kind = GateFault::Kind;

// The stream between a core and its database, struck at every byte of one payment's cycle (claim,
// ready, call, record). Whatever happens to it, nothing is sent twice, no state is left without a
// way on, and once the stream is whole again every payment ends as the provider's book says.
//
// A flipped bit is another matter: PostgreSQL's protocol has no checksum, so on a plain Unix socket
// the kernel vouches for the bytes, and between machines TLS does (settings.tls_required). Should a
// bit flip all the same, the content may be wrong; but still nothing is sent twice, and the record
// stays consistent.
class DatabaseCutsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cycleIsCut_data();
    void cycleIsCut();
    void startIsCut_data();
    void startIsCut();
    void stalledCommitArrivesAfterAll();
    void bitIsFlipped_data();
    void bitIsFlipped();
    void cycleOverTlsIsStruck_data();
    void cycleOverTlsIsStruck();
    void cleanupTestCase();

private:
    // Long enough for a whole pass, short enough to wait for in vain.
    static constexpr std::chrono::milliseconds kShortDeadline{400};
    static constexpr int kPaymentsPerWorld = 50;

    void renewWorld();
    // One payment through the fault and to its end.
    void strike(const GateFault& fault, std::uint64_t number);
    void finish(const CutWorld::Payment& payment);
    int runCoreProcess();

    TlsCluster m_tls;
    bool m_isOverTls = false;
    std::unique_ptr<StoreFixture> m_fixture;
    std::unique_ptr<TcpGate> m_gate;
    std::unique_ptr<CutWorld> m_world;
    int m_payments = 0;
    int m_struck = 0;
    std::map<std::string, int> m_counts;
    CycleStreams m_cycle;
};

namespace {

QByteArray said(const GateFault& fault, const std::string& complaint)
{
    return QByteArray(toText(fault.kind)) + " at byte " + QByteArray::number(fault.atByte) + ' '
           + toText(fault.way) + ": " + complaint.c_str();
}

} // namespace

void DatabaseCutsTest::initTestCase()
{
    m_fixture = std::make_unique<StoreFixture>(m_tls.options());
    m_gate = std::make_unique<TcpGate>(
        m_fixture->postgres().cluster().socketDirectory() / ".s.PGSQL.5432");
    renewWorld();
    const auto payment = m_world->accept();
    m_gate->open();
    m_world->core().run();
    m_cycle = CycleStreams(*m_gate);
    QCOMPARE(m_world->complaintAboutEnd(payment).c_str(), "");
    qInfo(
        "one cycle: %zu bytes to the server, %zu to the client; seed %llu",
        m_cycle.bytes(GateWay::ToServer).size(),
        m_cycle.bytes(GateWay::ToClient).size(),
        static_cast<unsigned long long>(CutPoints::seed()));
}

void DatabaseCutsTest::cleanupTestCase()
{
    if (m_world)
        QCOMPARE(m_world->complaintOfAuditor().c_str(), "");
    for (const auto& [what, count] : m_counts)
        qInfo("%s: %d", what.c_str(), count);
    m_world.reset();
    m_gate.reset();
    m_fixture.reset();
}

void DatabaseCutsTest::renewWorld()
{
    if (m_world)
        QCOMPARE(m_world->complaintOfAuditor().c_str(), "");
    m_world.reset();
    const std::string database = m_fixture->freshInstallation();
    ConnectionSettings route = m_fixture->postgres().settingsFor("m_core", "m_core", database);
    if (m_isOverTls)
        route = m_tls.routed(route, m_gate->port());
    else
        route.hosts.front().name = m_gate->directory().string();
    m_gate->open();
    m_world = std::make_unique<CutWorld>(*m_fixture, database, *m_gate, route);
    m_payments = 0;
    // Connected and at rest.
    const PassReport report = m_world->core().run();
    QVERIFY2(!report.error, report.error ? report.error->detail().c_str() : "");
}

void DatabaseCutsTest::cycleIsCut_data()
{
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<GateWay>("way");
    QTest::addColumn<int>("count");
    for (const GateWay way : {GateWay::ToServer, GateWay::ToClient}) {
        const auto row = [&](Kind kind, int count) {
            QTest::newRow((std::string(toText(kind)) + ' ' + toText(way)).c_str())
                << kind << way << count;
        };
        row(Kind::Cut, 15);
        row(Kind::Reset, 12);
        row(Kind::Stall, 4);
        row(Kind::Slice, 3);
    }
}

void DatabaseCutsTest::cycleIsCut()
{
    QFETCH(Kind, kind);
    QFETCH(GateWay, way);
    QFETCH(int, count);
    const std::uint64_t length = m_cycle.bytes(way).size();
    const auto spread = static_cast<std::uint64_t>(count);
    const auto points =
        kind == Kind::Cut
            ? CutPoints::of(length, spread, m_cycle.commits(way), CycleStreams::commitLength(way))
            : CutPoints::of(length, spread);
    m_struck = 0;
    std::uint64_t number = CutPoints::seed();
    for (const std::uint64_t point : points) {
        strike({.kind = kind, .way = way, .atByte = point, .shutsDoor = number % 2 == 1}, number);
        if (QTest::currentTestFailed())
            return;
        ++number;
    }
    m_counts[std::string("database, one cycle: ") + toText(kind) + ' ' + toText(way)] = m_struck;
    // The streams of two cycles differ by a few bytes at most.
    QVERIFY(m_struck + 3 >= static_cast<int>(points.size()));
}

void DatabaseCutsTest::strike(const GateFault& fault, std::uint64_t number)
{
    if (++m_payments > kPaymentsPerWorld)
        renewWorld();
    const bool isStall = fault.kind == Kind::Stall;
    // A damaged length is waited for in vain, as stalled bytes are.
    const bool isEndless = isStall || fault.kind == Kind::Corrupt;
    if (isEndless) {
        m_world->core().restart(kShortDeadline);
        m_world->core().run();
    }
    const CutWorld::Payment payment = m_world->accept();
    m_gate->arm(fault);
    m_world->core().run();
    m_struck += m_gate->hasStruck() ? 1 : 0;
    const std::string complaint = m_world->complaintAbout(payment);
    QVERIFY2(complaint.empty(), said(fault, complaint).constData());
    if (isStall)
        m_gate->release(number % 2 == 0);
    m_gate->open();
    // Recovered by the same process or by the next one.
    if (isEndless || number / 2 % 2 == 1)
        m_world->core().restart();
    finish(payment);
    const std::string complaintAtEnd = m_world->complaintAboutEnd(payment);
    QVERIFY2(complaintAtEnd.empty(), said(fault, complaintAtEnd).constData());
}

void DatabaseCutsTest::finish(const CutWorld::Payment& payment)
{
    // A session that was cut off may hold its locks a moment longer; each pass waits for them.
    for (int i = 0; i < 20; ++i) {
        const PassReport report = m_world->core().run();
        if (!report.error && m_world->status(payment) == "SUCCEEDED")
            return;
    }
}

void DatabaseCutsTest::startIsCut_data()
{
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<GateWay>("way");
    for (const GateWay way : {GateWay::ToServer, GateWay::ToClient}) {
        for (const Kind kind : {Kind::Cut, Kind::Reset})
            QTest::newRow((std::string(toText(kind)) + ' ' + toText(way)).c_str()) << kind << way;
    }
}

// From the first byte of the connection, registering and witnessing included.
void DatabaseCutsTest::startIsCut()
{
    QFETCH(Kind, kind);
    QFETCH(GateWay, way);
    m_gate->open();
    m_world->core().restart();
    m_world->core().run();
    const std::uint64_t length = m_gate->passed(way);
    int struck = 0;
    for (const std::uint64_t point : CutPoints::of(length, 8)) {
        const GateFault fault{.kind = kind, .way = way, .atByte = point, .shutsDoor = true};
        const CutWorld::Payment payment = m_world->accept();
        m_world->core().stop();
        m_gate->arm(fault);
        m_world->core().restart();
        const PassReport report = m_world->core().run();
        struck += m_gate->hasStruck() ? 1 : 0;
        QVERIFY(!m_gate->hasStruck() || report.error);
        const std::string complaint = m_world->complaintAbout(payment);
        QVERIFY2(complaint.empty(), said(fault, complaint).constData());
        m_gate->open();
        finish(payment);
        const std::string complaintAtEnd = m_world->complaintAboutEnd(payment);
        QVERIFY2(complaintAtEnd.empty(), said(fault, complaintAtEnd).constData());
    }
    m_counts[std::string("database, start: ") + toText(kind) + ' ' + toText(way)] = struck;
    QVERIFY(struck > 0);
}

// The core gave up waiting and looked around in a new session; then the COMMIT of the old one
// arrives and takes effect.
void DatabaseCutsTest::stalledCommitArrivesAfterAll()
{
    int late = 0;
    const std::size_t commitLength = CycleStreams::commitLength(GateWay::ToServer);
    for (const std::size_t at : m_cycle.commits(GateWay::ToServer)) {
        // The last byte alone is missing; an even number delivers it in the end.
        strike({.kind = Kind::Stall, .way = GateWay::ToServer, .atByte = at + commitLength - 1}, 2);
        if (QTest::currentTestFailed())
            return;
        ++late;
    }
    m_counts["database, one cycle: COMMIT delivered late"] = late;
    QCOMPARE(late, 3);
}

void DatabaseCutsTest::bitIsFlipped_data()
{
    QTest::addColumn<GateWay>("way");
    for (const GateWay way : {GateWay::ToServer, GateWay::ToClient})
        QTest::newRow(toText(way)) << way;
}

// In a process of its own: a core that cannot make sense of an answer ends itself.
void DatabaseCutsTest::bitIsFlipped()
{
    QFETCH(GateWay, way);
    m_world->core().stop();
    m_gate->open();
    m_world->accept();
    QCOMPARE(runCoreProcess(), 0);
    const std::uint64_t length = m_gate->passed(way);
    int struck = 0;
    int died = 0;
    int fenced = 0;
    int settled = 0;
    for (const std::uint64_t point : CutPoints::of(length, 12)) {
        const GateFault fault{
            .kind = Kind::Corrupt,
            .way = way,
            .atByte = point,
            .bit = static_cast<int>((point + CutPoints::seed()) % 8)};
        const int before = m_world->provider().requests();
        const CutWorld::Payment payment = m_world->accept();
        m_gate->arm(fault);
        died += runCoreProcess() > 1 ? 1 : 0;
        struck += m_gate->hasStruck() ? 1 : 0;
        m_gate->open();
        runCoreProcess();
        runCoreProcess();
        const int sent = m_world->provider().requests() - before;
        QVERIFY2(sent <= 1, said(fault, std::to_string(sent) + " requests").constData());
        const bool isSettled = m_world->status(payment) == "SUCCEEDED";
        settled += isSettled ? 1 : 0;
        QVERIFY2(sent == 1 || !isSettled, said(fault, "settled without a request").constData());
        if (!m_world->isArmed() || ++m_payments > kPaymentsPerWorld) {
            fenced += m_world->isArmed() ? 0 : 1;
            renewWorld();
            m_world->core().stop();
        }
    }
    m_counts[std::string("database, whole process: corrupt ") + toText(way)] = struck;
    qInfo(
        "%d bits flipped: %d payments settled, %d processes ended themselves, %d databases fenced",
        struck,
        settled,
        died,
        fenced);
    m_world->core().restart();
}

void DatabaseCutsTest::cycleOverTlsIsStruck_data()
{
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<GateWay>("way");
    for (const GateWay way : {GateWay::ToServer, GateWay::ToClient}) {
        for (const Kind kind : {Kind::Cut, Kind::Reset, Kind::Corrupt})
            QTest::newRow((std::string(toText(kind)) + ' ' + toText(way)).c_str()) << kind << way;
    }
}

// Over TLS a flipped bit is a cut: nothing wrong is ever read, and every payment comes to its end.
void DatabaseCutsTest::cycleOverTlsIsStruck()
{
    QFETCH(Kind, kind);
    QFETCH(GateWay, way);
    if (!std::exchange(m_isOverTls, true)) {
        m_world.reset();
        m_gate = std::make_unique<TcpGate>(m_tls.address(), 5432);
        renewWorld();
        m_world->accept();
        m_gate->open();
        m_world->core().run();
        m_cycle = CycleStreams(*m_gate);
        QVERIFY(m_cycle.bytes(GateWay::ToServer).find("COMMIT") == std::string::npos);
    }
    m_struck = 0;
    std::uint64_t number = CutPoints::seed();
    for (const std::uint64_t point : CutPoints::of(m_cycle.bytes(way).size(), 5)) {
        const GateFault fault{
            .kind = kind,
            .way = way,
            .atByte = point,
            .bit = static_cast<int>(point % 8),
            .shutsDoor = number % 2 == 1};
        strike(fault, number++);
        if (QTest::currentTestFailed())
            return;
    }
    m_counts[std::string("database over TLS, one cycle: ") + toText(kind) + ' ' + toText(way)] =
        m_struck;
    QVERIFY(m_struck > 0);
}

// 0: a whole pass; 1: the pass met an error; more: the process died.
int DatabaseCutsTest::runCoreProcess()
{
    QProcess core;
    core.setStandardErrorFile(QProcess::nullDevice());
    core.start(
        QStringLiteral(ONCEOVER_CUT_CORE),
        {QString::fromStdString(m_gate->directory().string()),
         QString::fromStdString(m_world->database()),
         QString::fromStdString(m_world->directory().string()),
         QString::number(kShortDeadline.count())});
    if (!core.waitForFinished(60'000))
        qFatal("the core does not end");
    return core.exitStatus() == QProcess::NormalExit ? core.exitCode() : 2;
}

QTEST_GUILESS_MAIN(DatabaseCutsTest)
#include "database_cuts_test.moc"
