// SPDX-License-Identifier: GPL-3.0-or-later
#include "test_places.h"
#include "tests/simulation/schedules.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <cstdio>
#include <deque>

using namespace onceover::simulation;

namespace {

constexpr std::uint64_t kFirstSeed = 1;
constexpr int kSchedules = 20'000;
constexpr int kPortion = 1000;
constexpr std::size_t kTraceLines = 60;

std::uint64_t numberFromEnvironment(const char* name, std::uint64_t otherwise)
{
    bool isNumber = false;
    const std::uint64_t number = qEnvironmentVariable(name).toULongLong(&isNumber);
    return isNumber ? number : otherwise;
}

// What a schedule broke, with the steps that led there.
QByteArray describe(const Failure& failure, Defence without)
{
    std::deque<std::string> last;
    Coverage ignored;
    (void)runSchedule(failure.seed, without, ignored, [&](const std::string& line) {
        last.push_back(line);
        if (last.size() > kTraceLines)
            last.pop_front();
    });
    std::string text = failure.text();
    for (const std::string& line : last)
        text += "\n  " + line;
    return QByteArray::fromStdString(text);
}

std::string traceOf(std::uint64_t seed)
{
    std::string text;
    Coverage ignored;
    (void)runSchedule(
        seed, Defence::None, ignored, [&](const std::string& line) { text += line + "\n"; });
    return text;
}

} // namespace

class SimulationTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneSeedIsOneSchedule();
    void seedsThatFoundSomething();
    void everyDefenceIsNecessary_data();
    void everyDefenceIsNecessary();
    void everyGuaranteeHoldsInEverySchedule_data();
    void everyGuaranteeHoldsInEverySchedule();
    void everyEdgeGroundAndFaultWasMet();

private:
    // Of all schedules that had every defence.
    Coverage m_coverage;
};

void SimulationTest::oneSeedIsOneSchedule()
{
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const std::string once = traceOf(seed);
        QVERIFY(!once.empty());
        QCOMPARE(traceOf(seed), once);
    }
}

// Seeds of schedules in which a guarantee was once broken: "seed rule what was mended".
void SimulationTest::seedsThatFoundSomething()
{
    QFile file(QStringLiteral(ONCEOVER_SOURCE_DIR "/tests/simulation/seeds.txt"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().split('\n');
    for (const QByteArray& line : lines) {
        bool isSeed = false;
        const std::uint64_t seed = line.simplified().split(' ').first().toULongLong(&isSeed);
        if (!isSeed)
            continue;
        Coverage coverage;
        const auto failure = runSchedule(seed, Defence::None, coverage);
        QVERIFY2(!failure, failure ? describe(*failure, Defence::None).constData() : "");
    }
}

void SimulationTest::everyDefenceIsNecessary_data()
{
    QTest::addColumn<int>("without");
    for (int index = 1; index < kDefenceCount; ++index) {
        const std::string name(toText(static_cast<Defence>(index)));
        QTest::newRow(name.c_str()) << index;
    }
}

// The simulator can see: without one defence some schedule breaks a guarantee.
void SimulationTest::everyDefenceIsNecessary()
{
    QFETCH(int, without);
    Coverage coverage;
    const auto failure =
        runSchedules(kFirstSeed, kSchedules, static_cast<Defence>(without), coverage);
    QVERIFY2(failure.has_value(), "no schedule noticed that the defence is missing");
    qInfo(
        "found after %lld schedules: %s",
        static_cast<long long>(coverage.schedules()),
        failure->text().c_str());
}

// In portions, so that a slow machine does not run into the time limit of one function.
void SimulationTest::everyGuaranteeHoldsInEverySchedule_data()
{
    QTest::addColumn<std::uint64_t>("seed");
    QTest::addColumn<int>("count");
    std::uint64_t seed = numberFromEnvironment("ONCEOVER_SIMULATION_SEED", kFirstSeed);
    auto left =
        static_cast<int>(numberFromEnvironment("ONCEOVER_SIMULATION_SCHEDULES", kSchedules));
    while (left > 0) {
        const int count = std::min(left, kPortion);
        QTest::addRow("from seed %llu", static_cast<unsigned long long>(seed)) << seed << count;
        seed += static_cast<std::uint64_t>(count);
        left -= count;
    }
}

void SimulationTest::everyGuaranteeHoldsInEverySchedule()
{
    QFETCH(std::uint64_t, seed);
    QFETCH(int, count);
    const auto failure = runSchedules(seed, count, Defence::None, m_coverage);
    QVERIFY2(!failure, failure ? describe(*failure, Defence::None).constData() : "");
}

void SimulationTest::everyEdgeGroundAndFaultWasMet()
{
    std::fputs(m_coverage.report().c_str(), stdout);
    const std::vector<std::string> missing = m_coverage.missing();
    QVERIFY2(missing.empty(), missing.empty() ? "" : ("never met: " + missing.front()).c_str());
}

QTEST_GUILESS_MAIN(SimulationTest)

#include "simulation_test.moc"
